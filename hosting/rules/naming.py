"""What a line says of cards that have names, and of players: the richer slots of a game's grammar.

A slot of kind "item" takes one card, "items" one or more, "player" a player. A card is said by its name, of
one or more words, by its points, or by both ("drum kit", "4", "drum kit 4"), which gives "drums", "=4",
"drums=4"; several are parted by blanks. A player is said by his name at the table, by the first word of it if
nobody else has that, or by the number of his seat, from 1; the slot holds the seat, from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from hosting.rules.folding import tokens

LONGEST_NAME: Final = 5
"""Words of a name at most."""


class Known(Protocol):
    """The words that are known to a reader."""

    @property
    def names(self) -> Mapping[tuple[str, ...], str]:
        """Names of cards, folded, with their codes."""
        ...

    @property
    def seats(self) -> Mapping[tuple[str, ...], int]:
        """Names of players, folded, with their seats."""
        ...

    @property
    def fillers(self) -> frozenset[str]:
        """Words that say nothing."""
        ...

    def number(self, token: str) -> int | None:
        """The number that a word means."""
        ...

    def term_at(self, line: Sequence[str], at: int, terms: Sequence[str]) -> Iterator[int]:
        """The lengths of the phrases at this place that stand for one of the terms."""
        ...


def seats_of(names: Sequence[str]) -> dict[tuple[str, ...], int]:
    """What players may be called: their whole names, and first words that only one name begins with."""
    whole = {tokens(name): seat for seat, name in enumerate(names) if tokens(name)}
    firsts = [said[:1] for said in whole]
    short = {said[:1]: seat for said, seat in whole.items() if firsts.count(said[:1]) == 1}
    return {**short, **whole}


def item_at(line: Sequence[str], at: int, known: Known) -> Iterator[tuple[int, str]]:
    """The cards that may be said here: how many tokens, what they say. Points go with the name before."""
    for length in _lengths(known.names, line, at):
        code = known.names[tuple(line[at : at + length])]
        after = _skip(line, at + length, known)
        points = known.number(line[after]) if after < len(line) else None
        if points is None:
            yield length, code
        else:
            yield after + 1 - at, f"{code}={points}"
    points = known.number(line[at])
    if points is not None:
        yield 1, f"={points}"


def items_at(line: Sequence[str], at: int, known: Known) -> Iterator[tuple[int, str]]:
    """The rows of cards that may be said here, the longest first."""
    for length, item in item_at(line, at, known):
        after = _skip(line, at + length, known)
        if after < len(line):
            for more, items in items_at(line, after, known):
                yield after + more - at, f"{item} {items}"
        yield length, item


def player_at(line: Sequence[str], at: int, known: Known) -> Iterator[tuple[int, int]]:
    """The players that may be said here."""
    for length in _lengths(known.seats, line, at):
        yield length, known.seats[tuple(line[at : at + length])]
    for length in known.term_at(line, at, ("seat",)):
        after = at + length
        number = known.number(line[after]) if after < len(line) else None
        if number is not None:
            yield length + 1, number - 1


def named_in(line: Sequence[str], names: Mapping[tuple[str, ...], str]) -> Iterator[tuple[str, ...]]:
    """The names that stand somewhere in a line, whole."""
    for at in range(len(line)):
        for length in _lengths(names, line, at):
            yield tuple(line[at : at + length])


def _lengths(names: Mapping[tuple[str, ...], object], line: Sequence[str], at: int) -> list[int]:
    longest = min(LONGEST_NAME, len(line) - at)
    return [length for length in range(longest, 0, -1) if tuple(line[at : at + length]) in names]


def _skip(line: Sequence[str], at: int, known: Known) -> int:
    while at < len(line) and line[at] in known.fillers:
        at += 1
    return at
