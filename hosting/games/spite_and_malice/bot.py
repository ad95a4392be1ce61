"""Two bots that know no more than a View. Greedy plans ahead inside its turn; random only obeys the rules."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from hosting.games.spite_and_malice.cards import COMPLETE, KING, RANKS, VALUE
from hosting.rules.values import Action, View

EAGERNESS: Final = 0.85
"""How often the random bot plays to the centre while it can; it discards otherwise."""

KING_COST: Final = 3
"""What a king costs in a plan, where another card costs 1."""


def random(view: View, rng: Random) -> Action:
    """Any play to the centre, mostly; any discard otherwise."""
    plays = [action for action in view.legal if action.verb == "play"]
    discards = [action for action in view.legal if action.verb == "discard"]
    return rng.choice(plays if plays and rng.random() < EAGERNESS else discards)


def greedy(view: View, rng: Random) -> Action:  # noqa: ARG001 - every bot is called alike; this one needs no luck
    """The next step of the shortest run that frees the pay-off card; else build; else discard well."""
    position = Position.of(view)
    return position.free() or position.build() or position.put_by()


@dataclass(slots=True)
class Position:
    """One player's turn as the player sees it; stacks have their top card last."""

    seat: int
    payoff: str
    theirs: str
    hand: list[str]
    side: list[list[str]]
    heights: list[int]
    king_as_ace: bool

    @classmethod
    def of(cls, view: View) -> Position:
        """Read the position of the viewer, who is to act."""
        seat = view.to_act[0]
        found = cls(seat, "", "", [], [], [], bool(view.options["king_as_ace"]))
        for zone in view.table.zones:
            cards = [card for card in zone.cards if card]
            if zone.kind == "centre":
                found.heights.append(zone.count)
            elif zone.kind == "payoff" and zone.owner == seat:
                found.payoff = cards[-1]
            elif zone.kind == "payoff":
                found.theirs = cards[-1]
            elif zone.owner == seat and zone.kind == "hand":
                found.hand = cards
            elif zone.owner == seat and zone.kind == "side":
                found.side.append(cards)
        return found

    # ---- playing to the centre

    def free(self) -> Action | None:
        """The first step of the cheapest run, on one centre stack, that ends with the pay-off card."""
        best: tuple[int, Action] | None = None
        for to, height in enumerate(self.heights, 1):
            plan = self._plan(to, height, self.hand, self.side, 12)
            if plan and (best is None or plan[0] < best[0]):
                best = plan
        return best[1] if best else None

    def _plan(
        self, to: int, height: int, hand: list[str], side: list[list[str]], most: int
    ) -> tuple[int, Action] | None:
        """Cost and first step of the cheapest run that costs no more than `most`."""
        if self._takes(height, self.payoff):
            return 0, Action("play", ("payoff", str(to)))
        best: tuple[int, Action] | None = None
        for cost, step, card in self._steps(to, height, hand, side):
            if cost > most:
                continue
            hand_left, side_left = _without(step, card, hand, side)
            rest = self._plan(to, (height + 1) % COMPLETE, hand_left, side_left, most - cost)
            if rest and rest[0] + cost <= most:
                best = rest[0] + cost, step
                most = best[0] - 1
        return best

    def _steps(
        self, to: int, height: int, hand: list[str], side: list[list[str]]
    ) -> list[tuple[int, Action, str]]:
        """The ways to build one card higher: from side stacks first, then from the hand, kings last."""
        steps = []
        for kings in (False, True):
            card = KING if kings else RANKS[height]
            if not self._takes(height, card):
                continue
            cost = KING_COST if kings else 1
            for place, stack in enumerate(side, 1):
                if stack and stack[-1] == card:
                    steps.append((cost, Action("play", ("side", str(place), str(to))), card))
            if card in hand:
                steps.append((cost, Action("play", ("hand", card, str(to))), card))
        return steps

    def _takes(self, height: int, card: str) -> bool:
        if card == KING:
            return bool(height) or self.king_as_ace
        return VALUE[card] == height + 1

    def build(self) -> Action | None:
        """A card of the hand, no king, to a stack that does not then wait for the other's pay-off card."""
        for card in dict.fromkeys(self.hand):
            for to, height in enumerate(self.heights, 1):
                helps = RANKS[(height + 1) % COMPLETE] == self.theirs
                if card != KING and not helps and self._takes(height, card):
                    return Action("play", ("hand", card, str(to)))
        return None

    # ---- ending the turn

    def put_by(self) -> Action:
        """The discard that spoils least: kings stay, and side stacks run downwards where they can."""
        plain = [card for card in dict.fromkeys(self.hand) if card != KING] or self.hand[:1]
        scored = [
            (self._harm(card, stack), -VALUE[card], place, card)
            for card in plain
            for place, stack in enumerate(self.side, 1)
        ]
        _, _, place, card = min(scored)
        return Action("discard", (card, str(place)))

    def _harm(self, card: str, stack: list[str]) -> int:
        """How much a discard spoils: nothing on its equal or successor, little when empty, else more."""
        if not stack:
            return 2
        above = VALUE[stack[-1]] - VALUE[card]
        if stack[-1] == KING:
            return 40
        if above in (0, 1):
            return above
        return 3 + above if above > 0 else 20 - above


def _without(
    step: Action, card: str, hand: list[str], side: list[list[str]]
) -> tuple[list[str], list[list[str]]]:
    if step.args[0] == "hand":
        left = list(hand)
        left.remove(card)
        return left, side
    place = int(step.args[1]) - 1
    return hand, [stack[:-1] if index == place else stack for index, stack in enumerate(side)]
