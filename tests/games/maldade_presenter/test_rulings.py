"""The rule sheet and the rulings of Maldade Presenter, one behaviour a test; answers: test_answers.py."""

from collections import Counter

import pytest

from hosting.games.maldade_presenter.cards import CARDS, DECKS, GIFTS, deck
from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.rules.errors import BadOption, IllegalAction
from hosting.rules.values import Action
from tests.games.maldade_presenter.positions import NEVER, deal, do, gauge, legal, position, told

# ---- deck and set-up


def test_m1_the_house_deck_has_104_cards_in_the_kinds_that_the_sheet_names() -> None:
    cards = deck("house", golden=True)
    kinds = Counter(CARDS[card].kind for card in cards)
    assert kinds == {"gift": 43, "antidote": 18, "riposte": 15, "trick": 26, "parting": 2}
    assert sum(CARDS[card].value for card in cards if card in GIFTS and not CARDS[card].golden) == 111
    assert sum(CARDS[card].value for card in cards if CARDS[card].kind == "antidote") == 42


def test_m1_another_deck_of_the_data_file_may_be_chosen() -> None:
    assert deal(deck="plain").view(0).options["deck"] == "plain"
    assert Counter(deal(deck="plain").all_cards()) == DECKS["plain"]
    with pytest.raises(BadOption):
        deal(deck="marked")


def test_m2_two_to_eight_play_and_the_first_seven_cards_go_to_seat_0() -> None:
    assert MaldadePresenter.seat_range == range(2, 9)
    for seats in range(2, 9):
        game = deal(seats)
        assert [len(hand) for hand in game.hands] == [7] * seats
        assert len(game.puddle) == 104 - 7 * seats
        shuffled = game.chance.uses[0].result
        assert isinstance(shuffled, tuple)
        cards = [deck("house", golden=True)[place] for place in shuffled]
        assert Counter(game.hands[0]) == Counter(cards[:7])
        assert Counter(game.hands[1]) == Counter(cards[7:14])
        assert game.puddle[::-1] == cards[7 * seats :]


def test_m3_the_seat_marked_as_youngest_begins() -> None:
    for seat in (1, 2, 3):
        game = deal(3, youngest=seat)
        assert game.opener == seat - 1
        assert game.to_act() == (seat - 1,)
        assert len(game.chance.uses) == 1


def test_m3_without_a_mark_chance_decides_and_is_recorded() -> None:
    games = [deal(3, f"deal {number}", youngest=0) for number in range(30)]
    assert {game.opener for game in games} == {0, 1, 2}
    assert all(game.chance.uses[1].result == game.opener for game in games)


def test_m18_the_golden_gift_is_in_the_deck_unless_it_is_switched_off() -> None:
    assert Counter(deal().all_cards())["golden"] == 1
    without = Counter(deal(golden_card=False).all_cards())
    assert without["golden"] == 0
    assert without.total() == 103


# ---- giving


def test_a_gift_goes_into_another_players_gauge_and_never_into_the_own() -> None:
    game = position("drums jump", "jump", "jump")
    assert "give drums 1" in legal(game)
    assert "give drums 2" in legal(game)
    assert "give drums 0" not in legal(game)
    assert gauge(do(game, "give drums 2"), 2) == "drums"


def test_m4_ten_points_eliminate_and_nine_do_not() -> None:
    nine = do(position("drums jump", "jump", "jump", gauges=["", "goat"]), "give drums 1")
    assert nine.out == []
    ten = do(position("goat jump", "jump", "jump", gauges=["", "goat"]), "give goat 1")
    assert ten.out == [1]


def test_m6_a_full_gauge_eliminates_at_once_and_not_at_the_own_turn() -> None:
    game = do(position("goat jump", "antidote5 mermaid", "jump", gauges=["", "goat"]), "give goat 1")
    assert game.out == [1]
    assert game.to_act() == (0,)


