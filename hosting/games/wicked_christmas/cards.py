"""The cards of Wicked Christmas, as deck.toml lists them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hosting.rules.cards import read_deck

BLAST: Final = "blast"
CAKE: Final = "fruitcake"
COAL: Final = "coal"

_DECK: Final = read_deck("hosting.games.wicked_christmas")
KINDS: Final[tuple[str, ...]] = tuple(_DECK["kinds"])
"""Cards without a number, in the order in which a hand and a list show them."""

PACKS: Final = {
    name: tuple(card for card, copies in {**numbers, **_DECK["kinds"]}.items() for _ in range(copies))
    for name, numbers in _DECK["decks"].items()
}
GLYPHS: Final[dict[str, str]] = _DECK["glyphs"]
"""A sign for each kind of card without a number, so that it is told by more than its word and its border."""

VALUE: Final = {
    card: int(card)
    for card in sorted({card for numbers in _DECK["decks"].values() for card in numbers}, key=int)
}
POINTS: Final[dict[str, int]] = {**VALUE, **_DECK["points"]}
PLACE: Final = {card: place for place, card in enumerate((*VALUE, *KINDS))}


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards as a hand shows them: by number, then those without."""
    return sorted(cards, key=PLACE.__getitem__)


def points(cards: Iterable[str]) -> int:
    """What cards count against who is left with them (W31)."""
    return sum(POINTS[card] for card in cards)
