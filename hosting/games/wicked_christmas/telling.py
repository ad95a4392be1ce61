"""Wicked Christmas in words: which sentence of words/*.toml fits a view, an event, a refusal, an end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hosting.games.wicked_christmas.cards import BLAST, GLYPHS, KINDS
from hosting.games.wicked_christmas.layout import Layout, next_seat, own, rival
from hosting.games.wicked_christmas.moves import Own, Play
from hosting.games.wicked_christmas.picking import picked
from hosting.games.wicked_christmas.reasons import facts, settle, why
from hosting.rules.values import Action, Event, MatchResult, Outcome, Reason, Scalar, View, Zone
from hosting.rules.words import Section, Words

RUN = 4
DEALT = 20


class Telling(Words):
    """The words of Wicked Christmas in one language."""

    def glyph(self, code: str) -> str:
        """The sign of a card without a number."""
        return GLYPHS.get(code, "")

    def label(self, zone: Zone, names: Sequence[str]) -> str:  # noqa: ARG002 - no name in it
        """The name of a place on the table; whose it is, the page shows by where it stands."""
        return self.text(f"labels.{zone.kind}", number=zone.number)

    # ---- what may be done

    def choice(self, action: Action, view: View, names: Sequence[str]) -> str:
        """A move as a sentence, with what comes of it."""
        mine = own(view)
        if action.verb == "play":
            return self._play_choice(Play.of(action), mine, view)
        if action.verb == "blind":
            return self._blind_choice(action, mine)
        pile = self._cards(view.table.zone("gift").count)
        if action.verb == "take":
            return self.text("choices.take", pile=pile)
        source, *number = action.args
        key = action.verb
        if self._left(view) == 1:
            key += "_out"
        elif key == BLAST and mine.top is None:
            key += "_empty"
        return self.text(
            f"choices.special_{key}",
            source=self._source(source == "hand", number),
            pile=pile,
            name=names[next_seat(view)],
        )

    def _play_choice(self, play: Play, mine: Own, view: View) -> str:
        slots: dict[str, Scalar] = {
            "cards": self._equal(play.card, play.count),
            "source": self._source(bool(play.hand), play.stacks),
        }
        if mine.is_higher(play.card):
            pile = self._cards(view.table.zone("gift").count)
            return self.text("choices.higher", **slots, top=self.card(str(mine.top)), pile=pile)
        run = play.count
        if play.card == mine.top:
            run += int(str(view.table.facts["run"]))
        does = self.text("choices.play", **slots)
        if play.count == self._left(view):
            return self.text("choices.out_one" if play.count == 1 else "choices.out", does=does)
        if run < RUN:
            return self.text("choices.plain", does=does)
        return self.text(
            "choices.again" if view.options["made_blast_again"] else "choices.blast", does=does, run=run
        )

    def _blind_choice(self, action: Action, mine: Own) -> str:
        stack, *how = action.args
        key = "blind" if not mine.most_equal() else "blind_all" if not how else "blind_some"
        if how == ["only"]:
            return self.text("choices.blind_only", stack=stack)
        return self.text(f"choices.{key}", stack=stack, most=self._cards(int(how[0])) if how else None)

    def fold(
        self,
        actions: Sequence[Action],
        view: View,
        names: Sequence[str],  # noqa: ARG002 - no name in it
    ) -> str:
        """The lesser moves in one sentence, or those that pick up the pile, with one as it is typed."""
        command = self.command(actions[0], view)
        if not facts(actions[0], view).get("takes"):
            return self.text("choices.fold_more", command=command)
        pile = view.table.zone("gift")
        top = self.card(str(pile.cards[-1]))
        return self.text("choices.fold_higher", command=command, top=top, pile=self._cards(pile.count))

    def command(
        self,
        action: Action,
        view: View,
        names: Sequence[str] = (),  # noqa: ARG002 - no name in it
    ) -> str:
        """The shortest line that means this move and no other."""
        found = facts(action, view)
        if action.verb == "play":
            return self._play_command(Play.of(action), own(view), takes=bool(found["takes"]))
        if action.verb == "blind":
            how = {"all": "blind", "0": "blind_only"}
            key = how.get(str(found["most"]), "blind_some")
            return self.text(f"commands.{key}", stack=found["stack"], most=found["most"])
        command = self.text(f"commands.{action.verb}")
        if action.verb not in KINDS or settle({"verb": action.verb}, view) == found:
            return command
        return self.text(f"commands.from_{found['source']}", command=command, stack=found["stack"])

    def _play_command(self, play: Play, mine: Own, *, takes: bool) -> str:
        if mine.usual(play.card, play.count) == play:
            key = "count" if play.count > 1 else "play"
        else:
            key = "both" if play.hand and play.stacks else "hand" if play.hand else "stack"
        stacks = " ".join(map(str, play.stacks))
        command = self.text(
            f"commands.{key}", card=play.card, count=play.count, hand=play.hand, stacks=stacks
        )
        return self.text("commands.takes", command=command) if takes else command

    def example(self, view: View, names: Sequence[str] = ()) -> str:  # noqa: ARG002 - no name in it
        """One of the viewer's own moves as it is typed."""
        if not view.legal:
            return ""
        return self.text("choices.example", command=self.command(view.legal[0], view))

    def picked(self, picks: Sequence[str]) -> Action:
        """Cards of a hand and tops of stacks that were picked, or one card to turn and what may follow it."""
        return picked(picks)

    # ---- what is

    def sections(self, view: View, names: Sequence[str]) -> tuple[Section, ...]:
        """The table with the others on it, then the viewer's own cards; a spectator sees all from outside."""
        return Layout(self, view, names).sections()

    def headline(self, view: View, names: Sequence[str]) -> str:
        """What the pile asks for, and who is nearest to going out."""
        if view.viewer is None or view.viewer not in view.to_act:
            return ""
        mine = own(view)
        seat, left = rival(view)
        asks = self.text(f"headlines.{self._state(mine)}", top=self.card(mine.top) if mine.top else "")
        if left >= DEALT:
            return asks
        return f"{asks} {self.text('headlines.rival', name=names[seat], cards=self._cards(left))}"

    def timeout(self, view: View, names: Sequence[str]) -> str:
        """What the host does for a silent player, with these cards: he draws a card, or gets the pile."""
        if view.viewer is None or view.viewer not in view.to_act:
            return ""
        mine = own(view)
        return self.text(
            f"timeouts.{self._state(mine)}",
            name=names[next_seat(view)],
            top=self.card(mine.top) if mine.top else "",
            pile=self._cards(view.table.zone("gift").count),
        )

    @staticmethod
    def _state(mine: Own) -> str:
        return "start" if mine.top is None else "stuck" if mine.is_stuck else "follow"

    # ---- what happened

    def event(self, event: Event, viewer: int | None, names: Sequence[str]) -> str:
        """One thing that happened; a player's own draw is told by the cards, not by their number."""
        if event.name == "expired":
            return self.expired(event, viewer, names)
        if event.name == "took_back":
            return self.took_back(event, viewer, names)
        args = event.args
        mine = event.seat is not None and event.seat == viewer
        key = self._event_key(event, viewer)
        if event.name == "drew" and mine and args["count"]:
            return ""
        slots: dict[str, Scalar] = {**args, "name": "" if event.seat is None else names[event.seat]}
        if "card" in args:
            slots["card"] = self.card(str(args["card"]))
            slots["cards"] = self._equal(str(args["card"]), int(str(args.get("count", 1))))
            slots["from"] = self._from(args)
        if "cards" in args:
            slots["codes"] = ", ".join(self.card(card) for card in str(args["cards"]).split())
        if "count" in args and "card" not in args:
            slots["cards"] = slots["pile"] = self._cards(int(str(args["count"])))
        if "pile" in args:
            slots["pile"] = self._cards(int(str(args["pile"])))
        if "to" in args:
            slots["other"] = names[int(str(args["to"]))]
        own_key = f"{key}_you"
        return self.text(f"events.{own_key if mine and own_key in self.texts['events'] else key}", **slots)

    def _event_key(self, event: Event, viewer: int | None) -> str:
        name, args = event.name, event.args
        if name == "opened":
            return f"opened_{args['by']}"
        if name == "played" and args["start"]:
            return "started"
        if name == "blasted" and not args["pile"]:
            name = "blasted_empty"
        if name in ("made_blast", "blasted", "blasted_empty") and args["again"]:
            return f"{name}_again"
        if name == "coaled" and args["to"] == viewer:
            return "coaled_me"
        if name == "drew" and not args["count"]:
            return "drew_none"
        return name

    def _from(self, args: Mapping[str, Scalar]) -> str:
        """Where played cards came from: " from the hand", " from stack 2 on the table and the hand"."""
        stacks = str(args.get("stacks", args.get("stack") or "")).split()
        in_hand = int(str(args.get("count", 1))) > len(stacks)
        if not stacks:
            return self.text("events.from_hand")
        key = "from_stack" if len(stacks) == 1 else "from_stacks"
        source = self.text(f"events.{key}", stacks=self._numbers(stacks))
        return self.text("events.from_both", source=source) if in_hand else source

    def reason(self, reason: Reason, names: Sequence[str]) -> str:  # noqa: ARG002 - no name in it
        """Why not: the game's own refusals, or one that all games share."""
        card = {"card": self.card(str(reason.args["card"]))} if "card" in reason.args else {}
        shared = reason.name in self.texts["reasons"]
        return self.text(f"{'reasons' if shared else 'refusals'}.{reason.name}", **{**reason.args, **card})

    def outcome(self, outcome: Outcome, viewer: int | None, names: Sequence[str]) -> str:
        """How the round ended, and what it cost each of the others; who had left had no card to count."""
        winner = outcome.winners[0]
        scores = ", ".join(
            self.text("outcomes.you" if seat == viewer else "outcomes.other", name=names[seat], points=points)
            for seat, points in enumerate(outcome.scores)
            if seat != winner and points
        )
        key = f"{outcome.reason}_you" if winner == viewer else outcome.reason
        return self.text(f"outcomes.{key}", name=names[winner], scores=scores)

    def result(self, result: MatchResult, viewer: int | None, names: Sequence[str]) -> str:
        """How the match ended, and with how many points."""
        winners = result.winners
        points = self.count(result.totals[winners[0]], "point")
        told = [self.text("results.you") if seat == viewer else names[seat] for seat in winners]
        if len(winners) > 1:
            return self.text("results.shared", points=points, names=self._joined(told, "results.and"))
        key = f"{result.reason}_you" if winners[0] == viewer else result.reason
        return self.text(f"results.{key}", points=points, name=names[winners[0]])

    # ---- parts of sentences

    def _cards(self, count: int) -> str:
        return self.count(count, "card")

    def _equal(self, card: str, count: int) -> str:
        return ", ".join([self.card(card)] * count)

    def _source(self, in_hand: bool, stacks: Sequence[object]) -> str:  # noqa: FBT001 - read beside its neighbour
        if not stacks:
            return self.text("sources.hand")
        key = "stack" if len(stacks) == 1 else "stacks"
        source = self.text(f"sources.{key}", stacks=self._numbers([str(number) for number in stacks]))
        return self.text("sources.both", source=source) if in_hand else source

    def _numbers(self, numbers: Sequence[str]) -> str:
        return self._joined(numbers, "sources.and")

    def _joined(self, parts: Sequence[str], key: str) -> str:
        *first, last = parts
        return f"{', '.join(first)} {self.text(key)} {last}" if first else last

    @staticmethod
    def _left(view: View) -> int:
        """How many cards the viewer has in all."""
        return sum(zone.count for zone in view.table.zones if zone.owner == view.viewer)

    # ---- for reading commands

    def facts(self, action: Action, view: View) -> Mapping[str, Scalar]:
        """What a move is about."""
        return facts(action, view)

    def settle(self, claims: Mapping[str, Scalar], view: View) -> Mapping[str, Scalar]:
        """What a line claims, with the places that it leaves open."""
        return settle(claims, view)

    def is_sure(self, facts: Mapping[str, Scalar], claims: Mapping[str, Scalar]) -> bool:
        """A higher card picks up the pile: only who says so is taken at his word."""
        return not facts.get("takes") or bool(claims.get("takes"))

    def why(self, claims: Mapping[str, Scalar], view: View) -> Reason:
        """Why no legal move is as a line claims."""
        return why(claims, view)
