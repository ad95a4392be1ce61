"""What is told around a match in any of its mails: what has become of seats, and who is away."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from django.utils.text import get_text_list
from django.utils.translation import pgettext

from hosting.mail.writing.lines import TIE
from hosting.matches import presence
from hosting.matches.models import Notice, Offer
from hosting.matches.queries import Situation
from hosting.players.times import day, instant

DAYS: Final = ("first", "last")
INSTANTS: Final = ("until", "lapses", "ends")


def people(notice: Notice) -> tuple[dict[str, Any], ...]:
    """Give what a notice says of seats, its days and instants as its reader says them."""
    zone: dt.tzinfo = notice.player.zone if notice.player else dt.UTC
    return tuple(in_words(each, zone) for each in notice.data.get("people", ()))


def in_words(facts: Mapping[str, Any], zone: dt.tzinfo) -> dict[str, Any]:
    """Give facts with their days and instants in the reader's words; the language must be active."""
    told = dict(facts)
    for name in DAYS:
        told[name] = one_day(dt.date.fromisoformat(facts[name])) if facts.get(name) else ""
    for name in INSTANTS:
        told[name] = instant(dt.datetime.fromisoformat(facts[name]), zone) if facts.get(name) else ""
    if facts.get("kind"):
        told["thing"] = str(Offer.Kind(facts["kind"]).label).replace(" ", TIE)
    told["waiting_names"] = get_text_list(
        list(facts.get("waits_for") or ()), pgettext("between names", "and")
    )
    return told


def away(seen: Situation, at: dt.datetime) -> tuple[dict[str, Any], ...]:
    """Say who at the table is away now, or soon."""
    return tuple(
        {
            "seat": each.seat,
            "name": each.name,
            "first": one_day(each.first),
            "last": one_day(each.last),
            "is_now": each.is_now,
        }
        for each in presence.at_table(seen.match, seen.seats, at)
    )


def one_day(on: dt.date) -> str:
    """Say a day; it stays on one line, for its year alone would be a number of a list."""
    return day(on).replace(" ", TIE)
