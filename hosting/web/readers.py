"""Who asks for a page, and what is his: the gate in front of everything that belongs to one player."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest

from hosting.matches.models import Seat, Submission
from hosting.now import now
from hosting.players.models import Player

SEEN_STEP: Final = dt.timedelta(minutes=1)
"""A seat's "last saw the page" is written at most so often."""


def player_of(request: HttpRequest) -> Player:
    """Give the signed-in player; the pages that need one are behind `login_required`."""
    if not isinstance(request.user, Player):
        raise PermissionDenied
    return request.user


def seat_of(request: HttpRequest, number: int) -> Seat:
    """Give the reader's seat. A match of others is as unknown as one that does not exist (P20)."""
    seat = Seat.objects.select_related("match").filter(match=number, player=player_of(request)).first()
    if seat is None:
        raise Http404
    return seat


def held_for(player: Player) -> QuerySet[Submission]:
    """Find the mails to the player's seats that wait for his word whether they are his, newest first."""
    return Submission.objects.filter(seat__player=player, state=Submission.State.HELD).order_by("-pk")


def note_seen(seat: Seat) -> None:
    """Note that the player has seen the page: his turn may expire even if our mails did not arrive."""
    at = now()
    stale = Q(seen_at=None) | Q(seen_at__lt=at - SEEN_STEP)
    Seat.objects.filter(stale, pk=seat.pk).update(seen_at=at)