def test_m7_hand_gauge_and_what_lies_on_it_are_shuffled_into_the_puddle() -> None:
    game = position("goat jump", "karma jump", "jump", gauges=["", "drums/bow"], septic="snatch")
    do(game, "give goat 1")
    assert Counter(game.puddle) == Counter([*["sock"] * 6, "karma", "jump", "drums", "bow", "goat"])
    assert game.septic == ["snatch"]
    assert game.hands[1] == []
    assert game.gauges[1] == []
    assert game.chance.uses[-1].size == 11


def test_m12_one_gift_a_turn_even_when_it_was_answered() -> None:
    game = position("goat drums jump", "address", "jump", gauges=["", "goat"])
    do(game, "give goat 1")
    assert game.gauges[1][0].code == "goat"
    assert game.septic == ["address", "goat"]
    assert not any(action.startswith("give") for action in legal(game))


def test_m13_a_gift_moved_by_a_trick_is_not_the_gift_of_the_turn() -> None:
    game = position("drums rewrap jump", "jump", "jump", gauges=["sock"])
    do(game, "play rewrap sock 1")
    assert "give drums 1" in legal(game)


def test_the_gifts_of_a_turn_go_to_a_single_player() -> None:
    game = do(position("drums rewrap jump", "jump", "jump", gauges=["sock"]), "give drums 1")
    assert "play rewrap sock 1" in legal(game)
    assert "play rewrap sock 2" not in legal(game)
    other = do(position("drums rewrap jump", "jump", "jump", gauges=["sock"]), "play rewrap sock 1")
    assert "give drums 2" not in legal(other)


def test_the_golden_gift_is_a_gift_of_666_points() -> None:
    game = do(position("golden jump", "jump", "jump"), "give golden 1")
    assert told(game, "eliminated") == [{"points": 666}]


# ---- healing


def test_m8_antidotes_heal_exactly_their_total() -> None:
    game = position("antidote5 antidote2 antidote1 jump", "jump", gauges=["drums sock chocolate"])
    heals = [action for action in legal(game) if action.startswith("heal")]
    assert heals == [
        "heal sock with antidote1",
        "heal chocolate with antidote2",
        "heal sock drums with antidote5",
        "heal sock chocolate with antidote1 antidote2",
        "heal chocolate drums with antidote1 antidote5",
        "heal sock chocolate drums with antidote2 antidote5",
    ]


def test_m8_one_antidote_cannot_heal_part_of_a_gift_or_more_than_there_is() -> None:
    assert not any(a.startswith("heal") for a in legal(position("antidote5 jump", "jump", gauges=["drums"])))
    assert not any(a.startswith("heal") for a in legal(position("antidote3 jump", "jump", gauges=["drums"])))


def test_m8_five_heals_several_small_gifts_together() -> None:
    game = position("antidote5 jump", "jump", gauges=["sock sock sock chocolate"])
    do(game, "heal sock sock sock chocolate with antidote5")
    assert gauge(game, 0) == ""
    assert Counter(game.septic) == Counter(["sock", "sock", "sock", "chocolate", "antidote5"])


def test_m9_only_the_own_gauge_is_healed() -> None:
    assert not any(
        a.startswith("heal") for a in legal(position("antidote3", "jump", gauges=["", "portrait"]))
    )


def test_m10_each_antidote_counts_as_a_card() -> None:
    game = position("antidote1 antidote1 antidote1 antidote1 jump", "jump", gauges=["drums chocolate sock"])
    assert "heal drums with antidote1 antidote1 antidote1 antidote1" not in legal(game)
    do(game, "heal chocolate with antidote1 antidote1")
    assert game.view(0).table.facts["cards_left"] == 1


def test_an_unavoidable_gift_may_be_healed_or_thrown_out_later() -> None:
    game = position("antidote3 mermaid jump", "jump", gauges=["portrait"])
    assert "heal portrait with antidote3" in legal(game)
    assert "play mermaid portrait" in legal(game)


# ---- tricks


