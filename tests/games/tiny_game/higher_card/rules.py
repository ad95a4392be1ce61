# ruff: noqa: ARG002 - so small a game leaves most of what it is given unused
"""The rules: each in turn puts a card on the pile; who tops the last one scores a point; most points win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from hosting.rules.game import Game, Series
from hosting.rules.options import Options, number
from hosting.rules.values import Action, DealResult, Event, MatchResult, Outcome, Reason, Table, View, Zone

DECK = tuple(str(value) for value in range(1, 11) for _ in range(4))


@dataclass(frozen=True, slots=True)
class HigherCardOptions(Options):
    """hand: cards dealt to each player."""

    hand: int = number(7, 1, 10)


class OneDeal(Series):
    """One deal is the match."""

    def opening(self, results: Sequence[DealResult], seats: int) -> Mapping[str, object]:
        """Seat 0 begins."""
        return {}

    def result(
        self, results: Sequence[DealResult], seats: int, options: Mapping[str, object]
    ) -> MatchResult | None:
        """Who won the deal."""
        return (
            MatchResult(results[-1].outcome.winners, self.totals(results, seats), "most") if results else None
        )


class HigherCard(Game):
    """One deal; the pile has its top card last."""

    slug = "higher-card"
    seat_range = range(2, 5)
    languages = ("en", "ms", "sv")
    rules_version = 1
    options = HigherCardOptions
    series = OneDeal()
    chosen: HigherCardOptions

    def setup(self) -> None:
        """Shuffle and deal."""
        self.stock, self.pile = self.chance.shuffle(DECK), list[str]()
        self.hands = [[self.stock.pop() for _ in range(self.chosen.hand)] for _ in range(self.seats)]
        self.points, self.playing, self.turn = [0] * self.seats, list(range(self.seats)), 0
        self.tell(Event("opened", 0))

    def to_act(self) -> Sequence[int]:
        """The seat whose turn it is."""
        return () if self.outcome() else (self.turn,)

    def legal(self, seat: int) -> Sequence[Action]:
        """Any card of the hand."""
        return [Action("play", (card,)) for card in dict.fromkeys(self.hands[seat])]

    def apply(self, seat: int, action: Action) -> None:
        """Put it on the pile."""
        (card,) = action.args
        scores = not self.pile or int(card) > int(self.pile[-1])
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.points[seat] += scores
        self.tell(Event("scored" if scores else "played", seat, {"card": card}))
        self._pass()

    def _pass(self) -> None:
        self.turn = min(self.playing, key=lambda seat: (seat - self.turn - 1) % self.seats)
        self.turns += 1

    def expire(self, seat: int) -> None:
        """The lowest card is played for a silent seat, and scores nothing."""
        card = min(self.hands[seat], key=int)
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.tell(Event("played", seat, {"card": card}))
        self._pass()

    def leave(self, seat: int) -> None:
        """The cards of who leaves go back to the stock."""
        self.stock += self.hands[seat]
        self.hands[seat] = []
        self.playing = [other for other in self.playing if other != seat]
        self.tell(Event("left", seat))
        if seat == self.turn and self.playing:
            self._pass()

    def table(self, viewer: int | None) -> Table:
        """A hand is its owner's; the pile lies open."""
        zones = [Zone("pile", None, None, tuple(self.pile), len(self.pile))]
        for seat, hand in enumerate(self.hands):
            seen = tuple(hand) if seat == viewer else (None,) * len(hand)
            zones.append(Zone("hand", seat, None, seen, len(hand)))
        return Table(tuple(zones), {f"points_{seat}": points for seat, points in enumerate(self.points)})

    def outcome(self) -> Outcome | None:
        """Most points win, when the hands are empty or one player is left."""
        if len(self.playing) > 1 and any(self.hands):
            return None
        best = max(self.points[seat] for seat in self.playing)
        winners = tuple(seat for seat in self.playing if self.points[seat] == best)
        return Outcome(winners, tuple(self.points), "most")

    def why(self, seat: int, action: Action) -> Reason:
        """Why not."""
        return why({"card": action.args[0]}, self.view(seat))


def why(claims: Mapping[str, object], view: View) -> Reason:
    """Why no legal action has these facts."""
    if view.outcome or view.viewer not in view.to_act:
        return Reason("over" if view.outcome else "not_your_turn")
    return Reason("not_in_hand", {"card": str(claims["card"])})


def random(view: View, rng: Random) -> Action:
    """Any card."""
    return rng.choice(view.legal)


def greedy(view: View, rng: Random) -> Action:
    """The lowest card that scores, else the lowest."""
    pile = view.table.zone("pile").cards
    top = int(pile[-1] or 0) if pile else 0
    return min(view.legal, key=lambda action: (int(action.args[0]) <= top, int(action.args[0])))
