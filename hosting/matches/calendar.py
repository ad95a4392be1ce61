"""When a player's clock runs: not on days of rest, not while he is announced to be away, in his own zone.

Pure, like `clock`: instants and spans come in, instants and spans go out. A day of rest or of absence counts
whole, from midnight to midnight where the player lives, however long it is there (P12).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

WEEK: Final = 7
DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Calendar:
    """One player's days in one match.

    `rest_days` are days of the week without clock (1 is Monday), `away` first and last days of absences that
    this match allows, `sleep` the hours from which and until which no deadline falls.
    """

    zone: tzinfo = UTC
    rest_days: frozenset[int] = frozenset()
    away: tuple[tuple[date, date], ...] = ()
    sleep: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        """Refuse a calendar whose clock never runs."""
        if len(self.rest_days) >= WEEK:
            raise ValueError("at least one day of the week must have a clock")

    def rests_on(self, day: date) -> bool:
        """Whether the clock stands all that day."""
        return day.isoweekday() in self.rest_days or any(first <= day <= last for first, last in self.away)

    def after(self, begin: datetime, running: timedelta) -> datetime:
        """Give the instant at which the clock, from `begin` on, has run for so long."""
        if not self.rest_days and not self.away:
            return begin + running
        left = running
        for start, end in self._running(begin):
            if start + left <= end:
                return start + left
            left -= end - start
        raise AssertionError("a clock runs on some day of every week")

    def between(self, begin: datetime, end: datetime) -> timedelta:
        """Give for how long the clock runs from one instant to another; nothing when it is not later."""
        if end <= begin:
            return timedelta()
        if not self.rest_days and not self.away:
            return end - begin
        gone = timedelta()
        for start, stop in self._running(begin):
            if start >= end:
                break
            gone += min(stop, end) - start
        return gone

    def awake(self, at: datetime) -> datetime:
        """Give this instant, or the end of the player's night when it falls into it."""
        if self.sleep is None or not self.sleeps_at(at):
            return at
        here = at.astimezone(self.zone)
        until = self.sleep[1]
        day = here.date() if here.hour < until else here.date() + DAY
        return datetime.combine(day, time(until), self.zone).astimezone(UTC)

    def sleeps_at(self, at: datetime) -> bool:
        """Whether that instant falls into the player's night."""
        if self.sleep is None:
            return False
        begins, ends = self.sleep
        hour = at.astimezone(self.zone).hour
        return begins <= hour < ends if begins < ends else hour >= begins or hour < ends

    def _running(self, begin: datetime) -> Iterator[tuple[datetime, datetime]]:
        """The stretches in which the clock runs, from `begin` on: at most one a day."""
        day, start = begin.astimezone(self.zone).date(), begin
        while True:
            following = day + DAY
            end = datetime.combine(following, time(), self.zone).astimezone(UTC)
            if end > start and not self.rests_on(day):
                yield start, end
            day, start = following, max(start, end)
