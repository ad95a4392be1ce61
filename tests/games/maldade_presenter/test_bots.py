"""The bots of Maldade Presenter, and that deals last as long as an independent simulation found."""

from random import Random

import pytest

from hosting.games.maldade_presenter.bot import greedy, random
from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.rules.playout import figures
from tests.games.maldade_presenter.positions import ASK, do, position

RANDOM = {2: 12, 3: 22, 4: 30, 5: 38, 6: 45, 7: 51, 8: 57}
GREEDY = {2: 9, 3: 18, 4: 28, 5: 35, 6: 42, 7: 48, 8: 52}
"""Turns of a game, the median of 1,000, by players."""


def chosen(*hands: str, gauges: tuple[str, ...] = ()) -> str:
    return str(greedy(position(*hands, gauges=gauges).view(0), Random(1)))


def answered(gift: str, hand: str, own: str = "") -> str:
    game = do(position(f"{gift} jump", hand, "jump", gauges=["", own]), f"give {gift} 1", orders=ASK)
    return str(greedy(game.view(1), Random(1)))


def test_greedy_gives_its_heaviest_gift_to_the_fullest_gauge() -> None:
    assert chosen("sock drums", "jump", "jump", gauges=("", "sock", "goat")) == "give drums 2"


def test_greedy_saves_itself_when_its_gauge_fills_up() -> None:
    assert chosen("drums antidote5", "jump", gauges=("goat sock",)) == "heal goat with antidote5"
    assert chosen("drums antidote5", "jump", gauges=("goat",)) == "give drums 1"
    assert chosen("drums mermaid", "jump", gauges=("goat sock",)) == "play mermaid goat"


def test_greedy_ripostes_what_eliminates_and_what_weighs_much() -> None:
    assert answered("drums", "address") == "play address"
    assert answered("underpants", "address") == "pass"
    assert answered("underpants", "address", own="goat chocolate") == "play address"


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_random_lets_games_last_as_long_as_an_independent_simulation_found(seats: int) -> None:
    found = figures(MaldadePresenter, random, seats=seats, count=80, seed=1)
    assert RANDOM[seats] * 0.85 < found.turns["median"] < RANDOM[seats] * 1.15
    assert found.ties == 0


@pytest.mark.parametrize("seats", [3, 5, 8])
def test_greedy_lets_games_last_as_long_as_an_independent_simulation_found(seats: int) -> None:
    found = figures(MaldadePresenter, greedy, seats=seats, count=150, seed=1)
    assert GREEDY[seats] * 0.85 < found.turns["median"] < GREEDY[seats] * 1.15
    assert found.ties == 0
