"""Two bots that know no more than a View. Greedy sheds all of its highest number; random obeys the rules."""

from __future__ import annotations

from random import Random
from typing import Final

from hosting.games.wicked_christmas.cards import BLAST, CAKE, COAL, VALUE
from hosting.games.wicked_christmas.moves import HIGHER, Play
from hosting.rules.values import Action, View

RARELY: Final = (CAKE, COAL, BLAST, "blind", "take")
"""What greedy does when no number fits, in this order."""


def random(view: View, rng: Random) -> Action:
    """Any legal action; it picks the pile up only when there is nothing else to do."""
    others = [action for action in view.legal if not _picks_up(action)]
    return rng.choice(others or [action for action in view.legal if action.verb == "take"])


def greedy(view: View, rng: Random) -> Action:  # noqa: ARG001 - every bot is called alike; this one needs no luck
    """All copies of the highest number that may stay; else Mischief, Blast, a blind card; last the pile."""
    fitting = [action for action in view.legal if action.verb == "play" and not _picks_up(action)]
    if fitting:
        return max(fitting, key=_weight)
    return min(
        (action for action in view.legal if action.verb in RARELY),
        key=lambda action: RARELY.index(action.verb),
    )


def _picks_up(action: Action) -> bool:
    return action.family == HIGHER or action.verb == "take"


def _weight(action: Action) -> tuple[int, int, int]:
    play = Play.of(action)
    return VALUE[play.card], play.count, len(play.stacks)
