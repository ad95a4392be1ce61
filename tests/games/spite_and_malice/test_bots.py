"""The bots of Spite & Malice, and that deals last as long as they should."""

from random import Random

from hosting.games import bots
from hosting.games.spite_and_malice.rules import SpiteAndMalice
from hosting.rules.playout import figures
from tests.games.spite_and_malice.positions import position

GREEDY = bots("spite-and-malice")["greedy"]
RANDOM = bots("spite-and-malice")["random"]


def chosen(**cards: object) -> str:
    game = position(**cards)  # type: ignore[arg-type]  # the names are those of position()
    return str(GREEDY(game.view(0), Random(1)))


def test_greedy_plays_the_pay_off_card_when_it_can() -> None:
    assert chosen(hand="A K", payoff="4 2", centre=["A", "", ""]) == "play payoff 1"


def test_greedy_plans_the_run_that_frees_the_pay_off_card() -> None:
    assert chosen(hand="2 3 9", payoff="9 4", centre=["", "A", ""]) == "play hand 2 2"


def test_greedy_uses_side_stacks_in_a_run_and_uncovers_what_lies_under() -> None:
    assert chosen(hand="9", payoff="9 4", side=["3 2", "", "", ""], centre=["A", "", ""]) == "play side 1 1"


def test_greedy_saves_its_kings_where_another_card_does() -> None:
    assert chosen(hand="2 K", payoff="9 3", centre=["A", "", ""]) == "play hand 2 1"


def test_greedy_spends_a_king_to_free_the_pay_off_card() -> None:
    assert chosen(hand="9 K", payoff="9 3", centre=["A", "", ""]) == "play hand K 1"


def test_greedy_does_not_build_for_the_other_player() -> None:
    assert chosen(hand="A 9", payoff="9 9", other_payoff="2").startswith("discard")


def test_greedy_discards_no_king_while_it_has_another_card() -> None:
    assert chosen(hand="9 K", payoff="9 7") == "discard 9 1"


def test_random_lets_deals_last_as_long_as_an_independent_simulation_found() -> None:
    found = figures(SpiteAndMalice, RANDOM, seats=2, count=50, seed=1)
    assert 134 * 0.85 < found.turns["median"] < 134 * 1.15


def test_greedy_lets_deals_last_as_long_as_an_independent_simulation_found() -> None:
    found = figures(SpiteAndMalice, GREEDY, seats=2, count=80, seed=1)
    assert 59 * 0.85 < found.turns["median"] < 59 * 1.15
    assert found.ties < 0.08
