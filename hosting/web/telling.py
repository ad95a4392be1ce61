"""A situation in words: what the match page says, for one viewer and in his language."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import translation

from hosting import games
from hosting.matches import answering, trying
from hosting.matches.models import Match, Seat
from hosting.matches.queries import Situation, StoryPart
from hosting.players import nights
from hosting.players.times import instant
from hosting.rules.choices import Choice
from hosting.rules.values import Action, Reason, Zone
from hosting.rules.words import Words, words

RUNNING: Final = frozenset({Match.State.PLAYING, Match.State.PAUSED})
"""States of a match in which standing orders are given: a pause stops moves only."""


@dataclass(frozen=True, slots=True)
class Button:
    """One numbered choice as a button: what it says and what it posts."""

    number: int
    text: str
    action: str


@dataclass(frozen=True, slots=True)
class Fold:
    """A folded family of the numbered list, to be chosen from by its parts."""

    number: int
    text: str
    verb: str
    actions: tuple[Action, ...]

    def values(self, place: int) -> tuple[str, ...]:
        """Give the values that stand at a place of the actions' args, each once, in their order."""
        return tuple(dict.fromkeys(action.args[place] for action in self.actions))


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order: what it does, in words, and whether it is the one in force."""

    name: str
    text: str
    is_in_force: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """What happened in one deal, in sentences."""

    deal_number: int
    sentences: tuple[str, ...]


class Telling:
    """A situation with the words of its game."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.match: Match = situation.match
        self.view = situation.view
        self.names = situation.names
        self.me = situation.viewer.number if situation.viewer else None
        self.words: Words = words(situation.match.game, translation.get_language() or "en")

    # ---- the state

    @property
    def is_my_turn(self) -> bool:
        """Whether the viewer is asked something."""
        return self.situation.question is not None

    @property
    def after_night(self) -> bool:
        """Whether the viewer's time ends at the end of his night, out of which it was moved."""
        until, seat = self.situation.deadline_at, self.situation.viewer
        if until is None or seat is None or seat.player is None:
            return False
        return nights.has_moved(until, seat.player)

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Whose turn it is."""
        return self.situation.waiting_for

    @property
    def headline(self) -> str:
        """Give the one thing that matters, or nothing."""
        return self.words.headline(self.view, self.names)

    @property
    def timeout(self) -> str:
        """Give what the host does if the viewer stays silent."""
        return self.words.timeout(self.view, self.names) if self.is_my_turn else ""

    @property
    def keeps_score(self) -> bool:
        """Whether points are worth showing in this game."""
        return games.game(self.match.game).series.keeps_score

    @property
    def result(self) -> str:
        """Give how the match ended, or nothing."""
        result = self.situation.result
        return self.words.result(result, self.me, self.names) if result else ""

    # ---- what may be done

    @property
    def choices(self) -> list[Button | Fold]:
        """List what the viewer may do, with the numbers that his mail has."""
        return [self._choice(choice) for choice in self.situation.choices]

    def _choice(self, choice: Choice) -> Button | Fold:
        first = choice.actions[0]
        if len(choice.actions) == 1:
            return Button(choice.number, self.words.choice(first, self.view, self.names), str(first))
        text = self.words.fold(choice.actions, self.view, self.names)
        return Fold(choice.number, text, first.verb, choice.actions)

    def sentence(self, action: Action | str) -> str:
        """Give the sentence of one action."""
        meant = Action.parse(action) if isinstance(action, str) else action
        return self.words.choice(meant, self.view, self.names)

    def sentence_or_self(self, action: str) -> str:
        """Give the sentence of an action; when the table has moved on since, the action itself."""
        try:
            return self.sentence(action)
        except (LookupError, ValueError):
            return action

    @property
    def help(self) -> tuple[str, ...]:
        """Give the words for moves."""
        return (*self.words.help(self.view), *self.words.host_help())

    @staticmethod
    def moment(iso: str) -> str:
        """Say an instant of an outcome's data."""
        return instant(dt.datetime.fromisoformat(iso))

    @property
    def example(self) -> str:
        """Give an example of typed moves with these cards, inside a sentence."""
        return self.words.example(self.view, self.names)

    @property
    def orders(self) -> list[Order]:
        """List the standing orders that the viewer may choose from; none in a game that asks only in turn."""
        seat = self.situation.viewer
        known = games.game(self.match.game).standing_orders
        if (
            seat is None
            or seat.is_out
            or self.situation.is_out
            or not known
            or self.match.state not in RUNNING
        ):
            return []
        now = answering.order_of(seat, known)
        return [Order(name, self.words.order(name), name == now) for name in known]

    def would(self, outcome: Mapping[str, Any]) -> list[str]:
        """Tell what would have happened, from the outcome of a trial."""
        told = (self.words.event(event, self.me, self.names) for event in trying.events_of(outcome))
        return [sentence for sentence in told if sentence]

    # ---- what is and what happened

    def label(self, zone: Zone) -> str:
        """Name a place on the table."""
        return self.words.label(zone, self.names)

    def zones(self, kind: str, owner: int | None = None) -> list[Zone]:
        """List the places of that kind which that seat (None: the middle) has."""
        return [zone for zone in self.view.table.zones if zone.kind == kind and zone.owner == owner]

    @property
    def owners(self) -> list[int | None]:
        """List who has places on the table: the others, the middle, the viewer last."""
        seats: list[int | None] = [seat for seat in range(len(self.names)) if seat != self.me]
        middle: list[int | None] = [None] if any(zone.owner is None for zone in self.view.table.zones) else []
        return [*seats, *middle, *([] if self.me is None else [self.me])]

    @property
    def story(self) -> list[Chapter]:
        """Tell what happened since, deal by deal."""
        return chapters(self.situation.story, self.words, self.me, self.names)

    def reason(self, data: Mapping[str, Any]) -> str:
        """Give why something was not legal, from the data of an outcome."""
        return self.words.reason(Reason(data["name"], data.get("args", {})), self.names)


def chapters(
    parts: Iterable[StoryPart], told: Words, viewer: int | None, names: Sequence[str]
) -> list[Chapter]:
    """Make sentences of a story; what has nothing to tell is left out."""
    written = []
    for part in parts:
        sentences = [told.event(event, viewer, names) for event in part.events]
        if part.outcome:
            sentences.append(told.outcome(part.outcome, viewer, names))
        if part.result:
            sentences.append(told.result(part.result, viewer, names))
        written.append(Chapter(part.deal_number, tuple(sentence for sentence in sentences if sentence)))
    return [chapter for chapter in written if chapter.sentences]
