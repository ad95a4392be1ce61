"""From the bytes of a mail to its headers and parts: in linear time, under caps, never raising but `Broken`.

The standard library's parser builds the whole tree before anyone can count, and a few thousand nested parts
or bracketed addresses make it raise or run for minutes. So the tree is walked here, part by part, and given
up as soon as a cap is passed; only the fields of one part (its type and parameters) are left to the
library, with its tolerant compat32 policy and cut to a length at which it is harmless.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from email.message import Message
from functools import cached_property
from typing import Final

MOST_HEADER_BYTES: Final = 64 * 1024
MOST_HEADERS: Final = 500
MOST_PARTS: Final = 100
DEEPEST: Final = 20
LONGEST_FIELD: Final = 2000
"""Characters of one structured field that are looked at; real ones have a few hundred."""

_TYPE = re.compile(r"[^\s/]{1,100}/[^\s/]{1,100}")
_NAME = re.compile(rb"([\x21-\x39\x3b-\x7e]+)[ \t]*:")
_WELL_KNOWN = re.compile(
    rb"(?:received|date|from|to|cc|subject|message-id|in-reply-to|references|mime-version|content-[a-z-]+|x-[a-z-]+"
    rb"|return-path|delivered-to|reply-to|sender|list-[a-z]+|dkim-signature):",
    re.IGNORECASE,
)
_CONTROLS = dict.fromkeys([*range(32), 127])


class Broken(ValueError):
    """The mail passes a cap; its text says which. It is kept, answered, and not read."""


class Headers:
    """The header fields of one part in order: unfolded, without control characters, names in lower case."""

    def __init__(self, fields: list[tuple[str, str]]) -> None:
        """Take (lower-case name, value) pairs."""
        self.fields = fields

    def all(self, name: str) -> tuple[str, ...]:
        """Return every value of that field, topmost first."""
        return tuple(value for found, value in self.fields if found == name)

    def first(self, name: str) -> str:
        """Return the topmost value of that field, or an empty text."""
        return next((value for found, value in self.fields if found == name), "")


@dataclass(frozen=True)
class Part:
    """One part of a mail; `around` names the types of what it stands in, outermost first."""

    headers: Headers
    body: bytes
    around: tuple[str, ...] = ()
    bare: bool = False
    """Its boundary never comes, so it is read as plain text."""

    @cached_property
    def _fields(self) -> Message:
        message = Message()
        for name in ("content-type", "content-disposition"):
            value = self.headers.first(name)[:LONGEST_FIELD]
            if value:
                message[name] = value
        return message

    @cached_property
    def type(self) -> str:
        """The content type in lower case; what cannot be understood is text/plain."""
        given = self._fields.get_content_type()
        return given if _TYPE.fullmatch(given) and not self.bare else "text/plain"

    def parameter(self, name: str) -> str:
        """Return a parameter of the content type, or an empty text."""
        value = self._fields.get_param(name, "")
        return value[2] if isinstance(value, tuple) else str(value)

    @property
    def charset(self) -> str:
        """The declared charset in lower case, or an empty text."""
        return self._fields.get_content_charset("") or ""

    @property
    def disposition(self) -> str:
        """`inline`, `attachment`, another word, or an empty text."""
        return self._fields.get_content_disposition() or ""

    @property
    def attached(self) -> bool:
        """True for attachments, also for those a client shows inline: whatever has a file name."""
        return self.disposition == "attachment" or bool(self._fields.get_filename(""))

    @property
    def forwarded(self) -> bool:
        """True inside of another mail that this one carries."""
        return any(kind.startswith("message/") for kind in self.around)


@dataclass(frozen=True)
class Mail:
    """A mail taken apart: its own headers and type, the leaves of its tree in order, the mails it carries."""

    top: Part
    leaves: tuple[Part, ...]
    carried: tuple[Part, ...] = ()

    @property
    def headers(self) -> Headers:
        """The headers of the mail itself."""
        return self.top.headers


def parse(raw: bytes) -> Mail:
    """Take a mail apart. Raises `Broken` when it passes a cap."""
    data = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").lstrip()
    if data.startswith((b"From ", b">From ")):  # the line that mailbox files put above every mail
        data = data.partition(b"\n")[2]
    top = _part(data)
    leaves: list[Part] = []
    carried: list[Part] = []
    waiting = [top]
    seen = 0
    while waiting:
        part = waiting.pop()
        seen += 1
        if part.around[-1:] == ("message/rfc822",) or part.type == "text/rfc822-headers":
            carried.append(part if part.forwarded else Part(parse_headers(part.body), b"", part.around))
        inner = _children(part)
        if seen + len(waiting) + len(inner) > MOST_PARTS:
            raise Broken(f"more than {MOST_PARTS} parts")
        if inner and len(part.around) >= DEEPEST:
            raise Broken(f"parts nested deeper than {DEEPEST}")
        if inner:
            waiting.extend(reversed(inner))
        else:
            leaves.append(replace(part, bare=True) if part.type.startswith("multipart/") else part)
    return Mail(top, tuple(leaves), tuple(carried))


def header_only(raw: bytes) -> Mail:
    """Read no more of a mail than its header, and nothing where that passes a cap, too."""
    begin = raw[: MOST_HEADER_BYTES + 1].replace(b"\r\n", b"\n").replace(b"\r", b"\n").lstrip()
    try:
        return Mail(Part(parse_headers(begin), b""), ())
    except Broken:
        return Mail(Part(Headers([]), b""), ())


def parse_headers(block: bytes) -> Headers:
    """Read a block of fields as delivery reports have them. Raises `Broken` like `parse`."""
    return _part(block).headers


def _part(data: bytes, around: tuple[str, ...] = ()) -> Part:
    """Cut the header block off; it ends at a blank line, or where two lines cannot be fields."""
    folded: list[tuple[str, list[bytes]]] = []
    place = 0
    while place < len(data):
        end = data.find(b"\n", place)
        end = len(data) if end < 0 else end
        line = data[place:end]
        name = _NAME.match(line)
        if not line:
            place = end + 1
            break
        if line[:1] in (b" ", b"\t") and folded:
            folded[-1][1].append(line)
        elif name:
            folded.append((name[1].decode("ascii").lower(), [line[name.end() :]]))
        elif not (folded and _WELL_KNOWN.match(data, end + 1)):
            break
        place = end + 1
        if place > MOST_HEADER_BYTES:
            raise Broken(f"more than {MOST_HEADER_BYTES // 1024} KiB of headers")
        if len(folded) > MOST_HEADERS:
            raise Broken(f"more than {MOST_HEADERS} headers")
    return Part(Headers([(name, _unfold(lines)) for name, lines in folded]), data[place:], around)


def _unfold(lines: list[bytes]) -> str:
    value = b" ".join(line.strip() for line in lines)
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        text = value.decode("latin-1")
    return text.translate(_CONTROLS).strip()


def _children(part: Part) -> list[Part]:
    """Return the parts inside of this one; none for a leaf, or when its boundary never comes."""
    around = (*part.around, part.type)
    if part.type == "message/rfc822":
        encoded = part.headers.first("content-transfer-encoding").lower() in ("base64", "quoted-printable")
        return [] if encoded else [_part(part.body, around)]
    if not part.type.startswith("multipart/"):
        return []
    boundary = part.parameter("boundary").rstrip()
    if not boundary:
        return []
    pattern = rb"^--" + re.escape(boundary.encode("utf-8", "replace")) + rb"(--)?[ \t]*$"
    children: list[Part] = []
    begin = -1
    for found in re.finditer(pattern, part.body, re.MULTILINE):
        if begin >= 0:
            children.append(_part(part.body[begin : max(begin, found.start() - 1)], around))
        begin = -1 if found[1] else found.end() + 1
        if found[1] or len(children) > MOST_PARTS:
            break
    if begin >= 0:
        children.append(_part(part.body[begin:], around))
    return children
