"""Playouts: repeatable figures, and a stop for deals that do not end."""

from random import Random

import pytest

from hosting.games import bots
from hosting.games.spite_and_malice.rules import SpiteAndMalice
from hosting.rules import playout
from hosting.rules.playout import figures, play_out
from tests.games.spite_and_malice.positions import deal

RANDOM = bots("spite-and-malice")["random"]


def test_a_playout_keeps_its_steps_so_that_it_can_be_replayed() -> None:
    game = deal("playout")
    played = play_out(game, RANDOM, Random(1))
    again = SpiteAndMalice.replay(played.steps, seats=2, options={}, key=b"playout", opening={})
    assert again.outcome() == played.outcome
    assert again.turns == played.turns


def test_the_same_seed_gives_the_same_figures() -> None:
    first, second, other = (
        figures(SpiteAndMalice, RANDOM, seats=2, count=5, seed=seed) for seed in (3, 3, 4)
    )
    assert (first.turns, first.ties) == (second.turns, second.ties)
    assert first.turns != other.turns


def test_a_deal_that_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playout, "MOST_STEPS", 10)
    with pytest.raises(RuntimeError, match="does not end"):
        play_out(deal(), RANDOM, Random(1))
