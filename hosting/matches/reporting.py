"""What a player wants a moderator to look at: about a match, or about one thing that was said in it.

Moderators are told by mail, save those who play in the match; nobody who plays in it settles it (P24). Who
reported sees how it stands, and is told by mail what came of it.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from hosting.matches import moderating, notices
from hosting.matches.models import Match, Press, Report, Seat, Submission
from hosting.matches.press_text import cleaned
from hosting.matches.sitting import Sitting
from hosting.now import now
from hosting.players.models import Player

WORD: Final = "report"
OTHER: Final = "other"
KINDS: Final = ("stalling", "abuse", "collusion", "second", "spam", "name", OTHER)
"""About what one reports, in the order in which it is offered. For the last one text is needed."""

LONGEST: Final = 2000
MOST_A_DAY: Final = 10
SHORTEST_ANSWER: Final = 10


class CannotReport(ValueError):
    """It was not kept; `code` is empty, too_long, too_often or kind."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def report(match: Match, text: str, *, by: Player, kind: str = OTHER, press: Press | None = None) -> Report:
    """Keep a report and tell the moderators. The same one again gives the one that is there already.

    Raises CannotReport.
    """
    said = cleaned(text)
    if kind not in KINDS:
        raise CannotReport("kind")
    if kind == OTHER and not said:
        raise CannotReport("empty")
    if len(said) > LONGEST:
        raise CannotReport("too_long")
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=by.pk)
        mine = Report.objects.filter(by=by)
        same = mine.filter(match=match, kind=kind, text=said, press=press, settled_at=None).first()
        if same is not None:
            return same
        if mine.filter(at__gt=now() - dt.timedelta(days=1)).count() >= MOST_A_DAY:
            raise CannotReport("too_often")
        made = Report.objects.create(match=match, by=by, press=press, kind=kind, text=said)
        notices.moderators(match, WORD, key=f"{WORD}:{made.pk}", but_not_in_it=True, report=made.pk)
    return made


def of_player(player: Player, match: Match) -> QuerySet[Report]:
    """Give what a player has reported about a match, newest first."""
    return Report.objects.filter(by=player, match=match).select_related("press").order_by("-pk")


def settle(report_id: int, answer: str, *, by: Player) -> Report:
    """Close a report with an answer, and tell who reported. Raises CannotModerate.

    Its codes here are plays_in_it, reason (no answer), and changed (somebody else has settled it).
    """
    words = " ".join(answer.split())
    with transaction.atomic(durable=True):
        found = Report.objects.select_for_update(of=("self",)).select_related("match").get(pk=report_id)
        if not moderating.may_moderate(by, found.match):
            raise moderating.CannotModerate("plays_in_it")
        if len(words) < SHORTEST_ANSWER:
            raise moderating.CannotModerate("reason")
        if found.settled_at is not None:
            raise moderating.CannotModerate("changed")
        found.settled_at, found.settled_by, found.answer = now(), by, words
        found.save(update_fields=["settled_at", "settled_by", "answer"])
        seat = Seat.objects.filter(match=found.match, player=found.by_id).first() if found.by_id else None
        if seat is not None:
            notices.settled(found, seat)
    return found


def from_mail(sitting: Sitting, submission: Submission, seat: Seat, rest: str) -> dict[str, Any]:
    """Report what stands behind the word in a player's mail."""
    del seat
    if submission.player is None:
        return {"code": "empty"}
    try:
        made = report(sitting.match, rest, by=submission.player)
    except CannotReport as refusal:
        return {"code": refusal.code}
    return {"code": "reported", "text": " ".join(made.text.split()), "changed": True}
