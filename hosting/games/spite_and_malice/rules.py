"""The rules of Spite & Malice. RULES.md in this folder says how each sentence and ruling (S1-S25) is met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from hosting.games.spite_and_malice.cards import COMPLETE, KING, PACK, RANKS, VALUE
from hosting.games.spite_and_malice.options import SpiteAndMaliceOptions
from hosting.games.spite_and_malice.reasons import facts, why
from hosting.games.spite_and_malice.series import SpiteAndMaliceSeries
from hosting.rules.game import Game
from hosting.rules.values import Action, Event, Outcome, Reason, Table, Zone


class SpiteAndMalice(Game):
    """One deal. Piles are lists with the top card last; seats are 0 and 1, stacks count from 1."""

    slug = "spite-and-malice"
    seat_range = range(2, 3)
    languages = ("ms", "en", "sv")
    rules_version = 1
    options = SpiteAndMaliceOptions
    series = SpiteAndMaliceSeries()

    chosen: SpiteAndMaliceOptions

    def setup(self) -> None:
        """Shuffle and deal: pay-off piles, then hands; the last pay-off card dealt is the top."""
        cards = self.chance.shuffle(PACK * self.chosen.decks)
        goal, hand = self.chosen.goal, self.chosen.hand
        dealt = iter(cards)
        self.payoff = [_take(dealt, goal), _take(dealt, goal)]
        self.hands = [_sorted(_take(dealt, hand)), _sorted(_take(dealt, hand))]
        self.stock = list(dealt)[::-1]
        self.centre: list[list[str]] = [[] for _ in range(self.chosen.centre)]
        self.side: list[list[list[str]]] = [[[] for _ in range(self.chosen.side)] for _ in range(2)]
        self.ended: Outcome | None = None
        self.opener = self._opener()
        self.turn = self.opener

    def _opener(self) -> int:
        """Who begins (S5): as the series says, else the higher pay-off card, else chance."""
        given = self.opening.get("opener")
        if isinstance(given, int):
            self.tell(Event("opened", given, {"by": "order"}))
            return given
        first, second = (VALUE[pile[-1]] for pile in self.payoff)
        if first != second:
            seat = 0 if first > second else 1
            self.tell(Event("opened", seat, {"by": "card", "card": self.payoff[seat][-1]}))
            return seat
        seat = self.chance.pick(2)
        self.tell(Event("opened", seat, {"by": "chance", "card": self.payoff[seat][-1]}))
        return seat

    # ---- whose turn, and what may be done

    def to_act(self) -> Sequence[int]:
        """The seat whose turn it is; nobody when the deal is over."""
        return () if self.ended else (self.turn,)

    def legal(self, seat: int) -> Sequence[Action]:
        """The four moves of the sheet and no other (S12-S14): pay-off, side, hand to the centre; discards."""
        hand = dict.fromkeys(self.hands[seat])
        takers = {card: self._takers(card) for card in RANKS}
        actions = [_play_payoff(to) for to in takers[self.payoff[seat][-1]]]
        for place, stack in enumerate(self.side[seat], 1):
            if stack:
                actions += [_play_side(place, to) for to in takers[stack[-1]]]
        actions += [_play_hand(card, to) for card in hand for to in takers[card]]
        actions += [_discard(card, to) for card in hand for to in range(1, self.chosen.side + 1)]
        return actions

    def _takers(self, card: str) -> list[int]:
        """The centre stacks that take a card now: suits ignored, a king as any card (S6, S9-S11)."""
        if card == KING:
            return [to for to, stack in enumerate(self.centre, 1) if stack or self.chosen.king_as_ace]
        height = VALUE[card] - 1
        return [to for to, stack in enumerate(self.centre, 1) if len(stack) == height]

    # ---- doing it

    def apply(self, seat: int, action: Action) -> None:
        """Do one move; a discard ends the turn."""
        if action.verb == "discard":
            self._discard(seat, action.args[0], int(action.args[1]))
            return
        source, *args, to = action.args
        if source == "payoff":
            self._play(seat, source, None, self.payoff[seat].pop(), int(to))
        elif source == "side":
            place = int(args[0])
            self._play(seat, source, place, self.side[seat][place - 1].pop(), int(to))
        else:
            self.hands[seat].remove(args[0])
            self._play(seat, source, None, args[0], int(to))

    def _play(self, seat: int, source: str, place: int | None, card: str, to: int) -> None:
        """Put a card on a centre stack; then, in order: win (S16), return (S2), refill (S3), tie (S15)."""
        stack = self.centre[to - 1]
        stack.append(card)
        played = RANKS[len(stack) - 1]
        came = {"from": source, "place": place, "card": card, "as": played, "to": to}
        self.tell(Event("played", seat, came))
        if source == "payoff":
            if not self.payoff[seat]:
                self._end(winner=seat, reason="emptied")
                return
            left = len(self.payoff[seat])
            self.tell(Event("turned", seat, {"card": self.payoff[seat][-1], "left": left}))
        if len(stack) == COMPLETE:
            self._return(to)
        if not self.hands[seat]:
            self._refill(seat)

    def _return(self, to: int) -> None:
        """A finished stack goes back, its kings plain kings again, and the whole stock is shuffled (S2)."""
        self.stock = self.chance.shuffle(self.stock + self.centre[to - 1])
        self.centre[to - 1] = []
        self.tell(Event("completed", None, {"to": to, "stock": len(self.stock)}))

    def _discard(self, seat: int, card: str, to: int) -> None:
        self.hands[seat].remove(card)
        self.side[seat][to - 1].append(card)
        self.tell(Event("discarded", seat, {"card": card, "to": to}))
        self.turn = 1 - seat
        self.turns += 1
        self._refill(self.turn)

    def _refill(self, seat: int) -> None:
        """Draw up to a full hand; when that leaves no stock, the deal is a tie at once (S4, S15, S23)."""
        wanted = self.chosen.hand - len(self.hands[seat])
        drawn = [self.stock.pop() for _ in range(min(wanted, len(self.stock)))]
        if not drawn:
            return
        self.hands[seat] = _sorted(self.hands[seat] + drawn)
        self.tell(Event("drew", seat, {"count": len(drawn)}))
        self.tell(Event("got", seat, {"cards": " ".join(_sorted(drawn))}, frozenset({seat})))
        if not self.stock:
            self._end(winner=None, reason="stock")

    def _end(self, winner: int | None, reason: str) -> None:
        """The winner scores the cards left in the other's pay-off pile, and nothing else (S17)."""
        scores = [0, 0]
        if winner is not None:
            scores[winner] = len(self.payoff[1 - winner])
        self.ended = Outcome(() if winner is None else (winner,), tuple(scores), reason)

    # ---- when a player is away

    def expire(self, seat: int) -> None:
        """Discard the highest card that is no king onto the lowest-numbered of the smallest side stacks."""
        card, to = auto_discard(self.hands[seat], [len(stack) for stack in self.side[seat]])
        self._discard(seat, card, to)

    def leave(self, seat: int) -> None:
        """The other player scores what is left in the leaver's pay-off pile (S24)."""
        self.tell(Event("left", seat))
        self._end(winner=1 - seat, reason="left")

    # ---- what is seen

    def table(self, viewer: int | None) -> Table:
        """Centre, side stacks, pay-off tops and all counts are public (S21); a hand is its owner's."""
        zones = [Zone("centre", None, n, tuple(pile), len(pile)) for n, pile in enumerate(self.centre, 1)]
        zones.append(Zone("stock", None, None, (), len(self.stock)))
        for seat in range(2):
            pile, hand, sides = self.payoff[seat], self.hands[seat], enumerate(self.side[seat], 1)
            seen = tuple(hand) if seat == viewer else (None,) * len(hand)
            zones.append(Zone("payoff", seat, None, tuple(pile[-1:]), len(pile)))
            zones.append(Zone("hand", seat, None, seen, len(hand)))
            zones += [Zone("side", seat, n, tuple(cards), len(cards)) for n, cards in sides]
        needs = {f"needs_{n}": RANKS[len(pile) % COMPLETE] for n, pile in enumerate(self.centre, 1)}
        return Table(tuple(zones), {"opener": self.opener, "turn": self.turns, **needs})

    def outcome(self) -> Outcome | None:
        """How the deal ended, or None."""
        return self.ended

    def why(self, seat: int, action: Action) -> Reason:
        """Why an action is not legal, from that seat's view alone."""
        view = self.view(seat)
        return why(facts(action, view), view)


def auto_discard(hand: Sequence[str], heights: Sequence[int]) -> tuple[str, int]:
    """Which card the host discards for a silent player, and to which side stack (from 1)."""
    card = max(hand, key=lambda rank: 0 if rank == KING else VALUE[rank])
    return card, heights.index(min(heights)) + 1


def _take(cards: Iterator[str], count: int) -> list[str]:
    return [next(cards) for _ in range(count)]


def _sorted(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=VALUE.__getitem__)


@cache
def _play_payoff(to: int) -> Action:
    return Action("play", ("payoff", str(to)))


@cache
def _play_side(place: int, to: int) -> Action:
    return Action("play", ("side", str(place), str(to)))


@cache
def _play_hand(card: str, to: int) -> Action:
    return Action("play", ("hand", card, str(to)))


@cache
def _discard(card: str, to: int) -> Action:
    return Action("discard", (card, str(to)), family="discard")
