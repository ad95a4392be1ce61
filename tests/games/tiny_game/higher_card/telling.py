# ruff: noqa: ARG002 - so small a game leaves most of what it is given unused
"""Higher Card in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hosting.rules.values import Action, Event, MatchResult, Outcome, Reason, Scalar, View, Zone
from hosting.rules.words import Section, Words, wrap

from .rules import why


class Telling(Words):
    """The words in one language."""

    def label(self, zone: Zone, names: Sequence[str]) -> str:
        """The name of a place."""
        return self.text(f"labels.{zone.kind}")

    def choice(self, action: Action, view: View, names: Sequence[str]) -> str:
        """A move as a sentence."""
        pile = view.table.zone("pile").cards
        scores = not pile or int(action.args[0]) > int(pile[-1] or 0)
        return self.text("choices.scores" if scores else "choices.plain", card=action.args[0])

    def fold(self, actions: Sequence[Action], view: View, names: Sequence[str]) -> str:
        """No family of this game is folded."""
        raise NotImplementedError

    def command(self, action: Action, view: View, names: Sequence[str] = ()) -> str:
        """What to type."""
        return self.text("commands.play", card=action.args[0])

    def example(self, view: View, names: Sequence[str] = ()) -> str:
        """A typed example."""
        return self.text("choices.example", command=self.command(view.legal[0], view)) if view.legal else ""

    def sections(self, view: View, names: Sequence[str]) -> tuple[Section, ...]:
        """The pile, the viewer's hand, how many cards the others have."""
        pile = view.table.zone("pile")
        on_top = {"top": pile.cards[-1]} if pile.cards else {}
        lines = [self.text("table.pile" if pile.cards else "table.empty", **on_top)]
        for seat, name in enumerate(names[: view.seats]):
            hand = view.table.zone("hand", seat)
            cards = self.count(hand.count, "card")
            points = self.count(int(view.table.facts[f"points_{seat}"] or 0), "point")
            lines.append(self.text("table.player", name=name, cards=cards, points=points))
            if seat == view.viewer and hand.count:
                codes = ", ".join(str(card) for card in hand.cards)
                lines.append(self.text("table.hand", codes=codes, cards=cards))
        return (Section(self.text("table.heading"), tuple(row for line in lines for row in wrap(line))),)

    def headline(self, view: View, names: Sequence[str]) -> str:
        """Nothing matters more than the rest."""
        return ""

    def timeout(self, view: View, names: Sequence[str]) -> str:
        """Which card the host plays."""
        if not view.legal:
            return ""
        lowest = min((action.args[0] for action in view.legal), key=int)
        return self.text("timeouts.lowest", card=lowest)

    def event(self, event: Event, viewer: int | None, names: Sequence[str]) -> str:
        """What happened."""
        if event.name == "expired":
            return self.expired(event, viewer, names)
        if event.name == "took_back":
            return self.took_back(event, viewer, names)
        assert event.seat is not None
        return self.text(f"events.{event.name}", name=names[event.seat], **event.args)

    def reason(self, reason: Reason, names: Sequence[str]) -> str:
        """Why not."""
        shared = reason.name in self.texts["reasons"]
        return self.text(f"{'reasons' if shared else 'refusals'}.{reason.name}", **reason.args)

    def outcome(self, outcome: Outcome, viewer: int | None, names: Sequence[str]) -> str:
        """Who won."""
        best = self.count(max(outcome.scores), "point")
        return self.text(
            "outcomes.most", names=", ".join(names[seat] for seat in outcome.winners), points=best
        )

    def result(self, result: MatchResult, viewer: int | None, names: Sequence[str]) -> str:
        """Who won the match."""
        return self.text("results.most", names=", ".join(names[seat] for seat in result.winners))

    def facts(self, action: Action, view: View) -> Mapping[str, Scalar]:
        """What a move is about."""
        return {"verb": "play", "card": action.args[0]}

    def why(self, claims: Mapping[str, Scalar], view: View) -> Reason:
        """Why not."""
        return why(claims, view)
