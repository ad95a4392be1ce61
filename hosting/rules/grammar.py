"""The grammar of a game's commands: what a line claims about an action, in one language or in all of them.

Vocabulary and names of cards stand in `words/<language>.toml`, the forms of commands once for all languages
in `forms.toml`. A form is a row of terms: `play` must stand there, `to?` may be left out, `(play|put)` is
either, `<card>` takes a card and `<to>` a number, as the table "slots" says (more kinds are in `naming.py`).
What the form itself claims and what its slots took is held against the facts of the legal actions, so that no
line becomes an illegal action.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from hosting.rules.folding import tokens
from hosting.rules.naming import item_at, items_at, player_at, seats_of
from hosting.rules.values import Scalar
from hosting.rules.words import languages_of, load

MOST_TOKENS: Final = 32
"""Longer lines are prose."""

MOST_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Reading:
    """What a line claims about the action that it means; when it is not `sure`, the player is asked first."""

    claims: Mapping[str, Scalar]
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a command: its elements, what it claims, whether it may be acted on without asking."""

    elements: tuple[Element, ...]
    claims: Mapping[str, Scalar]
    sure: bool


@dataclass(frozen=True, slots=True)
class Element:
    """One place in a form: any of these terms, or a slot of that name and kind."""

    terms: tuple[str, ...]
    slot: str
    kind: str
    optional: bool


Phrases = Mapping[tuple[str, ...], frozenset[str]]
"""Words, folded, and the terms that they stand for."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one language: phrases with their terms, cards, number words, and words passed over.

    `cards` are said by one word, `names` of cards by one or more; `seats` are the players of one table.
    """

    phrases: Phrases
    cards: Mapping[str, str]
    numbers: Mapping[str, int]
    fillers: frozenset[str]
    articles: frozenset[str]
    spelled: frozenset[str]
    names: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    seats: Mapping[tuple[str, ...], int] = field(default_factory=dict)

    def at_table(self, seats: Mapping[tuple[str, ...], int]) -> Vocabulary:
        """The same words, and the players of a table."""
        return replace(self, seats=seats, spelled=self.spelled.union(*seats))

    def spells(self, line: Sequence[str]) -> bool:
        """True when every token of the line is a figure or stands in some phrase: most prose ends here."""
        return all(token in self.spelled or token.isdecimal() for token in line)

    def term_at(self, line: Sequence[str], at: int, terms: Sequence[str]) -> Iterator[int]:
        """The lengths of the phrases at this place that stand for one of the terms, longest first."""
        for length in range(min(4, len(line) - at), 0, -1):
            if not self.phrases.get(tuple(line[at : at + length]), frozenset()).isdisjoint(terms):
                yield length

    def is_article(self, line: Sequence[str], at: int) -> bool:
        """True for the "a" of "a king"; before a figure it is a card of its own."""
        follows = line[at + 1] if at + 1 < len(line) else ""
        return line[at] in self.articles and follows in self.cards and not follows.isdecimal()

    def card(self, token: str) -> str | None:
        """The card that a word means, None when it means none."""
        return self.cards.get(token)

    def number(self, token: str) -> int | None:
        """The number that a word means, None when it means none."""
        if token.isdecimal():
            return int(token) if len(token) <= MOST_DIGITS else None
        return self.numbers.get(token)


def readings(
    line: str, slug: str, languages: Sequence[str], names: Sequence[str] = ()
) -> tuple[Reading, ...]:
    """What a line may mean: in the first language that can read it, last in all of them mixed.

    `names` are the players' at the table, by seat, for games whose commands name players.
    """
    words = tokens(line)
    if not 0 < len(words) <= MOST_TOKENS:
        return ()
    mixed = (vocabulary(slug, tuple(languages)),) if len(languages) > 1 else ()
    seats = seats_of(names) if names and names_players(slug) else {}
    for plain in (*(vocabulary(slug, (language,)) for language in languages), *mixed):
        known = plain.at_table(seats) if seats else plain
        found = _read(words, known, forms(slug)) if known.spells(words) else ()
        if found:
            return found
    return ()


def _read(line: Sequence[str], known: Vocabulary, ways: Sequence[Form]) -> tuple[Reading, ...]:
    found: list[Reading] = []
    for form in ways:
        for slots in _match(line, 0, form.elements, 0, known):
            reading = Reading({**form.claims, **slots}, form.sure)
            if reading not in found:
                found.append(reading)
    return tuple(found)


