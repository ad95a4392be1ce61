"""The options of Spite & Malice: the rules as defaults, variants within limits, nothing else."""

from dataclasses import fields

import pytest

from hosting.games.spite_and_malice.options import SpiteAndMaliceOptions
from hosting.games.spite_and_malice.rules import SpiteAndMalice
from hosting.rules.errors import BadOption
from tests.games.spite_and_malice.positions import deal, position

USUAL = {
    "decks": 2,
    "goal": 20,
    "centre": 3,
    "side": 4,
    "hand": 5,
    "king_as_ace": True,
    "target": 50,
    "ties": 5,
}
WRONG: tuple[object, ...] = ("many", True, "")
LIMITS = {
    "decks": (1, 4),
    "goal": (1, 30),
    "centre": (1, 6),
    "side": (1, 6),
    "hand": (1, 8),
    "target": (1, 500),
    "ties": (1, 20),
}


def test_the_rules_are_the_defaults() -> None:
    assert SpiteAndMaliceOptions().as_dict() == USUAL


@pytest.mark.parametrize("name", sorted(LIMITS))
def test_numbers_have_limits(name: str) -> None:
    low, high = LIMITS[name]
    room: dict[str, object] = {"goal": 1, "hand": 1} if name == "decks" else {"decks": 4}
    for edge in (low, high):
        assert SpiteAndMaliceOptions.parse({**room, name: edge}).as_dict()[name] == edge
    wrong: list[object] = [low - 1, high + 1, *WRONG]
    for value in wrong:
        with pytest.raises(BadOption):
            SpiteAndMaliceOptions.parse({**room, name: value})


def test_every_option_has_a_test_of_its_limits_or_is_a_switch() -> None:
    assert {entry.name for entry in fields(SpiteAndMaliceOptions)} == {*LIMITS, "king_as_ace"}


def test_piles_that_leave_no_stock_are_refused() -> None:
    with pytest.raises(BadOption):
        SpiteAndMaliceOptions.parse({"decks": 1, "goal": 21})
    assert len(deal(options={"decks": 1, "goal": 20}).stock) == 2


def test_options_change_what_is_dealt() -> None:
    game = deal(options={"decks": 3, "goal": 13, "centre": 4, "side": 5, "hand": 6})
    assert [len(pile) for pile in game.payoff] == [13, 13]
    assert [len(hand) for hand in game.hands] == [6, 6]
    assert (len(game.centre), len(game.side[0]), len(game.side[1])) == (4, 5, 5)
    assert len(game.stock) == 3 * 52 - 2 * (13 + 6)


def test_a_smaller_or_larger_hand_is_filled_to_its_own_size() -> None:
    game = position("A", stock="9 " * 9, hand_size=3)
    game.play(0, next(action for action in game.legal(0) if str(action) == "play hand A 1"))
    assert game.hands[0] == ["9"] * 3


def test_a_short_first_match_is_one_deal_of_small_piles() -> None:
    assert SpiteAndMaliceOptions.short() == {"goal": 5, "target": 1}
    game = SpiteAndMalice.start(seats=2, options=SpiteAndMaliceOptions.short(), key=b"short", opening={})
    assert [len(pile) for pile in game.payoff] == [5, 5]
