"""Instants and spans in words: in the reader's language and zone, with the zone named.

Everything here speaks the language that is active (`translation.override`).
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import dateformat
from django.utils.timesince import timeuntil
from django.utils.translation import pgettext

_TIGHT_COMMA: Final = re.compile(r",(?=\S)")


def instant(at: dt.datetime, zone: dt.tzinfo) -> str:
    """Say an instant: "Thursday 3 December, 20:00 (London)"."""
    return f"{_said(at.astimezone(zone))} ({place(zone)})"


def place(zone: dt.tzinfo) -> str:
    """Name a zone by its place: "Kuala Lumpur", "UTC"."""
    name = zone.key if isinstance(zone, ZoneInfo) else str(zone)
    return name.rsplit("/", 1)[-1].replace("_", " ")


def span(until: dt.datetime, since: dt.datetime) -> str:
    """Say how long it is: "1 day, 5 hours"."""
    return _TIGHT_COMMA.sub(", ", timeuntil(until, since)).replace("\N{NO-BREAK SPACE}", " ")


def _said(here: dt.datetime) -> str:
    # Translators: a format of Django's date filter; letters that are no format letters need a backslash.
    shape = pgettext("format of date and time", "l j F, H:i")
    said = dateformat.format(here, shape)
    if here.hour < 12:
        # Translators: some languages name the part of the day: "%(time)s pagi", "%(time)s malam".
        return pgettext("an instant from 0 to 12", "%(time)s") % {"time": said}
    if here.hour < 14:
        return pgettext("an instant from 12 to 14", "%(time)s") % {"time": said}
    if here.hour < 19:
        return pgettext("an instant from 14 to 19", "%(time)s") % {"time": said}
    return pgettext("an instant from 19 to 24", "%(time)s") % {"time": said}
