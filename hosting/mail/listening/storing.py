"""Storing mails before they are accepted: the raw mail, and an unread submission for each good token (P1).

Nothing of a mail is read here but its envelope, and nothing that its sender chose makes it equal to another:
a copy that comes again is a row again, and is told apart when it is played (P5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import structlog
from django.db import InterfaceError, OperationalError, connection, transaction

from hosting.mail.addresses import Kind, Recipient
from hosting.mail.listening.prepared import PreparedInsert, pipelined, reserve
from hosting.mail.models import InboundMail
from hosting.matches.models import Submission
from hosting.now import now

log = structlog.get_logger(__name__)

insert_mails: Final = PreparedInsert(InboundMail)
insert_submissions: Final = PreparedInsert(Submission)


Store = Callable[[Sequence["Letter"]], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail that waits to be stored. `mail_from` is empty for the null sender, `peer` is an IP address."""

    raw: bytes
    mail_from: str
    peer: str
    recipients: tuple[Recipient, ...]


def store(letters: Sequence[Letter]) -> list[int]:
    """Store the letters in one durable transaction and give the ids of their rows, in order.

    A connection that was cut since it was last used is opened anew, once. A fault is raised, and then
    nothing is stored.
    """
    try:
        return store_together(letters)
    except (OperationalError, InterfaceError):
        if connection.vendor == "sqlite":
            raise
        connection.close()
        return store_together(letters)


def store_together(letters: Sequence[Letter]) -> list[int]:
    """Store the letters, and a submission for each of their tokens, in one durable transaction."""
    tokens = sum(each.kind is Kind.TOKEN for letter in letters for each in letter.recipients)
    with pipelined(), transaction.atomic(durable=True):
        read_ids = reserve((insert_mails.table, len(letters)), (insert_submissions.table, tokens))
        at = now()
        numbers, ids = read_ids()
        submissions = iter(ids)
        pages = [
            page(letter, number, at, submissions) for number, letter in zip(numbers, letters, strict=True)
        ]
        insert_mails([mail for mail, _ in pages])
        insert_submissions([submission for _, found in pages for submission in found])
    return numbers


def page(
    letter: Letter, number: int, at: datetime, ids: Iterator[int]
) -> tuple[InboundMail, list[Submission]]:
    """Make the rows of a letter that gets this number; its submissions take the next ids."""
    found = {
        index: submission(recipient, submission_key(number, index), next(ids), at)
        for index, recipient in enumerate(letter.recipients)
        if recipient.kind is Kind.TOKEN
    }
    told = [
        {
            "address": recipient.address,
            "kind": str(recipient.kind),
            "notice": recipient.notice,
            "submission": found[index].pk if index in found else None,
        }
        for index, recipient in enumerate(letter.recipients)
    ]
    mail = InboundMail(
        pk=number,
        raw=letter.raw,
        mail_from=letter.mail_from,
        peer=letter.peer,
        recipients=told,
        received_at=at,
    )
    return mail, list(found.values())


def submission(recipient: Recipient, key: str, number: int, at: datetime) -> Submission:
    """Make the unread submission for a token."""
    return Submission(
        pk=number,
        match_id=recipient.match or 0,  # a token always has both
        seat_id=recipient.seat or 0,
        player_id=recipient.player,
        notice_id=recipient.notice,
        question=recipient.question,
        source=Submission.Source.MAIL,
        key=key,
        state=Submission.State.UNREAD,
        accepted_at=at,
    )


def submission_key(mail: int, index: int) -> str:
    """Give the key of the submission for the recipient with this index in a mail (P5)."""
    return f"mail:{mail}:{index}"


def store_what_can_be(letters: Sequence[Letter], *, store: Store = store) -> list[int | Exception]:
    """Store letters together if that can be, and give an id or a fault for each.

    A letter that the database cannot take harms no other. A database that is away is asked only once.
    """
    try:
        return list(store(letters))
    except Exception as fault:  # noqa: BLE001 - every fault is answered with "try later" (P2)
        log.warning("mails_not_stored", count=len(letters), fault=type(fault).__name__)
        connection.close()
        if len(letters) == 1 or isinstance(fault, (OperationalError, InterfaceError)):
            return [fault] * len(letters)
    return [answer for letter in letters for answer in store_what_can_be([letter], store=store)]