def test_the_mermaid_discards_one_own_gift_whatever_its_worth_with_what_lies_on_it() -> None:
    game = position("mermaid jump", "jump", gauges=["drums/bow/glitter sock", "goat"])
    assert [a for a in legal(game) if "mermaid" in a] == ["play mermaid sock", "play mermaid drums+3"]
    do(game, "play mermaid drums+3")
    assert gauge(game, 0) == "sock"
    assert Counter(game.septic) == Counter(["drums", "bow", "glitter", "mermaid"])


def test_a_snatch_costs_a_card_and_takes_one_by_chance_as_an_index_into_the_sorted_hand() -> None:
    game = position("snatch sock jump", "goat karma address", "jump")
    hand = list(game.hands[1])
    do(game, "play snatch sock 1", orders=NEVER)
    use = game.chance.uses[-1]
    assert (use.kind, use.size) == ("pick", 3)
    assert isinstance(use.result, int)
    assert hand[use.result] in game.hands[0]
    assert Counter(game.septic) == Counter(["sock", "snatch"])
    assert len(game.hands[1]) == 2


def test_a_snatch_needs_a_second_card_and_a_victim_with_cards() -> None:
    assert not any("snatch" in action for action in legal(position("snatch", "jump", "jump")))
    game = position("snatch jump", "", "jump")
    assert [action for action in legal(game) if "snatch" in action] == ["play snatch jump 2"]


def test_only_thief_and_victim_see_the_stolen_card() -> None:
    game = do(position("snatch sock jump", "goat", "jump"), "play snatch sock 1", orders=NEVER)
    for viewer in (0, 1):
        assert told(game, "stolen", viewer) == [{"from": 1, "card": "goat"}]
    assert told(game, "stolen", 2) == told(game, "stolen", None) == []
    assert told(game, "stole", 2) == [{"from": 1}]


def test_bow_and_glitter_bomb_raise_a_gift_of_another_and_may_eliminate() -> None:
    game = position("bow glitter jump", "jump", "jump", gauges=["sock", "goat chocolate"])
    assert "play bow sock 0" not in legal(game)
    do(game, "play bow goat 1")
    assert gauge(game, 1) == "chocolate goat+1"
    do(game, "play glitter goat+1 1")
    assert game.out == [1]


def test_a_raised_gift_needs_antidotes_for_its_whole_worth() -> None:
    game = position("antidote5 antidote3 jump", "jump", gauges=["portrait/glitter"])
    assert "heal portrait+2 with antidote5" in legal(game)
    assert "heal portrait+2 with antidote3" not in legal(game)


def test_m27_what_lies_on_a_gift_moves_and_is_discarded_with_it() -> None:
    game = do(position("rewrap jump", "jump", "jump", gauges=["drums/bow"]), "play rewrap drums+1 1")
    assert gauge(game, 1) == "drums+1"
    healed = do(position("antidote5 jump", "jump", gauges=["drums/bow"]), "heal drums+1 with antidote5")
    assert Counter(healed.septic) == Counter(["drums", "bow", "antidote5"])
    rescued = position("mermaid jump", "jump", gauges=["drums/bow/glitter"])
    do(rescued, "play mermaid drums+3")
    assert Counter(rescued.septic) == Counter(["drums", "bow", "glitter", "mermaid"])


def test_a_puddle_jump_draws_two_cards_now() -> None:
    game = do(position("jump sock", "jump", puddle="goat drums chocolate"), "play jump")
    assert Counter(game.hands[0]) == Counter(["sock", "chocolate", "drums"])
    assert game.septic == ["jump"]
    assert game.to_act() == (0,)


def test_a_re_wrapped_gift_may_eliminate() -> None:
    game = position("rewrap jump", "jump", "jump", gauges=["goat", "goat"])
    assert do(game, "play rewrap goat 1", orders=NEVER).out == [1]


def test_the_toilet_queue_makes_the_next_turn_a_mere_draw_that_nobody_is_asked_for() -> None:
    game = do(position("queue jump sock", "jump sock", "jump"), "play queue 1", "draw")
    assert game.to_act() == (2,)
    assert len(game.hands[1]) == 3
    assert game.turns == 3
    assert not game.view(0).table.facts["resting_1"]


