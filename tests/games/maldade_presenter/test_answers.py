"""Ripostes, Karma, parting gifts and standing orders of Maldade Presenter, one behaviour a test."""

from collections.abc import Sequence
from random import Random

import pytest

from hosting.games.maldade_presenter.bot import random
from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.rules.playout import play_out
from hosting.rules.values import Action, Step
from tests.games.hidden import permuted
from tests.games.maldade_presenter.positions import (
    ASK,
    NEVER,
    deal,
    do,
    events,
    gauge,
    legal,
    position,
    told,
)

ALWAYS = ("always",) * 4


def names(game: MaldadePresenter, viewer: int | None = None) -> list[str]:
    """Give what the newest step told, by name."""
    return [event.name for event in events(game, viewer)]


# ---- who is asked, and for what


def test_a_gift_is_answered_by_its_receiver_outside_the_order_of_play() -> None:
    game = do(position("goat jump", "address jump", "jump"), "give goat 1", orders=ASK)
    assert game.to_act() == (1,)
    assert game.answering()
    assert legal(game, 1) == ["play address", "pass"]
    do(game, "pass", seat=1, orders=ASK)
    assert game.to_act() == (0,)
    assert gauge(game, 1) == "goat"


def test_m5_antidotes_and_mermaids_are_no_answer() -> None:
    game = do(position("goat jump", "antidote5 mermaid", "jump"), "give goat 1", orders=ASK)
    assert legal(game, 1) == ["pass"]


def test_an_unavoidable_gift_cannot_be_answered() -> None:
    game = do(position("portrait jump", "address return onward karma", "jump"), "give portrait 1", orders=ASK)
    assert game.to_act() == (0,)
    assert gauge(game, 1) == "portrait"


def test_m17_only_the_target_may_answer() -> None:
    game = do(position("goat jump", "jump", "address"), "give goat 1", orders=ASK)
    assert game.to_act() == (1,)
    assert legal(game, 1) == ["pass"]


def test_m18_ripostes_work_against_the_golden_gift() -> None:
    game = do(position("golden jump", "return", "jump"), "give golden 1", orders=("auto", "auto", "auto"))
    assert game.out == [0]
    assert told(game, "eliminated") == [{"points": 666}]


def test_wrong_address_sends_gift_and_riposte_to_the_septic_discard() -> None:
    game = do(position("goat jump", "address jump", "jump"), "give goat 1", orders=ASK)
    do(game, "play address", seat=1, orders=ASK)
    assert sorted(game.septic) == ["address", "goat"]
    assert gauge(game, 1) == ""
    assert game.to_act() == (0,)


def test_m14_a_returned_gift_lies_in_the_givers_own_gauge() -> None:
    game = do(position("goat jump", "return jump", "jump"), "give goat 1", orders=("never", "ask", "ask"))
    do(game, "play return", seat=1, orders=("never", "ask", "ask"))
    assert gauge(game, 0) == "goat"


def test_m15_a_returned_gift_may_be_answered_again_and_so_on() -> None:
    game = do(position("goat return jump", "return return", "jump"), "give goat 1", orders=ASK)
    do(game, "play return", seat=1, orders=ASK)
    assert game.to_act() == (0,)
    assert legal(game, 0) == ["play return", "pass"]
    do(game, "play return", seat=0, orders=ASK)
    assert game.to_act() == (1,)
    do(game, "play return", seat=1, orders=ASK)
    assert legal(game, 0) == ["pass"]
    do(game, "pass", orders=ASK)
    assert gauge(game, 0) == "goat"
    assert game.septic == ["return"] * 3


def test_m16_one_answer_to_each_thing_that_comes() -> None:
    game = do(position("goat jump", "address address", "jump"), "give goat 1", orders=ALWAYS)
    assert game.hands[1] == ["address"]


def test_a_gift_is_passed_on_to_a_third_player_neither_holder_nor_sender() -> None:
    game = do(position("goat jump", "onward jump", "onward", "jump"), "give goat 1", orders=ASK)
    assert legal(game, 1) == ["play onward 2", "play onward 3", "pass"]
    do(game, "play onward 2", seat=1, orders=ASK)
    assert legal(game, 2) == ["play onward 3", "play onward 0", "pass"]
    do(game, "play onward 0", seat=2, orders=ASK)
    assert game.view(0).table.facts["sender"] == 2


def test_between_two_players_nothing_can_be_passed_on() -> None:
    game = do(position("goat jump", "onward jump"), "give goat 1", orders=ASK)
    assert legal(game, 1) == ["pass"]


