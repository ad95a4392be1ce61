"""What a move of Spite & Malice is about, and why it is not legal: from one player's view alone.

A move has these facts, and a line that a player writes claims some of them: verb (play, discard), from
(payoff, side, hand), place (the side stack it comes from), card, target (centre, side) and to (the number of
the target).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hosting.games.spite_and_malice.cards import KING, VALUE
from hosting.rules.values import Action, Reason, Scalar, View

NO_MOVES: Final[Mapping[Scalar, str]] = {"draw": "no_drawing", "tie": "no_tie"}
"""What the rule sheet speaks of but nobody does by a command: the host draws, and a tie comes by itself."""


def facts(action: Action, view: View) -> dict[str, Scalar]:
    """The facts of an action in this view; `card` is None when it would come from an empty stack."""
    if action.verb == "discard":
        card, to = action.args
        return {"verb": "discard", "from": "hand", "card": card, "target": "side", "to": int(to)}
    source, *args, to = action.args
    found: dict[str, Scalar] = {"verb": "play", "from": source, "target": "centre", "to": int(to)}
    if source == "side":
        found["place"] = int(args[0])
    found["card"] = args[0] if source == "hand" else top(view, source, found.get("place"))
    return found


def top(view: View, kind: str, place: Scalar = None) -> str | None:
    """The top card of one of the viewer's own piles, None when it is empty or not there."""
    for zone in view.table.zones:
        if zone.kind == kind and zone.owner == view.viewer and zone.number == place:
            return zone.cards[-1] if zone.cards else None
    return None


def why(claims: Mapping[str, Scalar], view: View) -> Reason:
    """Why no legal action has these facts; the first thing that is wrong, as a player would look for it."""
    if view.outcome is not None:
        return Reason("over")
    if view.viewer not in view.to_act:
        return Reason("not_your_turn")
    if claims.get("verb") in NO_MOVES:
        return Reason(NO_MOVES[claims["verb"]])
    return _stack(claims, view) or _card(claims, view) or _fit(claims, view) or Reason("not_now")


def _stack(claims: Mapping[str, Scalar], view: View) -> Reason | None:
    """A stack that is not on the table."""
    target = "side" if claims.get("verb") == "discard" else claims.get("target", "centre")
    for number, kind in ((claims.get("place"), "side"), (claims.get("to"), target)):
        last = int(view.options[str(kind)] or 0)
        if isinstance(number, int) and not 1 <= number <= last:
            return Reason(f"no_such_{kind}", {"number": number, "last": last})
    return None


def _card(claims: Mapping[str, Scalar], view: View) -> Reason | None:
    """A card that is not where the line says."""
    card, source, place = claims.get("card"), claims.get("from"), claims.get("place")
    if source == "payoff" or place is not None:
        return _shown(card, "payoff" if source == "payoff" else "side", place, view)
    if card is None:
        return None
    hand = view.table.zone("hand", view.viewer).cards
    mine = [zone for zone in view.table.zones if zone.kind == "side" and zone.owner == view.viewer]
    sides = [zone.cards[-1] for zone in mine if zone.cards]
    if source == "hand" or claims.get("verb") == "discard":
        return None if card in hand else Reason("not_in_hand", {"card": card})
    if source == "side":
        return None if card in sides else Reason("not_on_side", {"card": card})
    return None if card in (*hand, *sides, top(view, "payoff")) else Reason("not_yours", {"card": card})


def _shown(card: Scalar, kind: str, place: Scalar, view: View) -> Reason | None:
    """A pile that is empty, or has another card on top."""
    shown = top(view, kind, place)
    if shown is None:
        return Reason(f"{kind}_empty", {"place": place})
    if card in (None, shown):
        return None
    return Reason(f"{kind}_shows", {"place": place, "card": shown})


def _fit(claims: Mapping[str, Scalar], view: View) -> Reason | None:
    """A card that the centre stack does not take."""
    card, to = claims.get("card"), claims.get("to")
    if card is None and claims.get("from") in ("payoff", "side"):
        card = top(view, str(claims["from"]), claims.get("place"))
    if not isinstance(card, str) or card not in VALUE or claims.get("verb") == "discard":
        return None
    if to is None:
        return Reason("fits_nowhere", {"card": card})
    if card == KING:
        return Reason("king_no_ace", {"to": to})
    return Reason("does_not_fit", {"card": card, "to": to, "needs": view.table.facts[f"needs_{to}"]})
