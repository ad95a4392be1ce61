"""The rules of Maldade Presenter. RULES.md in this folder says how each sentence and ruling (M1-M30) is met.

This file holds the cards, the turns and what is seen; `powers.py` what cards do, `moves.py` what may be done,
`agenda.py` what is still to be settled, `orders.py` what standing orders answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hosting.games.maldade_presenter import orders
from hosting.games.maldade_presenter.agenda import Aimed, Clearing, Coming, Matter, Parting
from hosting.games.maldade_presenter.cards import CARDS_A_TURN, FULL, HAND, Gift, deck, in_order
from hosting.games.maldade_presenter.moves import Answer, Turn
from hosting.games.maldade_presenter.options import MaldadeOptions
from hosting.games.maldade_presenter.powers import Powers
from hosting.games.maldade_presenter.reasons import facts, why
from hosting.games.maldade_presenter.series import MaldadeSeries
from hosting.rules.values import Action, Event, Outcome, Reason, Scalar, Table, Zone


class MaldadePresenter(Powers):
    """One deal. The puddle has its top card last; a seat that is out keeps its number."""

    slug = "maldade-presenter"
    seat_range = range(2, 9)
    languages = ("sv", "en", "ms")
    rules_version = 1
    options = MaldadeOptions
    series = MaldadeSeries()
    standing_orders = orders.ORDERS

    chosen: MaldadeOptions

    def setup(self) -> None:
        """Shuffle, deal seven to each seat in turn, and say who begins (M3)."""
        cards = self.chance.shuffle(deck(self.chosen.deck, golden=self.chosen.golden_card))
        self.hands = [in_order(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(self.seats)]
        self.puddle = cards[HAND * self.seats :][::-1]
        self.septic: list[str] = []
        self.gauges: list[list[Gift]] = [[] for _ in range(self.seats)]
        self.resting = [False] * self.seats
        self.out: list[int] = []
        self.agenda: list[Matter] = []
        self.idle = 0
        self.ended: Outcome | None = None
        marked = self.chosen.youngest
        by_chance = not 1 <= marked <= self.seats
        self.opener = self.chance.pick(self.seats) if by_chance else marked - 1
        self.tell(Event("opened", self.opener, {"by": "chance" if by_chance else "youngest"}))
        self._begin(self.opener)

    # ---- whose turn, and what may be done

    def to_act(self) -> Sequence[int]:
        """The seat that is asked, else the one whose turn it is; nobody when the deal is over."""
        if self.ended:
            return ()
        asked = self.agenda[-1].asks if self.agenda else None
        return (self.turn if asked is None else asked,)

    def answering(self) -> bool:
        """Whether a seat is asked: settle() leaves only such a matter open."""
        return bool(self.agenda) and self.ended is None

    def gone(self) -> Sequence[int]:
        """Who has been eliminated or has left."""
        return self.out

    def legal(self, seat: int) -> Sequence[Action]:
        """The answers to what was asked, else the moves of the turn."""
        others, held = self.living_after(seat), [len(hand) for hand in self.hands]
        if self.agenda:
            asked = self.agenda[-1]
            assert not isinstance(asked, Clearing)
            return Answer(self.hands[seat], others, held).moves(asked)
        return Turn(
            seat=seat,
            hand=self.hands[seat],
            gauges=[[gift.code for gift in gauge] for gauge in self.gauges],
            held=held,
            others=others,
            resting=self.resting,
            cards_left=CARDS_A_TURN - self.played,
            may_give=[] if self.given is not None else [to for to in others if self.moved <= {to}],
            may_move=[to for to in others if self.given in (None, to)],
        ).moves()

    def living_after(self, seat: int) -> list[int]:
        """The other players that are still in, clockwise from that seat."""
        around = ((seat + step) % self.seats for step in range(1, self.seats))
        return [other for other in around if other not in self.out]

    # ---- doing it

    def apply(self, seat: int, action: Action) -> None:
        """Do a move or an answer, then all that follows from it."""
        if self.agenda:
            self.answer(seat, action)
        elif action.verb == "draw":
            self._end_turn()
        else:
            self.idle = 0
            self.do(seat, action)
        self._settle()

    def _settle(self) -> None:
        """Go on until somebody has to be asked or has a choice; what is forced is done at once.

        Forced, for everybody to see, is the turn of a player who waits for the toilet, and the draw of one
        who has played three cards or has none: nobody is asked for that.
        """
        while self.ended is None:
            if self.agenda:
                if self.agenda[-1].asks is not None:
                    return
                self.settle(self.agenda.pop())
            elif self.turn in self.out:
                self._pass_turn()
            elif self.rests or self.played >= CARDS_A_TURN or not self.hands[self.turn]:
                self._end_turn()
            else:
                return

    def _begin(self, seat: int) -> None:
        self.turn = seat
        self.played = 0
        self.given: int | None = None
        self.moved: set[int] = set()
        self.rests, self.resting[seat] = self.resting[seat], False
        if self.rests:
            self.tell(Event("rested", seat))

    def _end_turn(self) -> None:
        """Draw one card (M21, M26). So many empty turns in a row end the deal without a winner (M24)."""
        drawn = self.draw(self.turn, 1)
        self.idle = 0 if drawn else self.idle + (not self.played)
        if self.idle >= 2 * (self.seats - len(self.out)):
            self.end("still")
        else:
            self._pass_turn()

    def _pass_turn(self) -> None:
        self.turns += 1
        self._begin(self.living_after(self.turn)[0])

    def draw(self, seat: int, count: int) -> int:
        """Draw from the puddle; when it is empty the septic discard is shuffled and becomes it (M25)."""
        drawn: list[str] = []
        while len(drawn) < count:
            if not self.puddle and self.septic:
                self.puddle, self.septic = self.chance.shuffle(self.septic), []
                self.tell(Event("reshuffled", None, {"count": len(self.puddle)}))
            if not self.puddle:
                break
            drawn.append(self.puddle.pop())
        if drawn:
            self.hands[seat] = in_order(self.hands[seat] + drawn)
            self.tell(Event("got", seat, {"cards": " ".join(in_order(drawn))}, frozenset({seat})))
        self.tell(Event("drew", seat, {"count": len(drawn)}))
        return len(drawn)

    # ---- eliminated

    def check(self, seat: int) -> None:
        """A full gauge eliminates at once (M4, M6); with one player left the deal is over (M20)."""
        if self.total(seat) < FULL:
            return
        self.tell(Event("eliminated", seat, {"points": self.total(seat)}))
        if self._strike_out(seat):
            self.agenda += [Clearing(seat), Parting(seat)]

    def _strike_out(self, seat: int) -> bool:
        """Whether the deal goes on without the seat."""
        self.out.append(seat)
        self.resting[seat] = False
        if self.seats - len(self.out) == 1:
            self.end("last")
        return self.ended is None

    def clear(self, seat: int) -> None:
        """Hand, gauge and what lies on it are shuffled into the puddle, not into the discard (M7)."""
        cards = self.hands[seat] + [card for gift in self.gauges[seat] for card in gift.cards]
        self.hands[seat], self.gauges[seat] = [], []
        self.puddle = self.chance.shuffle(self.puddle + cards)
        self.tell(Event("cleared", seat, {"count": len(cards)}))

    def end(self, reason: str) -> None:
        """Each seat scores the players that it outlived; with several left nobody won (M24)."""
        left = [seat for seat in range(self.seats) if seat not in self.out]
        scores = [self.out.index(seat) if seat in self.out else len(self.out) for seat in range(self.seats)]
        self.ended = Outcome(tuple(left) if len(left) == 1 else (), tuple(scores), reason)

    def leave(self, seat: int) -> None:
        """As an elimination, without a parting gift (M29). Who is out has nothing left to leave."""
        if seat in self.out:
            return
        self.tell(Event("left", seat))
        if self._strike_out(seat):
            self.agenda.append(Clearing(seat))
            self._settle()

    def expire(self, seat: int) -> None:  # noqa: ARG002 - it is the seat whose turn it is
        """End the turn as the sheet ends one: cards played stand, and one card is drawn."""
        self._end_turn()
        self._settle()

    def obey(self, seat: int, order: str) -> Action | None:
        """What the standing order answers, from what the seat sees."""
        return orders.answer(self.view(seat, since=self.ply), order)

    # ---- what is seen

    def table(self, viewer: int | None) -> Table:
        """Gauges, discard and all counts are public, hands are not (M28)."""
        zones = [
            Zone("puddle", None, None, (), len(self.puddle)),
            Zone("septic", None, None, tuple(self.septic), len(self.septic)),
        ]
        shown: dict[str, Scalar] = {
            "opener": self.opener,
            "turn": self.turns,
            "seat": self.turn,
            "cards_left": CARDS_A_TURN - self.played,
            "given": self.given,
            "moved": " ".join(map(str, sorted(self.moved))),
            "out": " ".join(map(str, self.out)),
            **self._question(),
        }
        for seat in range(self.seats):
            hand, gauge = self.hands[seat], self.gauges[seat]
            seen = tuple(hand) if seat == viewer else (None,) * len(hand)
            codes = in_order(gift.code for gift in gauge)
            zones += [
                Zone("gauge", seat, None, tuple(codes), len(codes)),
                Zone("hand", seat, None, seen, len(hand)),
            ]
            shown[f"gauge_{seat}"] = self.total(seat)
            shown[f"resting_{seat}"] = self.resting[seat]
        return Table(tuple(zones), shown)

    def _question(self) -> dict[str, Scalar]:
        """What is asked, of whom, and about which card: it lies open, so everybody sees it."""
        if not self.answering():
            return {"asked": None}
        matter = self.agenda[-1]
        if isinstance(matter, Coming):
            return {"asked": "gift", "card": matter.card, "sender": matter.sender}
        if isinstance(matter, Aimed):
            return {"asked": "trick", "card": matter.card, "sender": matter.sender, "gift": matter.gift}
        return {"asked": "parting"}

    def all_cards(self) -> Iterable[str]:
        """Every card of the deal, wherever it lies: none is ever lost or made."""
        yield from self.puddle
        yield from self.septic
        for hand in self.hands:
            yield from hand
        for gauge in self.gauges:
            for gift in gauge:
                yield from gift.cards
        for matter in self.agenda:
            yield from matter.cards

    def outcome(self) -> Outcome | None:
        """How the deal ended, or None."""
        return self.ended

    def why(self, seat: int, action: Action) -> Reason:
        """Why an action is not legal, from that seat's view alone."""
        view = self.view(seat)
        return why(facts(action, view), view)
