"""What a notice has to tell, as plain values for the templates: one reader, one language, one zone.

All that is known of the match comes from `matches.queries.situation`, which shows a viewer nothing that
is not his (P16), and is told as of the notice's own entry; what is said of time is of the moment of
writing (P14).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext_lazy

from hosting import games
from hosting.mail.writing import about_mail, around, in_words
from hosting.mail.writing.lines import named, quoted
from hosting.mail.writing.spoken import spoken
from hosting.matches import talking, terms
from hosting.matches.leaving import ONLY_BOTS
from hosting.matches.models import Deal, Match, Notice, Seat
from hosting.matches.queries import Situation, is_tutorial, situation
from hosting.matches.sitting import AGREED, ALL_SILENT
from hosting.players import nights
from hosting.players.times import instant, span
from hosting.rules.lines import MOST_COMMANDS
from hosting.rules.values import Reason
from hosting.rules.words import Words, words

Kind = Notice.Kind

CLOSED: Final = {
    Match.State.OPEN: "open",
    Match.State.PAUSED: "paused",
    Match.State.FINISHED: "over",
    Match.State.VOID: "void",
    Match.State.CANCELLED: "cancelled",
    Match.State.BROKEN: "broken",
}
"""How the templates call the state of a match in which nobody may move."""

WITHOUT_TABLE: Final = frozenset(
    {
        Kind.HELD,
        Kind.PAUSED,
        Kind.VOIDED,
        Kind.BROKEN,
        Kind.MODERATORS,
        Kind.WISHES,
        Kind.PRESS,
        Kind.REPORTED,
    }
)
WITHOUT_STORY: Final = WITHOUT_TABLE | {Kind.WRITE_HERE}
WITH_ORDER: Final = frozenset({Kind.STARTED, Kind.EXPIRED})
"""Kinds that name the standing order in force, besides all that ask for a move."""

WITH_HELP: Final = "help"
TRIED: Final = "tried"
MOST_QUOTED: Final = 6
"""Lines of a player that are named in a sentence."""

DONE: Final = frozenset({"applied", "stopped"})
"""Outcomes after which the story tells what the player himself did."""

REASONS: Final = {
    ALL_SILENT: gettext_lazy("Nobody has moved for two turns running."),
    ONLY_BOTS: gettext_lazy("Only the host's own players are left in it."),
    "undelivered": gettext_lazy("Our emails did not arrive."),
    "fault": gettext_lazy("An email could not be read, and the fault was ours."),
    "outage": gettext_lazy("The host was down for a while."),
    "away": gettext_lazy("The player is away for a few days."),
    AGREED: gettext_lazy("You have all agreed to it."),
    "not_away": gettext_lazy("The player is back early."),
}
"""The reasons that are the host's own."""

WITHOUT_SEAT: Final = frozenset({"not_seated", "not_started"})


def telling(notice: Notice, at: dt.datetime) -> dict[str, Any]:
    """Gather what the templates need for a notice to a player. The reader's language must be active."""
    told: dict[str, Any] = dict(EMPTY)
    told.update(at=at, data=notice.data)
    if notice.kind in about_mail.KINDS:
        told.update(about_mail.facts(notice))
    if notice.match is None:
        return told
    match, seat = notice.match, notice.seat
    language = _language(notice)
    told.update(
        number=match.pk,
        game=words(match.game, language).game_name,
        resigns=words(match.game, language).resigns,
        forfeit=terms.what_follows(match, words(match.game, language).forfeit),
        terms=terms.told(terms.Terms.of(match)),
        pace_alone=terms.told(terms.Terms(allowance=match.allowance)),
        link=f"{settings.SITE_URL}/match/{match.pk}",
        condition=CLOSED.get(Match.State(match.state), "waiting"),
        pace=span(match.pace),
        misses_allowed=match.misses_allowed,
        commitment=match.commitment,
        tutorial=_teaches(notice, match),
        rules=f"{settings.SITE_URL}/rules/{match.game}",
    )
    told.update(_of_the_notice(notice))
    told["people"] = around.people(notice)
    seen = None if seat is None else _situation(notice, match, seat)
    if seen is not None and seat is not None:
        told.update(_of_the_match(notice, seen, words(match.game, language), at))
        told["away"] = around.away(seen, at)
    if seat is not None and seat.player_id == notice.player_id:
        told["spoken"] = spoken(notice)
    if notice.submission is not None and notice.kind == Kind.ANSWER:
        told.update(_of_the_answer(notice, seen, words(match.game, language)))
    return told


