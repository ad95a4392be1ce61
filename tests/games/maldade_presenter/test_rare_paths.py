"""What hardly ever happens by chance in Maldade Presenter, laid out by hand and played to its end."""

from collections import Counter
from random import Random

import pytest

from hosting.games.maldade_presenter.bot import random
from hosting.games.maldade_presenter.rules import MaldadePresenter
from tests.games.maldade_presenter.positions import ASK, do, gauge, legal, position, told


def all_cards_of(game: MaldadePresenter) -> Counter[str]:
    return Counter(game.all_cards())


def to_its_end(game: MaldadePresenter, seed: int = 1) -> MaldadePresenter:
    """Let chance play on, everybody being asked for everything, and lose no card on the way."""
    rng, cards = Random(seed), all_cards_of(game)
    while game.to_act():
        seat = game.to_act()[0]
        game.play(seat, random(game.view(seat), rng), ASK[: game.seats])
        assert all_cards_of(game) == cards
    return game


# ---- reshuffling


def test_a_puddle_that_ends_in_mid_draw_is_made_anew_for_the_second_card() -> None:
    game = do(position("jump sock", "jump", puddle="goat", septic="drums drums drums"), "play jump")
    assert Counter(game.hands[0]) == Counter(["sock", "goat", "drums"])
    assert told(game, "reshuffled") == [{"count": 3}]
    assert told(game, "drew") == [{"count": 2}]
    assert (game.puddle, game.septic) == (["drums"] * 2, ["jump"])


def test_a_draw_of_two_from_one_card_and_an_empty_discard_gives_one() -> None:
    game = do(position("jump sock", "jump", puddle="goat"), "play jump")
    assert game.hands[0] == ["sock", "goat"]
    assert told(game, "drew") == [{"count": 1}]


def test_raised_gifts_in_gauges_stay_there_when_the_discard_is_shuffled() -> None:
    game = position("jump", "jump", gauges=["drums/bow", "sock"], puddle="", septic="goat karma")
    do(game, "draw")
    assert (gauge(game, 0), gauge(game, 1)) == ("drums+1", "sock")
    assert len(game.puddle) == 1


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_a_deal_in_which_nobody_ever_gives_anything_away_goes_round_and_round_and_ends(seats: int) -> None:
    game = position(*["karma"] * seats, puddle="karma karma karma")
    turns = 0
    while game.to_act():
        game.timeout(game.to_act()[0])
        turns += 1
    assert turns == 3 + 2 * seats  # three cards are drawn, then two rounds without anything
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "still")


def test_a_deal_that_has_been_reshuffled_plays_on_to_a_winner() -> None:
    hand = "goat drums underpants chocolate"
    game = position(
        hand, hand, hand, puddle="sock", septic=" ".join(["goat", "drums", "address", "return"] * 8)
    )
    outcome = to_its_end(game).outcome()
    assert told(game, "reshuffled")
    assert outcome is not None
    assert len(outcome.winners) == 1


# ---- both piles empty


def test_with_both_piles_empty_a_played_card_is_the_new_puddle_of_the_next_draw() -> None:
    game = do(position("jump karma", "sock", puddle=""), "play jump")
    assert game.hands[0] == ["karma"]
    assert told(game, "drew") == [{"count": 0}]
    do(game, "draw")
    assert Counter(game.hands[0]) == Counter(["jump", "karma"])
    assert game.idle == 0


def test_eliminated_cards_fill_an_empty_puddle_again() -> None:
    game = do(position("goat sock", "jump karma", "jump", gauges=["", "goat"], puddle=""), "give goat 1")
    assert Counter(game.puddle) == Counter(["goat", "goat", "jump", "karma"])
    do(game, "draw")
    assert len(game.hands[0]) == 2


def test_the_survivors_of_a_standstill_score_who_they_outlived() -> None:
    game = do(position("golden", "karma", "karma", "karma", puddle=""), "give golden 3")
    game.puddle = []
    while game.to_act():
        do(game, "draw", seat=game.to_act()[0])
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((), (1, 1, 1, 0), "still")


# ---- the golden gift comes back


def test_a_golden_gift_that_is_returned_eliminates_its_giver_in_his_own_turn() -> None:
    game = position("golden jump sock", "return jump", "jump")
    do(game, "give golden 1")
    assert game.out == [0]
    assert told(game, "eliminated") == [{"points": 666}]
    assert game.to_act() == (1,)
    assert not told(game, "drew")
    assert Counter(game.puddle) == Counter([*["sock"] * 6, "golden", "jump", "sock"])


