"""Laying out plain text: paragraphs, and lines that no mail program wraps once more.

A bare number is a command, so is a word such as "again", and so may be a player's own line that we quote.
None of them ever begins a line: it is tied to the word before it by a blank that no program breaks, and a
copy that was wrapped anew still holds no command.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from hosting.games import GAMES
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from hosting.rules.words import LANGUAGES, host, languages_of, load

WIDTH: Final = 58
"""Columns of a line: with a mark of quotation before it, it is still below what any program wraps at."""

_WHITE: Final = re.compile(r"[ \t\r\n]+")  # not the blanks that tie words
PARAGRAPH: Final = "¶"


def _alone() -> frozenset[str]:
    """Words that are a whole command: to the host, or in one of its games."""
    found = {word for language in LANGUAGES for known in host(language)["host"].values() for word in known}
    for slug in GAMES:
        grammar = GameGrammar(slug, ())
        said = [word for language in languages_of(slug) for word in _vocabulary(slug, language)]
        found |= {word for word in said if grammar.sort(word) is Sort.COMMAND}
    return frozenset(word for word in found if word.isalpha())


def _vocabulary(slug: str, language: str) -> list[str]:
    known: Mapping[str, list[str]] = load(slug, f"words/{language}")["vocabulary"]
    return [word for words in known.values() for word in words]


_ALONE: Final = "|".join(sorted(_alone()))
_TIES: Final = re.compile(
    rf"(?<=[^\W\d_]) (?=\d{{1,3}}(?!\w))|(?<=\S) (?=[“”„«])|(?<=[^\W\d_]) (?=(?:{_ALONE})[.,;:!]*(?:\s|$))",
    re.IGNORECASE,
)
TIE: Final = "\N{NO-BREAK SPACE}"
LONGEST_QUOTE: Final = 40


def named(names: Sequence[str]) -> str:
    """Name people inside a sentence: "Ben", "Ben and Cilla", "Ben, Cilla and Dan"."""
    *most, last = names or ("",)
    between = pgettext("between names", "and")
    return f"{', '.join(most)} {between} {last}" if most else last


def paragraphs(text: str) -> tuple[str, ...]:
    """Cut text at each ¶; inside of a paragraph every white space is one blank."""
    return tuple(filter(None, (_WHITE.sub(" ", piece).strip(" ") for piece in text.split(PARAGRAPH))))


def tied(text: str) -> str:
    """Tie each number, each quotation and each word that is a command to the word before it."""
    return _TIES.sub(TIE, text)


def quoted(lines: Sequence[str], joiner: str = "", *, whole: bool = False) -> str:
    """Name lines that somebody wrote, inside a sentence: “a”, then “b”. Each on one line, cut when long.

    `whole`: nothing is cut, for lines that their reader is to answer for; a long one may then be wrapped.
    """
    # Translators: how a player's own words are quoted inside a sentence.
    mark = _("“%(line)s”")
    shown = [mark % {"line": _tied_if_short(_visible(line, whole=whole))} for line in lines]
    between = joiner or pgettext("between lines of a player", "then")
    return f", {between} ".join(shown)


def _tied_if_short(line: str) -> str:
    return (TIE if len(line) <= LONGEST_QUOTE else " ").join(line.split())


def _visible(line: str, *, whole: bool) -> str:
    """Cut a line to what fits into one of ours, without signs that hide or turn what stands around them."""
    seen = "".join(sign for sign in line if unicodedata.category(sign) not in {"Cc", "Cf", "Cs", "Zl", "Zp"})
    return seen if whole or len(seen) <= LONGEST_QUOTE else seen[: LONGEST_QUOTE - 1] + "…"


def fold(text: str, first: str = "", rest: str | None = None) -> str:
    """Wrap a paragraph into lines; `first` leads the first line in, `rest` the others (blanks if None).

    A word that is longer than a line (a link, a hash) stands alone.
    """
    lines = textwrap.wrap(
        tied(text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first) if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)
