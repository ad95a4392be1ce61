"""Sending the outbox: notices are leased, written, handed to the relay, marked (P8, P13).

Each step of a notice is committed before the next, and no transaction is open while words are made or a
relay is talked to. A notice is sent at least once, and twice only when this process dies, or the relay's
answer is lost, between the relay's taking it and our marking it; the second has the same Message-ID. One
that cannot be written harms no other.
"""

from __future__ import annotations

import datetime as dt
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import structlog
from django.db.models import F, Min, Q

from hosting.commits import light
from hosting.mail.models import Request
from hosting.mail.reading.sent_lines import SentLines
from hosting.mail.sending.holder import is_gone, this_process
from hosting.mail.sending.outgoing import OutgoingMail
from hosting.mail.sending.relay import Refused, Relay, Unreachable
from hosting.mail.taking.answered import message_id_answered
from hosting.mail.writing.letters import write
from hosting.matches import digesting, notices, reaching, talking
from hosting.matches.models import Notice, Seat, Submission
from hosting.now import now
from hosting.players.health import address_for
from hosting.players.wishes import About, Way
from hosting.prepared import Prepared, PreparedUpdate, Slot, is_one_of

log = structlog.get_logger(__name__)

State = Notice.State
Kind = Notice.Kind

UNSENT: Final = is_one_of("state", State.NEW, State.LEASED)
"""What is still to be sent, in the words of its index."""

LEASE: Final = dt.timedelta(seconds=120)
BUDGET: Final = 45.0
"""Seconds that sending a batch may take in all: well within the lease, so nobody takes it up meanwhile."""

WAITS: Final = tuple(dt.timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240))
GIVE_UP: Final = dt.timedelta(days=5)
SIGN_IN_LIFE: Final = dt.timedelta(minutes=10)

TRIES: Final = 5
"""How often it is tried to write a notice that cannot be written, or at which our process died."""

UNWRITTEN: Final = "writing: "
"""How the error begins of a notice that failed in our own hands, not in the relay's."""

MOST: Final = ((30, dt.timedelta(hours=1)), (100, dt.timedelta(days=1)))
"""So many mails go to a player in such a time; more wait for a daily mail. Those that tell of a turn and
answers are neither counted nor kept back (P15)."""

SHEDDABLE: Final = frozenset({About.MOVES, About.PRESS, About.NEWS})

