"""The relay that all mails of a simulated host go to: it hands them over or refuses them."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Sequence
from typing import ClassVar

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

BACKEND = "hosting.running.simulating.relay.Relay"


class Refused(Exception):
    """The relay does not take the mail; `code` and `words` are what it says."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


Carry = Callable[[str, str, bytes], None]
"""Takes a mail: its envelope's sender, its recipient, and its bytes. Raises Refused."""


class Relay(BaseEmailBackend):
    """What Django sends mails by in a simulation."""

    carry: ClassVar[Carry | None] = None

    def open(self) -> bool:
        """There is no connection to be opened."""
        return False

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Hand the mails over; says of one that is refused what an SMTP server's refusal says."""
        for mail in email_messages:
            assert Relay.carry is not None
            to = mail.to[0]
            try:
                Relay.carry(mail.from_email, to, mail.message().as_bytes(linesep="\r\n"))  # type: ignore[call-arg]  # Django's own class
            except Refused as refusal:
                raise smtplib.SMTPRecipientsRefused({to: (refusal.code, refusal.words.encode())}) from None
        return len(email_messages)
