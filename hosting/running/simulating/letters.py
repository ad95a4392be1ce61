"""A mail as its reader sees it: what is asked, by when, in which match, and where an answer goes.

Read from the bytes that came over the wire and from nothing else, in the words of three languages.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr
from functools import cached_property
from html import unescape
from typing import Final
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

MONTHS: Final = {
    name: number
    for names in (
        "January February March April May June July August September October November December",
        "januari februari mars april maj juni juli augusti september oktober november december",
        "Januari Februari Mac April Mei Jun Julai Ogos September Oktober November Disember",
    )
    for number, name in enumerate(names.split(), start=1)
}
AFTERNOON: Final = {"tengah hari", "petang", "malam"}
INSTANT: Final = re.compile(
    rf"(\d{{1,2}}) ({'|'.join(MONTHS)}),? (?:(?:kl\.|pukul) )?(\d{{1,2}})[:.](\d\d)"
    rf"(?: (pagi|{'|'.join(AFTERNOON)}))? \(([^),]+)(?:, UTC([+-]\d+))?\)"
)
UNTIL: Final = re.compile(
    r"(?:Reply by|It is your turn, until|Svara senast|Det är din tur, fram till"
    r"|Balas selewat-lewatnya|Sekarang giliran anda, sehingga) [^()]*\([^)]+\)"
)
LEFT: Final = re.compile(r"[^.]*(?:\bleft\b|\bkvar\b|\btinggal\b)[^.]*\. *$")
SPAN: Final = re.compile(r"(\d+) (?:(day|dag|hari)|(hour|timm|jam)|(minut|minit))")
NO_TIME: Final = ("less than a minute", "mindre än en minut", "kurang daripada seminit")
REMINDER: Final = ("A reminder:", "En påminnelse:", "Peringatan:")
MATCH: Final = re.compile(r"/match/(\d+)$", re.MULTILINE)
CHOICE: Final = re.compile(r"^(\d+)\.\s(.+(?:\n   .+)*)", re.MULTILINE)
ADDRESS: Final = re.compile(r"play\+[a-z2-7]{29}@[\w.-]+")
LINK: Final = re.compile(r'href="(mailto:[^"]+)"')
TIE: Final = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Choice:
    """A numbered choice: its number and its sentence."""

    number: str
    sentence: str

    @property
    def typed(self) -> str:
        """What the sentence says may be typed, or nothing."""
        found = re.search("[“”„«]([^“”»]+)[”»]", self.sentence)
        return found[1] if found else ""


@dataclass(frozen=True)
class Part:
    """What a mail says of one match. `left` is the time said to be left, rounded down to `unit`."""

    match: int
    text: str
    address: str
    deadline: dt.datetime | None
    left: dt.timedelta | None
    unit: dt.timedelta
    choices: tuple[Choice, ...]
    reminds: bool


@dataclass(frozen=True)
class Letter:
    """A mail as it was received at an instant."""

    at: dt.datetime
    sender: str
    to: str
    subject: str
    message_id: str
    answers: tuple[str, ...]
    kind: str
    reply_to: str
    text: str
    page: str
    zone: ZoneInfo

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """What it says, match by match."""
        return tuple(self._parts())

    def _parts(self) -> Iterator[Part]:
        begin = 0
        for found in MATCH.finditer(self.text):
            yield self._part(int(found[1]), self.text[begin : found.end()])
            begin = found.end()

    def _part(self, match: int, text: str) -> Part:
        plain = " ".join(text.split())
        until = UNTIL.search(plain)
        deadline = said_instant(until[0], self.at, self.zone) if until else None
        before = LEFT.search(plain[: until.start()]) if until else None
        left, unit = said_span(before[0]) if before else (None, dt.timedelta())
        written = ADDRESS.search(text)
        return Part(
            match=match,
            text=text,
            address=written[0] if written else self.reply_to,
            deadline=deadline,
            left=left,
            unit=unit,
            choices=tuple(Choice(each[1], " ".join(each[2].split())) for each in CHOICE.finditer(text)),
            reminds=plain.startswith(REMINDER),
        )

    def tapped(self, address: str) -> list[str]:
        """Give what its links would write to an address, one body a link."""
        links = (urlsplit(link) for link in LINK.findall(unescape(self.page)))
        mine = (link for link in links if link.path == address)
        return [body for link in mine for body in parse_qs(link.query).get("body", [])]


def read(raw: bytes, sender: str, at: dt.datetime, zone: ZoneInfo) -> Letter:
    """Read a mail that came at an instant; `sender` is its envelope's."""
    mail = message_from_bytes(raw)
    return Letter(
        at=at,
        sender=sender,
        to=parseaddr(str(mail["To"]))[1],
        subject=_words(str(mail["Subject"])),
        message_id=str(mail["Message-ID"]),
        answers=tuple(f"{mail['In-Reply-To'] or ''} {mail['References'] or ''}".split()),
        kind=str(mail["Feedback-ID"]).partition(":")[0],
        reply_to=parseaddr(str(mail["Reply-To"] or mail["From"]))[1],
        text=_part(mail, "text/plain").replace(TIE, " ").replace("\r\n", "\n"),
        page=_part(mail, "text/html"),
        zone=zone,
    )


def said_instant(words: str, near: dt.datetime, zone: ZoneInfo) -> dt.datetime | None:
    """Give the instant that words name, in the year in which it is nearest."""
    found = INSTANT.search(words)
    if found is None:
        return None
    day, month, hour, minute = int(found[1]), MONTHS[found[2]], int(found[3]), int(found[4])
    if found[5]:
        hour = hour % 12 + (12 if found[5] in AFTERNOON else 0)
    shift = int(found[7]) if found[7] else None
    there = zone if shift is None else dt.timezone(dt.timedelta(hours=shift))
    meant = [
        dt.datetime(near.year + more, month, day, hour, minute, tzinfo=there).astimezone(dt.UTC)
        for more in (-1, 0, 1)
        if (month, day) != (2, 29)
    ]
    return min(meant, key=lambda instant: abs(instant - near))


def said_span(words: str) -> tuple[dt.timedelta | None, dt.timedelta]:
    """Give the time that words name, and the unit down to which it is said."""
    if any(none in words for none in NO_TIME):
        return dt.timedelta(), dt.timedelta(minutes=1)
    total, unit = dt.timedelta(), dt.timedelta()
    for count, days, hours, _minutes in SPAN.findall(words):
        unit = dt.timedelta(days=1) if days else dt.timedelta(hours=1) if hours else dt.timedelta(minutes=1)
        total += int(count) * unit
    if not unit:
        return None, unit
    finer = {dt.timedelta(days=1): dt.timedelta(hours=1), dt.timedelta(hours=1): dt.timedelta(minutes=1)}
    is_one = len(SPAN.findall(words)) == 1
    return total, finer.get(unit, unit) if is_one else unit


def _part(mail: Message, kind: str) -> str:
    for part in mail.walk():
        if part.get_content_type() == kind:
            raw = part.get_payload(decode=True)
            assert isinstance(raw, bytes)
            return raw.decode("utf-8")
    return ""


def _words(subject: str) -> str:
    return " ".join(subject.split())
