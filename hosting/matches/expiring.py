"""Reminders, and what the host does for a seat that stays silent past its deadline (P9, P10).

The sweep calls these for whatever an index says is due. Each looks again under the lock, so that two sweeps,
a late
mail or a pause can do no harm.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from hosting.matches import clock, faults, notices, standing_in, timing
from hosting.matches.dealing import EngineFault
from hosting.matches.models import Entry, Match, Notice, Seat, Submission
from hosting.matches.sitting import ALL_SILENT, Sitting
from hosting.matches.warning import warned
from hosting.wake import wake

log = structlog.get_logger(__name__)

WAITING: Final = [Submission.State.UNREAD, Submission.State.READY]
TELL_AFTER: Final = 3
"""After so many deadlines moved because mails did not arrive, moderators are told."""


def due_turns(at: dt.datetime, most: int = 100) -> list[tuple[int, int]]:
    """Find (seat id, question) of turns whose time is up, and whose player sent nothing in time.

    However many wait to be read, they keep nobody else's turn from being found.
    """
    in_time = Submission.objects.filter(
        seat=OuterRef("pk"), state__in=WAITING, accepted_at__lte=OuterRef("deadline_at")
    )
    return _due(Q(~Exists(in_time), deadline_at__lte=at), "deadline_at", most)


def due_reminders(at: dt.datetime, most: int = 100) -> list[tuple[int, int]]:
    """Find (seat id, question) of turns that want a reminder."""
    return _due(Q(remind_at__lte=at), "remind_at", most)


def _due(is_due: Q, first: str, most: int) -> list[tuple[int, int]]:
    due = Seat.objects.filter(is_due, match__state=Match.State.PLAYING, question__isnull=False)
    return [
        (seat, question)
        for seat, question in due.order_by(first).values_list("pk", "question")[:most]
        if question is not None
    ]


def remind(seat_id: int, question: int) -> None:
    """Remind a player of his turn, once; nothing when it is no longer his."""
    match_id = _match_that_asks(seat_id, question)
    if match_id is None:
        return
    with transaction.atomic(durable=True):
        sitting = Sitting.open(match_id)
        seat = sitting.seat(seat_id)
        if not _is_waiting(sitting, seat, question) or seat.remind_at is None or seat.remind_at > sitting.at:
            return
        seat.reminders += 1
        seat.remind_at = timing.next_reminder(seat, sitting.match)
        seat.save(update_fields=["remind_at", "reminders"])
        sitting.keep()
        letter = notices.reminder(sitting, seat)
        if not Notice.objects.filter(key=letter.key).exists():
            wake("deliver", *notices.write([letter]))


def expire(seat_id: int, question: int) -> None:
    """End the turn of a silent seat, when it is time and he was told in time; nothing otherwise."""
    match_id = _match_that_asks(seat_id, question)
    if match_id is None:
        return
    try:
        with transaction.atomic(durable=True):
            _expire(match_id, seat_id, question)
    except EngineFault as fault:
        log.exception("expiry_failed", match=match_id)
        faults.stop(match_id, why=str(fault))


def _expire(match_id: int, seat_id: int, question: int) -> None:
    sitting = Sitting.open(match_id)
    seat = sitting.seat(seat_id)
    if not _is_waiting(sitting, seat, question) or seat.deadline_at is None or seat.deadline_at > sitting.at:
        return
    if Submission.objects.filter(seat=seat, state__in=WAITING, accepted_at__lte=seat.deadline_at).exists():
        return  # what was accepted in time is read first, however late we are
    if not warned(seat).enough and _give_grace(sitting, seat):
        return
    _act_for(sitting, seat)


def _match_that_asks(seat_id: int, question: int) -> int | None:
    """Give the match in which a seat is still asked that; what another sweep has done costs a look only."""
    asked = Seat.objects.filter(pk=seat_id, question=question)
    return asked.values_list("match_id", flat=True).first()


def _is_waiting(sitting: Sitting, seat: Seat, question: int) -> bool:
    return sitting.match.state == Match.State.PLAYING and seat.question == question


def _act_for(sitting: Sitting, seat: Seat) -> None:
    submission = Submission(
        match=sitting.match,
        seat=seat,
        question=seat.question,
        source=Submission.Source.CLOCK,
        key=f"timeout:{sitting.match.pk}:{seat.question}:{seat.number}",
        state=Submission.State.APPLIED,
        outcome={"code": "applied", "since": sitting.match.seq},
        accepted_at=sitting.at,
        done_at=sitting.at,
    )
    submission.save(force_insert=True)
    sitting.submission = submission
    end_turn(sitting, seat)
    sitting.close()


def end_turn(sitting: Sitting, seat: Seat, **by_whom: Any) -> None:
    """End a seat's turn with all that follows.

    After too many misses the match does what it was opened to do; when everybody is silent it is paused.
    `by_whom` names the moderator and his reason when it was not the clock. The caller closes the sitting.
    """
    is_answer = sitting.game.answering()
    sitting.expire(seat, warned(seat).facts(), **by_whom)
    if is_answer:
        return
    if not sitting.over() and _has_missed_too_often(sitting.match, seat):
        standing_in.too_many_misses(sitting, seat)
    if sitting.match.state == Match.State.PLAYING and not sitting.over() and _all_are_silent(sitting):
        sitting.pause(why=ALL_SILENT, by="")


def has_mail_waiting(seat: Seat) -> bool:
    """Whether something that this seat sent was accepted and is not yet applied."""
    return Submission.objects.filter(seat=seat, state__in=WAITING).exists()


def _has_missed_too_often(match: Match, seat: Seat) -> bool:
    """Whether the misses in a row are used up; three times as many in the whole match count the same."""
    allowed = match.misses_allowed
    return seat.misses >= allowed or (seat.misses > 0 and seat.misses_total % (3 * allowed) == 0)


def _all_are_silent(sitting: Sitting) -> bool:
    still_in = sitting.still_in()
    people = [
        seat
        for seat in sitting.seats
        if seat.player_id is not None and not seat.is_out and seat.number in still_in
    ]
    enough = min(2, sitting.match.misses_allowed)
    return bool(people) and all(seat.bot or seat.misses >= enough for seat in people)


def _give_grace(sitting: Sitting, seat: Seat) -> bool:
    """Move the deadline of a player whom our mails did not reach; says whether the limits allowed it."""
    assert seat.deadline_at is not None
    turn, match = dt.timedelta(seconds=seat.turn_grace), dt.timedelta(seconds=seat.match_grace)
    more = clock.undelivered(sitting.match.pace, turn, match)
    if more <= dt.timedelta():
        return False
    until = sitting.at + more
    added = int((until - seat.deadline_at).total_seconds()) + 1
    seat.turn_grace += added
    seat.match_grace += added
    sitting.move_deadline(seat, until, why="undelivered")
    seat.remind_at = clock.reminder(sitting.at, until, until, timing.calendar_of(sitting.match, seat))
    moved = Entry.objects.filter(
        match=sitting.match, seat=seat.number, kind=Entry.Kind.DEADLINE_MOVED, data__why="undelivered"
    ).count()
    if moved + 1 >= TELL_AFTER:
        notices.moderators(sitting.match, "undelivered", key=f"undelivered:{seat.pk}:{seat.question}")
    sitting.close()
    return True
