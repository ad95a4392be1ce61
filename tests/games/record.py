"""Golden playthroughs: one deal of each game as text. `python -m tests.games.record` writes them anew.

A playthrough that comes out otherwise means that running deals would too: raise the game's rules_version.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from hosting.games import GAMES, bots
from hosting.rules.game import Game
from hosting.rules.values import Table, Zone
from tests.games.walks import fresh

FOLDER = Path(__file__).parent / "playthroughs"


def playthrough(slug: str) -> str:
    """Give a deal of the greedy bots as text: tables, news, legal actions, every use of chance."""
    return "\n".join(_lines(slug)) + "\n"


def _lines(slug: str) -> Iterator[str]:
    game, rng = fresh(slug, "playthrough"), Random(1)
    yield f"{slug}, rules version {game.rules_version}, {game.seats} seats, opener {game.opener}"
    yield f"options: {dict(game.chosen.as_dict())}"
    yield from _tables(game)
    yield from _news(game, -1)
    while game.to_act():
        seat, turns = game.to_act()[0], game.turns
        action = bots(slug)["greedy"](game.view(seat), rng)
        game.play(seat, action)
        yield f"{game.ply}. seat {seat}: {action}"
        if game.turns > turns:
            yield from _tables(game)
        yield from _news(game, game.ply - 1)
    yield f"\noutcome: {game.outcome()}"
    for use in game.chance.uses:
        yield f"chance {use.number}: {use.kind} of {use.size}: {use.result}"


def _tables(game: Game) -> Iterator[str]:
    yield f"\nturn {game.turns}"
    for viewer in (*range(game.seats), None):
        yield f"  {_name(viewer)} sees {_table(game.table(viewer))}"


def _news(game: Game, since: int) -> Iterator[str]:
    for viewer in (*range(game.seats), None):
        view = game.view(viewer, since=since)
        events = [f"{event.name} {event.seat} {dict(event.args)}" for event in view.events]
        yield f"  {_name(viewer)} hears: {'; '.join(events)}"
        if view.legal:
            yield f"  {_name(viewer)} may: {', '.join(map(str, view.legal))}"


def _name(viewer: int | None) -> str:
    return "spectator" if viewer is None else f"seat {viewer}"


def _table(table: Table) -> str:
    return "; ".join([*map(_zone, table.zones), str(dict(table.facts))])


def _zone(zone: Zone) -> str:
    owner = "" if zone.owner is None else f" of {zone.owner}"
    number = "" if zone.number is None else f" {zone.number}"
    return f"{zone.kind}{number}{owner} [{' '.join(card or '?' for card in zone.cards)}] {zone.count}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text(playthrough(each), "utf-8")
