"""Actions per second when bots play deals out, with nothing of the host but the rules."""

from __future__ import annotations

from random import Random
from time import process_time

from hosting.games import GAMES, bots
from hosting.rules.game import Game
from hosting.rules.playout import MOST_STEPS, play_out
from tests.bench.figures import Figure, median, tidy
from tests.bench.size import Size

ROUNDS = 3


def measure(size: Size) -> list[Figure]:
    """Measure every game, the random bot from its views beside random choice without any view."""
    return [of_game(game, size.playout_deals) for game in GAMES.values()]


def of_game(game: type[Game], deals: int) -> Figure:
    """Measure one game."""
    seats = game.seat_range[0]
    rates: dict[str, list[float]] = {"random": [], "greedy": [], "bare": []}
    for number in range(ROUNDS):
        for name in ("random", "greedy"):
            rates[name].append(from_views(game, seats, name, deals, number))
        rates["bare"].append(from_the_rules_alone(game, seats, deals, number))
    return Figure(
        name=f"playouts_{game.slug}",
        what="actions of random playouts, in processor time; bare: the same rules without views and bot",
        unit="actions/s",
        host=median(rates["random"]),
        bare=median(rates["bare"]),
        details={"greedy": tidy(median(rates["greedy"])), "deals": ROUNDS * deals, "seats": seats},
    )


def from_views(game: type[Game], seats: int, bot: str, deals: int, number: int) -> float:
    """Play deals out as the host's own playouts do; give actions per second."""
    rng = Random(number)
    began = process_time()
    steps = sum(
        len(play_out(fresh(game, seats, number, deal), bots(game.slug)[bot], rng).steps)
        for deal in range(deals)
    )
    return steps / (process_time() - began)


def from_the_rules_alone(game: type[Game], seats: int, deals: int, number: int) -> float:
    """Play deals out by the rules' own lists of actions, any of which is as good."""
    rng = Random(number)
    steps = 0
    began = process_time()
    for deal in range(deals):
        dealt = fresh(game, seats, number, deal)
        for _ in range(MOST_STEPS):
            if dealt.outcome() is not None:
                break
            seat = dealt.to_act()[0]
            dealt.ply += 1
            dealt.apply(seat, rng.choice(dealt.legal(seat)))
        steps += dealt.ply
    return steps / (process_time() - began)


def fresh(game: type[Game], seats: int, number: int, deal: int) -> Game:
    """Deal the same cards for everybody who plays this deal."""
    return game.start(seats=seats, options={}, key=f"bench {number} {deal}".encode(), opening={})
