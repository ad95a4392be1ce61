"""Who at a table is away, as announced, now or soon. It only reads."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from hosting.matches.models import Match, Seat
from hosting.players.models import Absence
from hosting.prepared import Prepared, Slot

RUNNING: Final = (Match.State.PLAYING, Match.State.PAUSED, Match.State.BROKEN)
FAR: Final = dt.timedelta(days=60)
"""A table is told of absences that begin within this time."""

absences_at_table: Final = Prepared(
    Absence.objects.filter(player__seats__match=Slot("match"), last_day__gte=Slot("day"))
    .order_by("first_day")
    .values_list("player_id", "player__zone", "first_day", "last_day")
)


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody at a table who is away, now or soon. Both days count, where he lives."""

    seat: int
    name: str
    first: dt.date
    last: dt.date
    is_now: bool


def at_table(match: Match, seats: Iterable[Seat], at: dt.datetime) -> tuple[Away, ...]:
    """Say who at a table is away, or will be soon, where the match allows it."""
    if not match.absences_allowed or match.state not in RUNNING:
        return ()
    day = (at - dt.timedelta(days=1)).date()  # it is no earlier day anywhere
    rows = absences_at_table.tuples(match=match.pk, day=day.isoformat())
    sits = {seat.player_id: seat for seat in seats if seat.player_id and not seat.is_out and not seat.bot}
    told = []
    for player, zone, first, last in rows:
        seat, here = sits.get(player), at.astimezone(zone).date()
        if seat is not None and last >= here and first <= here + FAR:
            told.append(Away(seat.number, seat.name, first, last, first <= here))
    return tuple(told)


def away_now(match: Match, seats: Iterable[Seat], at: dt.datetime) -> frozenset[int]:
    """Give the seats whose players are away now."""
    return frozenset(away.seat for away in at_table(match, seats, at) if away.is_now)
