"""Programs that answer mails by themselves: that somebody is away, or that a mail came back."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from email.utils import format_datetime
from typing import Final

from hosting.running.simulating.letters import Letter
from hosting.running.simulating.people import Person, Trip

BETWEEN: Final = dt.timedelta(days=1)
"""How often a well-made program tells the same sender that somebody is away."""


@dataclass(frozen=True)
class Automatic:
    """A mail that no person wrote: its envelope and its bytes."""

    sender: str
    to: str
    raw: bytes


def absence(person: Person, letter: Letter, trip: Trip, at: dt.datetime) -> Automatic | None:
    """Say that somebody is away, as his program does; once a day, but for some that do it every time."""
    is_rude = person.number % 5 == 0
    if person.machine_wrote_at is not None and at - person.machine_wrote_at < BETWEEN and not is_rude:
        return None
    person.machine_wrote_at = at
    speech = person.writer.speech
    lines = [
        f"From: {person.address}",
        f"Subject: {speech.automatic.format(subject=letter.subject)}".encode("ascii", "replace").decode(
            "ascii"
        ),
        f"Date: {format_datetime(at)}",
        f"Message-ID: <away.{person.number}.{at.timestamp():.0f}@mail.example.org>",
        f"In-Reply-To: {letter.message_id}",
        *(() if is_rude else ("Auto-Submitted: auto-replied",)),
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        "",
        speech.away.format(last=trip.last.isoformat()),
        "",
    ]
    to = letter.reply_to if is_rude else letter.sender
    return Automatic(person.address if is_rude else "", to, "\r\n".join(lines).encode())


def bounce(person: Person, letter: Letter) -> Automatic:
    """Say that a mail could not be delivered."""
    mark = "=_report"
    lines = [
        "From: Mail Delivery System <MAILER-DAEMON@mx.mail.example.org>",
        f"To: {letter.sender}",
        "Subject: Undelivered Mail Returned to Sender",
        "Auto-Submitted: auto-replied",
        "MIME-Version: 1.0",
        f'Content-Type: multipart/report; report-type=delivery-status; boundary="{mark}"',
        "",
        f"--{mark}",
        "Content-Type: text/plain",
        "",
        "It could not be delivered.",
        f"--{mark}",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx.mail.example.org",
        "",
        f"Final-Recipient: rfc822; {person.address}",
        "Action: failed",
        "Status: 5.1.1",
        "",
        f"--{mark}",
        "Content-Type: text/rfc822-headers",
        "",
        f"Message-ID: {letter.message_id}",
        "",
        f"--{mark}--",
        "",
    ]
    return Automatic("", letter.sender, "\r\n".join(lines).encode())
