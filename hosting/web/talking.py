"""Talk at the table on the web: saying something, and not reading what somebody says."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from hosting.matches import talking
from hosting.matches.models import Seat
from hosting.players.models import Player
from hosting.web.readers import player_of, seat_of
from hosting.web.table import stands_faults
from hosting.web.unsent import keep

REFUSALS: Final[dict[str, Promise]] = {
    "empty": gettext_lazy("There was nothing to say."),
    "too_long": gettext_lazy("That was too long, so it was not said: the limit is 2000 characters."),
    "too_often": gettext_lazy(
        "You have said a lot in a short time, so this was not said. Please try again later."
    ),
    "not_allowed": gettext_lazy(
        "It was not said: a moderator has decided that for the time being you may not speak at tables."
    ),
    "nobody": gettext_lazy("It was not said: only the host's own players sit at this table with you."),
    "over": gettext_lazy("It was not said: the match has been over for too long."),
    "not_seated": gettext_lazy("You no longer sit at this table."),
}


@require_POST
@login_required
@stands_faults
def talk(request: HttpRequest, number: int) -> HttpResponse:
    """Say something to all at the table, and show the match anew."""
    seat = seat_of(request, number)
    text = request.POST.get("text", "")
    code = talking.say(seat, text, by=player_of(request))
    if code != "said":
        messages.error(request, str(REFUSALS[code]))
        keep(request, "text")
    return HttpResponseRedirect(reverse("match", args=[number]) + "#talk")


@require_POST
@login_required
def mute(request: HttpRequest, number: int) -> HttpResponse:
    """Read no more what another player at the table says, at whatever table; or read it again."""
    seat, me = seat_of(request, number), player_of(request)
    wanted = request.POST.get("seat", "")
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 4):
        return HttpResponseBadRequest()
    other = Seat.objects.select_related("player").filter(match=seat.match, number=int(wanted)).first()
    if other is None or other.player is None or other.player == me:
        raise Http404
    if request.POST.get("again"):
        talking.unmute(me, other.player)
        messages.success(request, _("You now see what %(name)s says.") % {"name": other.name})
    else:
        talking.mute(me, other.player)
        messages.success(request, _("You no longer see what %(name)s says.") % {"name": other.name})
    return HttpResponseRedirect(reverse("match", args=[number]) + "#talk")


@require_POST
@login_required
def unmute(request: HttpRequest, number: int) -> HttpResponse:
    """Read again what somebody on the reader's own list says."""
    me = player_of(request)
    other = get_object_or_404(Player, pk=number)
    if other not in talking.muted_by(me):
        raise Http404
    talking.unmute(me, other)
    messages.success(request, _("You now see what %(name)s says.") % {"name": other.name})
    return HttpResponseRedirect(reverse("settings"))
