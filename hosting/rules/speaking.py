"""Words to the host in a match, beside moves: "HELP", "TALK well played!", "AWAY 3 June to 9 June".

They are good from any notice of the match and in any language, and are taken out of a player's lines before
his moves are looked for. Some stand alone on their line; behind others the player says more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from hosting.rules import dates
from hosting.rules.folding import BULLET, tokens
from hosting.rules.words import LANGUAGES, host

IN_TURN: Final = frozenset({"try", "undo"})
"""Words about the moves of the open question: they stay among the moves, in their place."""

UNDO: Final = "undo"
AWAY: Final = "away"
FOR_DAYS: Final = frozenset({"pause", "extension"})
"""Words behind which a number of days may stand."""

WEEK: Final = 7
ALL: Final = 0
"""How many moves UNDO ALL takes back: all of the turn that can be."""

LONG: Final = frozenset({"talk", "report"})
"""Words behind which a player may go on over several lines, until a blank line or a command."""

LONGEST_COUNT: Final = 4
"""A number of moves has fewer digits than this."""

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
    for length in (3, 2, 1):
        if len(said) > length and (name := _before().get(said[:length])) is not None:
            word = Word(name, _behind(line, length))
            return word if _fits(word) else None
    return None


def undo_count(line: str) -> int | None:
    """How many moves a line takes back, ALL for those of the whole turn; None for any other line."""
    word = host_word(line)
    if word is None or word.name != UNDO:
        return None
    return _count(word.rest) if word.rest else 1


def days_in(rest: str) -> int | None:
    """Read how many days stand behind a word: "7", "7 days", "1 week"; None for anything else."""
    number, *unit = tokens(rest) or ("",)
    if not number.isdecimal() or len(number) >= LONGEST_COUNT or tuple(unit) not in _units():
        return None
    return int(number) * _units()[tuple(unit)]


def begins_like_undo(line: str) -> bool:
    """Whether a line begins with the word for taking back, whatever it goes on to say."""
    said = tokens(line)
    return any(_before().get(said[:length]) == UNDO for length in (2, 1))


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
        word = host_word(line) or _that_gives_way(line, is_command) if line else None
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
    A greeting above it is left aside.
    """
    first = next((line for line in lines if line.strip() and not _greets(line)), "")
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


def _that_gives_way(line: str, is_command: Callable[[str], bool]) -> Word | None:
    """Read a line as a word that the game's own words go before."""
    name = _giving_way().get(tokens(line))
    return Word(name) if name is not None and not is_command(line) else None


def _count(rest: str) -> int | None:
    """Read what stands behind the word for taking back: a number from 1, or the word for all."""
    said = tokens(rest)
    if said in _words_for_all():
        return ALL
    number = said[0] if len(said) == 1 else ""
    return int(number) if number.isdecimal() and len(number) < LONGEST_COUNT and int(number) > 0 else None


def _fits(word: Word) -> bool:
    """Whether what stands behind a word is what belongs there; else the line is talk that begins so."""
    if word.name == UNDO:
        return _count(word.rest) is not None
    if word.name == AWAY:
        return dates.speaks_of_days(word.rest)
    if word.name in FOR_DAYS:
        return days_in(word.rest) is not None
    return True


def _greets(line: str) -> bool:
    return all(word in _greetings() for word in tokens(line.strip(" \t,!.")))


def _is_farewell(said: tuple[str, ...]) -> bool:
    return any(said[: len(goodbye)] == goodbye for goodbye in _farewells())


@cache
def _alone() -> Mapping[tuple[str, ...], str]:
    return dict(_phrases("host"))


@cache
def _before() -> Mapping[tuple[str, ...], str]:
    return dict(_phrases("behind"))


@cache
def _giving_way() -> Mapping[tuple[str, ...], str]:
    return dict(_phrases("gives_way"))


@cache
def _units() -> Mapping[tuple[str, ...], int]:
    days = {"day": 1, "week": WEEK}
    return {(): 1, **{phrase: days[name] for phrase, name in _phrases("units")}}


@cache
def _farewells() -> tuple[tuple[str, ...], ...]:
    return tuple(tokens(phrase) for language in LANGUAGES for phrase in host(language)["lines"]["farewells"])


@cache
def _greetings() -> frozenset[str]:
    said = (phrase for language in LANGUAGES for phrase in host(language)["lines"]["greetings"])
    return frozenset(word for phrase in said for word in tokens(phrase))


@cache
def _words_for_all() -> frozenset[tuple[str, ...]]:
    return frozenset(tokens(phrase) for language in LANGUAGES for phrase in host(language)["lines"]["all"])


@cache
def _answers() -> Mapping[str, bool]:
    asked = [host(language)["answers"] for language in LANGUAGES]
    return {word: answer == "yes" for each in asked for answer, words in each.items() for word in words}


def _phrases(table: str) -> Iterator[tuple[tuple[str, ...], str]]:
    for language in LANGUAGES:
        for name, phrases in host(language)[table].items():
            for phrase in phrases:
                yield tokens(phrase), name
