"""The table of Wicked Christmas as lines of text: "label: values", no columns, no drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hosting.games.wicked_christmas.moves import Own
from hosting.rules.values import View, Zone
from hosting.rules.words import Section, Words, wrap

TIE: Final = "\N{NO-BREAK SPACE}"
"""Keeps "11 cards" together at the end of a line."""


class Layout:
    """Lays out one view in the words of one language."""

    def __init__(self, words: Words, view: View, names: Sequence[str]) -> None:
        self.words = words
        self.view = view
        self.names = names
        self.out = {int(seat) for seat in str(view.table.facts["out"]).split()}

    def sections(self) -> tuple[Section, ...]:
        """The piles and the others in the order of play after the viewer, then the viewer's own cards."""
        seats, me = self.view.seats, self.view.viewer
        ordered = [((me or 0) + step) % seats for step in range(seats)]
        lines = [self._gift(), self._others(), *(self._player(seat) for seat in ordered if seat != me)]
        table = Section(self.words.text("table.heading"), _wrapped(lines))
        if me is None or me in self.out:
            return (table,)
        stacks = [self._stack(zone) for zone in self._stacks(me) if zone.count]
        gone = self.words.text("table.stacks_gone")
        own = [self._hand(self.view.table.zone("hand", me)), *(stacks or [gone])]
        return (table, Section(self.words.text("table.you"), _wrapped(own), me))

    def _gift(self) -> str:
        pile, run = self.view.table.zone("gift"), int(str(self.view.table.facts["run"]))
        codes = [str(card) for card in reversed(pile.cards)]
        if not codes:
            return self.words.text("table.gift_empty")
        top, under = ", ".join(codes[:run]), ", ".join(codes[run:])
        key = "gift_deep" if under else "gift"
        return self.words.text(f"table.{key}", pile=self._cards(pile.count), run=top, codes=under)

    def _others(self) -> str:
        draw, discard = self.view.table.zone("draw").count, self.view.table.zone("discard").count
        return self.words.text("table.others", draw=self._cards(draw), discard=self._cards(discard))

    def _player(self, seat: int) -> str:
        name = self.names[seat]
        if seat in self.out:
            return self.words.text("table.out", name=name)
        stacks = self._stacks(seat)
        up = [self.words.card(top) for zone in stacks if zone.cards and (top := zone.cards[-1])]
        down = sum(zone.count for zone in stacks) - len(up)
        hand = self.view.table.zone("hand", seat).count
        key = "player" if up else "player_down" if down else "player_bare" if hand else "player_done"
        return self.words.text(f"table.{key}", name=name, hand=hand, up=", ".join(up), down=down)

    def _stacks(self, seat: int) -> list[Zone]:
        return [zone for zone in self.view.table.zones if zone.kind == "stack" and zone.owner == seat]

    def _hand(self, hand: Zone) -> str:
        if not hand.count:
            return self.words.text("table.hand_empty")
        codes = ", ".join(self.words.card(card) for card in hand.cards if card)
        return self.words.text("table.hand", codes=codes, cards=self._cards(hand.count).replace(" ", TIE))

    def _stack(self, zone: Zone) -> str:
        top = zone.cards[-1]
        if top is None:
            return self.words.text("table.stack_down", number=zone.number, down=self._cards(zone.count))
        down = self._cards(zone.count - 1)
        return self.words.text("table.stack_up", number=zone.number, top=self.words.card(top), down=down)

    def _cards(self, count: int) -> str:
        return self.words.count(count, "card")


def rival(view: View) -> tuple[int, int]:
    """Who of the others has the fewest cards, the next in the order of play first, and how many."""
    me, out = view.viewer or 0, str(view.table.facts["out"]).split()
    counts = {
        (seat - me) % view.seats: sum(zone.count for zone in view.table.zones if zone.owner == seat)
        for seat in range(view.seats)
        if seat != me and str(seat) not in out
    }
    step = min(counts, key=lambda step: (counts[step], step))
    return (me + step) % view.seats, counts[step]


def next_seat(view: View) -> int:
    """The seat to the viewer's left that is still in the match."""
    me, out = view.viewer or 0, str(view.table.facts["out"]).split()
    after = ((me + step) % view.seats for step in range(1, view.seats + 1))
    return next(seat for seat in after if str(seat) not in out)


def own(view: View) -> Own:
    """What the viewer sees of the own cards."""
    return Own.of(view, view.viewer or 0)


def _wrapped(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(piece for line in lines for piece in wrap(line))
