"""Mail programs: how what a person types becomes a mail, with what they quote, add and encode.

Each takes the lines that were typed and the letter that is answered, and gives the plain text and, for
those that send one, the page. They quote above, below and in between, wrap anew, sign, or send a page only.
"""

from __future__ import annotations

import textwrap
from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.utils import format_datetime
from html import escape
from typing import Final

from hosting.running.simulating.letters import Letter
from hosting.running.simulating.speech import SPEECH, Speech


@dataclass(frozen=True)
class Writer:
    """Who types: what mail programs put into mails of his own accord."""

    name: str
    address: str
    language: str

    @property
    def speech(self) -> Speech:
        """The words of his language."""
        return SPEECH[self.language]


Typed = Sequence[str]
Program = Callable[[Typed, Letter, Writer], tuple[str, str]]


def bare(typed: Typed, letter: Letter, writer: Writer) -> tuple[str, str]:
    """Send what was typed, and nothing else."""
    del letter, writer
    return "\n".join(typed), ""


def telephone(typed: Typed, letter: Letter, writer: Writer) -> tuple[str, str]:
    """Sign with the name of the telephone and quote below."""
    return _text(typed, "", writer.speech.telephone, "", _wrote(letter, writer), "", *_marked(letter)), ""


def webmail(typed: Typed, letter: Letter, writer: Writer) -> tuple[str, str]:
    """Quote below, in both parts."""
    page = (
        f'<div dir="ltr">{_lines(typed)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f"{escape(_wrote(letter, writer))}<br></div>"
        f'<blockquote class="gmail_quote">{_lines(letter.text.splitlines())}</blockquote></div>'
    )
    return _text(typed, "", _wrote(letter, writer), "", *_marked(letter)), page


def office(typed: Typed, letter: Letter, writer: Writer) -> tuple[str, str]:
    """Leave the mail that is answered below as it is, under its head."""
    mark, sender, sent, to, subject = writer.speech.original
    head = (
        mark,
        f"{sender}: Postbord <{letter.reply_to}>",
        f"{sent}: {letter.at.astimezone(letter.zone):{writer.speech.day}}",
        f"{to}: {writer.name} <{writer.address}>",
        f"{subject}: {letter.subject}",
    )
    return _text(typed, "", *_signed(writer), "", *head, "", *letter.text.splitlines()), ""


def below(typed: Typed, letter: Letter, writer: Writer) -> tuple[str, str]:
    """Quote first; what was typed stands below, over a signature."""
    return _text(_wrote(letter, writer), *_marked(letter), "", typed, "", "-- ", writer.name), ""


def between(typed: Typed, letter: Letter, writer: Writer) -> tuple[str, str]:
    """Type right below the quoted list, and quote the rest after it."""
    lines = _marked(letter)
    numbered = [place for place, line in enumerate(lines) if line.startswith("> 2.")]
    cut = numbered[0] if numbered else len(lines)
    return _text(_wrote(letter, writer), *lines[:cut], "", typed, "", *lines[cut:]), ""


def page_only(typed: Typed, letter: Letter, writer: Writer) -> tuple[str, str]:
    """Send a page and no plain text."""
    quoted = _lines([_wrote(letter, writer), *letter.text.splitlines()])
    hello, bye = writer.speech.hello[0], writer.speech.bye[0]
    return "", (
        f"<html><body><p>{escape(hello)}</p><p>{_lines(typed)}</p><p>{escape(bye)}<br>{escape(writer.name)}</p>"
        f'<blockquote type="cite">{quoted}</blockquote></body></html>'
    )


def wrapping(typed: Typed, letter: Letter, writer: Writer) -> tuple[str, str]:
    """Wrap what is quoted once more, so that the tails of its lines lose their mark."""
    quoted = [piece for line in _marked(letter) for piece in textwrap.wrap(line, 50) or [""]]
    return _text(typed, "", *_signed(writer), "", _wrote(letter, writer), *quoted), ""


def unmarked(typed: Typed, letter: Letter, writer: Writer) -> tuple[str, str]:
    """Leave the mail that is answered below without any mark."""
    return _text(typed, "", writer.name, "", *letter.text.splitlines()), ""