_NO_SUCH_ADDRESS: Final = re.compile(r"5\d\d 5\.[12]\.\d")


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one try."""

    state: Notice.State
    error: str = ""
    lines: SentLines = field(default_factory=SentLines)
    tells: tuple[int, ...] = ()


def due(at: dt.datetime, most: int = 100) -> list[int]:
    """Find the notices that wait to be sent, or whose sender has died; oldest first."""
    _free_orphans()
    waiting = Notice.objects.filter(UNSENT, _is_due(at)).order_by("created_at")
    return list(waiting.values_list("pk", flat=True)[:most])


def waits_for_relay_since() -> dt.datetime | None:
    """Say since when the oldest notice waits that our relay has not judged; None when none waits.

    One that waits for its own sake (its mailbox is full, it has no address) says nothing about our sending.
    """
    waiting = Notice.objects.filter(UNSENT).exclude(error=reaching.NO_ADDRESS)
    judged = Q(error__startswith="4") & ~Q(error__startswith="421")
    ours = waiting.exclude(judged).exclude(error__startswith=UNWRITTEN)
    oldest: dt.datetime | None = ours.aggregate(oldest=Min("created_at"))["oldest"]
    return oldest


def _free_orphans() -> None:
    """Take the leases of dead processes of this machine away, without waiting for their end."""
    leased = Notice.objects.filter(UNSENT, state=State.LEASED)
    for notice_id, holder in leased.values_list("pk", "lease_holder"):
        if is_gone(holder):
            leased.filter(pk=notice_id, lease_holder=holder).update(state=State.NEW, lease_until=None)


def deliver(notice_ids: Sequence[int]) -> None:
    """Send these notices over one connection. Those sent, leased by others or not due are passed over."""
    ends = time.monotonic() + BUDGET
    with Relay(ends) as relay:
        for notice_id in _lease(notice_ids):
            if time.monotonic() > ends:
                _give_back(notice_id)
            else:
                _deliver(notice_id, relay)


def _is_due(at: dt.datetime | Slot) -> Q:
    fresh = Q(state=State.NEW) & (Q(not_before=None) | Q(not_before__lte=at))
    return fresh | Q(state=State.LEASED, lease_until__lt=at)


a_notice: Final = Notice.objects.filter(pk=Slot("notice"))
notice_by_id: Final = Prepared(a_notice.select_related("match", "seat", "player", "submission__player"))
lease_notice: Final = PreparedUpdate(
    a_notice.filter(_is_due(Slot("at"))),
    state=State.LEASED,
    lease_until=Slot("until"),
    lease_holder=Slot("holder"),
    attempts=F("attempts") + 1,
)
mark_sent: Final = PreparedUpdate(
    a_notice.filter(state=State.LEASED),
    state=State.SENT,
    error="",
    lease_until=None,
    sealed=None,
    sent_at=Slot("at"),
    sent_lines=Slot("lines"),
    address=Slot("address"),
)
count_sent: Final = PreparedUpdate(Seat.objects.filter(pk=Slot("seat")), notices_sent=F("notices_sent") + 1)


def _lease(notice_ids: Sequence[int]) -> list[int]:
    """Take what is due of these, each by an update that only one taker can make. The try is counted."""
    at = now()
    with light():
        return [
            notice_id
            for notice_id in notice_ids
            if lease_notice(notice=notice_id, at=at, until=at + LEASE, holder=this_process())
        ]


def _give_back(notice_id: int) -> None:
    Notice.objects.filter(pk=notice_id, state=State.LEASED).update(
        state=State.NEW, lease_until=None, attempts=F("attempts") - 1
    )


def _deliver(notice_id: int, relay: Relay) -> None:
    notice = notice_by_id.one(notice=notice_id)
    at = now()
    result = _before_writing(notice, at) or _send(notice, at, relay)
    _mark(notice, result, at)
    if result.state == State.FAILED:
        _tell(notice, result)
        if _is_for_want_of_an_address(result.error):
            reaching.came_back(notice, hard=True, what=result.error)


def _before_writing(notice: Notice, at: dt.datetime) -> Result | None:
    """Say what becomes of a notice without a word being written."""
    if _is_overtaken(notice, at):
        return Result(State.DROPPED)
    way = notices.wished(notice)
    if way is Way.NONE:
        return Result(State.UNWANTED)
    if way is Way.DIGEST or _is_too_much(notice, at):
        return Result(State.GATHERED)
    is_ours = not notice.error or notice.error.startswith(UNWRITTEN)
    if notice.attempts > TRIES and is_ours:
        return Result(State.FAILED, notice.error or UNWRITTEN + "the process ended")
    return None if _has_address(notice) else _wait_for_an_address(notice, at)


def _has_address(notice: Notice) -> bool:
    """Settle where the notice goes, if it is not settled; say whether there is such an address."""
    if not notice.address and notice.player is not None:
        notice.address = address_for(notice.player)
    return bool(notice.address)


def _wait_for_an_address(notice: Notice, at: dt.datetime) -> Result:
    is_old = notice.created_at + reaching.PATIENCE <= at
    return Result(State.FAILED if is_old else State.NEW, reaching.NO_ADDRESS)


def _is_for_want_of_an_address(error: str) -> bool:
    """Say whether a relay refused a mail because the address, or its mailbox, does not take any."""
    return bool(_NO_SUCH_ADDRESS.match(error))


def _is_overtaken(notice: Notice, at: dt.datetime) -> bool:
    if notice.kind == Kind.SIGN_IN:
        return notice.sealed is None or notice.created_at + SIGN_IN_LIFE <= at
    if notice.kind == Kind.HELD:
        return notice.submission is None or notice.submission.state != Submission.State.HELD
    if notice.kind == Kind.CONFIRM:
        return not Request.objects.filter(pk=notice.data["request"], state=Request.State.HELD).exists()
    if notice.kind == Kind.DIGEST:
        return not digesting.gathered(notice.player_id, at)
    if notice.kind == Kind.PRESS:
        return talking.is_overtaken(notice)
    return notices.is_overtaken(notice, at)


def _is_too_much(notice: Notice, at: dt.datetime) -> bool:
    """Say whether the reader has had so many mails that this one has to wait for a daily mail."""
    about = notices.ABOUT[Kind(notice.kind)]
    if about not in SHEDDABLE or (about is About.NEWS and notice.question is not None):
        return False
    counted = Notice.objects.filter(player=notice.player_id, state=State.SENT)
    counted = counted.exclude(kind__in=[Kind.TURN, Kind.ANSWER])
    return any(counted.filter(sent_at__gt=at - span).count() >= most for most, span in MOST)


def _send(notice: Notice, at: dt.datetime, relay: Relay) -> Result:
    try:
        mail = write(notice, at, replies_to=message_id_answered(notice))
        relay.send(OutgoingMail(mail))
    except Refused as refusal:
        return Result(State.FAILED, str(refusal))
    except Unreachable as trouble:
        is_old = notice.created_at + GIVE_UP <= at
        return Result(State.FAILED if is_old else State.NEW, str(trouble))
    except Exception as fault:
        log.exception("notice_not_written", notice=notice.pk)
        return Result(
            State.FAILED if notice.attempts >= TRIES else State.NEW, UNWRITTEN + type(fault).__name__
        )
    return Result(State.SENT, lines=SentLines.of(mail.text), tells=mail.tells)


def _mark(notice: Notice, result: Result, at: dt.datetime) -> None:
    if result.state == State.SENT:
        _mark_sent(notice, result)
        return
    fields: dict[str, Any] = {"state": result.state, "error": result.error, "lease_until": None}
    if result.state == State.NEW:
        fields["not_before"] = at + WAITS[min(max(notice.attempts, 1), len(WAITS)) - 1]
    else:
        fields["sealed"] = None  # a code that is on its way, or will never be, is kept no longer
    with light():
        Notice.objects.filter(pk=notice.pk, state=State.LEASED).update(**fields)
        if result.state == State.GATHERED and notice.player is not None:
            digesting.expect(notice.player, at)


def _mark_sent(notice: Notice, result: Result) -> None:
    at = now()
    with light():
        marked = mark_sent(notice=notice.pk, at=at, lines=result.lines.to_data(), address=notice.address)
        if marked and notice.seat_id is not None:
            count_sent(seat=notice.seat_id)
        if marked and result.tells:
            digesting.note_told(result.tells, at, result.lines.to_data())


def _tell(notice: Notice, result: Result) -> None:
    """Tell the moderators of a notice that was given up; of one to themselves only the log tells."""
    log.warning("notice_failed", notice=notice.pk, kind=notice.kind, error=result.error)
    if notice.kind in {Kind.MODERATORS, Kind.SIGN_IN} or result.error == reaching.NO_ADDRESS:
        return
    what = "unwritten" if result.error.startswith(UNWRITTEN) else "undeliverable"
    notices.moderators(notice.match, what, key=f"{what}:{notice.pk}", notice=notice.pk, error=result.error)