def test_between_two_players_a_golden_gift_that_is_returned_ends_the_match() -> None:
    game = do(position("golden greeting goat", "return jump"), "give golden 1")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1,), (0, 1))
    assert not told(game, "greeted")


def test_a_golden_gift_may_come_back_by_a_third_player_who_was_passed_it() -> None:
    game = do(position("golden jump", "onward jump", "onward jump", "jump"), "give golden 1", orders=ASK)
    do(game, "play onward 2", seat=1, orders=ASK)
    do(game, "play onward 0", seat=2, orders=ASK)
    do(game, "pass", seat=0, orders=ASK)
    do(game, "pass", seat=0, orders=ASK)
    assert game.out == [0]
    assert game.to_act() == (1,)


# ---- riposte chains


def test_a_chain_goes_round_the_table_until_somebody_has_no_riposte_left() -> None:
    game = position("goat onward", "onward return", "onward return", "onward")
    do(game, "give goat 1", orders=ASK)
    for seat, answer in ((1, "play onward 2"), (2, "play return"), (1, "play return"), (2, "play onward 3")):
        assert game.to_act() == (seat,)
        do(game, answer, seat=seat, orders=ASK)
    do(game, "play onward 0", seat=3, orders=ASK)
    assert legal(game, 0) == ["play onward 1", "play onward 2", "pass"]  # not to Dan, who sent it
    do(game, "play onward 1", orders=ASK)
    assert legal(game, 1) == ["pass"]
    do(game, "pass", seat=1, orders=ASK)
    assert gauge(game, 1) == "goat"
    assert game.septic == ["onward", "return", "return", "onward", "onward", "onward"]
    assert game.to_act() == (0,)  # nobody has a card left: a round of mere draws has gone by


def test_standing_orders_settle_a_whole_chain_within_the_givers_step() -> None:
    game = position("goat return jump", "return return", "jump", gauges=["goat", "goat"])
    do(game, "give goat 1", orders=("always", "always", "always"))
    assert [event["to"] for event in told(game, "parried_back")] == [0, 1, 0]
    assert game.out == [0]
    assert game.ply == 1


def test_a_chain_may_eliminate_a_player_who_had_nothing_to_do_with_it() -> None:
    game = do(position("goat jump", "onward", "jump", gauges=["", "goat", "goat"]), "give goat 1")
    assert game.out == [2]
    assert game.to_act() == (0,)
    assert game.given == 1  # it was the gift of the turn all the same


# ---- parting gifts when two are left


def test_a_parting_gift_is_given_while_exactly_two_others_are_left() -> None:
    game = position("goat jump", "greeting drums", "jump", gauges=["", "goat"])
    do(game, "give goat 1")
    assert told(game, "greeted") == [{"card": "drums", "to": 2}]
    assert gauge(game, 2) == "drums"
    assert game.outcome() is None


def test_no_parting_gift_is_given_when_only_one_other_is_left() -> None:
    game = position("goat jump", "greeting drums", "jump", gauges=["goat", "goat"])
    game.depart(2)
    do(game, "give goat 1", orders=ASK)
    do(game, "pass", seat=1, orders=ASK)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert not told(game, "greeted")


def test_a_parting_gift_that_eliminates_one_of_the_two_ends_the_match_before_his_own() -> None:
    game = position("goat jump", "greeting drums", "greeting goat", gauges=["", "goat", "goat sock"])
    do(game, "give goat 1")
    assert game.out == [1, 2]
    assert told(game, "greeted") == [{"card": "drums", "to": 2}]
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (2, 0, 1))


def test_a_parting_gift_may_be_passed_on_between_the_two_and_never_returned() -> None:
    game = position("goat jump", "greeting drums", "return onward", gauges=["drums sock", "goat"])
    do(game, "give goat 1", orders=("auto", "ask", "ask"))
    do(game, "pass", seat=1, orders=("auto", "ask", "ask"))
    do(game, "greet drums 2", seat=1, orders=("auto", "ask", "ask"))
    assert legal(game, 2) == ["play onward 0", "pass"]
    do(game, "play onward 0", seat=2, orders=("auto", "ask", "ask"))
    assert gauge(game, 0) == "drums sock drums"
