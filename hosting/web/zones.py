"""The time zones that a form offers, and a first guess of the reader's."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

REGIONS: Final = frozenset(
    [
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    ]
)

SPOKEN_IN: Final = {
    "sv": "Europe/Stockholm",
    "sv-fi": "Europe/Helsinki",
    "ms": "Asia/Kuala_Lumpur",
    "ms-bn": "Asia/Brunei",
    "ms-sg": "Asia/Singapore",
    "en-gb": "Europe/London",
    "en-ie": "Europe/Dublin",
    "en-sg": "Asia/Singapore",
    "en-my": "Asia/Kuala_Lumpur",
    "en-in": "Asia/Kolkata",
    "en-nz": "Pacific/Auckland",
}
"""Where a browser's language is most likely spoken; a script on the page knows better and wins."""

Choices = list[tuple[str, str | list[tuple[str, str]]]]


@cache
def zone_choices() -> Choices:
    """Give UTC and then every city's zone, grouped by region, for a select."""
    cities = sorted(name for name in available_timezones() if name.partition("/")[0] in REGIONS)
    grouped: Choices = [("UTC", "UTC")]
    for region, names in groupby(cities, key=lambda name: name.partition("/")[0]):
        grouped.append((region, [(name, city(name)) for name in names]))
    return grouped


def city(name: str) -> str:
    """Name a zone by its city, with what stands between it and the region."""
    return name.partition("/")[2].replace("_", " ").replace("/", ", ") or name


def to_zone(name: str | ZoneInfo) -> ZoneInfo:
    """Turn a chosen name into the zone (for a form field); an unknown one raises ValueError."""
    if isinstance(name, ZoneInfo):
        return name
    if name not in available_timezones():
        raise ValueError(name)
    return ZoneInfo(name)


def guess_zone(accept_language: str) -> str:
    """Guess a zone from the header Accept-Language, for readers without script; UTC without a hint."""
    for part in accept_language.casefold().split(","):
        tag = part.partition(";")[0].strip()
        if tag in SPOKEN_IN:
            return SPOKEN_IN[tag]
        if tag.partition("-")[0] in SPOKEN_IN:
            return SPOKEN_IN[tag.partition("-")[0]]
    return "UTC"
