"""The options of a match of Spite & Malice."""

from __future__ import annotations

from dataclasses import dataclass

from hosting.games.spite_and_malice.cards import PACK
from hosting.rules.errors import BadOption
from hosting.rules.options import Options, number, switch


@dataclass(frozen=True, slots=True)
class SpiteAndMaliceOptions(Options):
    """The defaults are the rules as ruled; other values are variants that people play.

    decks: packs shuffled together (S1). goal, hand: cards dealt to each pay-off pile and hand. centre, side:
    stacks (S20). king_as_ace: a king may open a centre stack (S6). target: points that win the match (S18).
    ties: tied deals in a row that end it (S25). A short first match is one deal with small pay-off piles.
    """

    decks: int = number(2, 1, 4)
    goal: int = number(20, 1, 30, short=5)
    centre: int = number(3, 1, 6)
    side: int = number(4, 1, 6)
    hand: int = number(5, 1, 8)
    king_as_ace: bool = switch(default=True)
    target: int = number(50, 1, 500, short=1)
    ties: int = number(5, 1, 20)

    def check(self) -> None:
        """Raise BadOption when no stock would be left after dealing."""
        if 2 * (self.goal + self.hand) >= self.decks * len(PACK):
            raise BadOption("decks", "there are too few cards for so large piles and hands")
