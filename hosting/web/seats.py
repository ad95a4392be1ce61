"""Seats that wait for a substitute: what is known of each before one takes it, and taking it."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from hosting import games
from hosting.matches import standing_in
from hosting.matches.models import Seat
from hosting.rules.words import words
from hosting.web.readers import player_of

WHY_NOT: Final = {
    "no_name": gettext_lazy("Choose a name first: the others at the table see it."),
    "not_offered": gettext_lazy("This seat is no longer waiting for anybody."),
    "already_in": gettext_lazy("You play in this match yourself."),
}


@require_safe
@never_cache
@login_required
def seats(request: HttpRequest) -> HttpResponse:
    """List the seats that the reader could take."""
    language = translation.get_language() or "en"
    names = {slug: words(slug, language).game_name for slug in games.GAMES}
    return render(
        request, "seats.html", {"seats": standing_in.offered(player_of(request)), "game_names": names}
    )


@require_POST
@login_required
def take(request: HttpRequest, number: int) -> HttpResponse:
    """Take a seat over, and go to its match."""
    seat = get_object_or_404(Seat.objects.select_related("match"), pk=number, offered_at__isnull=False)
    try:
        standing_in.take(seat, player_of(request))
    except standing_in.CannotTake as refusal:
        messages.info(request, WHY_NOT[refusal.code])
        return HttpResponseRedirect(reverse("settings" if refusal.code == "no_name" else "seats"))
    messages.success(request, _("The seat is yours. Welcome to the table."))
    return HttpResponseRedirect(reverse("match", args=[seat.match_id]))
