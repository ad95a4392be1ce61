"""The options of a match of Maldade Presenter."""

from __future__ import annotations

from dataclasses import dataclass

from hosting.games.maldade_presenter.cards import DECKS
from hosting.rules.options import Options, choice, switch


@dataclass(frozen=True, slots=True)
class MaldadeOptions(Options):
    """The defaults are the rules as ruled.

    youngest: the seat, counted from 1, that the creator marks as the youngest player and that begins; 0 when
    chance is to decide (M3). golden_card: the gift of 666 points is in the deck (M18). deck: its name in
    deck.toml (M1).
    """

    youngest: int = choice(0, tuple(range(9)))
    golden_card: bool = switch(default=True)
    deck: str = choice(next(iter(DECKS)), tuple(DECKS))
