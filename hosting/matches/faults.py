"""What happens when something of ours fails: counted, tried again later, set aside, told (P8, P11)."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction

from hosting.matches import clock, notices
from hosting.matches.models import Entry, Match, Notice, Submission
from hosting.matches.sitting import Sitting
from hosting.now import now

TRIES: Final = 5
WAITS: Final = tuple(dt.timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 1800))
"""How long to wait after the first, second ... try that failed."""


def wait_after(attempts: int) -> dt.timedelta:
    """Give the time to wait after that many tries."""
    return WAITS[min(max(attempts, 1), len(WAITS)) - 1]


def failed(submission_id: int, fault: Exception) -> None:
    """Note a try that failed: again later, or set aside after the fifth."""
    submission = Submission.objects.get(pk=submission_id)
    if submission.attempts >= TRIES:
        shunt(submission, why=type(fault).__name__)
        return
    Submission.objects.filter(pk=submission_id).update(not_before=now() + wait_after(submission.attempts))


def shunt(submission: Submission, *, why: str = "", proved: bool = True) -> None:
    """Set a submission aside as our fault; player and moderators are told, and he has 24 h from now at least.

    The time is given once a turn and twice a match, and only when the sender was `proved`.
    """
    with transaction.atomic(durable=True):
        match = Match.objects.select_for_update().get(pk=submission.match_id)
        waiting = [Submission.State.READY, Submission.State.UNREAD]
        taken = Submission.objects.filter(pk=submission.pk, state__in=waiting).update(
            state=Submission.State.SHUNTED, outcome={"code": "fault", "why": why}, done_at=now()
        )
        if not taken:
            return
        notices.moderators(match, "shunted", key=f"shunted:{submission.pk}", submission=submission.pk)
        if proved and submission.seat_id is not None:
            submission.refresh_from_db()
            _make_good(submission)


def _make_good(submission: Submission) -> None:
    assert submission.seat is not None
    seat = submission.seat
    at = now()
    if (
        seat.question is not None
        and seat.question == submission.question
        and seat.deadline_at is not None
        and seat.host_faults < clock.FAULTS_A_MATCH
        and not Entry.objects.filter(
            match_id=seat.match_id,
            kind=Entry.Kind.DEADLINE_MOVED,
            seat=seat.number,
            data__why="fault",
            at__gte=seat.asked_at,
        ).exists()
    ):
        sitting = Sitting.open(submission.match_id)
        spoiled = sitting.seat(seat.pk)
        spoiled.host_faults += 1
        sitting.move_deadline(spoiled, max(seat.deadline_at, at + clock.FAULT_GRACE), why="fault")
        sitting.close()
    Notice.objects.get_or_create(
        key=f"answer:{submission.pk}",
        defaults={
            "kind": Notice.Kind.ANSWER,
            "player_id": seat.player_id,
            "match_id": seat.match_id,
            "seat": seat,
            "epoch": seat.token_epoch,
            "seq": submission.match.seq,
            "submission": submission,
            "data": {"since": submission.match.seq},
        },
    )


def stop(match_id: int, *, why: str) -> None:
    """Stop a match whose rules engine failed: nothing is lost, its clocks stand, moderators are told.

    The engine is not asked for anything: the entry says what happened, without views.
    """
    with transaction.atomic(durable=True):
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.state not in {Match.State.PLAYING, Match.State.PAUSED}:
            return
        match.state, match.paused_at = Match.State.BROKEN, now()
        match.seq += 1
        match.save()
        Entry.objects.create(match=match, seq=match.seq, kind=Entry.Kind.BROKEN, data={"why": why}, at=now())
        notices.moderators(match, "broken", key=f"broken:{match.pk}:{match.seq}", why=why)
