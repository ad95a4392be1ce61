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

    keeps_score: ClassVar[bool] = True
    """Whether points are worth showing to players; not where a single deal says who won."""

    @abstractmethod
    def opening(self, results: Sequence[DealResult], seats: int) -> Mapping[str, object]:
        """What the next deal needs to know about who begins, as JSON data for Game.start."""

    @abstractmethod
    def result(
        self, results: Sequence[DealResult], seats: int, options: Mapping[str, object]
    ) -> MatchResult | None:
        """How the match ended, or None while another deal is to come."""

    def still_in(self, results: Sequence[DealResult], seats: int) -> tuple[int, ...]:  # noqa: ARG002 - a game may look
        """The seats that play in later deals; in some games who has left a deal has left the match."""
        return tuple(range(seats))

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
    standing_orders: ClassVar[tuple[str, ...]] = ()
    """What a seat may order for when it is asked outside its turn, the default first; empty: it never is."""

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

    def play(self, seat: int, action: Action, orders: Sequence[str] = ()) -> None:
        """Do a legal action of a seat that is to act; raises IllegalAction and changes nothing otherwise.

        `orders` are the standing orders in force, by seat (none given: the default for everybody). Whatever
        is asked of a seat because of the action is answered by its order at once, unless that is to ask.
        """
        self.act(seat, action)
        self._obey(orders)

    def act(self, seat: int, action: Action) -> None:
        """Do a legal action and no more: whoever is asked because of it has not answered yet."""
        if seat not in self.to_act() or action not in self.legal(seat):
            raise IllegalAction(seat, action)
        self.ply += 1
        self.apply(seat, action)

    def timeout(self, seat: int, orders: Sequence[str] = (), *, by: str = "") -> None:
        """End the turn of a silent seat by the game's own published rule, or answer by the default order.

        That a turn was ended is told here, for all games alike; `by` names who did it if not the clock.
        """
        if seat not in self.to_act():
            raise IllegalAction(seat, None)
        answer = self.obey(seat, self.standing_orders[0]) if self.answering() else None
        self.ply += 1
        if answer is None:
            self.tell(Event("expired", seat, {"by": by} if by else {}))
            self.expire(seat)
        else:
            self.apply(seat, answer)
        self._obey(orders)

    def depart(self, seat: int, orders: Sequence[str] = ()) -> None:
        """A seat resigns or forfeits this deal, whoever is to act; not while an answer is owed."""
        if self.outcome() is not None or seat not in range(self.seats) or self.answering():
            raise IllegalAction(seat, None)
        self.ply += 1
        self.leave(seat)
        self._obey(orders)

    def take(self, step: Step) -> None:
        """Do one logged step, under the standing orders that were in force."""
        if step.kind == "action":
            self.play(step.seat, Action.parse(step.action), step.orders)
        elif step.kind == "expire":
            self.timeout(step.seat, step.orders, by=step.by)
        else:
            self.depart(step.seat, step.orders)

    def told(self, viewer: int | None, *, since: int, until: int | None = None) -> tuple[Event, ...]:
        """What was told to `viewer` after ply `since`, as of ply `until` (None: up to now)."""
        last = self.ply + 1 if until is None else until
        return tuple(event for ply, event in self._told if since < ply <= last and _may_see(viewer, event))

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
            events=self.told(viewer, since=since),
            outcome=self.outcome(),
            answering=self.answering(),
            gone=tuple(self.gone()),
        )

    def _obey(self, orders: Sequence[str]) -> None:
        """Let standing orders answer, again and again, until a seat has to be asked or nothing is owed."""
        while self.standing_orders and self.answering():
            seat = self.to_act()[0]
            answer = self.obey(seat, orders[seat] if orders else self.standing_orders[0])
            if answer is None:
                return
            self.apply(seat, answer)

    # ---- what the author uses

    def tell(self, event: Event) -> None:
        """Tell what happened, to those who may see it, under the present ply."""
        self._told.append((self.ply, event))

    def took_back(self, seat: int, count: int) -> None:
        """Tell everybody that a seat has taken back its newest actions, so many; they are not in this deal.

        The host calls it where the log has it. It is told with whatever follows the deal as it stands again.
        """
        self._told.append((self.ply + 1, Event("took_back", seat, {"count": count})))

    def forget_told(self) -> None:
        """Forget what was told so far: a copy is then cheap, and playouts tell nobody."""
        self._told.clear()

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
        """End the turn of a silent seat by the game's published rule; never better for it than playing.

        What the host does is told; that the turn has expired was told already.
        """

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

    # ---- what only the author of some games writes

    def gone(self) -> Sequence[int]:
        """The seats that are out of this deal though others play on: told so once, and then only its end."""
        return ()

    def answering(self) -> bool:
        """Whether the seat that is to act owes an answer outside the order of play; the turn waits for it."""
        return False

    def obey(self, seat: int, order: str) -> Action | None:  # noqa: ARG002 - for games with reactions
        """What a standing order answers for a seat that owes one, from its view alone; None: ask the seat.

        The default order always answers, because it also stands for a seat that was asked and stays silent.
        """
        return None


def _may_see(viewer: int | None, event: Event) -> bool:
    return event.seen_by is None or viewer in event.seen_by
