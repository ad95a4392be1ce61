"""The page that stops mails. It needs no cookies and no sign-in: its address is signed (P18, P19).

Mail programs post to it by themselves when their reader presses "unsubscribe" (RFC 8058). It changes which
mails are sent and nothing else: nobody leaves a match by it. Looking at it changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from hosting.mail.addresses import read_stop
from hosting.matches import wishing
from hosting.matches.models import Notice, Seat
from hosting.players import wishes
from hosting.players.models import Player
from hosting.rules.words import words

ONE_CLICK: Final = ("List-Unsubscribe", "One-Click")
"""What mail programs post, and our own button too."""


@dataclass(frozen=True, slots=True)
class Mails:
    """The mails that an address stops: those of one match, or without a seat the daily mail."""

    player: Player
    seat: Seat | None

    @classmethod
    def of(cls, written: str) -> Mails:
        """Find them. Raises Http404 when the address is none of ours, or the seat is another's by now."""
        notice = read_stop(written)
        if notice is None or notice.player is None:
            raise Http404
        if notice.kind != Notice.Kind.DIGEST and not _sits_there(notice):
            raise Http404
        return cls(notice.player, notice.seat)

    @property
    def are_stopped(self) -> bool:
        """Whether they were stopped, so that this can be undone."""
        if self.seat is None:
            return wishes.had_digest(self.player.wishes)
        return wishes.is_stopped(self.seat.wishes)

    def stop(self) -> None:
        """Stop them."""
        if self.seat is None:
            wishing.stop_daily(self.player)
        else:
            wishing.stop(self.seat)

    def undo(self) -> None:
        """Send them again as before."""
        if self.seat is None:
            wishing.undo_stop_daily(self.player)
        else:
            wishing.undo_stop(self.seat)


def _sits_there(notice: Notice) -> bool:
    return notice.seat is not None and notice.seat.player_id == notice.player_id


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, written: str) -> HttpResponse:
    """Show what would be stopped; stop it, or undo that, on POST."""
    mails = Mails.of(written)
    if request.method == "POST":
        if "undo" in request.POST:
            mails.undo()
        elif request.POST.get(ONE_CLICK[0]) == ONE_CLICK[1]:
            mails.stop()
        else:
            return HttpResponseBadRequest()
    with translation.override(mails.player.language), timezone.override(mails.player.zone):
        return render(request, "stop.html", _context(mails, changed=request.method == "POST"))


def _context(mails: Mails, *, changed: bool) -> dict[str, object]:
    seat = mails.seat
    return {
        "seat": seat,
        "game": words(seat.match.game, mails.player.language).game_name if seat else "",
        "are_stopped": mails.are_stopped,
        "changed": changed,
        "to_daily": wishing.stops_to(mails.player) is wishes.Way.DIGEST,
        "one_click": ONE_CLICK,
    }
