"""Walks through the states of any game, for tests that hold for all of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources import files
from random import Random

from hosting.games import GAMES, bots
from hosting.rules.game import Game
from hosting.rules.playout import ASK
from hosting.rules.values import Action, Step
from hosting.rules.words import package_of

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


def tables(slug: str) -> list[int]:
    """Give the fewest seats of a game, the most, and a number between."""
    sizes = GAMES[slug].seat_range
    return sorted({sizes[0], sizes[len(sizes) // 2], sizes[-1]})


def rough(slug: str, key: str, seats: int = 0) -> Iterator[tuple[Game, list[Step]]]:
    """Give one deal after its setup and after each step, with all steps so far: as a match may really go.

    Bots play well and badly, turns run out, seats leave, and standing orders change from step to step.
    """
    game, rng, steps = fresh(slug, key, seats), Random(key), list[Step]()
    yield game, steps
    while game.to_act():
        step = _rough_step(game, rng)
        _do(game, step)
        steps.append(step)
        yield game, steps


def _do(game: Game, step: Step) -> None:
    """Do a step as the host does it when it happens; a replay has only `take`."""
    if step.kind == "action":
        game.play(step.seat, Action.parse(step.action), step.orders)
    elif step.kind == "expire":
        game.timeout(step.seat, step.orders)
    else:
        game.depart(step.seat, step.orders)


def _rough_step(game: Game, rng: Random) -> Step:
    seat = rng.choice(list(game.to_act()))
    known = game.standing_orders
    likely = [ASK, *known] if ASK in known else known
    orders = tuple(rng.choice(likely) for _ in range(game.seats)) if known else ()
    chance = rng.random()
    if chance < 0.01 and not game.answering():
        return Step("leave", rng.randrange(game.seats) if game.seats == 2 else seat, "", orders)
    if chance < 0.08:
        return Step("expire", seat, "", orders)
    bot = bots(game.slug)["greedy" if rng.random() < 0.5 else "random"]
    return Step("action", seat, str(bot(game.view(seat), rng)), orders)


def lingering(game: Game, chance: Random) -> Game:
    """Play a deal to its end by chance, every third turn missed: draw piles run out and are shuffled anew."""
    while game.to_act():
        seat = game.to_act()[0]
        if chance.random() < 0.3:
            game.timeout(seat)
        else:
            game.play(seat, bots(game.slug)["random"](game.view(seat), chance))
    return game


def uses_of_chance(slug: str) -> Counter[str]:
    """Count in how many places a game's own source asks for a shuffle or a pick."""
    folder = files(package_of(slug))
    source = "".join(entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".py"))
    return Counter({kind: source.count(f"chance.{kind}(") for kind in ("shuffle", "pick")})


def zones_seen(game: Game) -> dict[str, int]:
    """Give how many cards lie in all zones of each kind, from a spectator's view."""
    counts: dict[str, int] = {}
    for zone in game.table(None).zones:
        counts[zone.kind] = counts.get(zone.kind, 0) + zone.count
    return counts