EMPTY: Final[Mapping[str, Any]] = {
    "number": None,
    "settings": f"{settings.SITE_URL}/settings",
    "me": None,
    "link": settings.SITE_URL,
    "condition": "",
    "deadline": "",
    "time_left": "",
    "mover": "",
    "asked": False,
    "answering": False,
    "turn_waits": False,
    "other_answers": False,
    "others": "",
    "others_count": 0,
    "started": False,
    "begun": False,
    "done_before": False,
    "headline": "",
    "story": (),
    "sections": (),
    "hand": (),
    "points": "",
    "choices": (),
    "numbers": False,
    "example": "",
    "silence": "",
    "help_lines": (),
    "result": "",
    "misses": 0,
    "misses_total": 0,
    "misses_allowed": 0,
    "forfeit": "",
    "resigns": "",
    "terms": "",
    "pace_alone": "",
    "reserve": "",
    "reserve_from": "",
    "after_night": False,
    "tutorial": False,
    "rules": "",
    "new_match": f"{settings.SITE_URL}/new",
    "deal_number": 0,
    "goes_on": False,
    "order": "",
    "order_in_force": "",
    "other_orders": "",
    "done": (),
    "spoken": (),
    "missing": (),
    "people": (),
    "away": (),
    "code": "",
    "parts": (),
}
"""What every template may rely on to be there; a name that is none of these is a fault that shows at once."""


def _teaches(notice: Notice, match: Match) -> bool:
    """Whether a mail of a tutorial match explains itself: before the player's first move, and at the end."""
    begins = notice.kind in {Kind.STARTED, Kind.TURN} and not notice.data.get("since")
    return (begins or match.state == Match.State.FINISHED) and is_tutorial(match)


def _situation(notice: Notice, match: Match, seat: Seat) -> Situation | None:
    """Look at the match as the reader's seat does, or not at all when he no longer sits there."""
    if seat.player_id != notice.player_id or (notice.submission and _code(notice) in WITHOUT_SEAT):
        return None
    try:
        return situation(match, seat, since=notice.data.get("since"), at=notice.seq)
    except Deal.DoesNotExist:
        return None


def _of_the_notice(notice: Notice) -> dict[str, Any]:
    """Say what the notice's own data tells."""
    data, by = notice.data, str(notice.data.get("by") or "")
    reason = str(data.get("reason") or "")
    return {
        "started": bool(data.get("started")),
        "begun": bool(data.get("begun")),
        "done_before": bool(data.get("done")),
        "mine": notice.seat is not None and data.get("seat") == notice.seat.number,
        "was_due": _instant(notice, data.get("deadline_at")),
        "moved_to": _instant(notice, data.get("deadline_at")),
        "began": _instant(notice, data.get("began_at")),
        "reminded": _instant(notice, data.get("reminded_at")),
        "had_seen": _instant(notice, data.get("seen_at")),
        "moved": _instant(notice, data.get("moved_at")),
        "rule": str(data.get("rule") or ""),
        "ends": _instant(notice, data.get("ends")),
        "postmaster": f"postmaster@{settings.MAIL_DOMAIN}",
        "missed": int(data.get("misses") or 0),
        "lost_deal": bool(data.get("lost_deal")),
        "answered": bool(data.get("answered")),
        "by": by,
        "reason": str(REASONS.get(reason, reason)),
        "sender": str(data.get("sender") or ""),
        "held_lines": quoted(data.get("lines") or ()),
    }


def _of_the_match(notice: Notice, seen: Situation, said: Words, at: dt.datetime) -> dict[str, Any]:
    """Say how the match stands for the reader's seat."""
    seat = seen.viewer
    assert seat is not None
    me = seat.number
    playing = seen.match.state == Match.State.PLAYING
    has_turn = playing and seat.question is not None
    asked = has_turn and notice.question is not None and seat.question == notice.question
    told: dict[str, Any] = {
        "me": me,
        "others": named(others := [name for number, name in enumerate(seen.names) if number != me]),
        "others_count": len(others),
        "mover": ", ".join(mover.name for mover in seen.waiting_for),
        "asked": asked,
        "answering": has_turn and seen.view.answering,
        "goes_on": asked and seat.has_acted and not seen.view.answering,
        "turn_waits": playing and seat.turn_left is not None and not has_turn,
        "other_answers": playing and seen.view.answering and not has_turn,
        "misses": seat.misses,
        "misses_total": seat.misses_total,
        "deal_number": seen.deal_number,
        "points": in_words.points(seen, me) if any(seen.totals) and in_words.keeps_score(seen) else "",
        "result": said.result(seen.result, me, seen.names) if seen.result else "",
    }
    if playing:
        told["condition"] = _condition(seen, asked=asked, has_turn=has_turn)
    if seat.allowance_ends_at is not None and seat.reserve_left and has_turn:
        told["reserve"] = span(dt.timedelta(seconds=seat.reserve_left))
        told["reserve_from"] = instant(seat.allowance_ends_at, _zone(notice))
    if seat.deadline_at is not None and has_turn:
        told.update(deadline=instant(seat.deadline_at, _zone(notice)), time_left=span(seat.deadline_at - at))
        told["after_night"] = notice.player is not None and nights.has_moved(seat.deadline_at, notice.player)
    if playing and not seat.is_out and not seen.is_out and (asked or notice.kind in WITH_ORDER):
        told.update(in_words.standing_orders(seen.match.game, seat, said))
    if (notice.kind not in WITHOUT_STORY or notice.data.get("asked_for")) and _wants_story(notice):
        told["story"] = in_words.story(seen, said, me)
        told["missing"] = in_words.missing(seen, me)
    if notice.kind not in WITHOUT_TABLE:
        told["sections"] = said.sections(seen.view, seen.names)
        told["hand"] = in_words.hand(seen, said, me)
    if asked:
        listed = in_words.numbered(notice.choices, seen, said)
        told.update(
            headline=said.headline(seen.view, seen.names),
            choices=listed,
            numbers=any(not choice.typed for choice in listed),
            example=said.example(seen.view, seen.names),
            silence=said.timeout(seen.view, seen.names),
        )
    return told


