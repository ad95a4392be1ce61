"""The sentences and typed forms of what may be done in Maldade Presenter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from hosting.games.maldade_presenter.cards import CARDS, FULL, worth
from hosting.games.maldade_presenter.moves import WITH
from hosting.games.maldade_presenter.naming import Naming, gauge, total
from hosting.rules.choices import choices
from hosting.rules.values import Action, Scalar, View


class Choices(Naming):
    """The part of the words that tells what may be done."""

    def choice(self, action: Action, view: View, names: Sequence[str]) -> str:
        """A move or an answer as a sentence, with what comes of it."""
        if action.verb in ("give", "greet"):
            return self._give(action, view, names)
        if action.verb == "heal":
            return self._heal(action, view)
        if action.verb == "play":
            return TRICKS[CARDS[action.args[0]].power](self, action, view, names)
        return self._pass(view) if action.verb == "pass" else self.text("choices.draw")

    def _points(self, number: int) -> str:
        return self.count(number, "point")

    def _give(self, action: Action, view: View, names: Sequence[str]) -> str:
        card, to = action.args[0], int(action.args[1])
        points = total(view, to) + worth(card)
        key = f"{action.verb}_out" if self._is_sure(action, points) else action.verb
        return self.text(f"choices.{key}", card=self.card(card), name=names[to], points=self._points(points))

    def _heal(self, action: Action, view: View) -> str:
        at = action.args.index(WITH)
        gifts, cures = action.args[:at], action.args[at + 1 :]
        left = total(view, view.viewer) - sum(map(worth, gifts))
        return self.text(
            "choices.heal", gifts=self.cards_of(gifts), cures=self.cards_of(cures), points=self._points(left)
        )

    def _pass(self, view: View) -> str:
        asked, card = view.table.facts["asked"], str(view.table.facts.get("card"))
        if asked == "parting":
            return self.text("choices.no_parting")
        if asked == "trick":
            return self.text("choices.suffer", card=self.card(card))
        points = total(view, view.viewer) + worth(card)
        key = "take_out" if points >= FULL else "take"
        return self.text(f"choices.{key}", card=self.card(card), points=self._points(points))

    def mermaid(self, action: Action, view: View, names: Sequence[str]) -> str:  # noqa: ARG002 - all alike
        """Get rid of a gift."""
        card, gift = action.args
        left = self._points(total(view, view.viewer) - worth(gift))
        return self.text("choices.mermaid", card=self.card(card), gift=self.card(gift), points=left)

    def snatch(self, action: Action, view: View, names: Sequence[str]) -> str:  # noqa: ARG002 - all alike
        """Take a card by chance."""
        card, lost, to = action.args
        return self.text("choices.snatch", card=self.card(card), lost=self.card(lost), name=names[int(to)])

    def lifted(self, action: Action, view: View, names: Sequence[str]) -> str:
        """Raise a gift in another's gauge, or move one there."""
        card, gift, to = action.args
        power = CARDS[card].power
        points = total(view, to) + (worth(gift) if power == "move" else CARDS[card].value)
        return self.text(
            f"choices.{power}",
            card=self.card(card),
            gift=self.card(gift),
            name=names[int(to)],
            points=self._points(points),
        )

    def jump(self, action: Action, view: View, names: Sequence[str]) -> str:  # noqa: ARG002 - all alike
        """Draw cards now."""
        card = action.args[0]
        cards = self.count(CARDS[card].value, "card")
        return self.text("choices.draw_power", card=self.card(card), cards=cards)

    def rest(self, action: Action, view: View, names: Sequence[str]) -> str:  # noqa: ARG002 - all alike
        """Send a player to the toilet queue."""
        card, to = action.args
        return self.text("choices.rest", card=self.card(card), name=names[int(to)])

    def parry(self, action: Action, view: View, names: Sequence[str]) -> str:
        """A riposte against a gift."""
        card, *to = action.args
        power = CARDS[card].power
        seat = int(to[0]) if to else int(str(view.table.facts["sender"]))
        gift = self.card(str(view.table.facts["card"]))
        return self.text(f"choices.{power}", card=self.card(card), gift=gift, name=names[seat])

    def karma(self, action: Action, view: View, names: Sequence[str]) -> str:
        """Karma against a trick."""
        card, *lost = action.args
        facts = view.table.facts
        if not lost:
            return self.text("choices.karma", card=self.card(card), trick=self.card(str(facts["card"])))
        name = names[int(str(facts["sender"]))]
        return self.text("choices.karma_snatch", card=self.card(card), lost=self.card(lost[0]), name=name)

    # ---- as they are typed

    def fold(self, actions: Sequence[Action], view: View, names: Sequence[str]) -> str:
        """A family in one sentence, with its shortest command as the example."""
        command = min((self.command(action, view, names) for action in actions), key=len)
        return self._family(actions, view, names, self.text("folds.such", command=command))

    def _family(self, actions: Sequence[Action], view: View, names: Sequence[str], such: str) -> str:
        first = actions[0]
        if first.verb == "heal":
            return self.text("folds.heal", such=such)
        card = first.args[0]
        if first.verb == "play":
            points = self._points(CARDS[card].value)
            return self.text(f"folds.{CARDS[card].power}", card=self.card(card), points=points, such=such)
        reached = self.listed(self._brought(action, view, names) for action in actions)
        return self.text(f"folds.{first.verb}", card=self.card(card), reached=reached, such=such)

    def pick_title(self, actions: Sequence[Action], view: View, names: Sequence[str]) -> str:
        """A family on a page, over the buttons of its members."""
        first = actions[0]
        if first.verb in ("give", "greet"):
            return self.text(f"picks.{first.verb}_title", card=self.card(first.args[0]))
        return self._family(actions, view, names, "")

    def pick(self, action: Action, view: View, names: Sequence[str]) -> str:
        """A member of a family on its button; "" where only the whole sentence says enough."""
        card, *args = action.args
        if action.verb in ("give", "greet"):
            return self._given(action, view, names)
        power = CARDS[card].power if action.verb == "play" else ""
        if power == "mermaid":
            return self.card(args[0])
        if power in ("rest", "on"):
            return names[int(args[0])]
        if power in ("raise", "move"):
            key = "picks.at" if power == "raise" else "picks.to"
            return self.text(key, gift=self.card(args[0]), name=names[int(args[1])])
        return ""

    def _given(self, action: Action, view: View, names: Sequence[str]) -> str:
        """To whom a gift goes, and where it brings the gauge."""
        card, to = action.args[0], int(action.args[1])
        points = total(view, to) + worth(card)
        key = "picks.give_out" if self._is_sure(action, points) else "picks.give"
        return self.text(key, name=names[to], points=self._points(points))

    def _brought(self, action: Action, view: View, names: Sequence[str]) -> str:
        """Where a gift brings the gauge of one of several players."""
        card, to = action.args[0], int(action.args[1])
        points = total(view, to) + worth(card)
        key = "formats.brings_out" if self._is_sure(action, points) else "formats.brings"
        return self.text(key, name=names[to], points=points)

    @staticmethod
    def _is_sure(action: Action, points: int) -> bool:
        """Only an unavoidable gift surely eliminates; any other may meet a riposte."""
        return CARDS[action.args[0]].unavoidable and points >= FULL

    def command(self, action: Action, view: View, names: Sequence[str] = ()) -> str:
        """What to type; with names where they are given, else with the numbers of seats."""
        args = action.args
        if action.verb in ("give", "greet"):
            to = self.typed_player(int(args[1]), names)
            return self.text("commands.give", gift=self.typed(args[0]), player=to)
        if action.verb == "heal":
            at, mine = args.index(WITH), gauge(view, view.viewer)
            gifts = " + ".join(self.typed(gift, mine) for gift in args[:at])
            cures = " + ".join(self.typed(card) for card in args[at + 1 :])
            return self.text("commands.heal", gifts=gifts, cures=cures)
        if action.verb == "play":
            return self._typed_play(args[0], list(args[1:]), view, names)
        return self.text(f"commands.{action.verb}")

    def _typed_play(self, card: str, args: list[str], view: View, names: Sequence[str]) -> str:
        slots: dict[str, Scalar] = {"card": self.typed(card)}
        seat = int(args.pop()) if args and args[-1].isdecimal() else None
        power = CARDS[card].power
        key = "plain"
        if args and power in ("snatch", "karma"):
            key, slots["lost"] = "lost", self.typed(args[0])
        elif args:
            owner = seat if power == "raise" else view.viewer
            key, slots["gift"] = "gift", self.typed(args[0], gauge(view, owner))
        if seat is not None:
            slots["player"] = self.typed_player(seat, names)
            key = "player" if key == "plain" else "move" if power == "move" else f"{key}_player"
        return self.text(f"commands.{key}", **slots)

    def example(self, view: View, names: Sequence[str] = ()) -> str:
        """A move as it is typed: one that no folded family shows already, no draw while there is another."""
        if not view.legal:
            return ""
        alone = [choice.actions[0] for choice in choices(view) if len(choice.actions) == 1]
        plays = [action for action in alone if action.verb not in ("draw", "pass")]
        commands = [self.command(action, view, names) for action in plays or alone]
        return self.text("choices.example", command=min(commands, key=len))


Sentence = Callable[[Choices, Action, View, Sequence[str]], str]

TRICKS: Final[Mapping[str, Sentence]] = {
    "mermaid": Choices.mermaid,
    "snatch": Choices.snatch,
    "raise": Choices.lifted,
    "move": Choices.lifted,
    "draw": Choices.jump,
    "rest": Choices.rest,
    "away": Choices.parry,
    "back": Choices.parry,
    "on": Choices.parry,
    "karma": Choices.karma,
}
"""Which sentence tells of playing a card, by its power."""
