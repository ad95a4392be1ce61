"""A game is one deal in progress, a series a match over deals. An author writes subclasses of these two."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Self

from hosting.rules.chance import Chance
from hosting.rules.errors import IllegalAction
from hosting.rules.options import Options
from hosting.rules.values import Action, DealResult, Event, MatchResult, Outcome, Reason, Step, Table, View


class Series(ABC):
    """How deals make a match; pure, so that the host may ask at any time."""

    @abstractmethod
    def opening(self, results: Sequence[DealResult], seats: int) -> Mapping[str, object]:
        """What the next deal needs to know about who begins, as JSON data for Game.start."""

    @abstractmethod
    def result(
        self, results: Sequence[DealResult], seats: int, options: Mapping[str, object]
    ) -> MatchResult | None:
        """How the match ended, or None while another deal is to come."""

    def totals(self, results: Sequence[DealResult], seats: int) -> tuple[int, ...]:
        """The points of each seat over all deals so far."""
        return tuple(sum(result.outcome.scores[seat] for result in results) for seat in range(seats))


class Game(ABC):
    """One deal in progress. The author writes the methods at the end; the host calls the others.

    A deal is rebuilt by replaying its steps from its key: a game keeps plain attributes and is not saved.
    `ply` counts the steps so far, `turns` the turns begun: the author raises it whenever the turn passes by
    the order of play (reactions and extra turns belong to the turn in which they happen).
    """

    slug: ClassVar[str]
    seat_range: ClassVar[range]
    languages: ClassVar[tuple[str, ...]]
    rules_version: ClassVar[int]
    options: ClassVar[type[Options]]
    series: ClassVar[Series]

    seats: int
    chosen: Options
    chance: Chance
    opening: Mapping[str, object]
    opener: int
    ply: int
    turns: int

    def __init__(
        self, *, seats: int, options: Mapping[str, object], key: bytes, opening: Mapping[str, object]
    ) -> None:
        if seats not in self.seat_range:
            raise ValueError(f"{self.slug} is not played by {seats}")
        self.seats = seats
        self.chosen = self.options.parse(options)
        self.chance = Chance(key)
        self.opening = opening
        self.opener = 0
        self.ply = 0
        self.turns = 1
        self._told: list[tuple[int, Event]] = []

    # ---- what the host calls

    @classmethod
    def start(
        cls, *, seats: int, options: Mapping[str, object], key: bytes, opening: Mapping[str, object]
    ) -> Self:
        """A new deal, dealt out. The same arguments always give the same deal."""
        game = cls(seats=seats, options=options, key=key, opening=opening)
        game.setup()
        return game

    @classmethod
    def replay(
        cls,
        steps: Iterable[Step],
        *,
        seats: int,
        options: Mapping[str, object],
        key: bytes,
        opening: Mapping[str, object],
    ) -> Self:
        """The deal as it stands after these steps; raises IllegalAction when one does not fit."""
        game = cls.start(seats=seats, options=options, key=key, opening=opening)
        for step in steps:
            game.take(step)
        return game

    def play(self, seat: int, action: Action) -> None:
        """Do a legal action of a seat that is to act; raises IllegalAction and changes nothing otherwise."""
        if seat not in self.to_act() or action not in self.legal(seat):
            raise IllegalAction(seat, action)
        self.ply += 1
        self.apply(seat, action)

    def timeout(self, seat: int) -> None:
        """End the turn of a silent seat that is to act by the game's own published rule."""
        if seat not in self.to_act():
            raise IllegalAction(seat, None)
        self.ply += 1
        self.expire(seat)

    def depart(self, seat: int) -> None:
        """A seat resigns or forfeits this deal, whoever is to act; the deal must not be over."""
        if self.outcome() is not None or seat not in range(self.seats):
            raise IllegalAction(seat, None)
        self.ply += 1
        self.leave(seat)

    def take(self, step: Step) -> None:
        """Do one logged step."""
        if step.kind == "action":
            self.play(step.seat, Action.parse(step.action))
        elif step.kind == "expire":
            self.timeout(step.seat)
        else:
            self.depart(step.seat)

    def view(self, viewer: int | None, since: int = 0) -> View:
        """All that `viewer` may know (None: a spectator), with the events told after ply `since`.

        What the setup told has ply 0: since=-1 gives that too.
        """
        to_act = tuple(self.to_act())
        return View(
            slug=self.slug,
            viewer=viewer,
            seats=self.seats,
            ply=self.ply,
            options=self.chosen.as_dict(),
            table=self.table(viewer),
            to_act=to_act,
            legal=tuple(self.legal(viewer)) if viewer in to_act and viewer is not None else (),
            events=tuple(event for ply, event in self._told if ply > since and _may_see(viewer, event)),
            outcome=self.outcome(),
        )

    # ---- what the author uses

    def tell(self, event: Event) -> None:
        """Tell what happened, to those who may see it, under the present ply."""
        self._told.append((self.ply, event))

    # ---- what the author writes

    @abstractmethod
    def setup(self) -> None:
        """Shuffle with self.chance, deal, and set self.opener (from self.opening, when that says it)."""

    @abstractmethod
    def to_act(self) -> Sequence[int]:
        """Who may act now: one seat, several in a reaction, none when the deal is over."""

    @abstractmethod
    def legal(self, seat: int) -> Sequence[Action]:
        """The actions of a seat that is to act: each once, at least one, in the order of numbered lists."""

    @abstractmethod
    def apply(self, seat: int, action: Action) -> None:
        """Do an action that is known to be legal."""

    @abstractmethod
    def expire(self, seat: int) -> None:
        """End the turn of a silent seat by the game's published rule; never better for it than playing."""

    @abstractmethod
    def leave(self, seat: int) -> None:
        """A seat goes: where its cards go, who goes on."""

    @abstractmethod
    def table(self, viewer: int | None) -> Table:
        """Zones and facts that this viewer may see, and nothing else."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the deal ended, or None."""

    @abstractmethod
    def why(self, seat: int, action: Action) -> Reason:
        """Why an action is not legal, from that seat's view alone."""


def _may_see(viewer: int | None, event: Event) -> bool:
    return event.seen_by is None or viewer in event.seen_by
