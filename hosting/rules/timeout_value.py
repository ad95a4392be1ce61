"""What silence is worth: a game's auto-turn against the best whole turn that could have been played.

Positions come out of the bots' play. From each, with the cards that the absent seat cannot see dealt anew for
every playout, some whole turns are tried and played out by the greedy bot. The one that did best is then
valued by a second, fresh set of playouts, and so is the auto-turn, on the same cards and the same chance: so
luck in the choice does not count as skill. Below 0, silence does not pay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean, stdev
from typing import Final, TypedDict

from hosting.rules.game import Game
from hosting.rules.playout import ASK, play_out
from hosting.rules.redealing import Place, hidden_places, redealt
from hosting.rules.values import Action, Outcome, View, Zone

Bot = Callable[[View, Random], Action]
Turn = tuple[Action, ...]
"""What a seat does in one turn; where dealt cards make a part of it impossible, the greedy bot goes on."""

WANDERING: Final = 0.4
"""How often a tried turn leaves the greedy bot's way, action by action."""

HEATS: Final = ((14, 4), (4, 10))
"""How the best turn is looked for: of so many turns, each by so many playouts; the best go on to the next."""

FRESH: Final = 16
"""Fresh playouts by which the chosen turn is valued, and as many for the auto-turn."""

GROUPS: Final = ("ahead", "behind", "large pile")
LARGE: Final = 8
"""Cards in an open pile in the middle of the table from which it counts as large."""


class Figure(TypedDict):
    """Auto-turn minus best turn over so many positions, in points; None where there are too few."""

    positions: int
    difference: float | None
    standard_error: float | None


class Report(Figure):
    """The figure of all positions, and those of their groups."""

    groups: dict[str, Figure]


@dataclass(frozen=True, slots=True)
class Silence:
    """One position: the groups that it belongs to, and what silence is worth in it."""

    groups: tuple[str, ...]
    difference: float