def test_a_gift_that_was_passed_on_and_returned_goes_to_who_sent_it_last() -> None:
    game = do(position("goat jump", "onward jump", "return"), "give goat 1", orders=ASK)
    do(game, "play onward 2", seat=1, orders=ASK)
    do(game, "play return", seat=2, orders=ASK)
    assert game.to_act() == (1,)


def test_the_666_gift_may_come_back_to_its_giver() -> None:
    game = do(position("golden jump", "return jump", "jump"), "give golden 1", orders=ASK)
    do(game, "play return", seat=1, orders=ASK)
    do(game, "pass", seat=0, orders=ASK)
    assert game.to_act() == (0,)  # he is asked for a last gift
    do(game, "pass", seat=0, orders=ASK)
    assert game.out == [0]
    assert game.to_act() == (1,)


# ---- Karma


@pytest.mark.parametrize(
    "move",
    ["play snatch jump 1", "play bow drums 1", "play glitter drums 1", "play rewrap sock 1", "play queue 1"],
)
def test_karma_cancels_every_trick_aimed_at_a_player(move: str) -> None:
    game = position("snatch bow glitter rewrap queue jump", "karma", "jump", gauges=["sock", "drums"])
    do(game, move, orders=ASK)
    assert game.to_act() == (1,)
    assert not any(answer.startswith("play address") for answer in legal(game, 1))
    do(game, "play karma", seat=1, orders=ASK)
    assert gauge(game, 0) == "sock"
    assert gauge(game, 1) == "drums"
    assert not game.resting[1]
    assert "karma" in game.septic
    assert move.split()[1] in game.septic


def test_a_re_wrapped_gift_is_not_answered_by_a_gift_riposte() -> None:
    game = position("rewrap jump", "address return onward", "jump", gauges=["goat"])
    do(game, "play rewrap goat 1", orders=ASK)
    assert legal(game, 1) == ["pass"]


def test_a_mermaid_or_a_puddle_jump_is_aimed_at_nobody() -> None:
    game = do(position("mermaid jump sock", "karma", gauges=["goat"]), "play mermaid goat", orders=ASK)
    assert game.to_act() == (0,)
    assert do(game, "play jump", orders=ASK).to_act() == (0,)


def test_karma_turns_a_snatch_round_when_a_card_is_discarded() -> None:
    game = position("snatch sock goat", "karma chocolate drums", "jump")
    do(game, "play snatch sock 1", orders=ASK)
    assert legal(game, 1) == ["play karma", "play karma chocolate", "play karma drums", "pass"]
    do(game, "play karma chocolate", seat=1, orders=ASK)
    assert game.hands[1] == ["drums", "goat"]
    assert game.septic == ["sock", "karma", "snatch", "chocolate"]


def test_without_the_discard_karma_only_cancels_a_snatch_and_its_price_is_lost() -> None:
    game = do(position("snatch sock goat", "karma chocolate", "jump"), "play snatch sock 1", orders=ASK)
    do(game, "play karma", seat=1, orders=ASK)
    assert game.hands[0] == ["goat"]
    assert game.hands[1] == ["chocolate"]
    assert "sock" in game.septic


def test_a_thief_without_cards_cannot_be_robbed_in_return() -> None:
    game = do(position("snatch sock", "karma chocolate", "jump"), "play snatch sock 1", orders=ASK)
    assert legal(game, 1) == ["play karma", "pass"]


# ---- the parting gift


def test_who_is_eliminated_may_give_a_last_gift_while_two_others_live() -> None:
    game = position("goat jump", "greeting drums portrait golden", "jump", gauges=["", "goat"])
    do(game, "give goat 1", orders=ASK)
    do(game, "pass", seat=1, orders=ASK)
    assert game.to_act() == (1,)
    assert legal(game, 1) == [
        "greet drums 2",
        "greet drums 0",
        "greet portrait 2",
        "greet portrait 0",
        "pass",
    ]
    do(game, "greet portrait 2", seat=1, orders=ASK)
    assert gauge(game, 2) == "portrait"
    assert game.septic == ["greeting"]
    assert game.hands[1] == []
    assert "golden" in game.puddle


def test_a_parting_gift_is_settled_before_the_cards_are_cleared_away_and_may_be_answered() -> None:
    game = position("goat jump", "greeting drums", "return address", "jump", gauges=["", "goat"])
    do(game, "give goat 1", orders=("auto", "auto", "ask", "auto"))
    assert game.to_act() == (2,)
    assert legal(game, 2) == ["play address", "pass"]  # who gave it is out: nothing can be returned
    assert gauge(game, 1) == "goat goat"
    do(game, "play address", seat=2)
    assert gauge(game, 1) == ""