def polite(typed: Typed, letter: Letter, writer: Writer) -> tuple[str, str]:
    """Greet, sign, quote nothing."""
    del letter
    return _text(writer.speech.hello[1], "", typed, "", *_signed(writer)), ""


PROGRAMS: Final[tuple[Program, ...]] = (
    bare,
    telephone,
    webmail,
    office,
    below,
    between,
    page_only,
    wrapping,
    unmarked,
    polite,
)
CODINGS: Final = ("8bit", "quoted-printable", "base64", "windows-1252")


@dataclass(frozen=True)
class Heading:
    """What stands in the head of a mail beside who writes it."""

    to: str
    subject: str
    message_id: str
    references: str
    answers: str
    date: str
    verdict: str
    more: tuple[str, ...] = ()


def heading(letter: Letter, *, to: str, message_id: str, verdict: str, more: tuple[str, ...] = ()) -> Heading:
    """Give the head of an answer to a letter."""
    return Heading(
        to=to,
        subject=f"Re: {letter.subject}",
        message_id=message_id,
        references=" ".join([*letter.answers[-3:], letter.message_id]),
        answers=letter.message_id,
        date=format_datetime(letter.at),
        verdict=verdict,
        more=more,
    )


def mail(writer: Writer, head: Heading, text: str, page: str, coding: str) -> bytes:
    """Give a mail as it goes over the wire."""
    lines = [
        *((f"Authentication-Results: mx.play.localhost; dmarc={head.verdict}",) if head.verdict else ()),
        f"From: {_name(writer.name)} <{writer.address}>",
        f"To: {head.to}",
        f"Subject: {_header(head.subject)}",
        f"Date: {head.date}",
        f"Message-ID: {head.message_id}",
        *((f"In-Reply-To: {head.answers}", f"References: {head.references}") if head.answers else ()),
        *head.more,
        "MIME-Version: 1.0",
    ]
    if text and page:
        mark = "=_alternative"
        lines += [f'Content-Type: multipart/alternative; boundary="{mark}"', ""]
        for part in (_coded("plain", text, coding), _coded("html", page, coding)):
            lines += [f"--{mark}", part]
        lines += [f"--{mark}--", ""]
    else:
        lines.append(_coded("html" if page else "plain", page or text, coding))
    return "\r\n".join(lines).replace("\r\n", "\n").replace("\n", "\r\n").encode("utf-8", "surrogateescape")


def _coded(kind: str, text: str, coding: str) -> str:
    """Encode a part with its head; what an old charset cannot hold is sent in UTF-8, as programs do."""
    charset = coding if coding == "windows-1252" and _fits(text, coding) else "utf-8"
    raw = text.encode(charset) + b"\n"
    way = {"windows-1252": "quoted-printable"}.get(coding, coding)
    if way == "base64":
        body = encodebytes(raw).decode("ascii")
    elif way == "quoted-printable":
        body = b2a_qp(raw, istext=True).decode("ascii")
    else:
        body = raw.decode("utf-8")
    return f"Content-Type: text/{kind}; charset={charset}\nContent-Transfer-Encoding: {way}\n\n{body}"


def _fits(text: str, charset: str) -> bool:
    try:
        text.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def _text(*pieces: str | Typed) -> str:
    return "\n".join(piece if isinstance(piece, str) else "\n".join(piece) for piece in pieces)


def _lines(lines: Sequence[str]) -> str:
    return "<br>".join(map(escape, lines))


def _marked(letter: Letter) -> list[str]:
    return [f"> {line}".rstrip() for line in letter.text.splitlines()]


def _wrote(letter: Letter, writer: Writer) -> str:
    day = f"{letter.at.astimezone(letter.zone):{writer.speech.day}}"
    return writer.speech.wrote.format(date=day, address=letter.reply_to)


def _signed(writer: Writer) -> tuple[str, str]:
    return writer.speech.bye[1], writer.name


def _name(name: str) -> str:
    return name if name.isascii() else _header(name)


def _header(words: str) -> str:
    if words.isascii():
        return words
    coded = b2a_qp(words.encode(), header=True, quotetabs=True).decode("ascii").replace("=\n", "")
    return f"=?utf-8?q?{coded.replace('?', '=3F')}?="
