"""The table of Maldade Presenter as lines of text: a line a player, then the viewer's own hand."""

from __future__ import annotations

from collections.abc import Sequence

from hosting.games.maldade_presenter.cards import FULL
from hosting.games.maldade_presenter.naming import Naming, gauge, living, total
from hosting.rules.values import View
from hosting.rules.words import Section, wrap


class Layout:
    """Lays out one view in the words of one language."""

    def __init__(self, words: Naming, view: View, names: Sequence[str]) -> None:
        self.words = words
        self.view = view
        self.names = names

    def sections(self) -> tuple[Section, ...]:
        """The table, with the viewer first and the others clockwise; then his hand."""
        first = self.view.viewer or 0
        around = [(first + step) % self.view.seats for step in range(self.view.seats)]
        lines = [line for seat in around for line in self._player(seat)]
        lines += [*self.asked(), *self._piles()]
        table = Section(self.words.text("table.heading"), _wrapped(lines))
        if self.view.viewer is None:
            return (table,)
        return (table, Section(self.words.text("table.hand"), _wrapped(self._hand()), self.view.viewer))

    def _player(self, seat: int) -> list[str]:
        text, table = self.words.text, self.view.table
        name = text("table.you") if seat == self.view.viewer else self.names[seat]
        if seat not in living(self.view):
            return [text("table.out", name=self.names[seat])]
        gifts = ", ".join(self.words.card(gift) for gift in gauge(self.view, seat))
        cards = self.words.count(table.zone("hand", seat).count, "card")
        lines = [
            text(
                "table.line",
                name=name,
                points=total(self.view, seat),
                full=FULL,
                gifts=gifts or text("table.no_gifts"),
                cards=cards,
            )
        ]
        if table.facts[f"resting_{seat}"]:
            lines.append(text("table.resting", name=self.names[seat]))
        return lines

    def asked(self) -> list[str]:
        """What is on its way while somebody is asked."""
        facts = self.view.table.facts
        if facts["asked"] is None or not self.view.to_act:
            return []
        to = self.names[self.view.to_act[0]]
        if facts["asked"] == "parting":
            return [self.words.text("table.asked_parting", to=to)]
        sender, card = self.names[int(str(facts["sender"]))], self.words.card(str(facts["card"]))
        gift = str(facts.get("gift") or "")
        if gift:
            named = self.words.card(gift)
            return [self.words.text("table.asked_move", to=to, card=card, name=sender, gift=named)]
        return [self.words.text(f"table.asked_{facts['asked']}", to=to, card=card, name=sender)]

    def _piles(self) -> list[str]:
        text, count = self.words.text, self.words.count
        puddle, septic = self.view.table.zone("puddle"), self.view.table.zone("septic")
        lines = [text("table.puddle", cards=count(puddle.count, "card"))]
        if not septic.cards:
            return [*lines, text("table.septic_empty")]
        top = self.words.card(str(septic.cards[-1]))
        return [*lines, text("table.septic", cards=count(septic.count, "card"), top=top)]

    def _hand(self) -> list[str]:
        """A line for each card, equal ones together, with the kind where its name does not say it."""
        hand = [card for card in self.view.table.zone("hand", self.view.viewer).cards if card]
        lines = []
        for card in dict.fromkeys(hand):
            named = self.words.card_label(card)
            copies = hand.count(card)
            lines.append(self.words.text("formats.many", count=copies, card=named) if copies > 1 else named)
        return lines or [self.words.text("table.hand_empty")]


def _wrapped(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(piece for line in lines for piece in wrap(line))
