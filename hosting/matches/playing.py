"""The path of a move: one submission, one transaction, one outcome (P5, P6)."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import F, Q

from hosting.commits import light
from hosting.matches import absent, faults, judging
from hosting.matches.models import Submission
from hosting.matches.sitting import Sitting
from hosting.now import now
from hosting.prepared import Prepared, Slot
from hosting.wake import wake

log = structlog.get_logger(__name__)

a_submission: Final = Submission.objects.filter(pk=Slot("submission"))
came_in: Final = Prepared(a_submission.values_list("match_id", "accepted_at", "lines", "player_id"))
accepted_before: Final = Prepared(
    Submission.objects.filter(
        match=Slot("match"), state=Submission.State.READY, accepted_at__lt=Slot("at"), attempts=0
    )
    .order_by("accepted_at")
    .values_list("pk")
)
submission_by_id: Final = Prepared(a_submission.select_related("notice", "player"))

OVER: Final = "over"
QUIET: Final = frozenset({Submission.State.REPEAT})
"""Submissions that get no answer: the same lines again for a question that they have already answered."""


def play(submission_id: int, *, read: dict[str, Any] | None = None) -> None:
    """Apply a submission. Does nothing when it is not ready, so that it may be called any number of times.

    `read` is what reading a mail found out about an unread one (its `lines`, `player` ...): it is stored, and
    the submission thereby ready, in the same transaction. A fault is logged, counted and tried again later;
    after five tries the submission is set aside and its player told that it was our fault (P8).

    What was accepted before for the same match, and only waits for its turn, comes first: so an order that
    was changed before a move was made is in force for it, however late we are.
    """
    for match, at, *_read in came_in.tuples(submission=submission_id):
        for (earlier,) in accepted_before.tuples(match=match, at=at):
            _take_up(earlier, None)
    _take_up(submission_id, read)


def _take_up(submission_id: int, read: dict[str, Any] | None) -> None:
    if read is None and not _count_attempt(submission_id):
        return
    try:
        with transaction.atomic(durable=True):
            _play(submission_id, read or {})
    except Exception as fault:
        log.exception("submission_failed", submission=submission_id)
        faults.failed(submission_id, fault)


def _count_attempt(submission_id: int) -> bool:
    """Count the try before it is made, so that a crash counts, too. A mail counts its own tries."""
    ready = Submission.objects.filter(pk=submission_id, state=Submission.State.READY)
    with light():
        due = ready.filter(Q(not_before=None) | Q(not_before__lte=now()))
        return bool(due.update(attempts=F("attempts") + 1))


def _play(submission_id: int, read: dict[str, Any]) -> None:
    [(match_id, _at, lines, player_id)] = came_in.tuples(submission=submission_id)
    player = read["player"].pk if read.get("player") else player_id
    if player is not None and absent.says_so(read.get("lines", lines)):
        absent.lock(player)  # his other matches, too, and in the order of all who lock several
    sitting = Sitting.open(match_id)
    submission = submission_by_id.one(submission=submission_id)
    if submission.state not in {Submission.State.READY, *([Submission.State.UNREAD] if read else [])}:
        return
    for name, value in read.items():
        setattr(submission, name, value)
    submission.match = sitting.match
    submission.seat = sitting.seat(submission.seat_id)
    sitting.submission = submission
    before = sitting.match.seq
    if submission.player_id is not None and sitting.sleeps():
        sitting.resume(why="", by=sitting.seat(submission.seat_id).name)
    state, outcome = judging.judge(sitting, submission)
    submission.state = state
    submission.outcome = {**outcome, "since": before, "accepted_at": submission.accepted_at.isoformat()}
    submission.done_at = sitting.at
    by_mail = submission.source == Submission.Source.MAIL
    sitting.answers = by_mail and state not in QUIET and not _was_told_of_the_end(submission)
    sitting.close()


def _was_told_of_the_end(submission: Submission) -> bool:
    """Say whether an earlier mail from the seat was answered with the end of the match: once is enough.

    Words to the host beside the moves have an answer of their own.
    """
    if submission.outcome["code"] != OVER or submission.outcome.get("done"):
        return False
    earlier = Submission.objects.filter(seat=submission.seat, source=Submission.Source.MAIL)
    return earlier.filter(outcome__code=OVER).exclude(pk=submission.pk).exists()


def confirm(submission: Submission, *, at: dt.datetime | None = None) -> bool:
    """The player said that held lines are his: they count as accepted now.

    Says whether they were still held.
    """
    with transaction.atomic(durable=True):
        freed = Submission.objects.filter(pk=submission.pk, state=Submission.State.HELD).update(
            state=Submission.State.READY, accepted_at=at or now(), not_before=None
        )
        if freed:
            wake("play", submission.pk)
    return bool(freed)


def drop(submission: Submission) -> bool:
    """The player said that held lines are not his: nothing of them is played.

    Says whether they were still held.
    """
    dropped = Submission.objects.filter(pk=submission.pk, state=Submission.State.HELD).update(
        state=Submission.State.REFUSED, outcome={"code": "not_his"}, done_at=now()
    )
    return bool(dropped)
