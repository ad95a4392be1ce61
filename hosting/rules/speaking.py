"""Words to the host in a match, beside moves: "HELP", "TALK well played!", "AWAY 3 June to 9 June".

They are good from any notice of the match and in any language, and are taken out of a player's lines before
his moves are looked for. Some stand alone on their line; behind others the player says more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from hosting.rules.folding import BULLET, tokens
from hosting.rules.words import LANGUAGES, host

IN_TURN: Final = frozenset({"try", "undo"})
"""Words about the moves of the open question: they stay among the moves, in their place."""

LONG: Final = frozenset({"talk", "report"})
"""Words behind which a player may go on over several lines, until a blank line or a command."""

POLITE: Final = 3
"""Words that a yes or no may consist of: "yes please", "ja tack", "ya, itu saya"."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word to the host: its name, whatever the language it was written in, and what stood behind it."""

    name: str
    rest: str = ""


def host_word(line: str) -> Word | None:
    """Read a line as a word to the host, in any language; None when it is none."""
    said = tokens(line)
    if (name := _alone().get(said)) is not None:
        return Word(name)
    if _is_farewell(said):
        return None
    for length in (2, 1):
        if len(said) > length and (name := _before().get(said[:length])) is not None:
            return Word(name, _behind(line, length))
    return None


def words_beside(
    lines: Sequence[str], is_command: Callable[[str], bool]
) -> tuple[tuple[Word, ...], tuple[str, ...]]:
    """Take the words to the host out of a player's lines; give them, and the lines that are left.

    Blank lines among `lines` end what is said over several lines; they are not given back. Words about the
    moves themselves are left where they stand.
    """
    found: list[Word] = []
    left: list[str] = []
    is_open = False
    for line in map(str.strip, lines):
        word = host_word(line) if line else None
        if word is not None and word.name not in IN_TURN:
            found.append(word)
            is_open = word.name in LONG
        elif line and is_open and not is_command(line):
            found[-1] = replace(found[-1], rest=f"{found[-1].rest}\n{line}")
        else:
            is_open = False
            left += [line] if line else []
    return tuple(found), tuple(left)


def said_yes(lines: Sequence[str]) -> bool | None:
    """Whether a player's lines answer a question with yes (True) or no (False), in any language; else None.

    The first word of the first line says it; a "please" behind it does no harm, a whole sentence does.
    """
    first = next((line for line in lines if line.strip()), "")
    words = first.split()
    said = words[0] if 0 < len(words) <= POLITE else first
    return _answers().get(said.strip(" \t.,;:!\"'“”*_").casefold())


def first_words() -> frozenset[tuple[str, ...]]:
    """Every word to the host as it begins a line, in all languages."""
    return frozenset((*_alone(), *_before()))


def _behind(line: str, length: int) -> str:
    """What stands behind the first `length` words, as it was written."""
    rest = BULLET.sub("", line).strip()
    for _word in range(length):
        _first, _space, rest = rest.partition(" ")
    return rest.lstrip(" :,-\u2013").strip()


def _is_farewell(said: tuple[str, ...]) -> bool:
    return any(said[: len(goodbye)] == goodbye for goodbye in _farewells())


@cache
def _alone() -> Mapping[tuple[str, ...], str]:
    return dict(_phrases("host"))


@cache
def _before() -> Mapping[tuple[str, ...], str]:
    return dict(_phrases("behind"))


@cache
def _farewells() -> tuple[tuple[str, ...], ...]:
    return tuple(tokens(phrase) for language in LANGUAGES for phrase in host(language)["lines"]["farewells"])


@cache
def _answers() -> Mapping[str, bool]:
    asked = [host(language)["answers"] for language in LANGUAGES]
    return {word: answer == "yes" for each in asked for answer, words in each.items() for word in words}


def _phrases(table: str) -> Iterator[tuple[tuple[str, ...], str]]:
    for language in LANGUAGES:
        for name, phrases in host(language)[table].items():
            for phrase in phrases:
                yield tokens(phrase), name
