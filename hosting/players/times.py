"""Instants and spans as the reader says them: in his language, in his zone, with the zone named (P12)."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from django.utils import dateformat, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from hosting.now import now


def instant(at: dt.datetime, zone: dt.tzinfo | None = None) -> str:
    """Say an instant in a zone (None: the reader's): "Thursday 3 December, 20:00 (Stockholm)"."""
    zone = zone or timezone.get_current_timezone()
    here = at.astimezone(zone)
    if abs(at - now()) > dt.timedelta(days=300):
        # Translators: a format of Django's date filter; letters that are no format letters need a backslash.
        form = pgettext("format of a date with its year", "j F Y, H:i")
        return f"{dateformat.format(here, form)} ({_place_then(here, zone)})"
    # Translators: a format of Django's date filter; letters that are no format letters need a backslash.
    said = dateformat.format(here, pgettext("format of date and time", "l j F, H:i"))
    return f"{_with_part_of_day(here.hour, said)} ({_place_then(here, zone)})"


def day(on: dt.date) -> str:
    """Say a day: "Thursday 3 December 2026"."""
    # Translators: a format of Django's date filter; letters that are no format letters need a backslash.
    return dateformat.format(on, pgettext("format of a day", "l j F Y"))


def _with_part_of_day(hour: int, said: str) -> str:
    if hour < 12:
        # Translators: some languages name the part of the day: "%(time)s pagi", "%(time)s malam".
        return pgettext("an instant from 0 to 12", "%(time)s") % {"time": said}
    if hour < 14:
        return pgettext("an instant from 12 to 14", "%(time)s") % {"time": said}
    if hour < 19:
        return pgettext("an instant from 14 to 19", "%(time)s") % {"time": said}
    return pgettext("an instant from 19 to 24", "%(time)s") % {"time": said}


def _place_then(here: dt.datetime, zone: dt.tzinfo) -> str:
    """Name the zone; in the hour that comes twice when clocks are put back, say also which it is (P12)."""
    first, second = (here.replace(fold=fold).utcoffset() for fold in (0, 1))
    if first == second:
        return place(zone)
    minutes = int((here.utcoffset() or dt.timedelta()).total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"{place(zone)}, UTC{'-' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''}"


def place(zone: dt.tzinfo) -> str:
    """Name a zone by its place: "Stockholm", "Kuala Lumpur", "UTC"."""
    name = zone.key if isinstance(zone, ZoneInfo) else str(zone)
    return name.rpartition("/")[2].replace("_", " ")


def zone_name() -> str:
    """Name the reader's zone by its place."""
    return place(timezone.get_current_timezone())


def span(delta: dt.timedelta) -> str:
    """Say how long that is, in its two largest units, rounded down: "2 days 14 hours"."""
    minutes = int(delta.total_seconds()) // 60
    if minutes < 1:
        return _("less than a minute")
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [
        (days, ngettext("%(count)d day", "%(count)d days", days)),
        (hours, ngettext("%(count)d hour", "%(count)d hours", hours)),
        (minutes, ngettext("%(count)d minute", "%(count)d minutes", minutes)),
    ]
    first = next(place for place, (count, _form) in enumerate(parts) if count)
    return " ".join(form % {"count": count} for count, form in parts[first : first + 2] if count)


def time_left(deadline: dt.datetime | None) -> str:
    """Say how much time is left until then."""
    if deadline is None:
        return _("no deadline")
    left = deadline - now()
    return span(left) if left > dt.timedelta() else _("the time is up")


def pace(seconds: int) -> str:
    """Say the allowance of a turn: "3 days a turn"."""
    return _("%(span)s a turn") % {"span": span(dt.timedelta(seconds=seconds))}
