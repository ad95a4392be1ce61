"""The moves of Wicked Christmas: what may be done with these cards, and how an action says it.

- ``play 7 hand 1 stack 2 3``: that many 7s from the hand and those on top of these stacks
- ``blind 2``: the top card of stack 2, which lies face down, and all cards of the hand that match it;
  ``blind 2 only`` without them, ``blind 2 1`` with one at most
- ``blast hand``, ``fruitcake stack 2``, ``coal hand``: a card without a number, from there
- ``take``: the Gift Pile
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, Self

from hosting.games.wicked_christmas.cards import KINDS, VALUE
from hosting.rules.values import Action, View

STACK: Final = 3
"""Cards of a whole stack; its top card lies face up until it is played, and no other ever does (W25)."""

MOST_LINES: Final = 12
"""Numbers of a list; when there are more moves, the lesser ones are folded."""

MORE: Final = "more"
HIGHER: Final = "higher"


@dataclass(frozen=True, slots=True)
class Play:
    """Cards of one number played together: how many from the hand, and which stacks' tops."""

    card: str
    hand: int
    stacks: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many cards these are."""
        return self.hand + len(self.stacks)

    @classmethod
    def of(cls, action: Action) -> Self:
        """Read it out of an action."""
        card, *rest = action.args
        hand = 0
        if rest[0] == "hand":
            hand, rest = int(rest[1]), rest[2:]
        return cls(card, hand, tuple(int(number) for number in rest[1:]))

    def action(self, family: str = "") -> Action:
        """Write it as an action."""
        hand = ("hand", str(self.hand)) if self.hand else ()
        stacks = ("stack", *map(str, self.stacks)) if self.stacks else ()
        return _action("play", (self.card, *hand, *stacks), family)


@dataclass(frozen=True, slots=True)
class Own:
    """What a player sees when he is to act.

    His hand, the tops of his stacks by number, the stacks that have only cards face down, and the number on
    top of the Gift Pile (None: it is empty).
    """

    hand: tuple[str, ...]
    tops: Mapping[int, str]
    blind: tuple[int, ...]
    top: str | None

    @classmethod
    def of(cls, view: View, seat: int) -> Self:
        """Read it out of a view, for the seat whose view it is."""
        hand, pile = view.table.zone("hand", seat), view.table.zone("gift").cards
        stacks = [
            zone for zone in view.table.zones if zone.kind == "stack" and zone.owner == seat and zone.count
        ]
        return cls(
            tuple(card for card in hand.cards if card),
            {int(zone.number or 0): card for zone in stacks if (card := zone.cards[-1])},
            tuple(int(zone.number or 0) for zone in stacks if zone.cards[-1] is None),
            pile[-1] if pile else None,
        )

    def is_higher(self, card: str) -> bool:
        """Whether a number is higher than the Gift Pile's, so that it would be picked up (W4)."""
        return self.top is not None and VALUE[card] > VALUE[self.top]

    def count(self, card: str) -> int:
        """How many of a card the player has in hand and face up."""
        return self.hand.count(card) + sum(top == card for top in self.tops.values())

    def usual(self, card: str, count: int) -> Play:
        """Where so many equal cards come from if nothing is said: tops first, from the lowest stack on."""
        stacks = tuple(number for number, top in self.tops.items() if top == card)[:count]
        return Play(card, count - len(stacks), stacks)

    def plays(self, card: str) -> list[Play]:
        """All ways to play a number, most cards first (W2, W3)."""
        tops = [number for number, top in self.tops.items() if top == card]
        ways = [
            Play(card, hand, stacks)
            for hand in range(self.hand.count(card) + 1)
            for size in range(len(tops) + 1)
            for stacks in combinations(tops, size)
            if hand or stacks
        ]
        return sorted(ways, key=lambda play: (-play.count, -len(play.stacks), play.stacks))

    def numbers(self) -> list[str]:
        """The numbers that the player can play and see, the highest first."""
        seen = {*self.hand, *self.tops.values()} & VALUE.keys()
        return sorted(seen, key=VALUE.__getitem__, reverse=True)

    def most_equal(self) -> int:
        """How many equal numbers the hand holds at most: so many can follow a blind card (W22)."""
        return max((self.hand.count(card) for card in {*self.hand} & VALUE.keys()), default=0)

    def sources(self, kind: str) -> list[tuple[str, ...]]:
        """Where a card without a number can come from; the first is meant if nothing is said."""
        stacks = [("stack", str(number)) for number, top in self.tops.items() if top == kind]
        return [*stacks, *([("hand",)] if kind in self.hand else [])]

    @property
    def is_stuck(self) -> bool:
        """Whether the player sees nothing that may go on the Gift Pile: no number, no Blast, no Mischief."""
        cards = (*self.hand, *self.tops.values())
        return self.top is not None and all(card in VALUE and self.is_higher(card) for card in cards)


def moves(own: Own) -> list[Action]:
    """All legal actions, in the order of the numbered list."""
    groups = _groups(own)
    higher = [
        play.action(HIGHER) for card in own.numbers() if own.is_higher(card) for play in own.plays(card)
    ]
    take = [TAKE] if own.top is not None else []
    lines = sum(map(len, groups)) + len(take) + bool(higher)
    if lines <= MOST_LINES:
        return [action for group in groups for action in group] + take + higher
    shown = _shown([group[0] for group in groups], MOST_LINES - 1 - len(take) - bool(higher))
    rest = [action for group in groups for action in group if action not in shown]
    return shown + take + [_action(action.verb, action.args, MORE) for action in rest] + higher


TAKE: Final = Action("take")


def _groups(own: Own) -> list[list[Action]]:
    """The moves that do not pick up the pile: by number, stack and kind, the main move of each first."""
    groups = [
        [play.action() for play in own.plays(card)] for card in own.numbers() if not own.is_higher(card)
    ]
    most = own.most_equal()
    for stack in own.blind:
        fewer = ["only", *map(str, range(1, most))] if most else []
        groups.append([_action("blind", (str(stack), *([how] if how else []))) for how in ("", *fewer)])
    groups += [[_action(kind, source) for source in own.sources(kind)] for kind in KINDS]
    return [group for group in groups if group]


def _shown(mains: Sequence[Action], room: int) -> list[Action]:
    """The main moves for which there is room; when there is not, the lowest numbers are left out."""
    plays = [action for action in mains if action.verb == "play"]
    left_out = plays[room - (len(mains) - len(plays)) :] if len(mains) > room else []
    return [action for action in mains if action not in left_out]


@cache
def _action(verb: str, args: tuple[str, ...], family: str = "") -> Action:
    return Action(verb, args, family)
