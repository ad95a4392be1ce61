"""Handing what a mail says to its match: played, held until the player confirms it, or closed quietly."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction

from hosting.mail.models import InboundMail
from hosting.mail.reading.reader import Kind, Reading
from hosting.mail.taking import senders
from hosting.matches import notices, playing, reaching
from hosting.matches.models import Notice, Submission
from hosting.now import now
from hosting.prepared import Prepared, Slot
from hosting.rules.speaking import said_yes

State = Submission.State

UNREADABLE: Final = {Kind.FORWARD: "forward", Kind.ENCRYPTED: "encrypted", Kind.BROKEN: "unreadable"}
"""Mails of players in which no lines can be looked for, and how the answer's template is called."""

held_submissions: Final = Prepared(
    Submission.objects.filter(seat=Slot("seat"), question=Slot("question"), state=State.HELD).exclude(
        pk=Slot("submission")
    )
)

TOO_LONG: Final = "too_long"

A_DAY: Final = dt.timedelta(days=1)
MOST_WITHOUT_COMMANDS: Final = 3
WITHOUT_COMMANDS: Final = frozenset({"empty", "unclear", "forward", "talks_to_itself"})
"""Outcomes of mails in which there was nothing to do."""


def hand_over(mail: InboundMail, submission: Submission, reading: Reading) -> None:
    """Do with a submission what its mail, read for it, and its sender allow."""
    player = submission.seat.player
    is_proved = senders.is_proved(player, reading, mail.peer)
    if is_proved and player is not None:
        reaching.answered(player, submission.notice, reading.from_addresses[0])
    if _asks_to_confirm(submission):
        answer = said_yes(reading.own)
        if answer is not None:
            _confirm(submission, yes=answer) if is_proved else close(submission, "unproved")
            return
    if is_proved and reading.kind is not Kind.LIST:
        if _talks_to_itself(submission, reading):
            close(submission, "talks_to_itself")
        else:
            _play(submission, reading)
    else:
        _hold(submission, reading)


def close(submission: Submission, code: str, state: Submission.State = State.REFUSED) -> None:
    """Note what an unread submission was, without doing or answering anything."""
    Submission.objects.filter(pk=submission.pk, state=State.UNREAD).update(
        state=state, outcome={"code": str(code)}, done_at=now()
    )


def _play(submission: Submission, reading: Reading) -> None:
    read: dict[str, Any] = {"lines": _without_gaps(reading.own)}
    if reading.kind in UNREADABLE:
        read["outcome"] = {"code": UNREADABLE[reading.kind]}
    elif reading.kind is Kind.TOO_MANY and not (reading.picked and reading.picked.too_many):
        read["outcome"] = {"code": TOO_LONG}
    playing.play(submission.pk, read=read)
    for other in _held_alike(submission, list(reading.lines)):
        Submission.objects.filter(pk=other.pk, state=State.HELD).update(
            state=State.REPEAT, outcome={"code": "repeat"}, done_at=now()
        )


def _talks_to_itself(submission: Submission, reading: Reading) -> bool:
    """Say whether mails that hold no command come again and again: then a program may be answering ours.

    The first few of a day are answered, as those of a player who has not found out yet how it is done; the
    same words are answered once a day. Each question is a new beginning: whoever slips in one turn may do so
    in the next, and no program brings a new question about.
    """
    if reading.lines or reading.kind not in {Kind.LINES, Kind.EMPTY}:
        return False
    lately = Submission.objects.filter(
        seat=submission.seat_id,
        question=submission.question,
        source=Submission.Source.MAIL,
        accepted_at__gt=now() - A_DAY,
    ).exclude(state=State.UNREAD)
    newest = list(lately.order_by("-pk").values_list("outcome__code", "lines")[:MOST_WITHOUT_COMMANDS])
    idle = [lines for code, lines in newest if code in WITHOUT_COMMANDS]
    if _without_gaps(reading.own) not in idle and len(idle) < MOST_WITHOUT_COMMANDS:
        return False
    Submission.objects.filter(pk=submission.pk).update(lines=_without_gaps(reading.own))
    if len(idle) == MOST_WITHOUT_COMMANDS:
        key = f"talks_to_itself:{submission.seat_id}:{submission.accepted_at:%Y-%m-%d}"
        notices.moderators(submission.match, "talks_to_itself", key=key)
    return True


def _without_gaps(lines: Sequence[str]) -> list[str]:
    """Give the lines with at most one blank one between them: a blank line ends what is said over several."""
    kept: list[str] = []
    for line in lines:
        if line.strip() or (kept and kept[-1].strip()):
            kept.append(line)
    return kept if not kept or kept[-1].strip() else kept[:-1]


def _hold(submission: Submission, reading: Reading) -> None:
    """Keep clear moves for the open question until the player says that they are his.

    Anything else from a sender who is not proved is closed without a word: a mail must not make us write
    to somebody (P4).
    """
    lines = list(reading.lines) if reading.picked and not reading.picked.doubtful else []
    seat = submission.seat
    if not lines or submission.question is None or submission.question != seat.question:
        close(submission, "unproved")
        return
    if _held_alike(submission, lines):
        close(submission, "repeat", State.REPEAT)
        return
    with transaction.atomic():
        held = Submission.objects.filter(pk=submission.pk, state=State.UNREAD)
        if held.update(state=State.HELD, lines=lines):
            submission.refresh_from_db()
            notices.held(submission, sender=senders.masked(reading))


def _held_alike(submission: Submission, lines: list[str]) -> list[Submission]:
    """Find what is held of the same lines for the same question."""
    held = held_submissions.rows(
        seat=submission.seat_id, question=submission.question, submission=submission.pk
    )
    wanted = [line.casefold() for line in lines]
    return [other for other in held if lines and [line.casefold() for line in other.lines] == wanted]


def _asks_to_confirm(submission: Submission) -> bool:
    return submission.notice is not None and submission.notice.kind == Notice.Kind.HELD


def _confirm(submission: Submission, *, yes: bool) -> None:
    """Let held lines go, or drop them, as the player says; what was settled before stays so."""
    assert submission.notice is not None
    held = submission.notice.submission
    if held is not None and yes and playing.confirm(held):
        playing.play(held.pk)
    elif held is not None and not yes:
        playing.drop(held)
    close(submission, "confirmed" if yes else "dropped", State.APPLIED)
