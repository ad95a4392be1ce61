"""The terms of a match, as its opener chooses them: pace, days without clock, what misses lead to."""

from __future__ import annotations

import datetime as dt
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Self

from django.utils.translation import gettext as _

from hosting.matches.models import Match
from hosting.players.times import pace, span

HOUR: Final = 3600
DAY: Final = 24 * HOUR
LEAST_ALLOWANCE: Final = HOUR
MOST_ALLOWANCE: Final = 30 * DAY
MOST_RESERVE: Final = 60 * DAY
MOST_MISSES: Final = 9
MOST_REST_DAYS: Final = 6


class BadTerms(ValueError):
    """Terms that no match may have; `part` names the one that is out of its limits."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match. Times are whole seconds, days of rest are days of the week from 1, Monday, on.

    Raises BadTerms. The names are those of the match's own columns.
    """

    allowance: int = 3 * DAY
    reserve: int = 0
    increment: int = 0
    reserve_cap: int = 0
    rest_days: tuple[int, ...] = ()
    absences_allowed: bool = True
    after_misses: str = Match.AfterMisses.FORFEIT
    misses_allowed: int = 3

    def __post_init__(self) -> None:
        """Hold every limit."""
        limits = {
            "allowance": LEAST_ALLOWANCE <= self.allowance <= MOST_ALLOWANCE,
            "reserve": 0 <= self.reserve <= MOST_RESERVE,
            "increment": 0 <= self.increment <= self.allowance,
            "reserve_cap": 0 <= self.reserve_cap <= MOST_RESERVE,
            "rest_days": len(set(self.rest_days)) <= MOST_REST_DAYS
            and all(1 <= day <= 7 for day in self.rest_days),
            "after_misses": self.after_misses in Match.AfterMisses.values,
            "misses_allowed": 1 <= self.misses_allowed <= MOST_MISSES,
        }
        for part, is_held in limits.items():
            if not is_held:
                raise BadTerms(part)

    @classmethod
    def of(cls, match: Match) -> Self:
        """Give the terms that a match has."""
        known = {entry.name: getattr(match, entry.name) for entry in fields(cls)}
        return cls(**{**known, "rest_days": tuple(match.rest_days)})

    def as_columns(self) -> dict[str, Any]:
        """Give them as columns of a match."""
        return {**asdict(self), "rest_days": sorted(set(self.rest_days))}


OFFERED: Final = (
    *(Terms(allowance=hours * HOUR) for hours in (1, 6, 24, 48, 72, 5 * 24, 7 * 24, 14 * 24)),
    Terms(allowance=DAY, reserve=5 * DAY, increment=6 * HOUR, reserve_cap=7 * DAY),
    Terms(allowance=2 * DAY, reserve=7 * DAY, increment=12 * HOUR, reserve_cap=10 * DAY),
)
"""Paces that a form offers by name."""

USUAL: Final = Terms()


def told(terms: Terms) -> str:
    """Say the pace in the reader's language: "1 day a turn, 5 days in reserve, no Sundays"."""
    parts = [pace(terms.allowance)]
    if terms.reserve:
        parts.append(_("%(span)s in reserve") % {"span": span(dt.timedelta(seconds=terms.reserve))})
    if terms.increment:
        parts.append(_("%(span)s more for each turn") % {"span": span(dt.timedelta(seconds=terms.increment))})
    return ", ".join((*parts, *(_no_days()[day - 1] for day in sorted(set(terms.rest_days)))))


def what_follows(match: Match, forfeit: str) -> str:
    """Say what comes of too many missed turns, inside a sentence; `forfeit` is what the game says of it."""
    if match.after_misses == Match.AfterMisses.BOT:
        return _("the host's own player takes over that seat until its player is back")
    if match.after_misses == Match.AfterMisses.SUBSTITUTE:
        return _("the match waits up to a week for another player; then %(forfeit)s") % {"forfeit": forfeit}
    return forfeit


def _no_days() -> tuple[str, ...]:
    """Say that a day of the week has no clock, for each from Monday on."""
    return (
        _("no Mondays"),
        _("no Tuesdays"),
        _("no Wednesdays"),
        _("no Thursdays"),
        _("no Fridays"),
        _("no Saturdays"),
        _("no Sundays"),
    )
