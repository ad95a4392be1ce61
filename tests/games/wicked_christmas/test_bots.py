"""The bots of Wicked Christmas, and that rounds last as long as they should."""

from random import Random

import pytest

from hosting.games import Bot
from hosting.games.wicked_christmas.bot import greedy, random
from hosting.games.wicked_christmas.rules import WickedChristmas
from hosting.rules.playout import figures
from tests.games.wicked_christmas.positions import position


def chosen(**cards: object) -> str:
    game = position(**cards)  # type: ignore[arg-type]  # the names are those of position()
    return str(greedy(game.view(0), Random(1)))


def test_greedy_plays_all_of_its_highest_number_that_may_stay() -> None:
    assert chosen(hand="2 5 5 9", stacks=["1 1 5", "", ""], pile="6") == "play 5 hand 2 stack 1"


@pytest.mark.parametrize(
    ("hand", "action"),
    [("9 blast coal fruitcake", "fruitcake hand"), ("9 blast coal", "coal hand"), ("9 blast", "blast hand")],
)
def test_greedy_keeps_mischief_and_blast_for_when_no_number_fits(hand: str, action: str) -> None:
    assert chosen(hand=hand, stacks=["1 1", "", ""], pile="6") == action
    assert chosen(hand=f"3 {hand}", pile="6") == "play 3 hand 1"


def test_greedy_turns_a_blind_card_before_it_takes_the_pile() -> None:
    assert chosen(hand="9", stacks=["1 1", "", ""], pile="6") == "blind 1"
    assert chosen(hand="9", pile="6") == "take"


def test_random_takes_the_pile_only_when_there_is_nothing_else() -> None:
    seen = {str(random(position("9 5", pile="6").view(0), Random(number))) for number in range(20)}
    assert seen == {"play 5 hand 1"}
    assert str(random(position("9", pile="6").view(0), Random(1))) == "take"


SIMULATED: dict[Bot, dict[int, int]] = {
    greedy: {3: 40, 4: 56, 5: 70, 6: 87},
    random: {3: 85, 4: 93, 5: 113, 6: 118},
}
"""Turns of a round, the median that an independent simulation found."""


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("bot", [greedy, random])
def test_rounds_last_as_long_as_an_independent_simulation_found(bot: Bot, seats: int) -> None:
    found = figures(WickedChristmas, bot, seats=seats, count=60, seed=1).turns["median"]
    expected = SIMULATED[bot][seats]
    assert expected * 0.85 < found < expected * 1.15
