"""Inviting by address from the pages, and refusing all invitations for ever by the link in one of them."""

from __future__ import annotations

import re
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from hosting.matches import inviting
from hosting.matches.inviting import CannotInvite
from hosting.matches.models import Match
from hosting.players.models import Player
from hosting.web.readers import player_of, seat_of

BETWEEN: Final = re.compile(r"[\s,;]+")

WHY_NOT: Final[dict[str, Promise]] = {
    "too_many": gettext_lazy("You have sent all the invitations allowed in a day."),
    "no_address": gettext_lazy("That is not an address."),
    "own": gettext_lazy("That is your own address."),
    "not_open": gettext_lazy("The match has no free seat."),
}


@require_POST
@login_required
def invite(request: HttpRequest, number: int) -> HttpResponse:
    """Invite whoever is named to a match that waits for players."""
    invite_all(request, seat_of(request, number).match, player_of(request), request.POST.get("invite", ""))
    return HttpResponseRedirect(reverse("match", args=[number]))


def invite_all(request: HttpRequest, match: Match, player: Player, written: str) -> None:
    """Invite each address in a text once, and tell the player of each what became of it."""
    asked = dict.fromkeys(filter(None, BETWEEN.split(written[:1000].casefold())))
    for address in list(asked)[: inviting.MOST_A_DAY]:
        try:
            found = inviting.invite(match, player, address)
        except CannotInvite as refusal:
            why = WHY_NOT.get(refusal.code) or _("We could not send an invitation there.")
            messages.error(request, _("Not invited: %(address)s.") % {"address": address} + f" {why}")
        else:
            messages.success(request, _("Invited: %(address)s.") % {"address": found.address})


@require_POST
@login_required
def decline(request: HttpRequest, number: int) -> HttpResponse:
    """Say no to an invitation to oneself; the match and the others know nothing of it."""
    mine = {invitation.pk: invitation for invitation in inviting.open_to(player_of(request))}
    if number in mine:
        inviting.decline(mine[number])
        messages.success(request, _("You have said no to the invitation."))
    return HttpResponseRedirect("/")


@csrf_exempt  # the signed link proves what the button may do, and mail programs press it without a cookie
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def never(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button by which an address gets no invitation any more; only pressing it does anything (P19)."""
    address = inviting.address_of(token)
    if address is None:
        raise Http404
    if request.method == "POST":
        inviting.never_again(address)
    return render(request, "never.html", {"address": address, "is_done": request.method == "POST"})
