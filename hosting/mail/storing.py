"""Storing mails before they are accepted: the raw mail, and an unread submission for each good token (P1).

Nothing of a mail is read here but its envelope, and nothing that its sender chose makes it equal to another:
a copy that comes again is a row again, and is told apart when it is played (P5).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import InterfaceError, OperationalError, connection, transaction

from hosting.mail.addresses import Kind, Recipient
from hosting.mail.models import InboundMail
from hosting.mail.prepared import PreparedInsert
from hosting.matches.models import Submission
from hosting.now import now

insert_mails: Final = PreparedInsert(InboundMail)
insert_submissions: Final = PreparedInsert(Submission)


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
    """Store the letters in one durable transaction: mails, then submissions, then who has which."""
    at = now()
    with transaction.atomic(durable=True):
        numbers = insert_mails(
            [
                InboundMail(
                    raw=letter.raw,
                    mail_from=letter.mail_from,
                    peer=letter.peer,
                    recipients=[told(recipient) for recipient in letter.recipients],
                    received_at=at,
                )
                for letter in letters
            ]
        )
        submissions = [
            Submission(
                match_id=recipient.match,
                seat_id=recipient.seat,
                player_id=recipient.player,
                notice_id=recipient.notice,
                question=recipient.question,
                source=Submission.Source.MAIL,
                key=submission_key(number, index),
                state=Submission.State.UNREAD,
                accepted_at=at,
            )
            for number, letter in zip(numbers, letters, strict=True)
            for index, recipient in enumerate(letter.recipients)
            if recipient.kind is Kind.TOKEN and recipient.match and recipient.seat
        ]
        ids = dict(zip((each.key for each in submissions), insert_submissions(submissions), strict=True))
        note_submissions(numbers, letters, ids)
    return numbers


def submission_key(mail: int, index: int) -> str:
    """Give the key of the submission for the recipient with this index in a mail (P5)."""
    return f"mail:{mail}:{index}"


def told(recipient: Recipient, submission: int | None = None) -> dict[str, str | int | None]:
    """Give what a mail's row tells of a recipient."""
    return {
        "address": recipient.address,
        "kind": str(recipient.kind),
        "notice": recipient.notice,
        "submission": submission,
    }


def note_submissions(numbers: Sequence[int], letters: Sequence[Letter], ids: dict[str, int]) -> None:
    """Write into each mail's row which submission belongs to which of its recipients."""
    rows = [
        (json.dumps([told(each, ids.get(submission_key(number, at))) for at, each in enumerate(to)]), number)
        for number, to in (
            (number, letter.recipients) for number, letter in zip(numbers, letters, strict=True)
        )
        if any(each.kind is Kind.TOKEN for each in to)
    ]
    with connection.cursor() as cursor:
        cursor.executemany("UPDATE mail_inboundmail SET recipients = %s WHERE id = %s", rows)
