"""From the bytes of a text part to the lines of a person: encodings, charsets, soft breaks, odd characters.

Nothing here fails: what cannot be decoded by the book is decoded by the likeliest guess, and what is broken
becomes replacement characters, so that the rest of a mail can still be read.
"""

from __future__ import annotations

import binascii
import quopri
import re
import unicodedata
from email.errors import HeaderParseError
from email.header import decode_header
from typing import Final

from hosting.mail.reading.parsing import LONGEST_FIELD, Part

MOST_TEXT: Final = 64 * 1024
"""Characters of one text that are read."""

MOST_LINES: Final = 400
"""Lines of one text that are read."""

LONGEST_LINE: Final = 1000
"""Characters of one line that are kept; a longer one is no command."""

_SPACES = re.compile(r"[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_BASE64_JUNK = bytes(
    set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
)
_NO_CHARSETS = frozenset(
    {"punycode", "idna", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"}
)
_SOFT = " "
_SIGNATURE = "-- "
_FORMAT_KEPT = "\u200d"  # joins parts of one emoji


def text_of(part: Part) -> str:
    """Decode a text part by its transfer encoding and charset."""
    return decode(_transfer(part), part.charset)


def _transfer(part: Part) -> bytes:
    encoding = part.headers.first("content-transfer-encoding").strip().lower()
    if encoding == "base64":
        return _base64(part.body)
    if encoding == "quoted-printable":
        return quopri.decodestring(part.body)
    if encoding in ("x-uuencode", "uuencode", "x-uue", "uue"):
        return _uuencoded(part.body)
    return part.body


def _base64(body: bytes) -> bytes:
    letters = body.translate(None, _BASE64_JUNK)
    letters = letters[: len(letters) - 1] if len(letters) % 4 == 1 else letters
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def _uuencoded(body: bytes) -> bytes:
    decoded = []
    for line in body.split(b"\n"):
        if line.startswith((b"begin ", b"end")):
            continue
        try:
            decoded.append(binascii.a2b_uu(line))
        except binascii.Error:
            continue
    return b"".join(decoded)


def decode(data: bytes, charset: str) -> str:
    """Decode by the declared charset if it is one, else as UTF-8, else as Windows-1252 with replacements."""
    for name in (charset if charset.replace("-", "_") not in _NO_CHARSETS else "", "utf-8"):
        try:
            text = data.decode(name)
        except (
            LookupError,
            ValueError,
        ):  # no such codec (or none for text), a name with NUL, bytes that do not fit
            continue
        if isinstance(text, str):
            return text
    return data.decode("windows-1252", "replace")


def header_text(value: str) -> str:
    """Decode the encoded words of a header for people's eyes: one clean line, cut to a length."""
    value = value[:LONGEST_FIELD]
    try:
        pieces = decode_header(value)
    except (HeaderParseError, ValueError):
        return clean(value)
    texts = [piece if isinstance(piece, str) else decode(piece, charset or "") for piece, charset in pieces]
    return clean(" ".join("".join(texts).split()))


def clean(text: str) -> str:
    """Remove what no one typed (control and invisible characters); odd spaces become plain ones."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_cleaned(character) for character in _SPACES.sub(" ", text))


def _cleaned(character: str) -> str:
    if character in ("\n", _FORMAT_KEPT):
        return character
    category = unicodedata.category(character)
    return "" if category in ("Cc", "Cf", "Cs") else character


def lines_of(text: str) -> tuple[list[str], bool]:
    """Split a text into clean lines under the caps; the second value says whether anything was cut off."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    lines = clean(text[:MOST_TEXT]).split("\n")
    cut = len(text) > MOST_TEXT or len(lines) > MOST_LINES
    return [line[:LONGEST_LINE].rstrip() for line in lines[:MOST_LINES]], cut


def unflow(text: str, *, delete_space: bool = False) -> str:
    """Join the soft-broken lines of a text sent as format=flowed (RFC 3676), per depth of quoting."""
    pieces: list[str] = []
    open_depth = -1  # depth of quoting of a line that is still open; -1: none
    for line in text[: 2 * MOST_TEXT].replace("\r\n", "\n").split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        words = line[depth:].removeprefix(" ")
        soft = words.endswith(_SOFT) and words != _SIGNATURE
        if open_depth != depth or words == _SIGNATURE:
            pieces.append("\n" + (">" * depth + " " if depth else ""))
        pieces.append(words[:-1] if soft and delete_space else words)
        open_depth = depth if soft else -1
    return "".join(pieces).removeprefix("\n")