def _match(
    line: Sequence[str], at: int, elements: Sequence[Element], place: int, known: Vocabulary
) -> Iterator[dict[str, Scalar]]:
    """Every way in which the rest of the line fits the rest of the form, as what its slots take."""
    if at < len(line) and line[at] in known.fillers:
        yield from _match(line, at + 1, elements, place, known)
    if place == len(elements):
        if at == len(line):
            yield {}
        return
    element = elements[place]
    if element.optional:
        yield from _match(line, at, elements, place + 1, known)
    if at == len(line):
        return
    for length, slot in _take(line, at, element, known):
        for slots in _match(line, at + length, elements, place + 1, known):
            yield {**slot, **slots}


def _take(
    line: Sequence[str], at: int, element: Element, known: Vocabulary
) -> Iterator[tuple[int, dict[str, Scalar]]]:
    """How many tokens the element may take here, and what goes into its slot."""
    if not element.slot:
        for length in known.term_at(line, at, element.terms):
            yield length, {}
        return
    if element.kind in TAKERS:
        for length, said in TAKERS[element.kind](line, at, known):
            yield length, {element.slot: said}
        return
    skipped = 1 if element.kind == "card" and known.is_article(line, at) else 0
    token = line[at + skipped]
    value = known.card(token) if element.kind == "card" else known.number(token)
    if value is not None:
        yield skipped + 1, {element.slot: value}


TAKERS: Final[Mapping[str, Callable[[Sequence[str], int, Vocabulary], Iterator[tuple[int, Scalar]]]]] = {
    "item": item_at,
    "items": items_at,
    "player": player_at,
}
"""How the slots are read that take more than one word; each gives the lengths and values that fit."""


# ---- out of the files


@cache
def vocabulary(slug: str, languages: tuple[str, ...]) -> Vocabulary:
    """The words of these languages; where two differ about one word, the earlier language wins."""
    phrases: dict[tuple[str, ...], frozenset[str]] = {}
    cards: dict[str, str] = {}
    numbers: dict[str, int] = {}
    fillers: set[str] = set()
    articles: set[str] = set()
    names: dict[tuple[str, ...], str] = {}
    for language in reversed(languages):
        texts = load(slug, f"words/{language}")
        own: dict[tuple[str, ...], set[str]] = {}
        for term, written in texts["vocabulary"].items():
            for phrase in written:
                own.setdefault(tokens(phrase), set()).add(term)
        phrases.update({phrase: frozenset(terms) for phrase, terms in own.items()})
        numbers.update(_spread(texts.get("numbers", {}), int))
        cards.update(_spread(load(slug, "forms").get("cards", {}), str))
        cards.update(_spread(texts.get("ranks", {}), str))
        names.update({tokens(name): code for code, said in texts.get("named", {}).items() for name in said})
        fillers.update(*(tokens(word) for word in texts["fillers"]))
        articles.update(texts.get("articles", ()))
    fillers -= {phrase[0] for phrase in phrases if len(phrase) == 1} | set(cards) | set(numbers)
    spelled = fillers.union(*phrases, cards, numbers, articles, *names)
    return Vocabulary(
        phrases, cards, numbers, frozenset(fillers), frozenset(articles), frozenset(spelled), names
    )


def _spread(table: Mapping[str, Sequence[str]], kind: type[Any]) -> dict[str, Any]:
    words = ((code, word) for code, written in table.items() for word in written)
    return {token: kind(code) for code, word in words for token in tokens(word)}


@cache
def forms(slug: str) -> tuple[Form, ...]:
    """The forms of a game's commands, in the order of the file."""
    content = load(slug, "forms")
    slots: Mapping[str, str] = content["slots"]
    return tuple(
        Form(tuple(_element(part, slots) for part in line.split()), entry["claims"], entry.get("sure", True))
        for entry in content["form"]
        for line in entry["lines"]
    )


@cache
def names_players(slug: str) -> bool:
    """Whether the game's commands name players."""
    return "player" in load(slug, "forms")["slots"].values()


@cache
def verbs(slug: str) -> frozenset[str]:
    """The single words, in all languages, that begin a command by themselves."""
    content = load(slug, "forms")
    return frozenset(
        token
        for language in languages_of(slug)
        for term in content["verbs"]
        for phrase in load(slug, f"words/{language}")["vocabulary"][term]
        for token in tokens(phrase)[:1]
    )


def _element(part: str, slots: Mapping[str, str]) -> Element:
    match = re.fullmatch(r"(?:<(\w+)>|\(?([\w|]+)\)?)(\?)?", part)
    if match is None:
        raise ValueError(f"not part of a form: {part}")
    slot, terms, optional = match.groups()
    return Element(
        tuple(terms.split("|")) if terms else (), slot or "", slots.get(slot or "", ""), bool(optional)
    )
