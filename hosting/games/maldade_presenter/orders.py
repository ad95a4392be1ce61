"""Standing orders of Maldade Presenter: what the host answers for a seat, from its view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hosting.games.maldade_presenter.cards import CARDS, FULL, GIFTS, PLACE, worth
from hosting.rules.values import Action, View

AUTO: Final = "auto"
ALWAYS: Final = "always"
NEVER: Final = "never"
ASK: Final = "ask"
ORDERS: Final = (AUTO, ALWAYS, NEVER, ASK)
"""Auto: against what would eliminate, and against a snatch. Always: whenever it can be done."""

PREFERRED: Final = ("away", "back", "on")
"""Ripostes against a gift, the best first."""


def answer(view: View, order: str) -> Action | None:
    """The answer of a standing order; None when the seat is to be asked, or owes no answer."""
    if order == ASK or not view.answering or not view.legal:
        return None
    asked = view.table.facts["asked"]
    if asked == "parting":
        return _greeting(view)
    if order == NEVER or (order == AUTO and not is_dire(view)):
        return Action("pass")
    return _riposte(view) if asked == "gift" else _karma(view)


def is_dire(view: View) -> bool:
    """Whether what comes would eliminate the seat, or is a snatch."""
    facts = view.table.facts
    card, gift = str(facts["card"]), str(facts.get("gift") or "")
    power = CARDS[card].power
    if power == "snatch":
        return True
    added = worth(gift) if power == "move" else CARDS[card].value
    return int(str(facts[f"gauge_{view.viewer}"])) + added >= FULL


def _riposte(view: View) -> Action:
    """The gift away, else back, else on to the fullest gauge; let it come when there is no riposte."""
    for power in PREFERRED:
        found = [move for move in view.legal if move.verb == "play" and CARDS[move.args[0]].power == power]
        if found:
            return fullest(found, view)
    return Action("pass")


def _karma(view: View) -> Action:
    """Karma, against a snatch with the lowest gift as the price, else with the first card in deck order."""
    found = [move for move in view.legal if move.verb == "play"]
    priced = [move for move in found if len(move.args) > 1]
    if priced:
        return min(priced, key=lambda move: _cheapness(move.args[1]))
    return found[0] if found else Action("pass")


def _cheapness(card: str) -> tuple[bool, int, int]:
    is_gift = card in GIFTS
    return not is_gift, CARDS[card].value if is_gift else 0, PLACE[card]


def _greeting(view: View) -> Action:
    """The highest gift, never the golden one, to the fullest gauge."""
    found = [move for move in view.legal if move.verb == "greet"]
    if not found:
        return Action("pass")
    best = max(found, key=lambda move: (CARDS[move.args[0]].value, -PLACE[move.args[0]])).args[0]
    return fullest([move for move in found if move.args[0] == best], view)


def fullest(moves: Sequence[Action], view: View) -> Action:
    """Of moves at several players the one at the fullest gauge, then at who sits next."""
    if len(moves) == 1:
        return moves[0]

    def rank(move: Action) -> tuple[int, int]:
        to = int(move.args[-1])
        return -int(str(view.table.facts[f"gauge_{to}"])), (to - (view.viewer or 0)) % view.seats

    return min(moves, key=rank)
