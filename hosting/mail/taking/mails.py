"""Taking up a stored mail: what it is, who wrote it, and handing what he wants to the match (P5, P8).

A mail is read only here, in a worker, after it was accepted. Each try is counted and committed before it
is made, so that a mail which kills its reader is set aside after the fifth try like one that makes it
fail. Every change is made by an update that only one taker can make, so taking a mail up twice does no
harm.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Final

import structlog
from django.db.models import Q

from hosting.commits import light
from hosting.mail.asking import requests as asking
from hosting.mail.models import InboundMail
from hosting.mail.reading.reader import Kind, Reading
from hosting.mail.taking import answering, bounces, handing, out_of_office, routing, without_seat
from hosting.matches import faults, notices
from hosting.matches.models import Submission
from hosting.now import now
from hosting.prepared import Prepared, PreparedUpdate, Slot, is_one_of

log = structlog.get_logger(__name__)

QUIET: Final = frozenset(
    {Kind.AUTOMATIC, Kind.BOUNCE, Kind.READ_RECEIPT, Kind.REACTION, Kind.CALENDAR, Kind.OWN}
)
"""What no player wrote: recorded, never a move, never answered."""


def due(at: dt.datetime, most: int = 100) -> list[int]:
    """Find the mails that wait to be taken up since `at` or before; oldest first."""
    unread = is_one_of("state", InboundMail.State.NEW)
    waiting = InboundMail.objects.filter(unread, _is_due(at), received_at__lte=at).order_by("received_at")
    return list(waiting.values_list("pk", flat=True)[:most])


def take(mail_id: int) -> None:
    """Take a mail up. Does nothing when it is done, or when somebody else has taken it up just now."""
    mail = _begin(mail_id)
    if mail is None:
        return
    if mail.attempts > faults.TRIES:
        _shunt(mail, "the process ended")
        return
    try:
        _take(mail)
    except Exception as fault:
        log.exception("mail_not_taken", mail=mail.pk)
        if mail.attempts >= faults.TRIES:
            _shunt(mail, type(fault).__name__)


def _is_due(at: dt.datetime | Slot) -> Q:
    return Q(state=InboundMail.State.NEW) & (Q(not_before=None) | Q(not_before__lte=at))


a_mail: Final = InboundMail.objects.filter(pk=Slot("mail"))
due_mail: Final = Prepared(a_mail.filter(_is_due(Slot("at"))))
count_try: Final = PreparedUpdate(
    a_mail.filter(_is_due(Slot("at")), attempts=Slot("so_far")),
    attempts=Slot("tries"),
    not_before=Slot("not_before"),
)
finish_mail: Final = PreparedUpdate(
    a_mail.filter(state=InboundMail.State.NEW),
    state=Slot("state"),
    kind=Slot("kind"),
    reason=Slot("reason"),
    done_at=Slot("at"),
    not_before=None,
)
unread: Final = Submission.objects.filter(pk=Slot("submission"), state=Submission.State.UNREAD)
unread_submission: Final = Prepared(unread.select_related("match", "notice", "seat__player"))
still_unread: Final = Prepared(unread.values_list("pk"))


def _begin(mail_id: int) -> InboundMail | None:
    """Count the try, and keep others away until the next one would be due."""
    at = now()
    for mail in due_mail.rows(mail=mail_id, at=at):
        tries, so_far = mail.attempts + 1, mail.attempts
        with light():
            is_ours = count_try(
                mail=mail_id, at=at, so_far=so_far, tries=tries, not_before=at + faults.wait_after(tries)
            )
        mail.attempts = tries
        return mail if is_ours else None
    return None


def _take(mail: InboundMail) -> None:
    waiting = _submissions(mail)
    reading = routing.read_for(mail, waiting[0] if waiting else None)
    if reading.kind in QUIET or out_of_office.is_by_hand_or_unmarked(mail, reading):
        _take_quietly(mail, reading, waiting)
        return
    if not routing.names_a_token(mail):
        waiting = routing.by_references(mail, reading)
    newest, older = _newest_for_each_seat(waiting)
    for submission in older:
        handing.close(submission, "older_token")
    for submission in newest:
        is_read = waiting[0] is submission and routing.names_a_token(mail)
        handing.hand_over(mail, submission, reading if is_read else routing.read_for(mail, submission))
    became = without_seat.hand_over(mail, reading)
    if not became:
        answering.answer_the_rest(mail, reading, served=newest)
    if not any(still_unread.tuples(submission=submission.pk) for submission in newest):
        _finish(mail, InboundMail.State.DONE, reading, became or _became(newest))


def _take_quietly(mail: InboundMail, reading: Reading, waiting: Sequence[Submission]) -> None:
    """Record what no player wrote; the news that one is away becomes an offer, and nothing else an answer."""
    bounces.note(mail, reading)
    out_of_office.offer(mail, reading)
    without_seat.note(mail, reading)
    for submission in waiting:
        handing.close(submission, reading.kind if reading.kind in QUIET else "away")
    _finish(mail, InboundMail.State.QUIET, reading, ["says that its writer is away"] if reading.away else [])


def _became(served: Sequence[Submission]) -> list[str]:
    """Say, for the moderators, what became of what a mail said to each match."""
    keys = Submission.objects.filter(pk__in=[submission.pk for submission in served]).order_by("pk")
    return [f"{state} {code or ''}".strip() for state, code in keys.values_list("state", "outcome__code")]


def _submissions(mail: InboundMail) -> list[Submission]:
    """Give what of this mail is still unread, in the order of its recipients."""
    ids = [recipient["submission"] for recipient in mail.recipients if recipient.get("submission")]
    return _unread(ids)


def _unread(ids: Iterable[int]) -> list[Submission]:
    return [found for number in sorted(ids) for found in unread_submission.rows(submission=number)]


def _newest_for_each_seat(waiting: Sequence[Submission]) -> tuple[list[Submission], list[Submission]]:
    """Of several tokens for one seat in a mail the newest counts: the others were copied from older mails."""
    newest: dict[int | None, Submission] = {}
    for submission in sorted(waiting, key=lambda each: each.notice_id or 0):
        newest[submission.seat_id] = submission
    kept = list(newest.values())
    return kept, [submission for submission in waiting if submission not in kept]


def _finish(
    mail: InboundMail, state: InboundMail.State, reading: Reading, became: Sequence[str] = ()
) -> None:
    """Note the end of a mail, and why it ended so: no mail is without a reason that moderators can read."""
    reason = "; ".join(filter(None, (reading.reason, *became))) or "no match named"
    with light():
        finish_mail(mail=mail.pk, state=state, kind=reading.kind, reason=reason[:200], at=now())


def _shunt(mail: InboundMail, why: str) -> None:
    """Set a mail aside as our fault: a proved sender is told and has time; moderators are told."""
    InboundMail.objects.filter(pk=mail.pk, state=InboundMail.State.NEW).update(
        state=InboundMail.State.SHUNTED, reason=why[:200], done_at=now()
    )
    waiting = _submissions(mail)
    for submission in waiting:
        faults.shunt(submission, why=why, proved=routing.is_plainly_proved(mail, submission))
    if not waiting:
        notices.moderators(None, "mail_shunted", key=f"mail_shunted:{mail.pk}", mail=mail.pk)
        asking.tell_of_our_fault(mail, routing.plainly_proved_player(mail))
