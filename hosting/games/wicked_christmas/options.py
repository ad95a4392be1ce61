"""The options of a match of Wicked Christmas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hosting.games.wicked_christmas.cards import PACKS
from hosting.rules.options import Options, choice, number, switch

USUAL_DECK: Final = "C"


@dataclass(frozen=True, slots=True)
class WickedChristmasOptions(Options):
    """The defaults are the rules as ruled; other values are variants, or shorter games of the house.

    threshold: points that end the match (W33; the sheet names 300, 400 and 500). rounds: rounds after which
    it ends anyway, 0 for no such limit. deck: which numbers there are. made_blast_again: who makes a Blast of
    four plays again (W13).
    """

    threshold: int = choice(300, (100, 200, 300, 400, 500))
    rounds: int = number(0, 0, 20, short=1)
    deck: str = choice(USUAL_DECK, tuple(PACKS))
    made_blast_again: bool = switch(default=True)
