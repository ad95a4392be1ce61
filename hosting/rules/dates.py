"""Days as people write them in the three languages: "24 Dec", "24/12", "2026-12-24", "from 3 to 9 mars".

Day before month, as in all three. A year that is not said is the next one in which the day is still to come.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from hosting.rules.folding import fold
from hosting.rules.words import LANGUAGES, host

LONGEST: Final = 80
"""Characters of a text in which days are looked for."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day as it was said. `ahead`: so many days after today, for "today" and "tomorrow"."""

    day: int = 0
    month: int = 0
    year: int = 0
    ahead: int | None = None

    def on(self, today: dt.date) -> dt.date:
        """Give the day that is meant. Raises ValueError for one that no calendar has."""
        if self.ahead is not None:
            return today + dt.timedelta(days=self.ahead)
        if self.year:
            return dt.date(self.year, self.month, self.day)
        for year in range(today.year, today.year + 9):  # there may be no 29 February before
            try:
                found = dt.date(year, self.month, self.day)
            except ValueError:
                continue
            if found >= today:
                return found
        raise ValueError(self)


def days_in(text: str) -> tuple[Day, Day] | None:
    """Read a first and a last day, or one that is both; None for anything else."""
    plain = " ".join(fold(text[:LONGEST]).replace("\N{EN DASH}", "-").replace(",", " ").split()).strip(" .!;")
    found = _pattern().fullmatch(plain)
    if found is None:
        return None
    last = _day(found, "b") if found["last"] else None
    first = _day(found, "a", like=last)
    return (first, last or first) if first is not None else None


def says_none(text: str) -> bool:
    """Say whether a text calls off what was announced: "none", "ingen", "tiada"."""
    return fold(text).strip(" .!") in _phrases("none")


def speaks_of_days(text: str) -> bool:
    """Say whether a text is meant to be days, or none: days with a slip in them begin with a number."""
    begins = text.strip()[:1]
    return begins.isdecimal() or says_none(text) or days_in(text) is not None


def resolved(said: tuple[Day, Day], today: dt.date) -> tuple[dt.date, dt.date]:
    """Give the days that are meant; the last one is the next after the first. Raises ValueError."""
    first = said[0].on(today)
    last = said[1].on(first if said[1].ahead is None else today)
    return first, last


def _day(found: re.Match[str], which: str, like: Day | None = None) -> Day | None:
    def part(name: str) -> str:
        return found[f"{which}_{name}"] or ""

    if part("word"):
        return Day(ahead=_near_days()[part("word")])
    if part("bare"):
        return Day(int(part("bare")), like.month, like.year) if like and like.month else None
    named = part("name") or part("name2")
    month = _months()[named] if named else int(part("m") or part("m2"))
    day = part("d") or part("d2") or part("d3") or part("d4")
    year = part("y") or part("y2") or part("y3") or part("y4")
    if not 1 <= month <= 12 or not 1 <= int(day) <= 31:
        return None
    return Day(int(day), month, int(year) + (2000 if len(year) == 2 else 0) if year else 0)


@cache
def _pattern() -> re.Pattern[str]:
    def any_of(name: str) -> str:
        return "|".join(sorted(map(re.escape, _phrases(name)), key=len, reverse=True))

    months = "|".join(sorted(_months(), key=len, reverse=True))
    near = "|".join(map(re.escape, _near_days()))

    def day(which: str) -> str:
        w = f"?P<{which}_"
        return (
            rf"(?:({w}y>\d{{4}})-({w}m>\d{{1,2}})-({w}d>\d{{1,2}})"
            rf"|({w}d2>\d{{1,2}})[./]({w}m2>\d{{1,2}})(?:[./]({w}y2>\d{{4}}|\d{{2}}))?"
            rf"|({w}d3>\d{{1,2}})(?:st|nd|rd|th|:e|:a|\.)? ?({w}name>{months})\.?(?: ({w}y3>\d{{4}}))?"
            rf"|({w}name2>{months})\.? ({w}d4>\d{{1,2}})(?:st|nd|rd|th)?(?: ({w}y4>\d{{4}}))?"
            rf"|({w}word>{near})|({w}bare>\d{{1,2}}))"
        )

    until = rf"(?: ?-{{1,2}} ?| (?:{any_of('until')})\.? | )"
    begin = rf"(?:(?:{any_of('from')})\.? )?"
    return re.compile(rf"{begin}{day('a')}(?P<last>{until}{day('b')})?")


@cache
def _near_days() -> Mapping[str, int]:
    return {phrase: ahead for ahead, name in enumerate(("today", "tomorrow")) for phrase in _phrases(name)}


@cache
def _months() -> Mapping[str, int]:
    return {
        fold(name): number
        for language in LANGUAGES
        for number, names in enumerate(host(language)["dates"]["months"], start=1)
        for name in names
    }


@cache
def _phrases(name: str) -> frozenset[str]:
    return frozenset(fold(phrase) for language in LANGUAGES for phrase in host(language)["dates"][name])
