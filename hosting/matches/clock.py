"""The time a player has.

Pure: instants and spans come in, instants go out; nobody here asks what time it is.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

REMINDER_SHARE: Final = 0.8
"""How much of the allowance is gone when the reminder goes out."""

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


def deadline(began: datetime, allowance: timedelta) -> datetime:
    """Give the instant at which a turn that began then runs out."""
    return began + allowance


def answer_deadline(asked: datetime, allowance: timedelta) -> datetime:
    """Give the instant until which a seat may answer that is asked outside its turn.

    It has half the allowance, but never less than 24 hours, or than the allowance where that is shorter.
    """
    return asked + max(allowance / 2, min(allowance, LEAST_ANSWER))


def reminder(began: datetime, ends: datetime) -> datetime:
    """Give the instant of the reminder: when 80 % of the time is gone."""
    return began + (ends - began) * REMINDER_SHARE


def raised(ends: datetime, at: datetime, allowance: timedelta) -> datetime:
    """Give the deadline after something new was shown: a quarter of the allowance is left at least."""
    return max(ends, at + allowance * LEAST_SHARE)


def undelivered(allowance: timedelta, turn_grace: timedelta, match_grace: timedelta) -> timedelta:
    """Give the time to add for a player whom our mails did not reach; zero when the limits are used up."""
    wanted = allowance * LEAST_SHARE
    return max(timedelta(), min(wanted, GRACE_A_TURN - turn_grace, GRACE_A_MATCH - match_grace))
