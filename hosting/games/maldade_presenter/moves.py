"""What may be done in Maldade Presenter: in the own turn, and when a seat is asked.

Actions: give CARD SEAT · heal GIFT.. with ANTIDOTE.. · play TRICK .. · draw · and as answers:
play RIPOSTE .. · greet CARD SEAT · pass. Seats count from 0 in actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from hosting.games.maldade_presenter.agenda import Aimed, Coming, Parting
from hosting.games.maldade_presenter.cards import ANTIDOTES, CARDS, GIFTS, in_order, worth
from hosting.rules.values import Action

WITH = "with"
"""Stands between the gifts and the antidotes of a healing."""

DRAW = Action("draw")
PASS = Action("pass")


@dataclass(frozen=True, slots=True)
class Turn:
    """Where a turn stands, as everybody sees it, and the hand of who has it."""

    seat: int
    hand: Sequence[str]
    gauges: Sequence[Sequence[str]]
    held: Sequence[int]
    others: Sequence[int]
    resting: Sequence[bool]
    cards_left: int
    may_give: Sequence[int]
    may_move: Sequence[int]

    def moves(self) -> list[Action]:
        """Gifts, healings, tricks, and last the draw that ends the turn (M23)."""
        found: list[Action] = []
        if self.cards_left:
            mine = list(dict.fromkeys(self.hand))
            found += [_give(card, to) for card in mine if card in GIFTS for to in self.may_give]
            found += self._healings()
            for card in mine:
                if CARDS[card].kind == "trick":
                    found += self._tricks(card)
        return [*found, DRAW]

    def _healings(self) -> Iterator[Action]:
        """Antidotes against gifts of the own gauge, exactly of their worth (M8-M10)."""
        antidotes = [card for card in self.hand if card in ANTIDOTES]
        if not antidotes:
            return
        gifts = _sums(tuple(in_order(self.gauges[self.seat])))
        for count in range(1, min(self.cards_left, len(antidotes)) + 1):
            for used in dict.fromkeys(combinations(antidotes, count)):
                for healed in gifts.get(sum(map(worth, used)), ()):
                    yield Action("heal", (*healed, WITH, *used), family="heal")

    def _tricks(self, card: str) -> list[Action]:
        power = CARDS[card].power
        if power == "mermaid":
            return [_play(card, gift) for gift in self._gifts_of(self.seat)]
        if power == "snatch":
            lost = list(dict.fromkeys(self.hand))
            if self.hand.count(card) == 1:
                lost.remove(card)
            return [_play(card, other, str(to)) for other in lost for to in self.others if self.held[to]]
        if power == "raise":
            return [_play(card, gift, str(to)) for to in self.others for gift in self._gifts_of(to)]
        if power == "draw":
            return [_play(card)]
        if power == "move":
            return [_play(card, gift, str(to)) for gift in self._gifts_of(self.seat) for to in self.may_move]
        return [_play(card, str(to)) for to in self.others if not self.resting[to]]

    def _gifts_of(self, seat: int) -> list[str]:
        return in_order(dict.fromkeys(self.gauges[seat]))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat that is asked may do, with its hand and the other players that are still in."""

    hand: Sequence[str]
    others: Sequence[int]
    held: Sequence[int]

    def moves(self, asked: Coming | Aimed | Parting) -> list[Action]:
        """The answers that its cards allow, and last to let it be."""
        mine = list(dict.fromkeys(self.hand))
        if isinstance(asked, Coming):
            found = [move for card in mine for move in self._to_gift(card, asked)]
        elif isinstance(asked, Aimed):
            found = [
                move for card in mine if CARDS[card].power == "karma" for move in self._karma(card, asked)
            ]
        else:
            found = self._greetings(mine)
        return [*found, PASS]

    def _to_gift(self, card: str, asked: Coming) -> list[Action]:
        power = CARDS[card].power
        if power == "away":
            return [_play(card)]
        if power == "back":
            return [_play(card)] if asked.sender in self.others else []
        if power == "on":
            return [_play(card, str(to)) for to in self.others if to != asked.sender]
        return []

    def _karma(self, card: str, asked: Aimed) -> list[Action]:
        """Cancel it; against a snatch also take a card oneself, for a card that is discarded."""
        found = [_play(card)]
        if CARDS[asked.card].power == "snatch" and self.held[asked.sender]:
            lost = list(dict.fromkeys(self.hand))
            if self.hand.count(card) == 1:
                lost.remove(card)
            found += [_play(card, other) for other in lost]
        return found

    def _greetings(self, mine: Sequence[str]) -> list[Action]:
        if not any(CARDS[card].kind == "parting" for card in mine):
            return []
        gifts = [card for card in mine if card in GIFTS and not CARDS[card].golden]
        return [
            Action("greet", (card, str(to)), family=f"greet {card}") for card in gifts for to in self.others
        ]


@lru_cache(maxsize=4096)
def _sums(gifts: tuple[str, ...]) -> dict[int, tuple[tuple[str, ...], ...]]:
    """The sets of gifts in a gauge by what they are worth together."""
    found: dict[int, dict[tuple[str, ...], None]] = {}
    for count in range(1, len(gifts) + 1):
        for chosen in combinations(gifts, count):
            found.setdefault(sum(map(worth, chosen)), {})[chosen] = None
    return {total: tuple(sets) for total, sets in found.items()}


@cache
def _give(card: str, to: int) -> Action:
    return Action("give", (card, str(to)), family=f"give {card}")


@cache
def _play(card: str, *args: str) -> Action:
    return Action("play", (card, *args), family=card)
