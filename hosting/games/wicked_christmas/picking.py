"""From what a player picks on the page to a move: cards one by one, or a blind card and what may follow it.

A pick is "hand 7" (one 7 of the hand), "stack 2 7" (the 7 on top of stack 2), "blind 3" (the top card of
stack 3, which lies face down) or "follow only", "follow 2": how many cards of the hand may follow it at most.
"""

from __future__ import annotations

from collections.abc import Sequence

from hosting.games.wicked_christmas.cards import VALUE
from hosting.games.wicked_christmas.moves import Play
from hosting.rules.errors import Illegal
from hosting.rules.values import Action, Reason


def picked(picks: Sequence[str]) -> Action:
    """Give the move that was picked, legal or not.

    Raises Illegal when nothing was picked, cards that are not equal, or cards and a blind one together;
    ValueError for what no page offers.
    """
    told: dict[str, list[tuple[str, ...]]] = {"hand": [], "stack": [], "blind": [], "follow": []}
    for pick in picks:
        kind, *rest = pick.split(" ")
        if kind not in told:
            raise ValueError(pick)
        told[kind].append(tuple(rest))
    if told["blind"]:
        if told["hand"] or told["stack"] or len(told["blind"]) > 1:
            raise Illegal(Reason("one_way", {}))
        ((stack,),), follow = told["blind"], told["follow"]
        return Action("blind", (str(int(stack)), *(follow[0] if follow else ())))
    return _play([card for (card,) in told["hand"]], {int(stack): card for stack, card in told["stack"]})


def _play(hand: Sequence[str], tops: dict[int, str]) -> Action:
    cards = {*hand, *tops.values()}
    if not cards <= VALUE.keys():
        raise ValueError(cards)
    if not cards:
        raise Illegal(Reason("nothing_picked", {}))
    if len(cards) > 1:
        raise Illegal(Reason("mixed", {}))
    return Play(cards.pop(), len(hand), tuple(sorted(tops))).action()