def test_the_toilet_queue_does_not_stack() -> None:
    game = do(position("queue queue jump", "jump", "jump"), "play queue 1")
    assert [action for action in legal(game) if "queue" in action] == ["play queue 2"]


def test_between_two_players_a_queued_turn_gives_the_turn_back_at_once() -> None:
    game = do(position("queue jump sock", "jump"), "play queue 1", "draw")
    assert game.to_act() == (0,)
    assert game.turns == 3


# ---- the turn


def test_three_cards_a_turn_and_the_draw_after_the_third_is_not_asked_for() -> None:
    game = position("drums bow mermaid snatch jump", "jump", "jump", gauges=["sock", "sock"])
    do(game, "give drums 1", "play bow sock 1")
    assert game.to_act() == (0,)
    do(game, "play mermaid sock")
    assert game.to_act() == (1,)
    assert len(game.hands[0]) == 3


def test_who_has_no_card_left_draws_and_the_turn_passes() -> None:
    game = do(position("drums", "jump", "jump"), "give drums 1")
    assert game.hands[0] == ["sock"]
    assert game.to_act() == (1,)


def test_m11_a_riposte_does_not_count_as_a_card_of_the_turn() -> None:
    game = position("goat jump sock", "return jump", "jump", gauges=["", "goat"])
    do(game, "give goat 1")
    assert game.view(1).table.facts["cards_left"] == 2
    do(game, "draw")
    assert game.view(1).table.facts["cards_left"] == 3


def test_m19_who_is_eliminated_in_his_own_turn_plays_no_card_and_draws_none() -> None:
    game = position("goat jump", "return jump", "jump", gauges=["goat", "goat"])
    do(game, "give goat 1")
    assert game.out == [0]
    assert game.to_act() == (1,)
    assert not told(game, "drew")


def test_m20_the_deal_ends_the_moment_one_player_is_left() -> None:
    game = position("goat jump", "greeting goat", gauges=["goat", "goat"])
    do(game, "give goat 1")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (1, 0), "last")
    assert game.to_act() == ()
    assert not told(game, "greeted")


def test_m21_m26_ending_the_turn_is_drawing_exactly_one_card() -> None:
    game = do(position("jump", "jump", puddle="sock goat"), "draw")
    assert game.hands[0] == ["goat", "jump"]
    assert told(game, "drew") == [{"count": 1}]


def test_m22_a_hand_has_no_limit() -> None:
    game = position(" ".join(["jump"] * 30), "jump")
    do(game, "draw")
    assert len(game.hands[0]) == 31


def test_m23_a_turn_may_end_with_no_card_played() -> None:
    assert legal(position("sock", "jump"))[-1] == "draw"


def test_m24_with_puddle_and_discard_empty_the_draw_is_skipped() -> None:
    game = do(position("jump", "jump", puddle=""), "draw")
    assert game.hands[0] == ["jump"]
    assert game.to_act() == (1,)
    assert told(game, "drew") == [{"count": 0}]


def test_m24_twice_as_many_empty_turns_as_players_end_the_deal_without_a_winner() -> None:
    game = position("jump", "jump", "jump", puddle="")
    game.out = [2]
    game.hands[2] = []
    for seat in (0, 1, 0):
        do(game, "draw", seat=seat)
    assert game.outcome() is None
    do(game, "draw", seat=1)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((), (1, 1, 0), "still")


def test_m24_a_card_played_or_drawn_begins_the_count_anew() -> None:
    game = position("karma sock", "karma", "karma", puddle="")
    do(game, "draw")
    do(game, "draw", seat=1)
    assert game.idle == 2
    do(game, "draw", seat=2)
    do(game, "give sock 1")
    assert game.idle == 0
    do(game, "draw")
    assert (told(game, "drew")[-1], game.idle) == ({"count": 0}, 0)
    healed = do(position("antidote1 karma", "jump", gauges=["sock"], puddle=""), "draw")
    do(healed, "draw", seat=1)
    do(healed, "heal sock with antidote1", "draw")
    assert healed.idle == 0  # the draw took a card, too: the antidote's discard was shuffled
    drawn = position("jump", "jump", "jump", puddle="sock")
    drawn.idle = 3
    assert do(drawn, "draw").idle == 0


