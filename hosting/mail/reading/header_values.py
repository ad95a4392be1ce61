"""Addresses and message ids out of header fields, in linear time and without guessing.

The library's address parser recurses on brackets and has taken `alice@example.org)bob@evil.example` for
Alice. The sender of a move is decided by these values, so a field that is not clearly a list of addresses
gives none at all.
"""

from __future__ import annotations

import re
from typing import Final

LONGEST_LIST: Final = 16 * 1024
"""Characters of an address or reference field that are looked at."""

_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\"\\]{1,64}@[^\s@<>()\[\],;:\"\\]{1,255}")
_ID = re.compile(r"<([^<>\s]{1,500})>")


def addresses(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the addresses in these fields as written; none at all when one is not a plain list of them."""
    found: list[str] = []
    for value in values:
        boxes = _mailboxes(value[:LONGEST_LIST])
        if boxes is None:
            return ()
        found.extend(boxes)
    return tuple(found)


def each_address(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return whatever addresses can be found; for fields that only say where a mail was sent to."""
    found: list[str] = []
    for value in values:
        boxes = _mailboxes(value[:LONGEST_LIST])
        found.extend(_ADDRESS.findall(value[:LONGEST_LIST]) if boxes is None else boxes)
    return tuple(dict.fromkeys(found))


def _mailboxes(value: str) -> list[str] | None:
    pieces = _pieces(value)
    if pieces is None:
        return None
    found = []
    for piece in pieces:
        text = piece.strip()
        if not text:
            continue
        if "<" in text or ">" in text:
            before, _, rest = text.partition("<")
            inside, closing, after = rest.partition(">")
            if ">" in before or not closing or after.strip():
                return None
            text = inside.strip()
        if not _ADDRESS.fullmatch(text):
            return None
        found.append(text)
    return found


def _pieces(value: str) -> list[str] | None:
    """Split at commas; None for groups and for marks that are not closed."""
    bare = _bare(value)
    if bare is None:
        return None
    pieces, angle = [""], False
    for character in bare:
        if character == ":" and not angle:
            return None  # a group
        if character in ",;" and not angle:
            pieces.append("")
            continue
        angle = character == "<" or (angle and character != ">")
        pieces[-1] += character
    return None if angle else pieces


def _bare(value: str) -> str | None:
    """Put a space for each quoted name and comment; None when one is not closed, or never began."""
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for character in value:
        if escaped:
            escaped = False
        elif character == "\\" and (quoted or depth):
            escaped = True
        elif character == '"' and not depth:
            quoted = not quoted
            kept.append(" ")
        elif character in "()" and not quoted:
            depth += 1 if character == "(" else -1
            kept.append(" ")
        elif not quoted and not depth:
            kept.append(character)
        if depth < 0:
            return None
    return None if depth or quoted else "".join(kept)


def message_ids(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids in these fields without their brackets, in order, each once, whatever parts them."""
    found = [name for value in values for name in _ID.findall(value[:LONGEST_LIST])]
    return tuple(dict.fromkeys(found))
