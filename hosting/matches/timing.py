"""The clocks of seats: what is set when a seat is asked, goes on, waits for another, or is done.

The reckoning itself is in `clock` and `calendar`, pure; here it meets rows. A bot's seat has no clock.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from hosting.matches import clock
from hosting.matches.calendar import Calendar
from hosting.matches.models import Match, Seat
from hosting.players.models import Player
from hosting.prepared import Prepared, Slot

NONE: Final = dt.timedelta()

days_of_player: Final = Prepared(
    Player.objects.filter(pk=Slot("player")).values_list(
        "zone", "sleeps_from", "sleeps_until", "absences__first_day", "absences__last_day"
    )
)


def pace_of(match: Match) -> clock.Pace:
    """Give the pace that a match was made with."""
    allowance, reserve, increment, cap = (
        dt.timedelta(seconds=seconds)
        for seconds in (match.allowance, match.reserve, match.increment, match.reserve_cap)
    )
    return clock.Pace(allowance, reserve, increment, cap)


def calendar_of(match: Match, seat: Seat) -> Calendar:
    """Give the days on which a seat's clock runs, as its player lives and this match allows."""
    found = days_of_player.tuples(player=seat.player_id) if seat.player_id else []
    if not found:
        return Calendar(rest_days=frozenset(match.rest_days))
    zone, begins, ends = found[0][:3]
    away = tuple((first, last) for *_, first, last in found if first is not None)
    sleep = (begins, ends) if begins is not None and ends is not None and begins != ends else None
    return Calendar(zone, frozenset(match.rest_days), away if match.absences_allowed else (), sleep)


def begin(seat: Seat, match: Match, at: dt.datetime) -> None:
    """Ask a seat to take its turn."""
    seat.question, seat.asked_at = match.seq, at
    seat.has_acted = seat.was_raised = False
    seat.turn_grace = seat.reminders = 0
    if not seat.bot:
        calendar = calendar_of(match, seat)
        _set(seat, clock.turn(at, match.pace, dt.timedelta(seconds=seat.reserve_left), calendar))


def go_on(seat: Seat, match: Match, at: dt.datetime) -> None:
    """Ask a seat on in its turn: the time is the same, but for a quarter of the allowance, once."""
    seat.question = match.seq
    if seat.deadline_at is None or seat.was_raised:
        return
    before = _times(seat)
    later = clock.raised(before, at, match.pace, calendar_of(match, seat))
    if later != before:
        seat.was_raised = True
        _set(seat, later)


def let_wait(seat: Seat, match: Match, at: dt.datetime) -> None:
    """Stop the clock of a turn; what is left of its allowance is kept (nothing, where no clock runs)."""
    if seat.question is None:
        return
    if seat.deadline_at is None:
        seat.turn_left = NONE
        return
    calendar, times = calendar_of(match, seat), _times(seat)
    seat.turn_left = calendar.between(at, times.allowance_ends)
    used = calendar.between(times.allowance_ends, at)
    seat.reserve_left = max(0, seat.reserve_left - int(used.total_seconds()))


def take_up(seat: Seat, match: Match, at: dt.datetime) -> None:
    """Let a turn that has waited go on, with a quarter of the allowance at least."""
    assert seat.turn_left is not None
    seat.question, seat.asked_at = match.seq, at
    if not seat.bot:
        allowance = max(seat.turn_left, match.pace * clock.LEAST_SHARE)
        reserve = dt.timedelta(seconds=seat.reserve_left)
        _set(seat, clock.turn(at, allowance, reserve, calendar_of(match, seat)))
    seat.turn_left = None


def ask_for_answer(seat: Seat, match: Match, at: dt.datetime) -> None:
    """Ask a seat for an answer outside its turn, with the clock that an answer has; no reserve is used."""
    seat.question, seat.asked_at = match.seq, at
    seat.turn_grace = seat.reminders = 0
    if not seat.bot:
        _set(seat, clock.answer(at, match.pace, calendar_of(match, seat)))
        seat.allowance_ends_at = None


def end(seat: Seat, match: Match, at: dt.datetime) -> None:
    """Reckon what a turn that is over has used of the reserve, and what it adds if its player played."""
    if seat.allowance_ends_at is None or seat.deadline_at is None:
        return
    if not (match.increment or seat.reserve_left):
        return
    calendar, times, left = calendar_of(match, seat), _times(seat), dt.timedelta(seconds=seat.reserve_left)
    pace = pace_of(match) if seat.has_acted else clock.Pace(match.pace, cap=left)
    seat.reserve_left = int(clock.reserve_after(times, at, left, pace, calendar).total_seconds())


