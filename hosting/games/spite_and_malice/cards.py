"""The cards of Spite & Malice, as deck.toml lists them."""

from __future__ import annotations

from typing import Final

from hosting.rules.cards import read_deck

DECK: Final = read_deck("hosting.games.spite_and_malice")
PACK: Final = tuple(rank for rank, copies in DECK["cards"].items() for _ in range(copies))
RANKS: Final[tuple[str, ...]] = tuple(DECK["cards"])
KING: Final[str] = DECK["wild"]
VALUE: Final = {rank: value for value, rank in enumerate(RANKS, 1)}
COMPLETE: Final = len(RANKS) - 1
"""Cards in a finished centre stack: ace to queen, the king being wild (S8)."""
