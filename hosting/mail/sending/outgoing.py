"""A finished mail, and how it goes over the wire: what Django's e-mail backends are given.

Django's own message class builds its parts by the slow way and in base64 or with a header check for
each. Here the two parts are encoded by the C function of the standard library into something a person
can read in raw form: plain ASCII as it is, everything else as quoted-printable, which every server on
the way lets through.
"""

from __future__ import annotations

import re
from binascii import b2a_qp
from collections.abc import Mapping
from dataclasses import dataclass
from email.generator import BytesGenerator
from email.header import Header
from email.mime.base import MIMEBase
from email.mime.nonmultipart import MIMENonMultipart
from email.policy import compat32
from io import BytesIO
from typing import Any, Final

from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import BadHeaderError, sanitize_address

LONGEST_PLAIN: Final = 900
"""Characters of a line that may go as they are; the standard allows 998."""

_BREAKS: Final = re.compile(r"[\r\n\0]")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of text that goes with a mail; its name is plain ASCII."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class WrittenMail:
    """A mail in words. `sender` is the envelope's, to which bounces go; headers have no line breaks.

    Without `html` it is plain text only. `tells`: the notices that a daily mail tells of.
    """

    to: str
    sender: str
    subject: str
    text: str
    html: str
    headers: Mapping[str, str]
    attachments: tuple[Attachment, ...] = ()
    tells: tuple[int, ...] = ()


class Wired(MIMEBase):
    """A message with the one method that Django's backends call in a way of their own."""

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n", **_options: Any) -> bytes:  # type: ignore[override]  # noqa: FBT001, FBT002 - as Django has it
        """Give the message as bytes with these line ends."""
        out = BytesIO()
        policy = compat32.clone(linesep=linesep)
        BytesGenerator(out, mangle_from_=False, policy=policy).flatten(
            self, unixfrom=unixfrom, linesep=linesep
        )
        return out.getvalue()


class OutgoingMail(EmailMultiAlternatives):
    """A letter as Django's backends take it."""

    def __init__(self, mail: WrittenMail) -> None:
        super().__init__(
            subject=mail.subject,
            body=mail.text,
            from_email=mail.sender,
            to=[mail.to],
            headers=dict(mail.headers),
            alternatives=[(mail.html, "text/html")] if mail.html else [],
        )
        self.mail = mail

    def message(self, **_options: Any) -> Wired:  # type: ignore[override]  # less than Django's class, all that a backend calls
        """Build what goes over the wire. Raises BadHeaderError for a header with a line break."""
        mail = self.mail
        wired = _empty(mail)
        del wired["MIME-Version"]
        _set(wired, "Subject", mail.subject)
        _set(wired, "To", sanitize_address(mail.to, "utf-8"))
        for name, value in mail.headers.items():
            _set(wired, name, value)
        wired["MIME-Version"] = "1.0"
        if mail.attachments:
            wired.attach(_words(mail))
            for file in mail.attachments:
                wired.attach(_file(file))
        else:
            _put_words(wired, mail)
        return wired


def _empty(mail: WrittenMail) -> Wired:
    if mail.attachments:
        return Wired("multipart", "mixed")
    return Wired("multipart", "alternative") if mail.html else Wired("text", "plain", charset="utf-8")


def _words(mail: WrittenMail) -> MIMEBase:
    """Give the words as one part, beside which files may stand."""
    part = MIMEBase("multipart", "alternative") if mail.html else MIMEBase("text", "plain", charset="utf-8")
    del part["MIME-Version"]
    _put_words(part, mail)
    return part


def _put_words(into: MIMEBase, mail: WrittenMail) -> None:
    if mail.html:
        into.attach(_part("plain", mail.text))
        into.attach(_part("html", mail.html))
    else:
        _fill(into, mail.text)


def _file(file: Attachment) -> MIMEBase:
    part = _part("plain", file.text)
    part.add_header("Content-Disposition", "attachment", filename=file.name)
    return part


def _set(wired: Wired, name: str, value: str) -> None:
    if _BREAKS.search(value):
        raise BadHeaderError(f"The header {name} has a line break.")
    wired[name] = value if value.isascii() else Header(value, "utf-8", header_name=name).encode()


def _part(subtype: str, text: str) -> MIMENonMultipart:
    part = MIMENonMultipart("text", subtype, charset="utf-8")
    del part["MIME-Version"]
    _fill(part, text)
    return part


def _fill(part: MIMEBase, text: str) -> None:
    if text.isascii() and max(map(len, text.split("\n"))) <= LONGEST_PLAIN:
        part["Content-Transfer-Encoding"] = "7bit"
        part.set_payload(text)
    else:
        part["Content-Transfer-Encoding"] = "quoted-printable"
        part.set_payload(b2a_qp(text.encode("utf-8", "replace"), istext=True).decode("ascii"))
