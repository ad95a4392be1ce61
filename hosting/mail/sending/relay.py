"""One connection to the mail relay, through Django's e-mail backend, and what its answers mean."""

from __future__ import annotations

import re
import smtplib
import socket
import threading
import time
from types import TracebackType
from typing import Final, Self

from django.core.mail import get_connection

from hosting.mail.sending.outgoing import OutgoingMail

LONGEST_WORDS: Final = 200
CLOSING: Final = 421
FINAL: Final = range(500, 600)
_LOCAL_PART: Final = re.compile(r"[^\s<>\"(),:;@]+@")


class Refused(Exception):
    """The relay will never take this mail; the text is what it said."""


class Unreachable(Exception):
    """The mail was not taken now, and may be another time; the text is what was said, or what happened."""


class Relay:
    """Sends mails one after another; used as a context. `ends`: the monotonic instant of the end of all.

    The backend's own timeout is for one answer of the relay. A relay that answers letter by letter would
    outlast it, so the socket is shut from another thread when the time is up.
    """

    def __init__(self, ends: float) -> None:
        self.backend = get_connection()
        self.is_down = False
        self.knife = threading.Timer(max(0.0, ends - time.monotonic()), self._cut)
        self.knife.daemon = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.knife.cancel()
        self._hang_up()

    def send(self, mail: OutgoingMail) -> None:
        """Hand a mail over. Raises Refused, Unreachable, or what building the mail raises."""
        if not self.knife.is_alive() and not self.knife.finished.is_set():
            self.knife.start()
        self._open()
        try:
            self.backend.send_messages([mail])
        except smtplib.SMTPRecipientsRefused as refusal:
            code, words = next(iter(refusal.recipients.values()))
            self._judge(code, words)
        except smtplib.SMTPDataError as refusal:
            self._judge(refusal.smtp_code, refusal.smtp_error)
        except (smtplib.SMTPException, OSError) as fault:
            self._hang_up()
            raise Unreachable(_said(fault)) from None

    def _open(self) -> None:
        if self.is_down:
            raise Unreachable("the relay could not be reached")
        try:
            self.backend.open()
        except (smtplib.SMTPException, OSError) as fault:
            self.is_down = True
            raise Unreachable(_said(fault)) from None

    def _judge(self, code: int, words: bytes | str) -> None:
        """Raise what an answer about this one mail means. Other answers are about us, and never final."""
        if code == CLOSING:
            self._hang_up()
        said = _words(code, words)
        raise Refused(said) if code in FINAL else Unreachable(said)

    def _hang_up(self) -> None:
        try:
            self.backend.close()
        except (smtplib.SMTPException, OSError):
            self.backend = get_connection()

    def _cut(self) -> None:
        line = getattr(getattr(self.backend, "connection", None), "sock", None)
        if line is not None:
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                return


def _said(fault: Exception) -> str:
    if isinstance(fault, smtplib.SMTPResponseException):
        return _words(fault.smtp_code, fault.smtp_error)
    return _masked(f"{type(fault).__name__}: {fault}")


def _words(code: int, words: bytes | str) -> str:
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return _masked(f"{code} {text}")


def _masked(text: str) -> str:
    """Keep the words and leave out people: an address shows only its domain."""
    return _LOCAL_PART.sub("…@", " ".join(text.split()))[:LONGEST_WORDS]
