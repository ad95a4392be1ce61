"""Walks through the states of any game, for tests that hold for all of them."""

from collections.abc import Iterator, Sequence
from random import Random

from hosting.games import GAMES, bots
from hosting.rules.game import Game

NAMES = ("Anna", "Ben", "Cilla", "Dan", "Eva", "Finn", "Gul", "Hana")


def fresh(slug: str, key: str = "a walk", seats: int = 0) -> Game:
    """Give a new deal of a game, with the fewest seats unless their number is given."""
    game = GAMES[slug]
    return game.start(seats=seats or game.seat_range[0], options={}, key=key.encode(), opening={})


def walk(
    slug: str, key: str = "a walk", bot: str = "random", *, seats: int = 0, orders: Sequence[str] = ()
) -> Iterator[Game]:
    """Give one deal again and again, after its setup and after each action, to its end."""
    game, rng = fresh(slug, key, seats), Random(key)
    choose = bots(slug)[bot]
    yield game
    while game.to_act():
        seat = game.to_act()[0]
        game.play(seat, choose(game.view(seat), rng), orders)
        yield game


def at(slug: str, key: str, steps: int) -> Game:
    """Give the deal of that key after so many actions, or at its end."""
    found = fresh(slug, key)
    for number, game in enumerate(walk(slug, key)):
        found = game
        if number == steps:
            break
    return found


def zones_seen(game: Game) -> dict[str, int]:
    """Give how many cards lie in all zones of each kind, from a spectator's view."""
    counts: dict[str, int] = {}
    for zone in game.table(None).zones:
        counts[zone.kind] = counts.get(zone.kind, 0) + zone.count
    return counts
