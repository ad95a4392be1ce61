"""Mailboxes of the mailroom: on one's own machine sent mails go into Maildirs instead of into the world."""

from __future__ import annotations

import email
import email.policy
import mailbox
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage as DjangoMail
from django.core.mail.backends.base import BaseEmailBackend

from hosting.mail.mailroom.door import refusals

SENT: Final = "Sent"
BEGINNING: Final = 140
"""Signs of a mail's text that a list shows."""

ANSWER: Final = "X-Mailroom-Answer"
"""Header of the kept copy of a mail that was sent from the mailroom: what the host answered to it."""


class MaildirBackend(BaseEmailBackend):
    """Puts each mail into the mailboxes of its recipients. It works only where the mailroom may be."""

    def __init__(self, fail_silently: bool = False, **options: Any) -> None:  # noqa: FBT001, FBT002 - Django calls it so
        super().__init__(fail_silently, **options)
        if wrong := refusals():
            raise ImproperlyConfigured(" ".join(wrong))

    def send_messages(self, email_messages: Sequence[DjangoMail]) -> int:
        """Deliver the mails; give their number."""
        for mail in email_messages:
            raw = f"Return-Path: <{mail.from_email}>\n".encode() + mail.message().as_bytes()
            for address in mail.recipients():
                Box(address).deliver(raw)
        return len(email_messages)


@dataclass(frozen=True)
class Mail:
    """A mail in a mailbox, as a mail program would list it."""

    box: Box
    key: str
    at: datetime
    is_unread: bool
    is_sent: bool
    message: EmailMessage

    @property
    def subject(self) -> str:
        """Its subject."""
        return str(self.message.get("Subject", ""))

    @property
    def sender(self) -> str:
        """Who wrote it, as the From header says."""
        return str(self.message.get("From", ""))

    @property
    def answer_to(self) -> str:
        """Where an answer goes: the address alone."""
        return email.utils.parseaddr(str(self.message.get("Reply-To") or self.sender))[1]

    @property
    def message_id(self) -> str:
        """Its Message-ID."""
        return str(self.message.get("Message-ID", "")).strip()

    @property
    def references(self) -> str:
        """The Message-IDs of its thread so far, oldest first."""
        return " ".join(str(self.message.get("References", "")).split())

    @property
    def thread(self) -> str:
        """The Message-ID with which its thread began."""
        return next(iter(self.references.split()), self.message_id)

    @property
    def host_answer(self) -> str:
        """What the host answered to a mail sent from here."""
        return str(self.message.get(ANSWER, ""))

    @property
    def was_taken(self) -> bool:
        """Whether the host accepted a mail sent from here."""
        return self.host_answer.startswith("2")

    @property
    def beginning(self) -> str:
        """How its text begins."""
        return " ".join(self.text.strip().partition("\n\n")[0].split())[:BEGINNING]

    @cached_property
    def text(self) -> str:
        """Its text part, as a mail program without HTML shows it."""
        return self._part("plain")

    @cached_property
    def html(self) -> str:
        """Its HTML part, or nothing."""
        return self._part("html")

    @property
    def source(self) -> str:
        """All of it, as it came."""
        return self.message.as_bytes().decode("utf-8", "replace")

    def _part(self, kind: str) -> str:
        part = self.message.get_body((kind,))
        return str(part.get_content()) if part is not None else ""


@dataclass(frozen=True)
class Box:
    """The mailbox of an address."""

    address: str

    @property
    def path(self) -> Path:
        """Where it stands."""
        name = quote(self.address.lower(), safe="@+-_=")
        return place() / name.replace("~", "%7E")

    @property
    def exists(self) -> bool:
        """Whether anything has come there yet."""
        return (self.path / "cur").is_dir()

    def deliver(self, raw: bytes) -> str:
        """Put a mail into it; give its key."""
        return made(self.path).add(raw)

    def keep_sent(self, raw: bytes) -> str:
        """Keep a mail that was sent from here; give its key."""
        return made(self.path / f".{SENT}").add(raw)

    def mails(self) -> list[Mail]:
        """Give its mails and those sent from here, newest first."""
        found = [*self._mails(self.path, is_sent=False), *self._mails(self.path / f".{SENT}", is_sent=True)]
        return sorted(found, key=lambda mail: mail.at, reverse=True)

    def mail(self, key: str) -> Mail | None:
        """Give one of them."""
        return next((mail for mail in self.mails() if mail.key == key), None)

    def unread(self) -> int:
        """Count the mails that nobody has opened."""
        return sum(1 for _ in (self.path / "new").iterdir()) if self.exists else 0

    def mark_read(self, key: str) -> None:
        """Note that a mail has been opened."""
        fresh = self.path / "new" / key
        if fresh.exists():
            fresh.rename(self.path / "cur" / f"{key}{mailbox.Maildir.colon}2,S")

    def _mails(self, path: Path, *, is_sent: bool) -> Iterator[Mail]:
        for folder in ("new", "cur") if path.is_dir() else ():
            for file in (path / folder).iterdir():
                yield Mail(
                    box=self,
                    key=file.name.partition(mailbox.Maildir.colon)[0],
                    at=datetime.fromtimestamp(file.stat().st_mtime, UTC),
                    is_unread=folder == "new" and not is_sent,
                    is_sent=is_sent,
                    message=parsed(file.read_bytes()),
                )


def parsed(raw: bytes) -> EmailMessage:
    """Read a mail of our own making."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)  # the policy makes them; the type cannot say it
    return message


def place() -> Path:
    """Say where all mailboxes stand."""
    return Path(settings.STATE_DIR) / "mailroom"


def boxes() -> list[Box]:
    """Give the mailboxes to which something has come, by address."""
    found = place().iterdir() if place().is_dir() else ()
    return sorted(
        (Box(unquote(path.name)) for path in found if "@" in path.name), key=lambda box: box.address
    )


def made(path: Path) -> mailbox.Maildir:
    """Open a Maildir; several processes may make it at once."""
    for folder in ("tmp", "new", "cur"):
        (path / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    return mailbox.Maildir(path, create=False)
