"""Announced leave on the clocks of a player's matches: one way for the page, a mail and a word in a match.

Whatever is announced or called off, every open question of the player in a match that allows absences is
reckoned anew, in the same transaction; the tables are told, and the log says it. A deadline that is past
stays. Questions that are put later find the absence in the calendar.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from django.db import transaction

from hosting.matches import timing
from hosting.matches.calendar import Calendar
from hosting.matches.dealing import EngineFault
from hosting.matches.models import Entry, Match, Seat, Submission
from hosting.matches.presence import RUNNING
from hosting.matches.sitting import Sitting
from hosting.players import absences
from hosting.players.models import Player
from hosting.rules import dates
from hosting.rules.speaking import AWAY, host_word

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Noted:
    """What came of it: the days, in which matches the clock stands meanwhile, and in which it runs on."""

    days: tuple[tuple[dt.date, dt.date], ...]
    stands_in: tuple[int, ...]
    runs_in: tuple[int, ...]


# ---- announcing and calling off


def announce(player: Player, first: dt.date, last: dt.date, *, here: Sitting | None = None) -> Noted:
    """Note that a player is away, with all that follows in his matches. Raises absences.Refused.

    `here` is a sitting that the caller holds and closes himself; he has locked the player's matches before.
    """
    with transaction.atomic():
        lock(player)
        absences.check(player, first, last)
        table = _clocks(player)
        absences.announce(player, first, last)
        told = {"first": first.isoformat(), "last": last.isoformat()}
        return _carry_through(player, table, [(first, last)], "away", told, here)


def call_off(player: Player, *, only: int | None = None, here: Sitting | None = None) -> Noted | None:
    """Forget what is announced from today on (or `only` the absence with that id), with all that follows.

    One that has begun ends with yesterday. A turn that is open has a quarter of its time left at least.
    None when there is nothing to forget.
    """
    with transaction.atomic():
        lock(player)
        gone = [absence for absence in absences.coming(player) if only is None or absence.pk == only]
        if not gone:
            return None
        table = _clocks(player)
        absences.call_off(player, gone)
        days = [(absence.first_day, absence.last_day) for absence in gone]
        return _carry_through(player, table, days, "not_away", {}, here)


def runs_on(player: Player) -> list[int]:
    """List the running matches of a player that were opened without absences."""
    seats = Seat.objects.filter(player=player, is_out=False, match__state__in=RUNNING)
    return list(seats.filter(match__absences_allowed=False).order_by("match").values_list("match", flat=True))


def lock(player: Player | int) -> None:
    """Lock the running matches of a player, in one order for all who lock several."""
    running = Seat.objects.filter(player=player, match__state__in=RUNNING).values("match_id")
    list(Match.objects.select_for_update().filter(pk__in=running).order_by("pk").values_list("pk"))


def says_so(lines: Iterable[str]) -> bool:
    """Whether lines of a player hold the word by which an absence is announced or called off."""
    return any(word is not None and word.name == AWAY for word in map(host_word, lines))


def _clocks(player: Player) -> list[tuple[Seat, Calendar]]:
    """Give the player's seats in running matches with the days by which their clocks run so far."""
    seats = Seat.objects.filter(player=player, is_out=False, match__state__in=RUNNING)
    found = seats.select_related("match").order_by("match_id")
    return [(seat, timing.calendar_of(seat.match, seat)) for seat in found]


def _carry_through(
    player: Player,
    clocks: Sequence[tuple[Seat, Calendar]],
    days: Sequence[tuple[dt.date, dt.date]],
    what: str,
    told: dict[str, str],
    here: Sitting | None,
) -> Noted:
    stands, runs = [], []
    for seat, before in clocks:
        if seat.match.absences_allowed:
            stands.append(seat.match_id)
            _in_match(player, seat, before, what, told, here)
        else:
            runs.append(seat.match_id)
    return Noted(tuple(days), tuple(stands), tuple(runs))


def _in_match(
    player: Player,
    seat: Seat,
    before: Calendar,
    what: str,
    told: dict[str, str],
    here: Sitting | None,
) -> None:
    is_here = here is not None and here.match.pk == seat.match_id
    try:
        sitting = here if here is not None and is_here else Sitting.open(seat.match_id, even_broken=True)
    except EngineFault:
        log.exception("absence_not_told", match=seat.match_id)
        return
    mine = sitting.seat(seat.pk)
    if mine.player_id != player.pk or (sitting.laid is None and sitting.match.state == Match.State.PLAYING):
        return
    sitting.log(Entry.Kind.AWAY, seat=mine, what=what, **told)
    was = mine.deadline_at
    if timing.reschedule(mine, sitting.match, sitting.clock_at, before):
        assert mine.deadline_at is not None
        sitting.log_move(mine, was, mine.deadline_at, why=what)
    until = mine.deadline_at.isoformat() if mine.deadline_at else ""
    sitting.tell_all(what, mine, **told, until=until)
    if not is_here:
        sitting.close()


# ---- the word of a mail


def said(sitting: Sitting, submission: Submission, seat: Seat, rest: str) -> dict[str, Any]:
    """Announce the days behind the word, or call off what is announced; not where the match forbids it."""
    del seat
    player = submission.player
    assert player is not None
    if not sitting.match.absences_allowed:
        return {"code": "not_here"}
    if dates.says_none(rest):
        gone = call_off(player, here=sitting)
        return {"code": "called_off" if gone else "was_not_away", "changed": gone is not None, **left(player)}
    written = dates.days_in(rest)
    try:
        days = dates.resolved(written, absences.today(player)) if written else None
        if days is None:
            return {"code": "refused", "why": "unclear", "text": rest}
        noted = announce(player, *days, here=sitting)
    except absences.Refused as refusal:
        return {"code": "refused", "why": refusal.code, **left(player)}
    except ValueError:
        return {"code": "refused", "why": "unclear", "text": rest}
    return {"code": "noted", "changed": True, **facts(noted), **left(player)}


def facts(noted: Noted) -> dict[str, Any]:
    """Give what an answer tells of an absence that was noted."""
    first, last = noted.days[0]
    return {"first": first.isoformat(), "last": last.isoformat(), "runs_in": list(noted.runs_in)}


def left(player: Player) -> dict[str, int]:
    """Give the days of absence that are left in this year, for an answer."""
    year = absences.today(player).year
    return {"left": absences.days_left(player, year), "year": year}
