"""Paths of Wicked Christmas that few rounds take, each laid out by hand."""

from hosting.rules.values import Outcome
from tests.games.wicked_christmas.positions import do, position, told


def test_the_draw_pile_runs_out_in_the_middle_of_a_fruit_cake_that_is_a_last_card() -> None:
    """W20 and W29: who is served after the reshuffle scores what came of it; the cake itself is not in it."""
    game = do(position("fruitcake", draw="9", discard="7 7"), "fruitcake hand")
    assert game.outcome() == Outcome((0,), (0, 33, 31, 31), "out")
    assert told(game, "reshuffled") == [{"count": 2}]
    assert [event.name for event in game.view(None).events].index("reshuffled") > 2
    assert (game.draw, game.discard) == ([], ["fruitcake"])


def test_both_piles_run_out_in_the_middle_of_a_fruit_cake_and_the_last_get_nothing() -> None:
    game = do(position("2 fruitcake", draw="9", discard="7"), "fruitcake hand")
    assert game.hands[1:] == [["8", "8", "8", "9"], ["7", "8", "8", "8"], ["8", "8", "8"]]
    assert [event["count"] for event in told(game, "drew")] == [1, 1, 0]


def test_the_draw_pile_runs_out_between_the_two_cards_of_a_coal() -> None:
    game = do(position("2 coal", draw="9", discard="7 7"), "coal hand")
    assert sorted(game.hands[1]) == ["7", "8", "8", "8", "9"]
    assert (game.draw, game.discard) == (["7"], ["coal"])


def test_going_out_by_coal_from_the_hand_counts_the_coal_against_the_player_to_the_left() -> None:
    """W19 and W29: he draws at once, though no turn of his comes any more."""
    game = do(position("coal", pile="4", draw="blast 5"), "coal hand")
    assert game.outcome() == Outcome((0,), (0, 79, 24, 24), "out")
    assert [event.name for event in game.view(None).events] == ["showed", "coaled", "drew", "went_out"]


def test_a_blind_blast_as_the_last_card_clears_the_pile_and_ends_the_round() -> None:
    """W23 and W28: the extra turn that it would give is not asked for."""
    game = do(position("", stacks=["", "blast", ""], pile="9 8 4"), "blind 2")
    assert (game.pile, game.discard) == ([], ["9", "8", "4", "blast"])
    assert (game.to_act(), game.outcome()) == ((), Outcome((0,), (0, 24, 24, 24), "out"))


def test_three_on_the_pile_and_two_more_make_a_blast_of_five() -> None:
    """W9 and W11: hand and face-up top together, on cards that three others have played."""
    game = position("7 9", stacks=["1 1 7", "", ""], pile="9 7 7 7")
    do(game, "play 7 hand 1 stack 1")
    assert told(game, "made_blast") == [{"run": 5, "again": True, "pile": 6}]
    assert (game.pile, game.to_act()) == ([], (0,))


def test_a_blind_card_and_its_matches_may_make_a_blast_with_the_last_cards() -> None:
    """W22 and W28: one on the pile, one turned, two of the hand; then nothing is left to go on with."""
    game = do(position("3 3", stacks=["3", "", ""], pile="3"), "blind 1")
    assert (game.outcome(), game.pile) == (Outcome((0,), (0, 24, 24, 24), "out"), [])


def test_a_blind_higher_card_brings_back_a_run_of_three_that_makes_no_blast() -> None:
    """W8 and W21: higher is looked at first, also when the card came blind."""
    game = do(position("", stacks=["9", "", ""], pile="7 7 7"), "blind 1")
    assert (game.hands[0], game.pile) == (["7", "7", "7", "9"], [])
    assert told(game, "made_blast") == []


def test_the_last_but_one_leaves_in_the_middle_of_a_blast() -> None:
    """W38: two are left, one plays again after a Blast, and the other goes."""
    game = do(position("2 3 blast", seats=3), "blast hand")
    game.depart(1)
    assert game.to_act() == (0,)
    game.depart(2)
    assert game.outcome() == Outcome((0,), (0, 0, 0), "left")


def test_who_is_away_with_nothing_but_blind_cards_before_an_empty_pile_draws_a_card() -> None:
    """There is no pile to get, so one card is drawn."""
    game = position("", stacks=["1", "", ""], draw="4")
    game.timeout(0)
    assert (game.hands[0], game.to_act()) == (["4"], (1,))