@dataclass(frozen=True, slots=True)
class Position:
    """A deal in which a seat has the turn, and the places of the cards that it cannot see."""

    game: Game
    seat: int
    hidden: tuple[Place, ...]
    greedy: Bot

    def outcomes(self, turn: Turn | None, seeds: Sequence[int]) -> list[Outcome]:
        """How the deal ends after a turn (None: the auto-turn), once for each seed."""
        return [self._outcome(turn, seed) for seed in seeds]

    def _outcome(self, turn: Turn | None, seed: int) -> Outcome:
        rng = Random(seed)  # noqa: S311 - figures must be repeatable; nothing is secret here
        game = redealt(self.game, self.hidden, rng)
        if turn is None:
            game.timeout(self.seat, _orders(game))
        else:
            _play_turn(game, self.seat, turn, self.greedy, rng)
        return play_out(game, self.greedy, rng).outcome

    def turns(self, legal: Sequence[Action], rng: Random) -> list[Turn]:
        """Turns to try: greedy's own, one for each first action, and some that wander about."""
        firsts = rng.sample(legal, min(len(legal), HEATS[0][0] // 2))
        found = [self._turn((), 0.0, rng), *(self._turn((first,), 0.0, rng) for first in firsts)]
        found += [self._turn((), WANDERING, rng) for _ in range(HEATS[0][0] - len(found))]
        return list(dict.fromkeys(found))

    def _turn(self, first: Turn, wandering: float, rng: Random) -> Turn:
        game = redealt(self.game, self.hidden, rng)
        return _play_turn(game, self.seat, first, self.greedy, rng, wandering)


def timeout_value(game: type[Game], bots: Mapping[str, Bot], *, positions: int, seed: int) -> Report:
    """Give the mean of auto-turn minus best legal turn over so many positions; more is better for the seat.

    Points are the game's own of one deal, turned round where fewer points win. The groups overlap: ahead and
    behind by the points that playouts expect, against the mean of all seats; and large piles.
    """
    rng = Random(seed)  # noqa: S311 - figures must be repeatable; nothing is secret here
    sign = -1 if fewest_wins(game, bots["greedy"]) else 1
    found = list(_sample(game, bots, positions, sign, rng))
    whole = _figure(found)
    return {
        **whole,
        "groups": {name: _figure([each for each in found if name in each.groups]) for name in GROUPS},
    }


def fewest_wins(game: type[Game], bot: Bot) -> bool:
    """Whether points are bad, as the winners of some deals show."""
    rng = Random(1)  # noqa: S311 - nothing is secret here
    lead = 0.0
    for number in range(5):
        key = f"points {number}".encode()
        deal = game.start(seats=game.seat_range[0], options={}, key=key, opening={})
        outcome = play_out(deal, bot, rng).outcome
        if outcome.winners:
            lead += mean(outcome.scores[seat] for seat in outcome.winners) - mean(outcome.scores)
    return lead < 0


def _sample(
    game: type[Game], bots: Mapping[str, Bot], count: int, sign: int, rng: Random
) -> Iterator[Silence]:
    for number in range(count):
        seats = game.seat_range[number % len(game.seat_range)]
        deal = _in_the_middle(game, bots["greedy" if number % 3 else "random"], seats, rng)
        seat = deal.to_act()[0]
        position = Position(deal, seat, hidden_places(deal, seat), bots["greedy"])
        yield _silence(position, sign, rng)


def _in_the_middle(game: type[Game], bot: Bot, seats: int, rng: Random) -> Game:
    """A deal at a place of a bot's play where a seat has the turn, and owes no answer."""
    while True:
        key = rng.randbytes(32)
        steps = play_out(game.start(seats=seats, options={}, key=key, opening={}), bot, rng).steps
        taken = steps[: rng.randrange(len(steps))]
        deal = game.replay(taken, seats=seats, options={}, key=key, opening={})
        if deal.to_act() and not deal.answering():
            deal.forget_told()
            return deal


def _silence(position: Position, sign: int, rng: Random) -> Silence:
    """Value a position; its group is told by the first set of playouts, so that luck of the second is not."""
    best, lead = _best_turn(position, sign, rng)
    seeds = _seeds(FRESH, rng)
    played, silent = (
        mean(sign * outcome.scores[position.seat] for outcome in position.outcomes(turn, seeds))
        for turn in (best, None)
    )
    groups = ["ahead" if lead >= 0 else "behind"]
    if any(_is_large(zone) for zone in position.game.table(position.seat).zones):
        groups.append("large pile")
    return Silence(tuple(groups), silent - played)


def _best_turn(position: Position, sign: int, rng: Random) -> tuple[Turn, float]:
    """Find the turn that does best, and the lead: all turns by a few playouts, then the best by more.

    All turns are tried on the same cards. The lead is over the mean of all seats, in points of all playouts.
    """
    turns = position.turns(list(position.game.legal(position.seat)), rng)
    sums, lead = dict.fromkeys(turns, 0.0), 0.0
    for most, tries in HEATS:
        turns, seeds = turns[:most], _seeds(tries, rng)
        for turn in turns:
            for outcome in position.outcomes(turn, seeds):
                points = sign * outcome.scores[position.seat]
                sums[turn] += points
                lead += points - sign * mean(outcome.scores)
        turns = sorted(turns, key=sums.__getitem__, reverse=True)
    return turns[0], lead


def _seeds(count: int, rng: Random) -> list[int]:
    return [rng.getrandbits(64) for _ in range(count)]


def _is_large(zone: Zone) -> bool:
    return zone.owner is None and LARGE <= zone.count == len(zone.cards)


def _play_turn(game: Game, seat: int, turn: Turn, bot: Bot, rng: Random, wandering: float = 0.0) -> Turn:
    """Play a seat's turn to its end, the given actions first; the others' answers are their bots' own."""
    begun, ahead, done = game.turns, list(turn), []
    while game.turns == begun and game.to_act():
        acting = game.to_act()[0]
        legal = game.legal(acting)
        if acting == seat and ahead and ahead[0] in legal:
            action = ahead.pop(0)
        elif acting == seat and rng.random() < wandering:
            action = rng.choice(list(legal))
        else:
            ahead = ahead if acting != seat else []
            action = bot(game.view(acting, since=game.ply), rng)
        if acting == seat:
            done.append(action)
        game.play(acting, action, _orders(game))
    return tuple(done)


def _orders(game: Game) -> tuple[str, ...]:
    return (ASK,) * game.seats if ASK in game.standing_orders else ()


def _figure(found: Sequence[Silence]) -> Figure:
    count, differences = len(found), [each.difference for each in found]
    return {
        "positions": count,
        "difference": round(mean(differences), 4) if count else None,
        "standard_error": round(stdev(differences) / count**0.5, 4) if count > 1 else None,
    }
