"""Recognising what we sent ourselves: an unquoted copy of a notice inside of its answer.

Some clients quote without any mark, and re-wrap what they quote. The notice keeps short hashes of its
lines, of neighbouring pairs and of runs of words; never its body. With them the copy is found wherever it
stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import Final

RUN: Final = 5
"""Words in a run; long enough that no one types one by chance, short enough to survive re-wrapping."""

LEAST: Final = 10
"""Words in a row, over more than one line, that must be ours before they are taken for a copy."""

_WORD = re.compile(r"\w+")


def _words(line: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", line).casefold())


def _short(text: str) -> str:
    return blake2b(text.encode("utf-8", "replace"), digest_size=5).hexdigest()


@dataclass(frozen=True, slots=True)
class SentLines:
    """Short hashes of one notice as it was sent: lines, neighbouring pairs of lines, runs of words."""

    lines: frozenset[str] = frozenset()
    pairs: frozenset[str] = frozenset()
    runs: frozenset[str] = frozenset()

    @classmethod
    def of(cls, text: str) -> SentLines:
        """Make them from the text of a notice."""
        lines = [line for line in (_words(line) for line in text.splitlines()) if line]
        joined = [" ".join(line) for line in lines]
        return cls(
            lines=frozenset(map(_short, joined)),
            pairs=frozenset(_short("\n".join(pair)) for pair in pairwise(joined)),
            runs=frozenset(_runs([word for line in lines for word in line])),
        )

    def to_data(self) -> dict[str, list[str]]:
        """Return lists that can be kept as JSON."""
        return {"lines": sorted(self.lines), "pairs": sorted(self.pairs), "runs": sorted(self.runs)}

    @classmethod
    def from_data(cls, data: Mapping[str, Iterable[str]]) -> SentLines:
        """Make them anew from what `to_data` gave; what is missing is empty."""
        return cls(*(frozenset(data.get(name, ())) for name in ("lines", "pairs", "runs")))

    def __or__(self, other: SentLines) -> SentLines:
        """Know the lines of both."""
        return SentLines(self.lines | other.lines, self.pairs | other.pairs, self.runs | other.runs)

    def copied(self, lines: Sequence[str]) -> list[bool]:
        """Say of each line whether it belongs to a copy of the notice; a single line alone never does.

        A player may well type, or paste, one line that stood in the notice; he does not type two in a row
        that stood there in the same order.
        """
        marks = [False] * len(lines)
        if not self.lines:
            return marks
        worded = [
            (place, words) for place, words in ((n, _words(line)) for n, line in enumerate(lines)) if words
        ]
        for (here, first), (there, second) in pairwise(worded):
            if _short(" ".join(first) + "\n" + " ".join(second)) in self.pairs:
                marks[here] = marks[there] = True
        for place in self._rewrapped(worded):
            marks[place] = True
        return marks

    def _rewrapped(self, worded: Sequence[tuple[int, list[str]]]) -> set[int]:
        """Return the lines that hold rows of our words which go on over a line's end."""
        words = [word for _, line in worded for word in line]
        owner = [place for place, line in worded for _ in line]
        found: set[int] = set()
        begin = None
        for place, run in enumerate([*_runs(words), ""]):
            if run in self.runs:
                begin = place if begin is None else begin
            elif begin is not None:
                row = owner[begin : place + RUN - 1]
                if len(row) >= LEAST and row[0] != row[-1]:
                    found.update(row)
                begin = None
        return found


def _runs(words: Sequence[str]) -> list[str]:
    return [_short(" ".join(words[place : place + RUN])) for place in range(len(words) - RUN + 1)]
