"""The values that pass between a game and its host: frozen, language-free, comparable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Self

Scalar = str | int | bool | None
StepKind = Literal["action", "expire", "leave"]


@dataclass(frozen=True, slots=True)
class Action:
    """One atomic thing that a seat may do. Two actions are equal when verb and args are.

    `family` gathers actions that a numbered list may fold into one sentence ("discard").
    Verbs and args are lower-case words without blanks, the same in every language.
    """

    verb: str
    args: tuple[str, ...] = ()
    family: str = field(default="", compare=False)

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The inverse of str(): ``Action.parse(str(action)) == action``."""
        verb, *args = text.split(" ")
        if not verb or not all(args):
            raise ValueError(f"not an action: {text!r}")
        return cls(verb, tuple(args))


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a deal. `seen_by` None means everybody, spectators too.

    What only some may see is told by events of its own: one for them, another for the rest.
    """

    name: str
    seat: int | None = None
    args: Mapping[str, Scalar] = field(default_factory=dict)
    seen_by: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """A place where cards lie: `cards` from bottom to top (None = face down), `count` of all that lie there.

    `cards` may be shorter than `count`: a pile of which only the top shows has that one card, a stock none.
    `owner` is a seat, None for the middle of the table; `number` counts from 1 where a kind has several.
    """

    kind: str
    owner: int | None
    number: int | None
    cards: tuple[str | None, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Table:
    """What one viewer may see of the table."""

    zones: tuple[Zone, ...]
    facts: Mapping[str, Scalar] = field(default_factory=dict)

    def zone(self, kind: str, owner: int | None = None, number: int | None = None) -> Zone:
        """The one zone of that kind, owner and number; KeyError when there is none."""
        for zone in self.zones:
            if zone.kind == kind and zone.owner == owner and zone.number == number:
                return zone
        raise KeyError((kind, owner, number))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one deal ended. `scores` has one number for each seat; no winners means a tie."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is not legal, by name; the words of the game make a sentence of it."""

    name: str
    args: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer may know of a deal; templates, bots and mails get nothing else.

    `viewer` None is a spectator. `legal` holds only the viewer's own actions while it is to act,
    each once, in the order in which lists number them. `answering`: who is to act owes an answer outside the
    order of play, and the turn waits for it. `gone`: who is out of the deal, while the others play on.
    """

    slug: str
    viewer: int | None
    seats: int
    ply: int
    options: Mapping[str, Scalar]
    table: Table
    to_act: tuple[int, ...]
    legal: tuple[Action, ...]
    events: tuple[Event, ...]
    outcome: Outcome | None
    answering: bool = False
    gone: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One logged thing of a deal: an action of a seat, its expired turn, or its leaving.

    `orders` are the standing orders in force at it, by seat; empty means the default for everybody.
    `by` names who ended an expired turn when it was not the clock.
    """

    kind: StepKind
    seat: int
    action: str = ""
    orders: tuple[str, ...] = ()
    by: str = ""


@dataclass(frozen=True, slots=True)
class DealResult:
    """One ended deal of a match, as a series sees it.

    `left` names the seats that forfeited the deal (too many missed turns), `resigned` those that resigned.
    """

    outcome: Outcome
    opener: int
    left: tuple[int, ...] = ()
    resigned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended; several winners share it."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]
    reason: str
