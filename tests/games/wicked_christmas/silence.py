"""What it costs to stay silent: the host's auto-turn against the best turn that a player could have made.

Positions are taken out of the bots' play. From each, with hidden cards dealt anew for every playout, all main
moves are tried and played out by the greedy bot; the best of them is then valued by fresh playouts, and so is
the auto-turn, on the same cards. `python -m tests.games.wicked_christmas.silence 200` prints figures.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import mean, stdev

from hosting.games.wicked_christmas.bot import greedy, random
from hosting.games.wicked_christmas.moves import HIGHER, MORE
from hosting.games.wicked_christmas.rules import WickedChristmas
from hosting.rules.chance import Chance
from hosting.rules.values import Action
from tests.games.hidden import permuted

LARGE = 8
"""Cards of a Gift Pile from which it counts as large."""


@dataclass(frozen=True, slots=True)
class Silence:
    """One position: what sort it is, and how many points more the auto-turn costs than the best turn."""

    group: str
    cost: float


def sample(count: int, *, tries: int, seed: int) -> Iterator[Silence]:
    """Give the cost of silence in so many positions, each move tried so often, for three to six players."""
    rng = Random(seed)
    for number in range(count):
        game = _position(3 + number % 4, rng)
        seat = game.to_act()[0]
        chosen = min(_main_moves(game, seat), key=lambda move: mean(_values(game, move, tries, rng)))
        fresh = rng.random()
        best = _values(game, chosen, 2 * tries, Random(fresh))
        silent = _values(game, None, 2 * tries, Random(fresh))
        yield Silence(_group(game, seat), mean(silent) - mean(best))


def _position(seats: int, rng: Random) -> WickedChristmas:
    """Give a position in the middle of a round of bots."""
    while True:
        key = str(rng.random()).encode()
        game = WickedChristmas.start(seats=seats, options={}, key=key, opening={})
        for _ in range(rng.randrange(12 * seats)):
            if game.to_act():
                seat = game.to_act()[0]
                game.play(seat, rng.choice((greedy, greedy, random))(game.view(seat, since=game.ply), rng))
        if game.to_act():
            game._told.clear()
            return game


def _main_moves(game: WickedChristmas, seat: int) -> list[Action]:
    legal = game.legal(seat)
    return [move for move in legal if move.family not in (MORE, HIGHER)] or list(legal)


def _values(game: WickedChristmas, move: Action | None, tries: int, rng: Random) -> list[float]:
    """Give the seat's points of so many playouts after its move; None is the auto-turn."""
    seat = game.to_act()[0]
    return [_value(permuted(game, seat, rng), seat, move, rng) for _ in range(tries)]


def _value(other: object, seat: int, move: Action | None, rng: Random) -> float:
    assert isinstance(other, WickedChristmas)
    other.chance = Chance(str(rng.random()).encode())
    if move is None:
        other.timeout(seat)
    else:
        other.play(seat, move)
    while (outcome := other.outcome()) is None:
        acting = other.to_act()[0]
        other.play(acting, greedy(other.view(acting, since=other.ply), rng))
    return outcome.scores[seat]


def _group(game: WickedChristmas, seat: int) -> str:
    if not game.hands[seat] and all(len(stack) < 3 for stack in game.stacks[seat]):
        return "only blind cards left"
    if len(game.pile) >= LARGE:
        return "large pile"
    left = [len(game._cards(other)) for other in game.playing]
    return "ahead" if len(game._cards(seat)) <= mean(left) else "behind"


def main() -> None:
    """Print the mean cost of silence, in all and by group of position."""
    found = list(sample(int(sys.argv[1]), tries=6, seed=1))
    for group in ("", *sorted({each.group for each in found})):
        costs = [each.cost for each in found if group in ("", each.group)]
        error = stdev(costs) / len(costs) ** 0.5 if len(costs) > 1 else 0.0
        print(f"{group or 'all'}: {len(costs)} positions, {mean(costs):.1f} points, error {error:.1f}")  # noqa: T201


if __name__ == "__main__":
    main()
