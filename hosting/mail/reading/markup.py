"""HTML taken apart into tags and text, in linear time whatever is sent.

The standard library's parser takes minutes for a few kilobytes of unclosed brackets. What is needed here is
little: names of elements, four attributes, and text; so it is done by searching forward, never twice over
the same signs.
"""

from __future__ import annotations

import html
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

_LOWER: Final = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_NAME = re.compile(r"[a-z][a-z0-9:_-]{0,40}")
_ATTRIBUTE = re.compile(
    r"(style|class|type|hidden)(?![\w-])(?:\s{0,9}=\s{0,9}(?:\"([^\"]*)|'([^']*)|([^\s>]*)))?"
)
_RAW: Final = frozenset({"style", "script", "title", "textarea", "xmp"})  # what stands in them is no markup
_LONGEST_TAG: Final = 4000


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag: its name, whether it closes, and its style, class, type and hidden; all in lower case."""

    name: str
    closes: bool = False
    attributes: dict[str, str] = field(default_factory=dict)


def tokens(page: str) -> Iterator[Tag | str]:
    """Go through a page: tags, and texts with their entities resolved. Comments are left out."""
    source = _Source(page)
    place = 0
    while (begin := source.next("<", place)) >= 0:
        if begin > place:
            yield _resolved(page[place:begin])
        place = source.after_comment(begin)
        if place > begin:
            continue
        found = source.tag(begin)
        if found is None:
            yield "<"
            place = begin + 1
            continue
        tag, place = found
        yield tag
        if tag.name in _RAW and not tag.closes:
            place = source.next(f"</{tag.name}", place)
            if place < 0:
                return
    if place < len(page):
        yield _resolved(page[place:])


class _Source:
    """A page that remembers where it has searched: no search goes twice over the same stretch."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.lower = page.translate(_LOWER)
        self.found: dict[str, int] = {}

    def next(self, needle: str, place: int) -> int:
        """Return where the needle comes next from this place on, or -1; places never go down per needle."""
        known = self.found.get(needle)
        if known is None or 0 <= known < place:
            known = self.lower.find(needle, place)
            self.found[needle] = known
        return known

    def after_comment(self, begin: int) -> int:
        """Return the place after the comment or declaration that begins here; `begin` when none does."""
        if self.lower.startswith("<!--", begin):
            end = self.next("-->", begin)
            return len(self.page) if end < 0 else end + 3
        if self.lower.startswith(("<!", "<?"), begin):
            end = self.next(">", begin)
            return len(self.page) if end < 0 else end + 1
        return begin

    def tag(self, begin: int) -> tuple[Tag, int] | None:
        """Return the tag that begins here and the place after it; None when this bracket begins none."""
        closes = self.lower.startswith("/", begin + 1)
        name = _NAME.match(self.lower, begin + 1 + closes)
        if name is None:
            return None
        end = self._end_of_tag(begin)
        if end < 0:
            return Tag(name[0], closes), len(self.page)
        inside = self.lower[name.end() : min(end, begin + _LONGEST_TAG)]
        given = {found[1]: found[2] or found[3] or found[4] or "" for found in _ATTRIBUTE.finditer(inside)}
        return Tag(name[0], closes, given), end + 1

    def _end_of_tag(self, begin: int) -> int:
        """Return where the closing bracket stands, past those inside of quotation marks."""
        end = first = self.next(">", begin)
        for _ in range(4):
            if end < 0 or self.lower.count('"', begin, end) % 2 == 0:
                return end if end >= 0 else first
            quote = self.lower.find('"', end, end + _LONGEST_TAG)
            end = self.lower.find(">", quote, quote + _LONGEST_TAG) if quote >= 0 else -1
        return end if end >= 0 else first


def _resolved(text: str) -> str:
    try:
        return html.unescape(text)
    except ValueError:  # a number of thousands of digits
        return text
