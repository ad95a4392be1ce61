"""What a move of Wicked Christmas is about, and why it is not legal: from one player's view alone.

A move has these facts, and a line that a player writes claims some of them: verb (play, blind, blast,
fruitcake, coal, take); of a play its card, hand (how many from there), stacks ("1 3") and takes (it is higher
and picks up the pile); of a blind card its stack and most ("all", or how many matching cards may follow); of
a card without a number its source (hand, stack) and stack.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hosting.games.wicked_christmas.cards import KINDS
from hosting.games.wicked_christmas.moves import Own, Play
from hosting.rules.values import Action, Reason, Scalar, View

STACKS: Final = 3
ALL: Final = "all"
Facts = Mapping[str, Scalar]


def facts(action: Action, view: View) -> Facts:
    """The facts of an action in this view."""
    if action.verb == "play":
        play, own = Play.of(action), Own.of(view, view.viewer or 0)
        takes = own.is_higher(play.card)
        return {"verb": "play", "card": play.card, **_places(play.hand, play.stacks), "takes": takes}
    if action.verb == "blind":
        stack, *how = action.args
        most: Scalar = ALL if not how else 0 if how == ["only"] else int(how[0])
        return {"verb": "blind", "stack": int(stack), "most": most}
    if action.verb in KINDS:
        source, *number = action.args
        return {"verb": action.verb, "source": source, "stack": int(number[0]) if number else None}
    return {"verb": action.verb}


def _places(hand: int, stacks: tuple[int, ...]) -> dict[str, Scalar]:
    return {"hand": hand, "stacks": " ".join(map(str, stacks))}


# ---- what a line leaves open


def settle(claims: Facts, view: View) -> Facts:
    """What a line claims, with what it leaves open filled in: cards come from the tops of stacks first."""
    if view.viewer is None:
        return claims
    own, verb = Own.of(view, view.viewer), claims.get("verb")
    if verb == "play":
        return _settled_play(claims, own)
    if verb == "blind":
        return {**claims, "most": _settled_most(claims["most"], own)}
    if verb in KINDS and "source" not in claims and (sources := own.sources(str(verb))):
        source, *number = sources[0]
        return {**claims, "source": source, "stack": int(number[0]) if number else None}
    return claims


def _settled_play(claims: Facts, own: Own) -> Facts:
    kept = {name: claims[name] for name in ("verb", "card", "takes") if name in claims}
    cards = [claims[name] for name in ("card", "second", "third", "fourth") if name in claims]
    if len(set(cards)) > 1:
        return {**kept, "mixed": True}
    if "hand" in claims or "a" in claims:
        stacks = {int(str(claims[name])) for name in ("a", "b", "c") if name in claims}
        return {**kept, **_places(int(str(claims.get("hand", 0))), tuple(sorted(stacks)))}
    card = str(claims["card"])
    count = own.count(card) if claims.get("count") == ALL else int(str(claims.get("count", len(cards))))
    play = own.usual(card, count)
    return {**kept, **_places(play.hand, play.stacks)}


def _settled_most(most: Scalar, own: Own) -> Scalar:
    """As many as there are, or more, is all; and so is none when there are none."""
    return ALL if isinstance(most, int) and most >= own.most_equal() else most


# ---- why not


def why(claims: Facts, view: View) -> Reason:
    """Why no legal action has these settled facts: the first thing that is wrong, as a player sees it."""
    if view.outcome is not None:
        return Reason("over")
    if view.viewer not in view.to_act or view.viewer is None:
        return Reason("not_your_turn")
    own, verb = Own.of(view, view.viewer), claims.get("verb")
    if verb in ("pass", "draw"):
        return Reason(f"no_{verb}")
    if verb == "take":
        return Reason("nothing_to_take")
    if verb == "play":
        return _no_play(claims, own) or Reason("not_now")
    return _no_blind(claims, own) if verb == "blind" else _no_special(claims, own)


def _no_play(claims: Facts, own: Own) -> Reason | None:
    if claims.get("mixed"):
        return Reason("mixed")
    card = claims.get("card")
    stacks = [int(number) for number in str(claims.get("stacks", "")).split()]
    reasons = [reason for number in stacks if (reason := _no_top(number, card, own)) is not None]
    if reasons or card is None:
        return reasons[0] if reasons else None
    return _too_few(str(card), len(stacks), claims, own)


def _too_few(card: str, tops: int, claims: Facts, own: Own) -> Reason | None:
    """A number that the player has not, or not so often, or that is not as high as he says."""
    have, wanted = own.count(card), int(str(claims["hand"])) + tops
    if not have:
        return Reason("not_yours", {"card": card})
    if have < wanted or not wanted:
        return Reason("too_few", {"card": card, "have": have})
    in_hand = own.hand.count(card)
    if in_hand < int(str(claims["hand"])):
        name = "too_few_in_hand" if in_hand else "none_in_hand"
        return Reason(name, {"card": card, **({"have": in_hand} if in_hand else {})})
    return Reason("not_higher", {"card": card}) if claims.get("takes") else None


def _no_top(number: int, card: Scalar, own: Own) -> Reason | None:
    """A stack whose top card is not there, or another one."""
    if not 1 <= number <= STACKS:
        return Reason("no_such_stack", {"stack": number, "last": STACKS})
    if number in own.blind:
        return Reason("stack_down", {"stack": number})
    if number not in own.tops:
        return Reason("stack_empty", {"stack": number})
    if card in (None, own.tops[number]):
        return None
    return Reason("stack_shows", {"stack": number, "card": own.tops[number]})


def _no_blind(claims: Facts, own: Own) -> Reason:
    number = int(str(claims["stack"]))
    if number in own.tops:
        return Reason("stack_up", {"stack": number, "card": own.tops[number]})
    return _no_top(number, None, own) or Reason("not_now")


def _no_special(claims: Facts, own: Own) -> Reason:
    kind, number = str(claims["verb"]), claims.get("stack")
    if not own.sources(kind):
        return Reason("not_yours", {"card": kind})
    if claims.get("source") == "hand":
        return Reason("none_in_hand", {"card": kind})
    return _no_top(int(str(number)), kind, own) or Reason("not_now")
