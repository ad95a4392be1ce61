"""What a player is told of his lines (read, refused and why, tried) never depends on cards he cannot see."""

from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest

from hosting.games import GAMES
from hosting.matches.trying import outcome_of
from hosting.matches.understanding import Reader, stopped
from hosting.rules.choices import choices
from hosting.rules.errors import Ambiguous, Illegal, Unknown
from hosting.rules.game import Game
from hosting.rules.trying import Barrier, ahead
from hosting.rules.values import Action, Outcome, View
from hosting.rules.words import words
from tests.games.hidden import permuted
from tests.games.walks import NAMES, rough, tables

every_table = pytest.mark.parametrize(
    ("slug", "seats"), [(slug, seats) for slug in sorted(GAMES) for seats in tables(slug)]
)

LOOKS = 60
"""Positions of a deal that are looked at, at most."""


class Sayings:
    """Whatever was a legal action at some time in such deals, and how it is typed."""

    def __init__(self, slug: str, seats: int) -> None:
        self.actions: list[Action] = []
        self.lines: list[str] = ["no such thing", "7 7 7", "99"]
        known: set[str] = set()
        telling = words(slug, "en")
        for game, _steps in rough(slug, "sayings", seats):
            for seat in game.to_act():
                view = game.view(seat)
                for action in view.legal:
                    if str(action) not in known:
                        known.add(str(action))
                        self.actions.append(action)
                        self.lines.append(telling.command(action, view, NAMES))


def looks(slug: str, seats: int, rng: Random) -> list[tuple[Game, int]]:
    """Give positions and a seat in each, most often the one that is to act."""
    found: list[tuple[Game, int]] = []
    for game, _steps in rough(slug, "answers", seats):
        if len(found) < LOOKS and rng.random() < 0.3 and game.to_act():
            seat = game.to_act()[0] if rng.random() < 0.8 else rng.randrange(seats)
            found.append((deepcopy(game), seat))
    return found


def reader(game: Game, seat: int) -> Reader:
    """Give who reads the lines of a seat."""
    return Reader(seat, choices(game.view(seat)), ("en", "sv", "ms"), NAMES[: game.seats])


def answer(game: Game, seat: int, line: str) -> object:
    """Give what the host makes of a line: an action, or what it says instead."""
    try:
        return str(reader(game, seat).read(line, game))
    except (Unknown, Illegal, Ambiguous) as refusal:
        return stopped(line, refusal)


@every_table
def test_what_is_made_of_a_line_and_why_it_is_refused(slug: str, seats: int) -> None:
    rng, said = Random(1), Sayings(slug, seats)
    refusals = 0
    for game, seat in looks(slug, seats, rng):
        other = permuted(game, seat, rng)
        for line in rng.sample(said.lines, min(12, len(said.lines))):
            told = answer(game, seat, line)
            refusals += not isinstance(told, str)
            assert answer(other, seat, line) == told, line
        for action in rng.sample(said.actions, min(12, len(said.actions))):
            if action not in game.view(seat).legal:
                assert other.why(seat, action) == game.why(seat, action), action
    assert refusals


@every_table
def test_what_a_trial_tells(slug: str, seats: int) -> None:
    rng, said, telling = Random(2), Sayings(slug, seats), words(slug, "en")
    for game, seat in looks(slug, seats, rng):
        other, view = permuted(game, seat, rng), game.view(seat)
        legal = [telling.command(action, view, NAMES) for action in view.legal]
        for _time in range(4):
            lines = [*rng.sample(legal, min(2, len(legal))), rng.choice(said.lines)]
            told = outcome_of(game, reader(game, seat), lines)
            assert outcome_of(other, reader(other, seat), lines) == told


def shown(game: Game, seat: int) -> View:
    """Give what a trial could tell: all but the points of an end, which it leaves out."""
    view = game.view(seat, since=-1)
    return replace(view, outcome=view.outcome and Outcome((), (), ""))


@every_table
def test_how_far_a_trial_goes_and_what_lies_on_the_table_then(slug: str, seats: int) -> None:
    rng = Random(3)
    for game, seat in looks(slug, seats, rng):
        other = permuted(game, seat, rng)
        for action in game.view(seat).legal:
            here, there = ahead(game, seat, action), ahead(other, seat, action)
            if isinstance(here, Barrier) or isinstance(there, Barrier):
                assert here is there
            else:
                assert shown(here, seat) == shown(there, seat)
