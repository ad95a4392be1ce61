"""The auto-turn must not pay: a player who faces a big Gift Pile gains nothing by staying away."""

from statistics import mean

from tests.games.wicked_christmas.positions import position
from tests.games.wicked_christmas.silence import sample


def test_the_auto_turn_is_on_average_worse_than_the_best_turn() -> None:
    assert mean(each.cost for each in sample(12, tries=3, seed=2)) > 0


def test_who_has_only_blind_cards_against_a_big_pile_gets_the_pile() -> None:
    game = position("", stacks=["1 1", "1", ""], pile="9 8 8 7 7 7 6 6 5 5 4 3 2")
    game.timeout(0)
    assert len(game.hands[0]) == 13
