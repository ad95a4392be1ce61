"""The table of Spite & Malice as lines of text: "label: values", no columns, no drawing."""

from __future__ import annotations

from collections.abc import Sequence

from hosting.games.spite_and_malice.cards import KING, RANKS
from hosting.rules.values import View, Zone
from hosting.rules.words import Section, Words, wrap


class Layout:
    """Lays out one view in the words of one language."""

    def __init__(self, words: Words, view: View, names: Sequence[str]) -> None:
        self.words = words
        self.view = view
        self.names = names

    def sections(self) -> tuple[Section, ...]:
        """The middle of the table, the viewer, the other."""
        first = self.view.viewer or 0
        return (self._middle(), self._player(first), self._player(1 - first))

    def _middle(self) -> Section:
        text = self.words.text
        lines = [self._centre(zone) for zone in self.view.table.zones if zone.kind == "centre"]
        lines.append(text("table.stock", cards=self._cards(self.view.table.zone("stock"))))
        return Section(text("table.heading"), _wrapped(lines))

    def _centre(self, zone: Zone) -> str:
        needed = self.words.card(str(self.view.table.facts[f"needs_{zone.number}"]))
        if not zone.cards:
            return self.words.text("table.centre_empty", number=zone.number, next=needed)
        key = "centre_wild" if zone.cards[-1] == KING else "centre"
        shown = self.words.card(RANKS[zone.count - 1])
        return self.words.text(f"table.{key}", number=zone.number, next=needed, top=shown, **{"as": shown})

    def _player(self, seat: int) -> Section:
        table, text = self.view.table, self.words.text
        payoff, hand = table.zone("payoff", seat), table.zone("hand", seat)
        lines = [text("table.payoff_empty")]
        if payoff.cards:
            top = self.words.card(str(payoff.cards[-1]))
            lines = [text("table.payoff", cards=self._cards(payoff), top=top)]
        lines.append(self._hand(hand))
        lines += self._sides([zone for zone in table.zones if zone.kind == "side" and zone.owner == seat])
        heading = text("table.you") if seat == self.view.viewer else self.names[seat].upper()
        return Section(heading, _wrapped(lines), seat)

    def _hand(self, hand: Zone) -> str:
        codes = [card for card in hand.cards if card]
        if not hand.count:
            return self.words.text("table.hand_empty")
        if not codes:
            return self.words.text("table.hand_hidden", cards=self._cards(hand))
        return self.words.text("table.hand", codes=", ".join(codes), cards=self._cards(hand))

    def _sides(self, stacks: Sequence[Zone]) -> list[str]:
        """A line for each stack with cards, the empty ones together in one."""
        lines = [self._side(zone) for zone in stacks if zone.cards]
        empty = [str(zone.number) for zone in stacks if not zone.cards]
        if len(empty) == 1:
            lines.append(self.words.text("table.side_empty", number=empty[0]))
        elif empty:
            first = ", ".join(empty[:-1])
            lines.append(self.words.text("table.sides_empty", numbers=first, number=empty[-1]))
        return lines

    def _side(self, zone: Zone) -> str:
        *under, top = (str(card) for card in zone.cards)
        key = "side_deep" if under else "side"
        codes = ", ".join(reversed(under))
        return self.words.text(f"table.{key}", number=zone.number, top=self.words.card(top), codes=codes)

    def _cards(self, zone: Zone) -> str:
        return self.words.count(zone.count, "card")


def _wrapped(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(piece for line in lines for piece in wrap(line))
