"""The words that are understood in a mail to the host: of all languages at once, case and accents folded."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from hosting import games
from hosting.rules.folding import BULLET, fold
from hosting.rules.words import LANGUAGES, host, languages_of
from hosting.rules.words import words as words_of

Phrase = tuple[str, ...]
Table = Mapping[Phrase, str]

MARKS: Final = ".,;:!"
LONGEST_PHRASE: Final = 4


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line, as it was written and as it is compared."""

    raw: str
    said: str


def split(line: str) -> tuple[Word, ...]:
    """Give the words of a line, without its bullet and the marks around each word."""
    pieces = BULLET.sub("", line.replace(",", ", ")).split()
    read = (Word(piece, fold(piece).strip(MARKS)) for piece in pieces)
    return tuple(word for word in read if word.said)


def said(line: str) -> Phrase:
    """Give the words of a line as they are compared."""
    return tuple(word.said for word in split(line))


@cache
def of_language(language: str) -> Mapping[str, Any]:
    """What is understood in one language."""
    file = files("hosting.mail.asking").joinpath("words", f"{language}.toml")
    return tomllib.loads(file.read_text("utf-8"))


@cache
def table(part: str) -> Table:
    """The phrases of a part of the files, of all languages, with what each means."""
    return {
        said(phrase): name
        for language in LANGUAGES
        for name, phrases in of_language(language)[part].items()
        for phrase in phrases
    }


@cache
def joint(*names: str) -> frozenset[Phrase]:
    """The phrases of all languages that join the parts of a command under these names."""
    found = (
        phrase for language in LANGUAGES for name in names for phrase in of_language(language)["joints"][name]
    )
    return frozenset(map(said, found))


@cache
def names_of_games() -> Table:
    """What games are called: whole names, slugs, and first words that no other game begins with."""
    whole = {phrase: slug for slug in games.GAMES for phrase in _names(slug)}
    firsts: dict[str, set[str]] = {}
    for phrase, slug in whole.items():
        firsts.setdefault(phrase[0], set()).add(slug)
    return {**{(first,): next(iter(of)) for first, of in firsts.items() if len(of) == 1}, **whole}


def _names(slug: str) -> Iterable[Phrase]:
    spoken = [words_of(slug, language).game_name for language in languages_of(slug)]
    for name in (*spoken, slug.replace("-", " ")):
        yield said(name)
        yield tuple(word for word in said(name) if (word,) not in joint("and"))


@cache
def greetings() -> frozenset[str]:
    """Words of greetings and sign-offs, of all languages."""
    return frozenset(
        word for language in LANGUAGES for each in host(language)["lines"]["greetings"] for word in said(each)
    )


def longest(words: Sequence[Word], known: Iterable[Phrase], at: int = 0) -> int:
    """Say how many words from this place on are one of the known phrases; 0 when none is."""
    phrases = known if isinstance(known, (Mapping, frozenset)) else frozenset(known)
    here = tuple(word.said for word in words[at : at + LONGEST_PHRASE])
    return next((length for length in range(len(here), 0, -1) if here[:length] in phrases), 0)


def shown(part: str, name: str, language: str) -> str:
    """The form of a word that is shown to a reader of this language."""
    first: str = of_language(language)[part][name][0]
    return first


def language_of(lines: Iterable[str]) -> str:
    """Guess in which language somebody writes, by how many of his words each of ours has; "" for no hint."""
    spoken = {word.said for line in lines for word in split(line)}
    counts = {language: len(spoken & _vocabulary(language)) for language in LANGUAGES}
    best = max(counts.values())
    winners = [language for language, count in counts.items() if count == best]
    return winners[0] if best and len(winners) == 1 else ""


@cache
def _vocabulary(language: str) -> frozenset[str]:
    known = of_language(language)
    parts = (known[part].values() for part in ("verbs", "settings", "joints", "options", "units"))
    phrases = (phrase for part in parts for phrases in part for phrase in phrases)
    return frozenset(
        word for phrase in (*phrases, *host(language)["lines"]["greetings"]) for word in said(phrase)
    )