def test_a_parting_gift_may_eliminate_who_then_gives_one_too() -> None:
    game = position("goat jump", "greeting drums", "greeting sock", "jump", gauges=["", "goat", "goat sock"])
    do(game, "give goat 1")
    assert game.out == [1, 2]
    assert gauge(game, 3) == "sock" or gauge(game, 0) == "sock"
    assert game.outcome() is None


def test_m20_no_parting_gift_when_only_one_other_is_left() -> None:
    game = position("goat jump", "greeting drums", gauges=["", "goat"])
    do(game, "give goat 1", orders=ASK)
    do(game, "pass", seat=1, orders=ASK)
    assert game.outcome() is not None


def test_with_two_left_after_it_a_parting_gift_may_end_the_deal() -> None:
    game = position("goat jump", "greeting goat", "jump", gauges=["", "goat", "goat"])
    do(game, "give goat 1")
    assert game.out == [1, 2]
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


# ---- standing orders


def given(orders: Sequence[str], *cards: str, gift: str = "goat", own: str = "") -> MaldadePresenter:
    """Let Anna give a gift to Ben, who holds the cards."""
    game = position(f"{gift} sock jump", " ".join(cards), "jump", "jump", gauges=["", own, "sock"])
    return do(game, f"give {gift} 1", orders=orders)


AUTO_BEN = ("never", "auto", "never", "never")
ALWAYS_BEN = ("never", "always", "never", "never")


def test_auto_answers_only_what_would_eliminate() -> None:
    assert gauge(given(AUTO_BEN, "address"), 1) == "goat"
    assert gauge(given(AUTO_BEN, "address", own="drums"), 1) == "drums goat"
    assert gauge(given(AUTO_BEN, "address", own="goat"), 1) == "goat"


def test_auto_prefers_wrong_address_then_return_then_pass_on() -> None:
    own = "goat"
    assert "address" in given(AUTO_BEN, "onward", "return", "address", own=own).septic
    assert "return" in given(AUTO_BEN, "onward", "return", own=own).septic
    assert "onward" in given(AUTO_BEN, "onward", own=own).septic


def test_pass_on_by_order_goes_to_the_fullest_gauge_then_to_the_next_seat() -> None:
    assert gauge(given(AUTO_BEN, "onward", own="goat"), 2) == "sock goat"
    game = position("goat jump", "onward", "jump", "jump", gauges=["", "goat"])
    assert gauge(do(game, "give goat 1", orders=AUTO_BEN), 2) == "goat"


def test_always_answers_whenever_it_can() -> None:
    assert gauge(given(ALWAYS_BEN, "address", gift="sock"), 1) == ""
    assert gauge(given(ALWAYS_BEN, "jump", gift="sock"), 1) == "sock"


def test_never_answers_nothing() -> None:
    assert given(NEVER, "address", "karma", own="goat").out == [1]


def aimed(orders: Sequence[str], move: str, *cards: str, own: str = "drums") -> MaldadePresenter:
    """Let Anna play a trick at Ben, who holds the cards."""
    hand = "snatch bow glitter rewrap queue jump"
    game = position(hand, " ".join(cards), "jump", gauges=["sock", own])
    return do(game, move, orders=orders)


def test_auto_plays_karma_against_tricks_that_would_eliminate() -> None:
    assert "karma" in aimed(AUTO_BEN, "play glitter drums 1", "karma", own="drums drums").septic
    assert "karma" in aimed(AUTO_BEN, "play rewrap sock 1", "karma", own="goat drums").septic
    assert "karma" not in aimed(AUTO_BEN, "play glitter drums 1", "karma").septic
    assert "karma" not in aimed(AUTO_BEN, "play rewrap sock 1", "karma").septic
    assert "karma" not in aimed(AUTO_BEN, "play queue 1", "karma").septic


def test_auto_plays_karma_against_every_snatch_and_pays_with_the_lowest_gift() -> None:
    game = aimed(AUTO_BEN, "play snatch jump 1", "karma", "goat", "sock", "prize", "antidote1")
    assert told(game, "lost") == [{"card": "jump"}, {"card": "sock"}]


def test_without_a_gift_the_first_card_in_deck_order_is_the_price() -> None:
    game = aimed(AUTO_BEN, "play snatch jump 1", "karma", "address", "mermaid", "antidote3")
    assert told(game, "lost") == [{"card": "jump"}, {"card": "antidote3"}]


def test_with_no_other_card_karma_only_cancels() -> None:
    game = aimed(AUTO_BEN, "play snatch jump 1", "karma")
    assert told(game, "lost") == [{"card": "jump"}]
    assert not told(game, "stole")


