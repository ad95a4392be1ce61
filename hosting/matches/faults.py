"""What happens when something of ours fails: counted, tried again later, set aside, told (P8, P11)."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction

from hosting.matches import clock, notices
from hosting.matches.dealing import EngineFault
from hosting.matches.models import Entry, Match, Notice, Submission
from hosting.matches.sitting import Sitting
from hosting.matches.tidings import FAULT
from hosting.now import now

TRIES: Final = 5
WAITS: Final = tuple(dt.timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 1800))
"""How long to wait after the first, second ... try that failed."""


def wait_after(attempts: int) -> dt.timedelta:
    """Give the time to wait after that many tries."""
    return WAITS[min(max(attempts, 1), len(WAITS)) - 1]


def failed(submission_id: int, fault: Exception) -> None:
    """Note a try that failed.

    Again later, or set aside after the fifth; a match whose rules failed is stopped.
    """
    submission = Submission.objects.get(pk=submission_id)
    if isinstance(fault, EngineFault):
        stop(submission.match_id, why=str(fault))
    if submission.attempts >= TRIES:
        shunt(submission, why=type(fault).__name__)
        return
    Submission.objects.filter(pk=submission_id).update(not_before=now() + wait_after(submission.attempts))


def shunt(submission: Submission, *, why: str = "", proved: bool = True) -> None:
    """Set a submission aside as our fault; player and moderators are told, and he has 24 h from now at least.

    The time is given once a turn and twice a match, and only when the sender was `proved`.
    """
    with transaction.atomic(durable=True):
        Match.objects.select_for_update().get(pk=submission.match_id)
        waiting = [Submission.State.READY, Submission.State.UNREAD]
        taken = Submission.objects.filter(pk=submission.pk, state__in=waiting).update(
            state=Submission.State.SHUNTED, outcome={"code": "fault", "why": why}, done_at=now()
        )
        if not taken:
            return
        submission.refresh_from_db()
        notices.moderators(
            submission.match, "shunted", key=f"shunted:{submission.pk}", submission=submission.pk
        )
        if proved:
            notices.fault(submission)
            if submission.match.state == Match.State.PLAYING:
                _make_good(submission)


def _make_good(submission: Submission) -> None:
    sitting = Sitting.open(submission.match_id)
    seat = sitting.seat(submission.seat_id)
    if seat.question is None or seat.question != submission.question or seat.deadline_at is None:
        return
    given = Entry.objects.filter(
        match=sitting.match,
        kind=Entry.Kind.DEADLINE_MOVED,
        seat=seat.number,
        data__why=FAULT,
        at__gte=seat.asked_at,
    )
    if seat.host_faults >= clock.FAULTS_A_MATCH or given.exists():
        return
    seat.host_faults += 1
    sitting.move_deadline(seat, max(seat.deadline_at, sitting.at + clock.FAULT_GRACE), why=FAULT)
    sitting.close()


def stop(match_id: int, *, why: str) -> None:
    """Stop a match whose rules failed: nothing is lost, its clocks stand, moderators and players are told.

    The rules are not asked for anything: the entry says what happened, without views.
    """
    with transaction.atomic(durable=True):
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.state not in {Match.State.PLAYING, Match.State.PAUSED}:
            return
        match.state = Match.State.BROKEN
        match.paused_at = match.paused_at or now()
        match.save(update_fields=["state", "paused_at"])
        sitting = Sitting.open(match_id)
        sitting.log(Entry.Kind.BROKEN, why=why)
        sitting.news = (Notice.Kind.BROKEN, {})
        sitting.close()
        notices.moderators(match, "broken", key=f"broken:{match.pk}:{sitting.match.seq}", why=why)
