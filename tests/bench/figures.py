"""A measured number of the host, the same of bare code in the same run, and what was hoped for."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure should be. `of` is ratio (host to bare) or host; `at` is "at least" or "at most"."""

    of: str
    at: str
    limit: float

    def is_met(self, value: float) -> bool:
        """Say whether a value is good enough."""
        return value >= self.limit if self.at == "at least" else value <= self.limit

    def __str__(self) -> str:
        return f"{self.of} {self.at} {self.limit}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One number. `details` are the rounds behind it, and whatever explains it."""

    name: str
    what: str
    unit: str
    host: float
    bare: float
    goal: Goal | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ratio(self) -> float:
        """The host's number in terms of the bare one."""
        return self.host / self.bare if self.bare else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Give it as it stands in the JSON document."""
        goal = self.goal
        return {
            "name": self.name,
            "what": self.what,
            "unit": self.unit,
            "host": tidy(self.host),
            "bare": tidy(self.bare),
            "ratio": tidy(self.ratio),
            "goal": None if goal is None else str(goal),
            "met": None if goal is None else goal.is_met(self.host if goal.of == "host" else self.ratio),
            "details": self.details,
        }


DIGITS: Final = 4
"""Digits that are worth writing down; the rest is noise."""


def tidy(value: float) -> float:
    """Round to a few digits, whatever the size."""
    return float(f"{value:.{DIGITS}g}")


def median(values: Sequence[float]) -> float:
    """The middle one."""
    return statistics.median(values)


def share(values: Sequence[float], part: float) -> float:
    """The value below which this part of all lies: 0.95 for the p95."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]