def test_always_plays_karma_against_any_trick_and_never_against_none() -> None:
    assert "karma" in aimed(ALWAYS_BEN, "play queue 1", "karma").septic
    assert "karma" not in aimed(NEVER, "play snatch jump 1", "karma").septic


@pytest.mark.parametrize("order", ["auto", "always", "never"])
def test_every_order_but_to_ask_gives_the_highest_parting_gift_to_the_fullest_gauge(order: str) -> None:
    game = position(
        "goat jump", "greeting golden drums timeshare sock", "jump", "jump", gauges=["", "goat", "", "sock"]
    )
    do(game, "give goat 1", orders=("never", order, "never", "never"))
    assert gauge(game, 3) == "sock drums"


def test_silence_is_the_default_order_and_is_no_turn_ended() -> None:
    game = do(position("goat jump", "address", "jump", gauges=["", "goat"]), "give goat 1", orders=ASK)
    game.timeout(1, ASK[:3])
    assert "address" in game.septic
    assert game.to_act() == (0,)
    assert game.turns == 1
    assert not told(game, "expired")


def test_the_givers_turn_goes_on_after_an_answer_by_order_in_the_same_step() -> None:
    game = do(position("goat jump sock", "address jump", "jump", gauges=["", "goat"]), "give goat 1")
    assert names(game) == ["gave", "parried_away"]
    assert game.ply == 1
    assert game.to_act() == (0,)


def test_orders_in_force_at_each_step_make_a_replay_exact() -> None:
    steps = [
        Step("action", 0, "give goat 1", ("auto", "ask", "auto")),
        Step("expire", 1, "", ("auto", "ask", "auto")),
        Step("action", 0, "draw", ("auto", "never", "auto")),
    ]
    found = []
    for _ in range(2):
        game = position("goat sock jump", "return jump", "jump", gauges=["sock", "goat"])
        for step in steps:
            game.take(step)
        found.append(game.view(None, since=-1))
    assert found[0] == found[1]


def test_a_playout_asks_every_seat_and_is_replayed_with_its_orders() -> None:
    game = deal(4, "asked")
    played = play_out(game, random, Random(2))
    assert any(step.action == "pass" for step in played.steps)
    again = MaldadePresenter.replay(played.steps, seats=4, options={"youngest": 1}, key=b"asked", opening={})
    assert again.view(None, since=-1) == game.view(None, since=-1)


# ---- what a wait betrays


def test_who_wants_to_be_asked_is_asked_for_everything_whether_or_not_he_could_answer() -> None:
    for hand in ("address", "karma", "jump", ""):
        game = do(position("goat jump", hand, "jump"), "give goat 1", orders=ASK)
        assert game.to_act() == (1,)
        trick = do(position("queue jump", hand, "jump"), "play queue 1", orders=ASK)
        assert trick.to_act() == (1,)


def test_who_is_eliminated_and_wants_to_be_asked_is_asked_whether_or_not_he_has_a_last_greeting() -> None:
    for hand in ("greeting drums", "jump", ""):
        game = do(
            position("portrait jump", hand, "jump", gauges=["", "goat drums"]), "give portrait 1", orders=ASK
        )
        assert game.to_act() == (1,)


def test_whether_and_whom_the_table_waits_for_does_not_depend_on_hidden_cards() -> None:
    """Before each move all hidden cards but the mover's are changed about: spectators see the same wait."""
    rng, game = Random(5), deal(4, "waiting")
    asked = 0
    while game.to_act():
        seat = game.to_act()[0]
        action = random(game.view(seat), rng)
        other = permuted(game, seat, rng)
        for each in (game, other):
            each.play(seat, action, ASK)
        first, second = game.view(None), other.view(None)
        assert (first.to_act, first.answering) == (second.to_act, second.answering)
        assert first.table.facts == second.table.facts
        asked += first.answering
    assert asked > 10


def test_no_card_is_lost_or_made_while_answers_are_owed() -> None:
    for seats in (2, 5, 8):
        game, rng = deal(seats, f"all cards {seats}", golden_card=True), Random(seats)
        cards = sorted(game.all_cards())
        while game.to_act():
            seat = game.to_act()[0]
            game.play(seat, random(game.view(seat), rng), ("ask",) * seats)
            assert sorted(game.all_cards()) == cards


def test_an_answer_of_another_seat_is_refused() -> None:
    game = do(position("goat jump", "address", "address"), "give goat 1", orders=ASK)
    for seat in (0, 2):
        assert seat not in game.to_act()
        assert game.why(seat, Action("pass")).name == "not_your_turn"