def stop(seat: Seat, *, keep_turn: bool = False) -> None:
    """Ask a seat nothing any more. With `keep_turn` its turn waits; what was done in it counts."""
    seat.question = seat.asked_at = seat.deadline_at = seat.remind_at = seat.allowance_ends_at = None
    if not keep_turn:
        seat.has_acted = seat.was_raised = False
    seat.turn_grace = 0


def without_clock(seat: Seat) -> None:
    """Take the clock from a seat that a bot plays from now on; what it is asked stays."""
    seat.deadline_at = seat.remind_at = seat.allowance_ends_at = None


def shift(seat: Seat, match: Match, stood_from: dt.datetime, goes_on: dt.datetime) -> None:
    """Let a clock go on that stood from one instant to another: as much time is left as before."""
    if seat.deadline_at is None:
        return
    is_due = seat.remind_at is not None
    later = clock.shifted(_times(seat), stood_from, goes_on, calendar_of(match, seat))
    _replace(seat, later, is_due=is_due)


def credit(
    seat: Seat, match: Match, began: dt.datetime, ended: dt.datetime, recovered: dt.datetime
) -> dt.datetime | None:
    """Give the deadline that a seat has after an outage of ours (P11); None where it has none or keeps it."""
    if seat.deadline_at is None:
        return None
    before = _times(seat)
    later = clock.after_outage(before, began, ended, recovered, calendar_of(match, seat))
    if later.deadline <= before.deadline:
        return None
    _replace(seat, later, is_due=seat.remind_at is not None)
    return later.deadline


def extend(seat: Seat, match: Match, at: dt.datetime, more: dt.timedelta) -> dt.datetime:
    """Give an open turn more time, never into the past and not into a night; gives its new deadline.

    The time is added to the allowance, or, when that is used up, to the end of the reserve.
    """
    old, calendar, is_answer = _times(seat), calendar_of(match, seat), seat.allowance_ends_at is None
    deadline = calendar.awake(max(old.deadline, at) + more)
    allowance_ends = old.allowance_ends + more if old.allowance_ends > at else old.allowance_ends
    allowance_ends = min(allowance_ends if seat.reserve_left else deadline, deadline)
    _set(seat, clock.Times(allowance_ends, deadline, clock.reminder(at, deadline, deadline, calendar)))
    if is_answer:
        seat.allowance_ends_at = None
    return deadline


def reschedule(seat: Seat, match: Match, at: dt.datetime, before: Calendar) -> bool:
    """Reckon an open question anew by a calendar that has changed; says whether its deadline moved.

    A deadline that is past stays. Coming back early leaves a quarter of the allowance at least.
    """
    if seat.deadline_at is None or seat.deadline_at <= at:
        return False
    after, is_due = calendar_of(match, seat), seat.remind_at is not None
    old = _times(seat)
    new = clock.rescheduled(old, at, before, after)
    new = clock.raised(new, at, match.pace, after) if new.deadline < old.deadline else new
    _replace(seat, new, is_due=is_due)
    return new.deadline != old.deadline


def next_reminder(seat: Seat, match: Match) -> dt.datetime | None:
    """Give the instant of the reminder after the one just sent: of the reserve, where there is one."""
    if seat.allowance_ends_at is None or seat.deadline_at is None or seat.reminders > 1:
        return None
    if not seat.reserve_left:
        return None
    return clock.next_reminder(_times(seat), calendar_of(match, seat))


def _times(seat: Seat) -> clock.Times:
    assert seat.deadline_at is not None
    return clock.Times(
        seat.allowance_ends_at or seat.deadline_at, seat.deadline_at, seat.remind_at or seat.deadline_at
    )


def _set(seat: Seat, times: clock.Times) -> None:
    seat.allowance_ends_at = times.allowance_ends
    seat.deadline_at, seat.remind_at = times.deadline, times.reminder


def _replace(seat: Seat, times: clock.Times, *, is_due: bool) -> None:
    """Set instants anew; a reminder that has gone out does not go out again, an answer has no allowance."""
    is_answer = seat.allowance_ends_at is None
    _set(seat, times)
    if not is_due:
        seat.remind_at = None
    if is_answer:
        seat.allowance_ends_at = None
