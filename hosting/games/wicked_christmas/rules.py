"""The rules of Wicked Christmas. RULES.md says how each sentence and ruling (W1-W38) is met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hosting.games.wicked_christmas.cards import BLAST, CAKE, COAL, KINDS, PACKS, in_order, points
from hosting.games.wicked_christmas.moves import STACK, Own, Play, moves
from hosting.games.wicked_christmas.options import WickedChristmasOptions
from hosting.games.wicked_christmas.reasons import facts, why
from hosting.games.wicked_christmas.series import WickedChristmasSeries
from hosting.rules.game import Game
from hosting.rules.values import Action, Event, Outcome, Reason, Scalar, Table, Zone

HAND: Final = 11
STACKS: Final = 3
RUN: Final = 4
"""Equal cards on top of the Gift Pile that make a Blast (W9, W11)."""

COAL_COUNT: Final = 2


class WickedChristmas(Game):
    """One round. Piles are lists with the top card last; seats count from 0, stacks from 1.

    `playing` are the seats still in the match, in order; the others have no cards and are passed over (W38).
    """

    slug = "wicked-christmas"
    seat_range = range(3, 7)
    languages = ("en", "ms", "sv")
    rules_version = 1
    options = WickedChristmasOptions
    series = WickedChristmasSeries()

    chosen: WickedChristmasOptions

    def setup(self) -> None:
        """Shuffle (W35) and give each seat its twenty: the first nine are its stacks, the rest its hand."""
        out = self.opening.get("out")
        gone = set(out) if isinstance(out, list) else set()
        self.playing = [seat for seat in range(self.seats) if seat not in gone]
        dealt = iter(self.chance.shuffle(PACKS[self.chosen.deck]))
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.stacks: list[list[list[str]]] = [[[] for _ in range(STACKS)] for _ in range(self.seats)]
        for seat in self.playing:
            self.stacks[seat] = [_take(dealt, STACK) for _ in range(STACKS)]
            self.hands[seat] = in_order(_take(dealt, HAND))
        self.draw = list(dealt)[::-1]
        self.discard: list[str] = []
        self.pile: list[str] = []
        self.ended: Outcome | None = None
        self.opener = self.turn = self._opener()

    def _opener(self) -> int:
        """Who begins (W34): as the series says, else chance."""
        given = self.opening.get("opener")
        seat = given if isinstance(given, int) else self.playing[self.chance.pick(len(self.playing))]
        self.tell(Event("opened", seat, {"by": "order" if isinstance(given, int) else "chance"}))
        return seat

    # ---- whose turn, and what may be done

    def to_act(self) -> Sequence[int]:
        """The seat whose turn it is; nobody when the round is over."""
        return () if self.ended else (self.turn,)

    def legal(self, seat: int) -> Sequence[Action]:
        """Everything that the sheet lets a player do; passing is not among it (W5)."""
        return moves(self._own(seat))

    def _own(self, seat: int) -> Own:
        stacks = [(number, stack) for number, stack in enumerate(self.stacks[seat], 1) if stack]
        return Own(
            tuple(self.hands[seat]),
            {number: stack[-1] for number, stack in stacks if len(stack) == STACK},
            tuple(number for number, stack in stacks if len(stack) < STACK),
            self.pile[-1] if self.pile else None,
        )

    def run(self) -> int:
        """How many equal cards lie on top of the Gift Pile, whoever played them (W9)."""
        equal = 0
        while equal < len(self.pile) and self.pile[-1 - equal] == self.pile[-1]:
            equal += 1
        return equal

    # ---- doing it

    def apply(self, seat: int, action: Action) -> None:
        """Do one action."""
        if action.verb == "play":
            self._play(seat, Play.of(action))
        elif action.verb == "blind":
            self._blind(seat, int(action.args[0]), action.args[1:])
        elif action.verb == "take":
            self._pick_up(seat)
            self._pass()
        else:
            self._take_out(seat, action.verb, action.args)
            self._special(seat, action.verb)

    def _play(self, seat: int, play: Play) -> None:
        """Put equal cards on the pile, or take it with them when they are higher (W4, W6-W8)."""
        is_higher = self._own(seat).is_higher(play.card)
        for number in play.stacks:
            self.stacks[seat][number - 1].pop()
        for _ in range(play.hand):
            self.hands[seat].remove(play.card)
        told: dict[str, Scalar] = {
            "card": play.card,
            "count": play.count,
            "stacks": " ".join(map(str, play.stacks)),
        }
        self.tell(Event("played_higher" if is_higher else "played", seat, {**told, "start": not self.pile}))
        self._lay(seat, play.card, play.count, is_higher=is_higher)

    def _blind(self, seat: int, number: int, most: Sequence[str]) -> None:
        """Turn a card (W21-W27): it may be anything, and only one that may stay is followed from the hand."""
        card = self.stacks[seat][number - 1].pop()
        self.tell(Event("turned", seat, {"card": card, "stack": number, "start": not self.pile}))
        if card in KINDS:
            self._special(seat, card)
            return
        if self._own(seat).is_higher(card):
            self._lay(seat, card, 1, is_higher=True)
            return
        wanted = 0 if most == ("only",) else int(most[0]) if most else HAND * self.seats
        added = min(wanted, self.hands[seat].count(card))
        for _ in range(added):
            self.hands[seat].remove(card)
        if added:
            self.tell(Event("added", seat, {"card": card, "count": added}))
        self._lay(seat, card, 1 + added, is_higher=False)

    def _lay(self, seat: int, card: str, count: int, *, is_higher: bool) -> None:
        """Cards come onto the pile; it is picked up, blasted, or stays (W8: higher is looked at first)."""
        self.pile += [card] * count
        again = False
        if is_higher:
            self._pick_up(seat)
        elif self.run() >= RUN:
            again = self.chosen.made_blast_again
            self._clear("made_blast", seat, run=self.run(), again=again and self._has_cards(seat))
        self._finish(seat, again=again)

    def _special(self, seat: int, kind: str) -> None:
        """A card without a number has its effect, then goes to the Discard Pile (W14-W20, W23)."""
        if kind == BLAST:
            self._clear("blasted", seat, again=self._has_cards(seat))
        elif kind == CAKE:
            self.tell(Event("caked", seat))
            for other in self._others(seat):
                self._draw(other, 1)
        elif kind == COAL:
            victim = self._next(seat)
            self.tell(Event("coaled", seat, {"to": victim}))
            self._draw(victim, COAL_COUNT)
        self.discard.append(kind)
        self._finish(seat, again=kind == BLAST)

    def _take_out(self, seat: int, kind: str, source: Sequence[str]) -> None:
        if source[0] == "hand":
            self.hands[seat].remove(kind)
        else:
            self.stacks[seat][int(source[1]) - 1].pop()
        self.tell(Event("showed", seat, {"card": kind, "stack": int(source[1]) if source[1:] else None}))

    def _clear(self, name: str, seat: int, **told: Scalar) -> None:
        """The whole Gift Pile goes to the Discard Pile (W12)."""
        self.tell(Event(name, seat, {**told, "pile": len(self.pile)}))
        self.discard += self.pile
        self.pile = []

    def _pick_up(self, seat: int) -> None:
        cards = in_order(self.pile)
        self.tell(Event("took", seat, {"count": len(cards), "cards": " ".join(cards)}))
        self.hands[seat] = in_order(self.hands[seat] + cards)
        self.pile = []

    def _draw(self, seat: int, count: int) -> None:
        """Draw cards; an empty Draw Pile is made anew of the Discard Pile, if that has any (W20)."""
        drawn: list[str] = []
        while len(drawn) < count and (self.draw or self.discard):
            if not self.draw:
                self.tell(Event("reshuffled", None, {"count": len(self.discard)}))
                self.draw, self.discard = self.chance.shuffle(self.discard), []
            drawn.append(self.draw.pop())
        self.tell(Event("drew", seat, {"count": len(drawn)}))
        if drawn:
            self.hands[seat] = in_order(self.hands[seat] + drawn)
            self.tell(Event("got", seat, {"cards": " ".join(in_order(drawn))}, frozenset({seat})))

    def _finish(self, seat: int, *, again: bool) -> None:
        """Without cards the round ends at once (W28, W29), else the turn passes or goes on."""
        if not self._has_cards(seat):
            self.tell(Event("went_out", seat))
            self._end(seat, "out")
        elif not again:
            self._pass()

    def _pass(self) -> None:
        self.turn = self._next(self.turn)
        self.turns += 1

    def _end(self, winner: int, reason: str) -> None:
        """All others count what they are left with (W31)."""
        scores = [points(self._cards(seat)) for seat in range(self.seats)]
        self.ended = Outcome((winner,), tuple(0 if reason == "left" else score for score in scores), reason)

    def _cards(self, seat: int) -> list[str]:
        return [*self.hands[seat], *(card for stack in self.stacks[seat] for card in stack)]

    def _has_cards(self, seat: int) -> bool:
        return bool(self.hands[seat]) or any(self.stacks[seat])

    def _next(self, seat: int) -> int:
        """The seat to the left, clockwise, of those still in the match."""
        return min(self.playing, key=lambda other: (other - seat - 1) % self.seats)

    def _others(self, seat: int) -> Iterator[int]:
        """All others still in the match, clockwise from the left (W18)."""
        ordered = sorted(self.playing, key=lambda other: (other - seat - 1) % self.seats)
        return (other for other in ordered if other != seat)

    # ---- when a player is away

    def expire(self, seat: int) -> None:
        """Who sees nothing to play takes the pile; else one card is drawn, and the pile stays as it is."""
        takes = self._own(seat).is_stuck
        if takes:
            self._pick_up(seat)
        else:
            self._draw(seat, 1)
        self._pass()

    def leave(self, seat: int) -> None:
        """A seat's cards go to the Discard Pile; the last one left wins (W38)."""
        self.tell(Event("left", seat))
        if seat not in self.playing:
            return
        self.discard += self._cards(seat)
        self.hands[seat], self.stacks[seat] = [], [[] for _ in range(STACKS)]
        self.playing.remove(seat)
        if len(self.playing) == 1:
            self._end(self.playing[0], "left")
        elif seat == self.turn:
            self._pass()

    # ---- what is seen

    def table(self, viewer: int | None) -> Table:
        """The Gift Pile, face-up cards and all counts are public (W37); cards face down nobody sees."""
        zones = [
            Zone("gift", None, None, tuple(self.pile), len(self.pile)),
            Zone("draw", None, None, (), len(self.draw)),
            Zone("discard", None, None, (), len(self.discard)),
        ]
        for seat in range(self.seats):
            hand = self.hands[seat]
            seen = tuple(hand) if seat == viewer else (None,) * len(hand)
            zones.append(Zone("hand", seat, None, seen, len(hand)))
            zones += [_stack(seat, number, stack) for number, stack in enumerate(self.stacks[seat], 1)]
        out = " ".join(str(seat) for seat in range(self.seats) if seat not in self.playing)
        return Table(tuple(zones), {"opener": self.opener, "turn": self.turns, "run": self.run(), "out": out})

    def outcome(self) -> Outcome | None:
        """How the round ended, or None."""
        return self.ended

    def why(self, seat: int, action: Action) -> Reason:
        """Why an action is not legal, from that seat's view alone."""
        view = self.view(seat)
        return why(facts(action, view), view)


def _stack(seat: int, number: int, stack: Sequence[str]) -> Zone:
    top = stack[-1] if len(stack) == STACK else None
    return Zone("stack", seat, number, (*(None for _ in stack[1:]), top) if stack else (), len(stack))


def _take(cards: Iterator[str], count: int) -> list[str]:
    return [next(cards) for _ in range(count)]
