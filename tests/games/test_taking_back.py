"""Taking back, for every game: who takes a move back has shown nobody more than the card that he played."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest

from hosting.games import GAMES
from hosting.rules.game import Game
from hosting.rules.redealing import hidden_places, redealt
from hosting.rules.trying import Barrier
from hosting.rules.undoing import barrier
from hosting.rules.values import Action, View
from tests.games import walks

every_game = pytest.mark.parametrize("slug", sorted(GAMES))

KEYS = ("first", "second")
STEPS = 30
LOOKED_AT = 3
"""Actions of a position that are looked at: of each verb one, and no more than this."""


def positions(slug: str) -> Iterator[tuple[Game, int, Action, Random]]:
    """Positions of deals as they really go, with a seat to act, and an action that it may do."""
    for key in KEYS:
        rng = Random(key)
        for number, (game, _steps) in enumerate(walks.rough(slug, key)):
            if number > STEPS:
                break
            if not game.to_act():
                continue
            seat = game.to_act()[0]
            legal = list(game.legal(seat))
            verbs = {action.verb: action for action in rng.sample(legal, len(legal))}
            for action in list(verbs.values())[:LOOKED_AT]:
                yield deepcopy(game), seat, action, rng


def viewers(game: Game) -> tuple[int | None, ...]:
    return (None, *range(game.seats))


def seen_by_all(game: Game) -> list[View]:
    return [game.view(viewer, since=game.ply) for viewer in viewers(game)]


@every_game
def test_some_actions_can_be_taken_back_and_some_cannot(slug: str) -> None:
    found = {barrier(game, seat, action) is None for game, seat, action, _rng in positions(slug)}
    assert found == {True, False}


@every_game
def test_asking_whether_an_action_can_be_taken_back_changes_nothing(slug: str) -> None:
    for game, seat, action, _rng in positions(slug):
        before = seen_by_all(game)
        barrier(game, seat, action)
        assert seen_by_all(game) == before


@every_game
def test_whether_an_action_can_be_taken_back_follows_from_what_its_player_sees(slug: str) -> None:
    for game, seat, action, rng in positions(slug):
        other = redealt(game, hidden_places(game, seat), rng)
        assert barrier(other, seat, action) == barrier(game, seat, action)


@every_game
def test_nobody_has_learned_anything_by_an_action_that_can_be_taken_back(slug: str) -> None:
    for game, seat, action, rng in positions(slug):
        if barrier(game, seat, action) is not None:
            continue
        after = deepcopy(game)
        after.act(seat, action)
        assert len(after.chance.uses) == len(game.chance.uses)
        for viewer in viewers(game):
            places = set(hidden_places(game, seat)) & set(hidden_places(game, viewer))
            other = redealt(game, sorted(places), rng)
            other.act(seat, action)
            assert other.view(viewer, since=game.ply) == after.view(viewer, since=game.ply)


@every_game
def test_an_action_that_uses_chance_or_asks_somebody_stands(slug: str) -> None:
    for game, seat, action, _rng in positions(slug):
        after = deepcopy(game)
        after.act(seat, action)
        if len(after.chance.uses) > len(game.chance.uses):
            assert barrier(game, seat, action) is not None
        if after.answering():
            assert barrier(game, seat, action) is Barrier.ASKS
