"""The cards of Maldade Presenter, as deck.toml lists them, and gifts as they lie in a gauge.

A gift in a gauge is written by its card and by how much it was raised: "drums", "drums+2". Two that are
written alike are worth the same, and it does not matter which of them is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from hosting.rules.cards import read_deck

HAND: Final = 7
"""Cards dealt to each player."""

CARDS_A_TURN: Final = 3
FULL: Final = 10
"""Points in a gauge that eliminate (M4)."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a card."""

    kind: str
    power: str = ""
    value: int = 0
    unavoidable: bool = False
    golden: bool = False


@dataclass(frozen=True, slots=True)
class Gift:
    """A gift in a gauge, with the tricks that lie on it (M27)."""

    card: str
    on_it: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """How it is written: the card and by how much it was raised."""
        more = sum(CARDS[card].value for card in self.on_it)
        return f"{self.card}+{more}" if more else self.card

    @property
    def cards(self) -> tuple[str, ...]:
        """All its cards."""
        return (self.card, *self.on_it)


_DATA: Final = read_deck("hosting.games.maldade_presenter")
CARDS: Final[Mapping[str, Card]] = {code: Card(**entry) for code, entry in _DATA["cards"].items()}
DECKS: Final[Mapping[str, Mapping[str, int]]] = _DATA["decks"]
PLACE: Final = {code: place for place, code in enumerate(CARDS)}
"""Where a card stands in deck order."""

GIFTS: Final = frozenset(code for code, card in CARDS.items() if card.kind == "gift")
ANTIDOTES: Final = tuple(code for code, card in CARDS.items() if card.kind == "antidote")


def deck(name: str, *, golden: bool) -> tuple[str, ...]:
    """All cards of a deck, in deck order."""
    copies = DECKS[name]
    return tuple(
        code for code, card in CARDS.items() for _ in range(copies.get(code, 0)) if golden or not card.golden
    )


def base(gift: str) -> str:
    """The card of a gift as it is written in a gauge."""
    return gift.partition("+")[0]


def worth(gift: str) -> int:
    """What a gift as written puts into a gauge, raised or not; of an antidote what it heals."""
    card, _, more = gift.partition("+")
    return CARDS[card].value + int(more or 0)


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards or gifts in deck order, less raised ones first."""
    return sorted(cards, key=lambda code: (PLACE[base(code)], worth(code)))
