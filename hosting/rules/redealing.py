"""The same deal with other cards wherever one viewer cannot look: what may be true as far as he knows.

No game has to say which of its cards are hidden: it is asked. A card lies hidden from a viewer when another
in its place leaves the table as he sees it. Piles are the lists of card codes among the game's attributes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random

from hosting.rules.chance import Chance
from hosting.rules.game import Game

Place = tuple[int, int]
"""A pile, by its number among all, and a card in it, from the bottom."""


def piles(game: Game) -> tuple[list[str], ...]:
    """Every list of cards of a deal, itself and not a copy, in the order of the game's attributes."""
    return tuple(pile for value in vars(game).values() for pile in _piles(value))


def _piles(value: object) -> Iterator[list[str]]:
    if not isinstance(value, list):
        return
    if value and all(isinstance(card, str) for card in value):
        yield value
        return
    for inner in value:
        yield from _piles(inner)


def hidden_places(game: Game, viewer: int | None) -> tuple[Place, ...]:
    """Where the cards lie that this viewer cannot see."""
    trial = deepcopy(game)
    lying = piles(trial)
    codes = sorted({card for pile in lying for card in pile})
    seen = trial.table(viewer)
    found = []
    for number, pile in enumerate(lying):
        for place, card in enumerate(pile):
            pile[place] = codes[0] if card != codes[0] else codes[-1]
            if trial.table(viewer) == seen:
                found.append((number, place))
            pile[place] = card
    return tuple(found)


def redealt(game: Game, places: Sequence[Place], rng: Random) -> Game:
    """Copy the deal with the cards at these places dealt anew, and new chance for what is to come."""
    other = deepcopy(game)
    lying = piles(other)
    cards = [lying[number][place] for number, place in places]
    rng.shuffle(cards)
    for (number, place), card in zip(places, cards, strict=True):
        lying[number][place] = card
    other.chance = Chance(rng.randbytes(32))
    return other
