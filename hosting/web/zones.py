"""The time zones that a form offers, and a first guess of the reader's."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final
from zoneinfo import TZPATH, ZoneInfo, available_timezones

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

FORMER: Final = {
    "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
    "America/Catamarca": "America/Argentina/Catamarca",
    "America/Coral_Harbour": "America/Atikokan",
    "America/Cordoba": "America/Argentina/Cordoba",
    "America/Fort_Wayne": "America/Indiana/Indianapolis",
    "America/Godthab": "America/Nuuk",
    "America/Indianapolis": "America/Indiana/Indianapolis",
    "America/Jujuy": "America/Argentina/Jujuy",
    "America/Louisville": "America/Kentucky/Louisville",
    "America/Mendoza": "America/Argentina/Mendoza",
    "Africa/Asmera": "Africa/Asmara",
    "Asia/Calcutta": "Asia/Kolkata",
    "Asia/Katmandu": "Asia/Kathmandu",
    "Asia/Rangoon": "Asia/Yangon",
    "Asia/Saigon": "Asia/Ho_Chi_Minh",
    "Atlantic/Faeroe": "Atlantic/Faroe",
    "Europe/Kiev": "Europe/Kyiv",
    "Pacific/Enderbury": "Pacific/Kanton",
    "Pacific/Ponape": "Pacific/Pohnpei",
    "Pacific/Truk": "Pacific/Chuuk",
}
"""Names that browsers still give, and what the places are called today."""

Choices = list[tuple[str, str | list[tuple[str, str]]]]


@cache
def zone_choices() -> Choices:
    """Give UTC and then every place's zone once, grouped by region, for a select."""
    grouped: Choices = [("UTC", "UTC")]
    for region, names in groupby(places(), key=lambda name: name.partition("/")[0]):
        grouped.append((region, [(name, city(name)) for name in names]))
    return grouped


@cache
def places() -> tuple[str, ...]:
    """List the zones by today's names: those of the table that comes with the zones, in which each is once.

    Where a system has no such table it is all that it knows, but for names of former times.
    """
    known = {name for name in available_timezones() if name.partition("/")[0] in REGIONS}
    listed = {line.split("\t")[2].strip() for line in _table() if line[:1] not in {"#", ""}}
    return tuple(sorted((known & listed if listed else known) - FORMER.keys()))


def _table() -> list[str]:
    found = (Path(folder) / "zone.tab" for folder in TZPATH)
    return next((path.read_text("utf-8").splitlines() for path in found if path.is_file()), [])


def with_own(name: str) -> Choices:
    """Give the choices, and among them the zone that a player has, whatever it is called."""
    named = today(name)
    if named == "UTC" or named in places() or named not in available_timezones():
        return zone_choices()
    return [*zone_choices(), (named, city(named))]


def today(name: str) -> str:
    """Give today's name of a zone."""
    return FORMER.get(name, name)


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
