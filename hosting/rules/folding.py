"""Folding of what people type: case, accents, full-width digits and the marks around a line do not matter."""

from __future__ import annotations

import re
import unicodedata

LETTERS = str.maketrans(
    {"ø": "o", "æ": "a", "œ": "o", "đ": "d", "ł": "l", "\u2212": "-", "\ufe0f": "", "\u200b": ""}
)
BULLET = re.compile(r"^\s*(?:[-*•·\u2013\u2014‣◦]+\s+)+")
EMPHASIS = re.compile(r"[*_`]+\s*(.*[^\s*_`.,;:!])[.,;:!]*\s*[*_`]+[.,;:!…]*")
"""A line in bold, as plain text has it. Marks of quotation stay: our mails tell in them what to write."""
TOKEN = re.compile(r"[^\W\d_]+|\d+|->|=>|[^\s\w]|_")
SEPARATORS = frozenset(",;:-/")
FINAL = frozenset(".,;:!…")


def fold(text: str) -> str:
    """Text in lower case without accents, compatibility forms made plain (LÄK is LAK)."""
    text = unicodedata.normalize("NFKC", text).casefold().translate(LETTERS)
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def bare(line: str) -> str:
    """Give a line without its bullet, and without marks that make all of it bold."""
    line = BULLET.sub("", line).strip()
    bold = EMPHASIS.fullmatch(line)
    return bold[1] if bold else line


def tokens(line: str) -> tuple[str, ...]:
    """Words, numbers and signs of a bare line, folded; final stops and separators are left out."""
    found = TOKEN.findall(fold(bare(line).replace("→", "->")))
    while found and found[-1] in FINAL:
        found.pop()
    return tuple(token for token in found if token not in SEPARATORS)


def is_near(word: str, other: str) -> bool:
    """True when one slip makes one word of the other: a letter more, less, wrong, or two changed about."""
    if word == other or abs(len(word) - len(other)) > 1:
        return word == other
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    a, b = word[start:], other[start:]
    if len(a) == len(b):
        return a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
    return a[1:] == b if len(a) > len(b) else a == b[1:]