def test_m25_the_septic_discard_becomes_the_puddle_when_a_card_must_be_drawn_and_not_before() -> None:
    game = position("jump", "jump", "jump", puddle="goat", septic="drums chocolate prize")
    do(game, "draw")
    assert game.puddle == []
    assert len(game.septic) == 3
    shuffles = len(game.chance.uses)
    do(game, "draw", seat=1)
    assert told(game, "reshuffled") == [{"count": 3}]
    assert (len(game.puddle), game.septic) == (2, [])
    assert [(use.kind, use.size) for use in game.chance.uses[shuffles:]] == [("shuffle", 3)]


def test_m25_the_card_being_played_is_not_reshuffled() -> None:
    game = do(position("jump sock", "jump", puddle="", septic="drums chocolate"), "play jump")
    assert Counter(game.hands[0]) == Counter(["sock", "drums", "chocolate"])
    assert game.septic == ["jump"]


def test_m28_gauges_discard_and_counts_are_public_and_hands_are_not() -> None:
    table = position("sock", "goat karma", gauges=["", "drums"], septic="bow").table(0)
    assert table.zone("gauge", 1).cards == ("drums",)
    assert table.zone("septic").cards == ("bow",)
    assert table.zone("hand", 1).cards == (None, None)
    assert table.zone("puddle").cards == ()
    assert table.zone("puddle").count == 6
    assert table.zone("hand", 0).cards == ("sock",)


# ---- going


def test_m29_who_leaves_is_out_as_if_eliminated_but_gives_no_parting_gift() -> None:
    game = position("jump", "greeting goat", "jump", gauges=["", "drums"])
    game.depart(1)
    assert game.out == [1]
    assert Counter(game.puddle) == Counter([*["sock"] * 6, "greeting", "goat", "drums"])
    assert not told(game, "greeted")
    assert game.to_act() == (0,)


def test_m29_when_the_player_whose_turn_it_is_leaves_the_next_one_plays() -> None:
    game = position("jump", "jump", "jump")
    game.depart(0)
    assert game.to_act() == (1,)


def test_m29_nobody_leaves_while_an_answer_is_owed() -> None:
    game = do(position("goat jump", "jump", "jump"), "give goat 1", orders=("auto", "ask", "auto"))
    for seat in range(3):
        with pytest.raises(IllegalAction):
            game.depart(seat)
    assert game.ply == 1


def test_the_last_but_one_who_leaves_ends_the_deal() -> None:
    game = position("jump", "jump")
    game.depart(0)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)


def test_places_are_the_players_outlived() -> None:
    game = position("golden jump", "golden jump", "sock", "sock")
    do(game, "give golden 2", "draw")
    do(game, "give golden 3", seat=1)
    game.depart(0)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.scores == (2, 3, 0, 1)


def test_an_expired_turn_keeps_what_was_played_draws_one_card_and_passes() -> None:
    game = do(position("drums goat bow", "jump", "jump"), "give drums 1")
    game.timeout(0)
    assert gauge(game, 1) == "drums"
    assert game.hands[0] == ["sock", "goat", "bow"]
    assert game.to_act() == (1,)
    assert told(game, "expired") == [{}]


def test_an_expired_turn_reshuffles_first_when_the_puddle_is_empty_and_draws_none_when_both_are() -> None:
    game = position("jump", "jump", "jump", puddle="", septic="goat")
    game.timeout(0)
    assert game.hands[0] == ["goat", "jump"]
    game.timeout(1)
    assert game.hands[1] == ["jump"]


def test_an_illegal_action_changes_nothing() -> None:
    game = position("drums jump", "jump", "jump")
    for action in ("give goat 1", "give drums 0", "pass", "play mermaid drums"):
        with pytest.raises(IllegalAction):
            game.play(0, Action.parse(action))
    assert game.ply == 0
    assert game.hands[0] == ["drums", "jump"]