def _condition(seen: Situation, *, asked: bool, has_turn: bool) -> str:
    """How the templates call the state of a running match, for the reader."""
    if asked:
        return "asked"
    if has_turn:
        return "asked_before"
    return "out" if seen.is_out else "waiting"


def _of_the_answer(notice: Notice, seen: Situation | None, said: Words) -> dict[str, Any]:
    """Say what became of the player's lines."""
    assert notice.submission is not None
    outcome: dict[str, Any] = notice.submission.outcome
    stopped: dict[str, Any] = outcome.get("stopped") or {}
    reason = stopped.get("reason") or {}
    names = seen.names if seen else ()
    told: dict[str, Any] = {
        "closed_by": outcome.get("closed_by", ""),
        "closed_at": _instant(notice, outcome.get("question_closed_at")),
        "accepted_at": _instant(notice, outcome.get("accepted_at")),
        "line": quoted([stopped.get("line", "")]),
        "error": stopped.get("error", ""),
        "undo": {name: stopped.get(name) for name in ("barrier", "possible")},
        "why": said.reason(Reason(reason["name"], reason.get("args", {})), names) if reason else "",
        "unclear_count": len(outcome.get("unclear") or ()),
        "most_commands": MOST_COMMANDS,
        "most_said": talking.LONGEST,
        "order": said.order(outcome["order"]) if outcome.get("order") else "",
        "moves_count": len(outcome.get("moves") or ()),
        "then": outcome.get("then", ""),
        "code": _code(notice),
        "done": tuple(
            around.in_words({**each, "quoted": quoted([str(each.get("text", ""))])}, _zone(notice))
            for each in outcome.get("done") or ()
        ),
        "readings": in_words.readings(stopped.get("actions") or (), seen, said),
        "several": in_words.several(stopped.get("actions") or (), seen, said),
    }
    told["left"] = quoted(outcome.get("left") or ())
    for name in ("aside", "unclear", "beyond"):
        told[name] = _some(outcome.get(name) or ())
    if _code(notice) == TRIED and seen is not None and seen.viewer is not None:
        told["story"] = in_words.would(outcome, seen, said, seen.viewer.number)
    if seen is not None and WITH_HELP in {_code(notice), *(each["word"] for each in told["done"])}:
        told["help_lines"] = (*said.help(seen.view), *said.host_help())
    return told


# ---- whether, and in which words


def _wants_story(notice: Notice) -> bool:
    return notice.kind != Kind.ANSWER or _code(notice) in DONE or _code(notice) == "stale"


def _some(lines: Sequence[str]) -> str:
    """Quote lines of the player's own; the first few of very many, by which he sees which they are."""
    return quoted(lines[:MOST_QUOTED]) + (" …" if len(lines) > MOST_QUOTED else "")


def _code(notice: Notice) -> str:
    return str(notice.submission.outcome.get("code", "")) if notice.submission else ""


def _language(notice: Notice) -> str:
    """The language of the game's words: the reader's own if the game has it."""
    assert notice.match is not None
    known = games.game(notice.match.game).languages
    own = notice.player.language if notice.player else notice.data.get("language", "")
    return own if own in known else known[0]


def _zone(notice: Notice) -> dt.tzinfo:
    zone: dt.tzinfo = notice.player.zone if notice.player else dt.UTC
    return zone


def _instant(notice: Notice, written: object) -> str:
    return instant(dt.datetime.fromisoformat(str(written)), _zone(notice)) if written else ""
