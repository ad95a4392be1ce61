"""Sending a mail from the mailroom as a mail program would: headers, quotation, real SMTP to the host."""

from __future__ import annotations

import smtplib
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr, make_msgid
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from hosting.mail.mailroom.mailboxes import ANSWER, Box, Mail
from hosting.now import now

PATIENCE: Final = 30.0
"""Seconds to wait for the host's listener; it answers within 20 whatever happens."""

REFUSED: Final = 400
"""Answers from this number on mean that a step was refused, for now or for good."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A mail that a person has written in the mailroom."""

    box: Box
    name: str
    to: str
    subject: str
    body: str
    quote: bool
    answered: Mail | None


def post(draft: Draft) -> str:
    """Send a draft, and keep a copy that says what the host answered; give the key of the copy."""
    message = composed(draft)
    message[ANSWER] = send(draft, message)
    return draft.box.keep_sent(message.as_bytes())


def composed(draft: Draft) -> EmailMessage:
    """Make the mail."""
    message = EmailMessage(policy=SMTP)
    message["From"] = formataddr((draft.name if draft.name != draft.box.address else "", draft.box.address))
    message["To"] = draft.to
    message["Subject"] = " ".join(draft.subject.split())
    message["Date"] = format_datetime(now())
    message["Message-ID"] = make_msgid(domain=draft.box.address.rpartition("@")[2])
    text = draft.body.replace("\r\n", "\n").rstrip("\n") + "\n"
    if draft.answered:
        message["In-Reply-To"] = draft.answered.message_id
        message["References"] = f"{draft.answered.references} {draft.answered.message_id}".strip()
        if draft.quote:
            text += f"\n{quotation(draft.answered)}"
    message.set_content(text, cte="quoted-printable")
    return message


def quotation(mail: Mail) -> str:
    """Quote a mail below the answer, as most mail programs do unasked."""
    lines = mail.text.rstrip("\n").split("\n")
    quoted = "\n".join(f"> {line}".rstrip() for line in lines)
    lead = _("On %(date)s %(who)s wrote:") % {"date": mail.message["Date"], "who": mail.sender}
    return f"{lead}\n{quoted}\n"


def send(draft: Draft, message: EmailMessage) -> str:
    """Hand the mail to the host's listener; give its last answer, or what went wrong."""
    try:
        with smtplib.SMTP("127.0.0.1", settings.SMTP_PORT, timeout=PATIENCE) as talk:
            talk.ehlo()
            return said(*talked(talk, draft, message))
    except smtplib.SMTPResponseException as refusal:
        return said(refusal.smtp_code, refusal.smtp_error)
    except (OSError, smtplib.SMTPException) as fault:
        failed = _("The email could not be handed over. Is the host running?")
        return f"{failed} ({type(fault).__name__})"


def talked(talk: smtplib.SMTP, draft: Draft, message: EmailMessage) -> tuple[int, bytes]:
    """Go through the steps of handing a mail over, to the first that is refused; give the last answer."""
    code, words = talk.mail(draft.box.address)
    if code < REFUSED:
        code, words = talk.rcpt(draft.to)
    return (code, words) if code >= REFUSED else talk.data(message.as_bytes())


def said(code: int, words: bytes | str) -> str:
    """Give an answer as one line."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return f"{code} {' '.join(text.split())}"
