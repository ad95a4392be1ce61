"""Two bots that know no more than a View. Greedy presses the fullest gauge; random only obeys the rules."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from hosting.games.maldade_presenter import orders
from hosting.games.maldade_presenter.cards import CARDS, worth
from hosting.games.maldade_presenter.moves import DRAW, PASS, WITH
from hosting.rules.values import Action, View

WORTH_A_RIPOSTE: Final = 4
"""Points of a gift against which greedy uses a riposte, also when it would not eliminate."""

WORTH_HEALING: Final = 6
"""Points in its own gauge from which greedy uses its cards to get rid of gifts."""


def random(view: View, rng: Random) -> Action:
    """Any move of a turn; when asked any answer, one half of the time."""
    if not view.answering:
        return rng.choice(view.legal)
    answers = view.legal[:-1]
    return rng.choice(answers) if answers and rng.random() < 0.5 else PASS


def greedy(view: View, rng: Random) -> Action:  # noqa: ARG001 - every bot is called alike; this one needs no luck
    """Draw more, save itself, then hit the fullest gauge as hard as it can, then draw and wait."""
    if view.answering:
        return _answer(view)
    return _more(view) or _save(view) or _hit(view) or DRAW


def _answer(view: View) -> Action:
    """A riposte against what eliminates or weighs much; Karma and a last gift as the usual order has them."""
    is_heavy = view.table.facts["asked"] == "gift" and worth(str(view.table.facts["card"])) >= WORTH_A_RIPOSTE
    return orders.answer(view, orders.ALWAYS if is_heavy else orders.AUTO) or PASS


def _more(view: View) -> Action | None:
    found = _plays(view, "draw")
    return found[0] if found else None


def _save(view: View) -> Action | None:
    """Heal as much as can be healed, else get rid of the heaviest gift, when the own gauge fills up."""
    if int(str(view.table.facts[f"gauge_{view.viewer}"])) < WORTH_HEALING:
        return None
    heals = [move for move in view.legal if move.verb == "heal"]
    if heals:
        return max(heals, key=lambda move: sum(map(worth, move.args[: move.args.index(WITH)])))
    rescues = _plays(view, "mermaid")
    if rescues:
        return max(rescues, key=lambda move: worth(move.args[1]))
    moves = _plays(view, "move")
    return orders.fullest(_heaviest(moves), view) if moves else None


def _hit(view: View) -> Action | None:
    """The heaviest gift to the fullest gauge, else a trick at who has it."""
    gifts = [move for move in view.legal if move.verb == "give"]
    if gifts:
        target = orders.fullest(gifts, view).args[1]
        return max((move for move in gifts if move.args[1] == target), key=lambda move: worth(move.args[0]))
    for power in ("move", "raise", "rest"):
        if found := _plays(view, power):
            return orders.fullest(found, view)
    return None


def _plays(view: View, power: str) -> list[Action]:
    return [move for move in view.legal if move.verb == "play" and CARDS[move.args[0]].power == power]


def _heaviest(moves: Sequence[Action]) -> list[Action]:
    most = max(worth(move.args[1]) for move in moves)
    return [move for move in moves if worth(move.args[1]) == most]
