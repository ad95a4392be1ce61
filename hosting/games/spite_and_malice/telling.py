"""Spite & Malice in words: which sentence of words/*.toml fits a view, an event, a refusal, an end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hosting.games.spite_and_malice.cards import COMPLETE, KING, RANKS, VALUE
from hosting.games.spite_and_malice.layout import Layout
from hosting.games.spite_and_malice.reasons import facts, why
from hosting.games.spite_and_malice.rules import auto_discard
from hosting.rules.values import Action, Event, MatchResult, Outcome, Reason, Scalar, View, Zone
from hosting.rules.words import Section, Words

NEARLY_DONE = 3
"""Pay-off cards of the opponent from which the headline warns."""


class Telling(Words):
    """The words of Spite & Malice in one language."""

    def label(self, zone: Zone, names: Sequence[str]) -> str:  # noqa: ARG002 - no name in it
        """The name of a place on the table; whose it is, the page shows by where it stands."""
        return self.text(f"labels.{zone.kind}", number=zone.number)

    # ---- what may be done

    def choice(self, action: Action, view: View, names: Sequence[str]) -> str:  # noqa: ARG002 - no name in it
        """A move as a sentence, with what comes of it."""
        found = facts(action, view)
        card, to = str(found["card"]), found["to"]
        if action.verb == "discard":
            cards = view.table.zone("side", view.viewer, int(str(to))).cards
            if not cards:
                return self.text("choices.discard_empty", card=self.card(card), to=to)
            return self.text("choices.discard", card=self.card(card), to=to, top=self.card(str(cards[-1])))
        height = view.table.zone("centre", None, int(str(to))).count
        shown = self._played(card, RANKS[height])
        if found["from"] == "payoff" and view.table.zone("payoff", view.viewer).count == 1:
            points = self.count(view.table.zone("payoff", 1 - int(view.viewer or 0)).count, "point")
            return self.text("choices.win", card=shown, to=to, points=points)
        source = self.text(f"sources.{found['from']}", place=found.get("place"))
        if height + 1 == COMPLETE:
            return self.text("choices.complete", card=shown, source=source, to=to)
        return self.text("choices.play", card=shown, source=source, to=to, next=self.card(RANKS[height + 1]))

    def fold(
        self,
        actions: Sequence[Action],  # noqa: ARG002 - there is one family only
        view: View,
        names: Sequence[str],  # noqa: ARG002 - no name in it
    ) -> str:
        """All discards in one sentence, with the host's own choice as the example."""
        return self.text("choices.fold", command=self.command(self._auto(view), view))

    def command(
        self,
        action: Action,
        view: View,
        names: Sequence[str] = (),  # noqa: ARG002 - no name in it
    ) -> str:
        """The shortest line that means this move and no other."""
        found = facts(action, view)
        if action.verb == "discard":
            return self.text("commands.discard", card=found["card"], to=found["to"])
        key = str(found["from"])
        if key == "hand" and self._twins(found, view) > 1:
            key = "hand_named"
        return self.text(f"commands.{key}", card=found["card"], to=found["to"], place=found.get("place"))

    def _twins(self, found: Mapping[str, Scalar], view: View) -> int:
        """How many legal plays put such a card on that centre stack, from wherever."""
        same = {key: found[key] for key in ("verb", "card", "to")}
        return sum(same.items() <= facts(action, view).items() for action in view.legal)

    def example(self, view: View, names: Sequence[str] = ()) -> str:  # noqa: ARG002 - no name in it
        """One of the viewer's own moves as it is typed."""
        if not view.legal:
            return ""
        plays = [action for action in view.legal if action.verb == "play"]
        return self.text("choices.example", command=self.command((plays or [self._auto(view)])[0], view))

    def _auto(self, view: View) -> Action:
        seat = view.to_act[0]
        heights = [zone.count for zone in view.table.zones if zone.kind == "side" and zone.owner == seat]
        hand = [card for card in view.table.zone("hand", seat).cards if card]
        card, to = auto_discard(hand, heights)
        return Action("discard", (card, str(to)))

    # ---- what is

    def sections(self, view: View, names: Sequence[str]) -> tuple[Section, ...]:
        """The middle, then the viewer's own cards, then the other's; a spectator sees seat 0 first."""
        return Layout(self, view, names).sections()

    def headline(self, view: View, names: Sequence[str]) -> str:
        """A pay-off card that can go; else an opponent nearly done; else how long the pay-off card waits."""
        seat = view.viewer
        if seat is None or seat not in view.to_act:
            return ""
        card = str(view.table.zone("payoff", seat).cards[-1])
        for action in view.legal:
            if action.args[0] == "payoff" and action.verb == "play":
                return self.text("headlines.payoff", card=self.card(card), to=action.args[1])
        left = view.table.zone("payoff", 1 - seat).count
        if left <= NEARLY_DONE:
            return self.text("headlines.close", name=names[1 - seat], cards=self.count(left, "card"))
        return self._away(card, view)

    def _away(self, card: str, view: View) -> str:
        stacks = [zone for zone in view.table.zones if zone.kind == "centre"]
        wanted = 1 if card == KING else VALUE[card] - 1
        missing, to = min(((wanted - zone.count) % COMPLETE, zone.number) for zone in stacks)
        return self.text("headlines.away", to=to, card=self.card(card), cards=self.count(missing, "more"))

    def timeout(self, view: View, names: Sequence[str]) -> str:
        """The discard that the host makes for a silent player, with these cards."""
        if view.viewer is None or view.viewer not in view.to_act:
            return ""
        card, to = self._auto(view).args
        key = "kings" if card == KING else "plain"
        return self.text(f"timeouts.{key}", card=self.card(card), to=to, name=names[1 - view.viewer])

    # ---- what happened

    def event(self, event: Event, viewer: int | None, names: Sequence[str]) -> str:
        """One thing that happened; a player's own draw is told by the cards, not by their number."""
        if event.name == "expired":
            return self._expired(event, viewer, names)
        if event.name == "took_back":
            return self.took_back(event, viewer, names)
        args = event.args
        mine = event.seat is not None and event.seat == viewer
        if event.name == "drew" and mine:
            return ""
        key = event.name
        if key == "opened":
            key = f"opened_{args['by']}"
        elif key == "played":
            key = f"played_{args['from']}"
        slots: dict[str, Scalar] = {**args, "name": "" if event.seat is None else names[event.seat]}
        if "card" in args:
            slots["card"] = self._played(str(args["card"]), str(args.get("as", args["card"])))
        if "cards" in args:
            drawn = str(args["cards"]).split()
            slots |= {"codes": ", ".join(drawn), "cards": self.count(len(drawn), "card")}
        if "count" in args or "left" in args:
            slots["cards"] = self.count(int(str(args.get("count", args.get("left")))), "card")
        own = mine and f"{key}_you" in self.texts["events"]
        return self.text(f"events.{key}_you" if own else f"events.{key}", **slots)

    def _expired(self, event: Event, viewer: int | None, names: Sequence[str]) -> str:
        """That a turn was ended, and to who missed it the rule by which it was."""
        said = self.expired(event, viewer, names)
        return f"{said} {self.text('timeouts.rule')}" if event.seat == viewer else said

    def reason(self, reason: Reason, names: Sequence[str]) -> str:  # noqa: ARG002 - no name in it
        """Why not: the game's own refusals, or one that all games share."""
        cards = {name: self.card(str(reason.args[name])) for name in ("card", "needs") if name in reason.args}
        shared = reason.name in self.texts["reasons"]
        return self.text(f"{'reasons' if shared else 'refusals'}.{reason.name}", **{**reason.args, **cards})

    def outcome(self, outcome: Outcome, viewer: int | None, names: Sequence[str]) -> str:
        """How the deal ended, and its points."""
        if not outcome.winners:
            return self.text("outcomes.stock")
        winner = outcome.winners[0]
        key = self._ending("outcomes", outcome.reason, winner, viewer)
        points = self.count(outcome.scores[winner], "point")
        return self.text(key, name=names[winner], other=names[1 - winner], points=points)

    def result(self, result: MatchResult, viewer: int | None, names: Sequence[str]) -> str:
        """How the match ended, and its points."""
        best, least = max(result.totals), min(result.totals)
        if len(result.winners) > 1:
            return self.text("results.shared", points=self.count(best, "point"))
        winner = result.winners[0]
        return self.text(
            self._ending("results", result.reason, winner, viewer),
            name=names[winner],
            other=names[1 - winner],
            points=self.count(best, "point"),
            fewer=least,
        )

    def _ending(self, table: str, reason: str, winner: int, viewer: int | None) -> str:
        """The key of an ending as the winner reads it, as the loser does, or as anybody does."""
        own = {winner: "_you", 1 - winner: "_me"}.get(-1 if viewer is None else viewer, "")
        return f"{table}.{reason}{own}" if f"{reason}{own}" in self.texts[table] else f"{table}.{reason}"

    def _played(self, card: str, stands_for: str) -> str:
        if card == KING and stands_for != KING:
            return self.text("choices.wild", card=self.card(card), **{"as": self.card(stands_for)})
        return self.card(card)

    # ---- for reading commands

    def facts(self, action: Action, view: View) -> Mapping[str, Scalar]:
        """What a move is about."""
        return facts(action, view)

    def why(self, claims: Mapping[str, Scalar], view: View) -> Reason:
        """Why no legal move is as a line claims."""
        return why(claims, view)
