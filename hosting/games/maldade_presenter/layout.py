"""The table of Maldade Presenter as lines of text: a line a player, then the viewer's own hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hosting.games.maldade_presenter.cards import CARDS_A_TURN, FULL
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
        lines += [*self.asked(), *self._piles(), *self.room()]
        table = Section(self.words.text("table.heading"), _wrapped(lines))
        if self.view.viewer is None or self.view.viewer in self.view.gone:
            return (table,)
        heading, hand = self.words.text("table.hand"), _wrapped(self._hand())
        return (table, Section(heading, hand, self.view.viewer, is_drawn=True))

    def _player(self, seat: int) -> list[str]:
        text, table = self.words.text, self.view.table
        name = text("table.you") if seat == self.view.viewer else self.names[seat]
        if seat not in living(self.view):
            return [text("table.out_you" if seat == self.view.viewer else "table.out", name=name)]
        gifts = ", ".join(self._counted(gauge(self.view, seat), self.words.card))
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

    def _counted(self, codes: Sequence[str], named: Callable[[str], str]) -> list[str]:
        """Equal ones together, in their order."""
        many = self.words.texts["formats"]["many"]
        return [
            many.format(count=copies, card=named(code)) if (copies := codes.count(code)) > 1 else named(code)
            for code in dict.fromkeys(codes)
        ]

    def room(self) -> list[str]:
        """How many cards the viewer may still play in his turn, and whether one of them may be a gift."""
        view = self.view
        if view.viewer not in view.to_act or view.answering:
            return []
        left, given = int(str(view.table.facts["cards_left"])), view.table.facts["given"]
        if given is not None:
            key = "room_given"
        else:
            key = {CARDS_A_TURN: "room_full", 1: "room_one"}.get(left, "room")
        return [self.words.text(f"table.{key}", cards=self.words.count(left, "card"))]

    def asked(self) -> list[str]:
        """What is on its way while somebody is asked."""
        facts = self.view.table.facts
        if facts["asked"] is None or not self.view.to_act:
            return []
        mine = self.view.to_act[0] == self.view.viewer
        to = self.words.text("table.to_you") if mine else self.names[self.view.to_act[0]]
        if facts["asked"] == "parting":
            return [] if mine else [self.words.text("table.asked_parting", to=to)]
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
        return self._counted(hand, self.words.card_label) or [self.words.text("table.hand_empty")]


def _wrapped(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(piece for line in lines for piece in wrap(line))
