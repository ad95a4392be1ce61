"""What a mail says of its writer's being away, pure: whether it does, until when, and which days it gives."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hosting.mail.reading.phrases import months, phrases

LONGEST: Final = 3000
"""Signs of a text that are looked at."""

FARTHEST: Final = dt.timedelta(days=180)
"""A day farther off is taken for a mistake of ours in reading."""

_MONTHS: Final = months()
_NAME: Final = "|".join(sorted(map(re.escape, _MONTHS), key=len, reverse=True))
_DAY: Final = re.compile(
    r"(?<![\w.:/-])(?:"
    r"(?P<iso>\d{4})-(?P<iso_month>\d{1,2})-(?P<iso_day>\d{1,2})"
    rf"|(?P<day>\d{{1,2}})(?:st|nd|rd|th|:e|e|\.)?\s(?:of\s)?(?P<month>{_NAME})\b\.?(?:,?\s(?P<year>\d{{4}}))?"
    rf"|(?P<month2>{_NAME})\b\.?\s(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s(?P<year2>\d{{4}}))?"
    r"|(?P<day3>\d{1,2})\.(?P<month3>\d{1,2})\.(?P<year3>\d{4})?"
    r")(?![\w/-])"
)
_AWAY: Final = phrases("away_words")
_UNTIL: Final = re.compile(rf"(?:{'|'.join(map(re.escape, phrases('until_words')))})\W*(?:\w+\W+)?$")
_BACK: Final = re.compile(rf"\b(?:{'|'.join(map(re.escape, phrases('back_words')))})\b\W*(?:\w+\W+){{0,3}}$")
_JOINS: Final = re.compile("[\\s,.;:!\N{EN DASH}\N{EM DASH}-]*")
_BETWEEN: Final = re.compile(
    r"\b(?:from|to|until|till|through|from|från|t\.?o\.?m\.?|dari|hingga|sampai|ke|and|och)\b"
)


@dataclass(frozen=True, slots=True)
class Found:
    """A day in a text, and what stands before it."""

    day: dt.date
    before: str


def speaks_of_it(text: str) -> bool:
    """Say whether a text says that its writer is away."""
    folded = _folded(text)
    return any(words in folded for words in _AWAY)


def last_day(text: str, today: dt.date) -> dt.date | None:
    """Give the last day of an absence that a text tells of; None when one cannot be sure of it."""
    found = [each for each in _days(_folded(text), today) if today <= each.day <= today + FARTHEST]
    for each in found:
        if _BACK.search(each.before) and each.day > today:
            return each.day - dt.timedelta(days=1)
        if _UNTIL.search(each.before):
            return each.day
    return max(each.day for each in found) if len(found) == 2 else None


def days_given(line: str, today: dt.date) -> tuple[dt.date, dt.date] | None:
    """Give the first and the last day of a line that holds two days and nothing else."""
    folded = _folded(line)
    found = list(_days(folded, today))
    rest = _BETWEEN.sub("", _DAY.sub("", folded))
    if len(found) != 2 or not _JOINS.fullmatch(rest):
        return None
    return found[0].day, found[1].day


def _folded(text: str) -> str:
    return " ".join(text[:LONGEST].casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())


def _days(folded: str, today: dt.date) -> Iterator[Found]:
    for match in _DAY.finditer(folded):
        day = _day(match, today)
        if day is not None:
            yield Found(day, folded[max(0, match.start() - 40) : match.start()])


def _day(match: re.Match[str], today: dt.date) -> dt.date | None:
    """Make a day of what was found; one without a year is the next one of that name."""
    told = match.groupdict()
    year = told["iso"] or told["year"] or told["year2"] or told["year3"]
    name = told["month"] or told["month2"]
    month = _MONTHS[name] if name else int(told["iso_month"] or told["month3"])
    number = int(told["iso_day"] or told["day"] or told["day2"] or told["day3"])
    try:
        if year:
            return dt.date(int(year), month, number)
        day = dt.date(today.year, month, number)
        return day if day >= today - dt.timedelta(days=60) else day.replace(year=today.year + 1)
    except ValueError:
        return None
