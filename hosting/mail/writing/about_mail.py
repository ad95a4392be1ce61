"""What notices about a player's mail and leave have to tell: kinds that are about no match."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from django.conf import settings
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from hosting.mail.writing.around import one_day
from hosting.mail.writing.lines import quoted
from hosting.matches import moving
from hosting.matches.models import Notice
from hosting.players.absences import MOST_DAYS

KINDS: Final = frozenset({Notice.Kind.MAIL_TEST, Notice.Kind.BACK_SOON})
PATHS: Final = {"test": "mail-test", "read": "mail-test"}


def facts(notice: Notice) -> dict[str, Any]:
    """Give what the templates of these kinds need. The reader's language must be active."""
    data = notice.data
    path = "away" if notice.kind == Notice.Kind.BACK_SOON else PATHS.get(data.get("what"), "account/email/")
    return {
        "what": data.get("what", ""),
        "link": f"{settings.SITE_URL}/{path}",
        # Translators: a line as a player writes it; the words of Spite & Malice in your language.
        "example": quoted([_("play 7 to 1")]),
        "dead": data.get("dead", ""),
        "new_address": data.get("new", ""),
        "days_to_stop": moving.STOPPING.days,
        "read": _read(data.get("read") or {}),
        "first_day": _day(data.get("first")),
        "last_day": _day(data.get("last")),
        "refused": data.get("refused", ""),
        "most_days": MOST_DAYS,
        "range": _range(notice),
        "runs_in": get_text_list(
            [str(number) for number in data.get("runs_in") or ()], pgettext("between names", "and")
        ),
    }


def _read(read: dict[str, Any]) -> dict[str, Any]:
    own, moves = read.get("own") or (), read.get("moves") or ()
    return {
        "kind": read.get("kind", ""),
        "doubt": read.get("doubt", ""),
        "own": quoted(own[:5]),
        "more": max(0, len(own) - 5),
        "moves": quoted(moves[:5]),
    }


def _day(written: object) -> str:
    return one_day(dt.date.fromisoformat(str(written))) if written else ""


def _range(notice: Notice) -> str:
    """Give an example of how days are written, from the week to come."""
    first = notice.created_at.date() + dt.timedelta(days=1)
    to = pgettext("between two days", "to")
    return quoted([f"{first} {to} {first + dt.timedelta(days=9)}"])
