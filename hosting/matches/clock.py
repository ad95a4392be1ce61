"""The time a player has.

Pure: instants and spans come in, instants go out; nobody here asks what time it is. Spans are time in which
the player's clock runs; his calendar says when that is.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from hosting.matches.calendar import Calendar

REMINDER_SHARE: Final = 0.8
"""How much of the allowance, and then of the reserve, is gone when a reminder goes out."""

LEAST_SHARE: Final = 0.25
"""How much of the allowance is left at least after something new was shown in mid-turn."""

LEAST_ANSWER: Final = timedelta(hours=24)
"""What an answer outside the turn has at least, unless the allowance is shorter."""

GRACE_A_TURN: Final = timedelta(days=7)
GRACE_A_MATCH: Final = timedelta(days=14)
"""How far a deadline moves at most because our mails did not arrive."""

FAULT_GRACE: Final = timedelta(hours=24)
FAULTS_A_MATCH: Final = 2
"""What a fault of ours is worth to the player whose mail it spoiled, and how often in a match."""

AFTER_OUTAGE: Final = timedelta(hours=1)
"""How long after an outage of ours no turn ends (P11)."""

NONE: Final = timedelta()


@dataclass(frozen=True, slots=True)
class Pace:
    """What a match gives: an allowance for each turn, and a reserve for when it is gone.

    The reserve begins with `reserve`; each turn that a player plays adds `increment`, up to `cap`.
    """

    allowance: timedelta
    reserve: timedelta = NONE
    increment: timedelta = NONE
    cap: timedelta = NONE


@dataclass(frozen=True, slots=True)
class Times:
    """The instants of one turn: the allowance ends and the reserve begins to run; the turn ends; a reminder.

    Without a reserve the first two differ only where the turn would end in the player's night.
    """

    allowance_ends: datetime
    deadline: datetime
    reminder: datetime


def turn(began: datetime, allowance: timedelta, reserve: timedelta, calendar: Calendar) -> Times:
    """Give the instants of a turn that began then. The reserve is what the player has left of it."""
    allowance_ends = calendar.after(began, allowance)
    deadline = calendar.awake(calendar.after(allowance_ends, reserve))
    return Times(allowance_ends, deadline, reminder(began, allowance_ends, deadline, calendar))


def answer(asked: datetime, allowance: timedelta, calendar: Calendar) -> Times:
    """Give the instants of an answer that is asked outside the player's turn; no reserve is used for it.

    It has half the allowance, but never less than 24 hours, or than the allowance where that is shorter.
    """
    return turn(asked, max(allowance / 2, min(allowance, LEAST_ANSWER)), NONE, calendar)


def reminder(began: datetime, ends: datetime, deadline: datetime, calendar: Calendar) -> datetime:
    """Give the instant of the next reminder: when 80 % of the time is gone, and not in the player's night.

    A night that would leave him less than half of what the reminder is to leave is no reason to wait.
    """
    due = calendar.after(began, calendar.between(began, ends) * REMINDER_SHARE)
    later = calendar.awake(due)
    return later if later <= deadline - (deadline - due) / 2 else due


def next_reminder(times: Times, calendar: Calendar) -> datetime | None:
    """Give the instant of the reminder of a reserve that has begun to run; None without one."""
    if calendar.between(times.allowance_ends, times.deadline) <= NONE:
        return None
    return reminder(times.allowance_ends, times.deadline, times.deadline, calendar)


def raised(times: Times, at: datetime, allowance: timedelta, calendar: Calendar) -> Times:
    """Give the instants after something new was shown in mid-turn: a quarter of the allowance is left."""
    least = calendar.awake(calendar.after(at, allowance * LEAST_SHARE))
    if least <= times.deadline:
        return times
    return Times(max(times.allowance_ends, least), least, reminder(at, least, least, calendar))


def reserve_after(
    times: Times, ended: datetime, left: timedelta, pace: Pace, calendar: Calendar
) -> timedelta:
    """Give the reserve after a turn that its player ended: less what he used of it, more the increment."""
    used = calendar.between(times.allowance_ends, ended)
    return max(NONE, min(max(pace.cap, pace.reserve), max(NONE, left - used) + pace.increment))


def shifted(times: Times, stood_from: datetime, goes_on: datetime, calendar: Calendar) -> Times:
    """Give the instants after clocks stood from one instant to another: as much is left as before."""

    def later(instant: datetime) -> datetime:
        if instant <= stood_from:
            return instant
        return calendar.after(goes_on, calendar.between(stood_from, instant))

    return Times(later(times.allowance_ends), calendar.awake(later(times.deadline)), later(times.reminder))


def rescheduled(times: Times, at: datetime, before: Calendar, after: Calendar) -> Times:
    """Give the instants of an open turn when the player's days change: what is left stays the same."""

    def anew(instant: datetime) -> datetime:
        return instant if instant <= at else after.after(at, before.between(at, instant))

    return Times(anew(times.allowance_ends), after.awake(anew(times.deadline)), anew(times.reminder))


def undelivered(allowance: timedelta, turn_grace: timedelta, match_grace: timedelta) -> timedelta:
    """Give the time to add for a player whom our mails did not reach; zero when the limits are used up."""
    wanted = allowance * LEAST_SHARE
    return max(NONE, min(wanted, GRACE_A_TURN - turn_grace, GRACE_A_MATCH - match_grace))


def after_outage(
    times: Times, began: datetime, ended: datetime, recovered: datetime, calendar: Calendar
) -> Times:
    """Give the instants after an outage of ours (P11): what fell into it, and an hour at least."""
    later = shifted(times, began, max(ended, began), calendar)
    least = recovered + AFTER_OUTAGE
    deadline = max(later.deadline, least)
    return Times(
        max(later.allowance_ends, min(least, deadline)),
        deadline,
        min(max(later.reminder, recovered), deadline),
    )
