"""The daily mail in words: the turns that wait, then what else there is to tell, match by match.

A turn that was not told by a mail of its own stands there whole, with its numbered list and the address that
answers it: whoever wants one mail a day can play all his matches from it. Other turns are named, with the
time left and their address.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from copy import copy
from typing import Any, Final

import structlog
from django.conf import settings
from django.utils.translation import gettext as _
from markupsafe import Markup

from hosting.mail.addresses import reply_address
from hosting.mail.writing.telling import telling
from hosting.mail.writing.templates import marked_up, said
from hosting.mail.writing.wording import laid_out, sentences, ways_back
from hosting.matches import digesting, notices
from hosting.matches.models import Notice

log = structlog.get_logger(__name__)

Kind = Notice.Kind

MOST_WHOLE: Final = 5
"""So many turns stand in a daily mail with table and list; of more only their addresses."""

SAID_BY_THE_TABLE: Final = frozenset({Kind.TURN, Kind.REMINDER, Kind.MOVES, Kind.STARTED, Kind.DEAL_ENDED})
"""Kinds of which nothing is to be said beside the state and the story of the match."""


def told(notice: Notice, at: dt.datetime) -> dict[str, Any]:
    """Gather what the frame of a daily mail needs, the notices that it tells of, and headers of its own."""
    waiting: dict[int | None, list[Notice]] = {}
    for each in digesting.gathered(notice.player_id, at):
        each.player = notice.player
        waiting.setdefault(each.match_id, []).append(each)
    turns = digesting.open_turns(notice.player_id)
    for turn in turns:
        turn.player = notice.player
    whole = [turn.pk for turn in turns if any(map(_asks, waiting.get(turn.match_id, ())))]
    parts: list[dict[str, Any]] = []
    tells: list[int] = []
    for turn in turns:
        rows = waiting.pop(turn.match_id, [])
        _add(parts, tells, rows, _turn(turn, rows, at, whole=turn.pk in whole[:MOST_WHOLE]))
    for rows in waiting.values():
        _add(parts, tells, rows, _news(rows, at))
    only = reply_address(turns[0]) if len(turns) == 1 else ""
    around = {"count": len(turns), "only": only, "settings": f"{settings.SITE_URL}/settings"}
    return {
        "matches": parts,
        "tells": tuple(tells),
        "headers": {"Reply-To": only} if only else {},
        "said": said("digest.txt", around),
        "link": settings.SITE_URL,
    }


def _asks(row: Notice) -> bool:
    """Whether a notice would have brought a turn with its list."""
    return row.question is not None and row.kind in notices.TELLS_TURN


def _add(
    parts: list[dict[str, Any]], tells: list[int], rows: Sequence[Notice], part: dict[str, Any] | None
) -> None:
    if part is not None:
        parts.append(part)
        tells += [row.pk for row in rows]


def _turn(turn: Notice, rows: Sequence[Notice], at: dt.datetime, *, whole: bool) -> dict[str, Any] | None:
    """Tell of a turn that waits, and of what else there is in its match. None when its rules fail (P8)."""
    asking = copy(turn)
    asking.kind, asking.submission, asking.submission_id = Kind.TURN, None, None
    assert asking.seat is not None
    asking.data = {"since": asking.seat.acted_seq}
    try:
        facts = telling(asking, at) | ways_back(asking)
        if not whole:
            facts |= {"story": (), "sections": (), "hand": (), "choices": ()}
        own = said("in_daily.txt", facts | {"address": reply_address(asking), "whole": whole})
        sentences_ = said("common.txt", facts, without=own) | own | {"news": _more(rows, at)}
        sentences_["people"] = tuple(each for each in sentences_["people"] if each not in sentences_["news"])
        return _laid_out(facts | {"said": sentences_})
    except Exception:
        log.exception("turn_left_out_of_daily_mail", notice=turn.pk)
        return None


def _news(rows: Sequence[Notice], at: dt.datetime) -> dict[str, Any] | None:
    """Tell what there is of a match in which nothing is asked. None when its rules fail (P8)."""
    newest = copy(rows[-1])
    since = [row.data["since"] for row in rows if row.data.get("since") is not None]
    said_from = [row.data["from"] for row in rows if row.kind == Kind.PRESS]
    newest.data = {
        **newest.data,
        **({"since": min(since)} if since else {}),
        **({"from": min(said_from)} if said_from else {}),
    }
    try:
        facts = telling(newest, at) | {"mailto": None, "sections": (), "hand": (), "choices": ()}
        own = sentences(newest, facts) | {"news": _more(rows, at), "people": (), "help": (), "marker": ()}
        return _laid_out(facts | {"said": own})
    except Exception:
        log.exception("news_left_out_of_daily_mail", notice=newest.pk)
        return None


def _earliest(rows: Sequence[Notice], name: str) -> dict[str, Any]:
    """Give the earliest of what the notices tell since; nothing where none of them says."""
    known = [row.data[name] for row in rows if row.data.get(name) is not None]
    return {name: min(known)} if known else {}


def _more(rows: Sequence[Notice], at: dt.datetime) -> tuple[str, ...]:
    """Say what the notices have to say beside the state of the match, each thing once."""
    pieces: list[str] = []
    for row in rows:
        said_of_it = sentences(row, telling(row, at) | ways_back(row))
        pieces += said_of_it["people"]
        if row.kind not in SAID_BY_THE_TABLE:
            pieces += said_of_it["news"]
    return tuple(dict.fromkeys(pieces))


def _laid_out(facts: dict[str, Any]) -> dict[str, Any]:
    title = f"{facts['game']} {facts['number']}"
    if facts.get("others"):
        title = _("%(match)s, with %(names)s") % {"match": title, "names": facts["others"]}
    return {
        "title": title,
        "text": laid_out("frame.txt", facts),
        "html": Markup(marked_up().get_template("body.html").render(facts)),  # noqa: S704 - it was escaped there
    }
