"""Maldade Presenter in words: which sentence of words/*.toml fits a view, an event, a refusal, an end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hosting.games.maldade_presenter import items, orders, reasons
from hosting.games.maldade_presenter.cards import CARDS, FULL, worth
from hosting.games.maldade_presenter.choices import Choices
from hosting.games.maldade_presenter.layout import Layout
from hosting.games.maldade_presenter.naming import living, total
from hosting.rules.values import Action, Event, MatchResult, Outcome, Reason, Scalar, View, Zone
from hosting.rules.words import Section

NEARLY_FULL = 7
"""Points in the viewer's own gauge from which the headline warns."""

OF_CARDS = ("card", "gift", "trick")
"""What of an event is a card."""


class Telling(Choices):
    """The words of Maldade Presenter in one language."""

    def label(self, zone: Zone, names: Sequence[str]) -> str:  # noqa: ARG002 - no name in it
        """The name of a place on the table; whose it is, the page shows by where it stands."""
        return self.text(f"labels.{zone.kind}")

    # ---- what is

    def sections(self, view: View, names: Sequence[str]) -> tuple[Section, ...]:
        """A line a player, the viewer first, the two piles; then the viewer's hand."""
        return Layout(self, view, names).sections()

    def asked(self, view: View, names: Sequence[str]) -> list[str]:
        """What is on its way while somebody is asked, for a page."""
        return Layout(self, view, names).asked()

    def room(self, view: View, names: Sequence[str]) -> list[str]:
        """How much the viewer may still play in his turn, for a page."""
        return Layout(self, view, names).room()

    def headline(self, view: View, names: Sequence[str]) -> str:
        """What is asked; else whom the viewer can eliminate; else that his own gauge is nearly full."""
        if view.viewer is None or view.viewer not in view.to_act:
            return ""
        if view.answering:
            return self._question(view, names)
        gifts = [action.args for action in view.legal if action.verb == "give"]
        reached = [int(to) for card, to in gifts if total(view, to) + worth(card) >= FULL]
        if reached:
            best = max(reached, key=lambda seat: total(view, seat))
            return self.text("headlines.may_out", name=names[best], points=total(view, best), full=FULL)
        points = total(view, view.viewer)
        return self.text("headlines.danger", points=points, full=FULL) if points >= NEARLY_FULL else ""

    def _question(self, view: View, names: Sequence[str]) -> str:
        facts = view.table.facts
        if facts["asked"] == "parting":
            return self.text("headlines.parting")
        card, name = str(facts["card"]), names[int(str(facts["sender"]))]
        if facts["asked"] == "trick":
            return self.text("headlines.trick", name=name, card=self.card(card))
        points = total(view, view.viewer) + worth(card)
        if points >= FULL:
            return self.text("headlines.gift_out", name=name, card=self.card(card))
        return self.text(
            "headlines.gift", name=name, card=self.card(card), points=self.count(points, "point")
        )

    def timeout(self, view: View, names: Sequence[str]) -> str:
        """The draw that ends a silent player's turn, or what the usual order answers with these cards."""
        seat = view.viewer
        if seat is None or seat not in view.to_act:
            return ""
        answer = orders.answer(view, orders.AUTO)
        if answer is not None:
            return self._answer_of_the_host(answer, view, names)
        after = [other for other in living(view) if other > seat]
        name = names[after[0] if after else living(view)[0]]
        drawable = view.table.zone("puddle").count + view.table.zone("septic").count
        return self.text("timeouts.turn" if drawable else "timeouts.nothing", name=name)

    def _answer_of_the_host(self, answer: Action, view: View, names: Sequence[str]) -> str:
        """What the usual order does, as the host says it of himself."""
        facts, args = view.table.facts, answer.args
        if answer.verb == "greet":
            return self.text("timeouts.greet", card=self.card(args[0]), name=names[int(args[1])])
        if facts["asked"] == "parting":
            return self.text("timeouts.no_parting")
        coming = self.card(str(facts["card"]))
        if answer.verb == "pass":
            return self.text(f"timeouts.{self._accepted(view)}", coming=coming)
        power = CARDS[args[0]].power
        key = "karma_snatch" if power == "karma" and len(args) > 1 else power
        seat = int(args[1]) if power == "on" else int(str(facts["sender"]))
        lost = self.card(args[1]) if key == "karma_snatch" else ""
        card = self.card(args[0])
        return self.text(f"timeouts.{key}", card=card, coming=coming, name=names[seat], lost=lost)

    @staticmethod
    def _accepted(view: View) -> str:
        """How what comes is let in: a trick, or a gift that eliminates or does not."""
        if view.table.facts["asked"] == "trick":
            return "suffer"
        points = total(view, view.viewer) + worth(str(view.table.facts["card"]))
        return "take_out" if points >= FULL else "take"

    # ---- what happened

    def event(self, event: Event, viewer: int | None, names: Sequence[str]) -> str:
        """One thing that happened. Who drew or was stolen from is told by the cards, and not again."""
        if event.name == "expired":
            return self.expired(event, viewer, names)
        if event.name == "took_back":
            return self.took_back(event, viewer, names)
        args = event.args
        other = args.get("to", args.get("from"))
        if viewer is not None and (
            (event.name == "stole" and viewer in (event.seat, other))
            or (event.name == "drew" and viewer == event.seat and args["count"])
        ):
            return ""
        slots = {**self._slots(args, names), "name": "" if event.seat is None else names[event.seat]}
        key = self._key(event)
        told = self.texts["events"]
        if viewer is not None and viewer == event.seat and f"{key}_you" in told:
            key = f"{key}_you"
        elif viewer is not None and viewer == other and f"{key}_me" in told:
            key = f"{key}_me"
        return self.text(f"events.{key}", **slots)

    def _key(self, event: Event) -> str:
        """The texts of an event, before it matters who reads it."""
        if event.name == "opened":
            return f"opened_{event.args['by']}"
        if event.name == "drew" and not event.args["count"]:
            return "drew_none"
        return "aimed" if event.name in ("aimed_snatch", "aimed_rest") else event.name

    def _slots(self, args: Mapping[str, Scalar], names: Sequence[str]) -> dict[str, Scalar]:
        slots: dict[str, Scalar] = {key: self.card(str(args[key])) for key in OF_CARDS if key in args}
        for key, seat in (("to", args.get("to")), ("victim", args.get("from"))):
            if isinstance(seat, int):
                slots[key] = names[seat]
        for key in ("gifts", "used"):
            if key in args:
                slots[key] = self.cards_of(str(args[key]).split())
        if "cards" in args:
            slots["codes"] = self.cards_of(str(args["cards"]).split())
        if "count" in args:
            slots["cards"] = self.count(int(str(args["count"])), "card")
        if "points" in args:
            slots["points"] = self.count(int(str(args["points"])), "point")
        return slots

    def reason(self, reason: Reason, names: Sequence[str]) -> str:
        """Why not: the game's own refusals, or one that all games share."""
        slots = dict(reason.args)
        if "item" in slots:
            slots["item"] = self.claimed(str(slots["item"]))
        if "player" in slots:
            slots["name"] = names[int(str(slots["player"]))]
        if reason.name == "cards_left":
            slots["cards"] = self.count(int(str(slots["count"])), "more")
        shared = reason.name in self.texts["reasons"]
        return self.text(f"{'reasons' if shared else 'refusals'}.{reason.name}", **slots)

    def outcome(self, outcome: Outcome, viewer: int | None, names: Sequence[str]) -> str:
        """Who was left, or that nobody won."""
        if not outcome.winners:
            return self.text("outcomes.still")
        winner = outcome.winners[0]
        return self.text("outcomes.last_you" if winner == viewer else "outcomes.last", name=names[winner])

    def result(self, result: MatchResult, viewer: int | None, names: Sequence[str]) -> str:
        """Who won the match, or who shares it."""
        mine = viewer is not None and viewer in result.winners
        shared = self.listed(names[seat] for seat in result.winners)
        key = f"results.{result.reason}_you" if mine else f"results.{result.reason}"
        return self.text(key, name=shared, names=shared)

    # ---- for reading commands

    def facts(self, action: Action, view: View) -> Mapping[str, Scalar]:
        """What a move is about."""
        return reasons.facts(action, view)

    def settle(self, claims: Mapping[str, Scalar], view: View) -> Mapping[str, Scalar]:  # noqa: ARG002 - as declared
        """A gift is given and an antidote heals, whatever verb stands before it."""
        return reasons.settle(claims)

    def agrees(self, claims: Mapping[str, Scalar], facts: Mapping[str, Scalar]) -> bool:
        """Cards may be named by name, by points, or by both."""
        return items.agrees(claims, facts)

    def why(self, claims: Mapping[str, Scalar], view: View) -> Reason:
        """Why no legal move is as a line claims."""
        return reasons.why(claims, view)
