"""Resigning on the web, and giving a seat back before the match begins: a page that asks, and its button."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from hosting.matches import leaving
from hosting.matches.models import Match
from hosting.rules.words import words
from hosting.web.readers import player_of, seat_of
from hosting.web.table import stands_faults

DONE: Final[dict[str, Promise]] = {
    "resigned": _("You have resigned."),
    "waits": _("You leave the match as soon as another player has given the answer that is due."),
    "given_up": _("You have given your seat back."),
}
REFUSALS: Final[dict[str, Promise]] = {
    "over": _("The match is over, so there is nothing to resign."),
    "broken": _("The match is stopped through a fault of ours, so nobody can leave it now."),
    "begun": _("The match has begun in the meantime."),
    "gone": _("You have already left this match."),
    "not_seated": _("You no longer sit at this table."),
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@stands_faults
def resign_page(request: HttpRequest, number: int) -> HttpResponse:
    """Ask whether the reader means it, and do it on POST; after it there is no way back."""
    seat = seat_of(request, number)
    if request.method != "POST":
        context = {
            "match": seat.match,
            "words": words(seat.match.game, translation.get_language() or "en"),
            "may_leave": leaving.may_leave(seat),
        }
        return render(request, "resign.html", context)
    before = seat.match.state
    try:
        code = leaving.resign(seat, by=player_of(request))
    except leaving.CannotLeave as refusal:
        messages.error(request, str(REFUSALS[refusal.code]))
        return HttpResponseRedirect(reverse("match", args=[number]))
    messages.success(request, str(DONE[code]))
    return HttpResponseRedirect("/" if before == Match.State.OPEN else reverse("match", args=[number]))
