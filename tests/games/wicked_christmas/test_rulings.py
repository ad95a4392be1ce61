"""The rule sheet and the rulings W1 to W38 of Wicked Christmas, one behaviour a test."""

from collections import Counter

import pytest

from hosting.games.wicked_christmas.cards import PACKS, in_order
from hosting.games.wicked_christmas.rules import WickedChristmas
from hosting.rules.errors import IllegalAction
from hosting.rules.values import Action, Outcome
from tests.games.hidden import ALL_CARDS
from tests.games.wicked_christmas.positions import deal, do, legal, plays, position, told

# ---- setting out


@pytest.mark.parametrize("deck", sorted(PACKS))
def test_every_deck_has_108_numbers_14_blast_and_6_mischief_cards(deck: str) -> None:
    cards = ALL_CARDS["wicked-christmas"](deal(options={"deck": deck}))
    kinds = {kind: cards.pop(kind) for kind in ("blast", "fruitcake", "coal")}
    assert kinds == {"blast": 14, "fruitcake": 3, "coal": 3}
    assert cards.total() == 108


def test_the_usual_deck_goes_from_1_to_10() -> None:
    cards = Counter(PACKS["C"])
    assert [cards[str(number)] for number in range(1, 12)] == [11] * 8 + [10, 10, 0]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_each_of_three_to_six_gets_twenty_cards_and_the_rest_is_the_draw_pile(seats: int) -> None:
    game = deal(seats=seats)
    assert [len(hand) for hand in game.hands] == [11] * seats
    assert [[len(stack) for stack in own] for own in game.stacks] == [[3, 3, 3]] * seats
    assert len(game.draw) == 128 - 20 * seats


def test_nobody_plays_it_with_two_or_seven() -> None:
    for seats in (2, 7):
        with pytest.raises(ValueError, match="not played by"):
            deal(seats=seats)


def test_w35_all_cards_are_shuffled_and_a_seats_first_nine_are_its_stacks() -> None:
    game = deal(seats=3)
    shuffle = game.chance.uses[0]
    assert isinstance(shuffle.result, tuple)
    cards = [PACKS["C"][place] for place in shuffle.result]
    for seat in range(3):
        own = cards[20 * seat : 20 * seat + 20]
        assert game.stacks[seat] == [own[0:3], own[3:6], own[6:9]]
        assert game.hands[seat] == in_order(own[9:])
        assert [game.table(None).zone("stack", seat, n).cards[-1] for n in (1, 2, 3)] == own[2:9:3]
    assert game.draw[::-1] == cards[60:]


def test_w34_chance_chooses_who_begins_the_first_round() -> None:
    games = [deal(str(number)) for number in range(60)]
    assert {game.opener for game in games} == {0, 1, 2, 3}
    for game in games:
        assert game.chance.uses[1].result == game.opener
        assert game.to_act() == (game.opener,)


def test_w34_a_later_round_is_begun_by_whom_the_series_names() -> None:
    game = deal(opening={"opener": 2})
    assert (game.to_act(), len(game.chance.uses)) == ((2,), 1)


# ---- playing numbers


def test_w1_face_up_cards_may_be_played_at_any_time_with_equal_cards_of_the_hand() -> None:
    game = position("7 9", stacks=["1 1 7", "2 2 7", "3 3 4"])
    assert plays(game, "7") == {
        "hand 1 stack 1 2",
        "hand 1 stack 1",
        "hand 1 stack 2",
        "stack 1 2",
        "stack 1",
        "stack 2",
        "hand 1",
    }
    do(game, "play 7 hand 1 stack 1 2")
    assert (game.hands[0], game.stacks[0], game.pile) == (
        ["9"],
        [["1", "1"], ["2", "2"], ["3", "3", "4"]],
        ["7"] * 3,
    )


def test_w2_a_follower_may_combine_hand_and_stacks_as_the_starter_may() -> None:
    assert "hand 1 stack 1" in plays(position("7 9", stacks=["1 1 7", "", ""], pile="8"), "7")


def test_w3_any_number_of_equal_cards_may_be_played() -> None:
    assert plays(position("7 7 7"), "7") == {"hand 1", "hand 2", "hand 3"}


def test_cards_that_are_not_equal_are_never_played_together() -> None:
    for action in ("play 7 hand 1 8 hand 1", "play 7 stack 2"):
        with pytest.raises(IllegalAction):
            do(position("7 8", stacks=["", "1 1 8", ""]), action)


def test_w4_only_the_value_of_the_top_card_must_be_matched_or_be_under() -> None:
    game = do(position("5 6 7", pile="9 6 6"), "play 6 hand 1")
    assert (game.pile, game.to_act()) == (["9", "6", "6", "6"], (1,))
    assert do(position("5 6 7", pile="9 6 6"), "play 5 hand 1").pile[-1] == "5"
    assert do(position("5 6 7", pile="9 6 6"), "play 7 hand 1").pile == []


def test_any_card_may_begin_an_empty_pile() -> None:
    assert {action.split()[1] for action in legal(position("1 5 10"))} == {"1", "5", "10"}


def test_w5_nobody_may_pass() -> None:
    verbs = {
        action.split()[0]
        for action in legal(position("2 blast fruitcake coal", stacks=["1 1", "", ""], pile="5"))
    }
    assert verbs == {"play", "blind", "blast", "fruitcake", "coal", "take"}


def test_w6_the_pile_may_be_taken_on_purpose_while_there_is_one() -> None:
    game = do(position("2 5", pile="4 3"), "take")
    assert (game.hands[0], game.pile, game.to_act()) == (["2", "3", "4", "5"], [], (1,))
    assert "take" not in legal(position("2 5"))


def test_w6_a_higher_face_up_card_may_be_played_and_comes_to_the_hand_with_the_pile() -> None:
    game = do(position("2", stacks=["1 1 9", "", ""], pile="4"), "play 9 stack 1")
    assert (game.hands[0], game.stacks[0][0], game.pile) == (["2", "4", "9"], ["1", "1"], [])


def test_w7_who_plays_higher_picks_up_the_pile_and_the_next_player_begins_a_new_one() -> None:
    game = do(position("2 9", pile="4 3"), "play 9 hand 1")
    assert (game.hands[0], game.pile, game.to_act()) == (["2", "3", "4", "9"], [], (1,))
    assert "play 8 hand 3" in legal(game, 1)
    assert "take" not in legal(game, 1)


def test_w8_four_equal_cards_that_are_higher_pick_up_the_pile_and_make_no_blast() -> None:
    game = do(position("2 9 9 9 9", pile="4"), "play 9 hand 4")
    assert game.hands[0] == ["2", "4", "9", "9", "9", "9"]
    assert told(game, "made_blast") == []


# ---- made Blasts


def test_w9_equal_cards_of_several_players_make_a_blast_together() -> None:
    game = position("7 9", pile="9 7", others="7 8")
    do(game, "play 7 hand 1")
    do(game, "play 7 hand 1", seat=1)
    assert game.run() == 3
    do(game, "play 7 hand 1", seat=2)
    assert (game.pile, len(game.discard)) == ([], 5)


def test_w9_three_equal_cards_make_none() -> None:
    assert do(position("7 9", pile="7 7"), "play 7 hand 1").pile == ["7", "7", "7"]


def test_w9_a_run_is_broken_by_another_number() -> None:
    assert do(position("7 9", pile="7 7 7 8 7"), "play 7 hand 1").run() == 2


@pytest.mark.parametrize("card", ["fruitcake", "coal"])
def test_w10_a_mischief_card_does_not_break_the_run(card: str) -> None:
    game = position(f"7 {card}", pile="7 7 7", others="7 8")
    do(game, f"{card} hand")
    assert game.pile == ["7", "7", "7"]
    do(game, "play 7 hand 1", seat=1)
    assert game.pile == []


def test_w11_more_than_four_are_a_blast_too_three_on_the_pile_and_two() -> None:
    game = do(position("7 7 9", pile="7 7 7"), "play 7 hand 2")
    assert told(game, "made_blast") == [{"run": 5, "again": True, "pile": 5}]


def test_w12_a_made_blast_sends_the_whole_pile_to_the_discard_pile() -> None:
    game = do(position("7 7 9", pile="9 8 7 7"), "play 7 hand 2")
    assert (game.pile, game.discard) == ([], ["9", "8", "7", "7", "7", "7"])


def test_w13_who_makes_a_blast_plays_again_in_the_same_turn() -> None:
    game = do(position("7 7 9", pile="7 7"), "play 7 hand 2")
    assert (game.to_act(), game.turns) == ((0,), 1)


def test_w13_a_match_may_be_made_in_which_the_next_player_begins_after_a_made_blast() -> None:
    game = do(position("7 7 9", pile="7 7", made_blast_again=False), "play 7 hand 2")
    assert (game.to_act(), game.turns) == ((1,), 2)
    assert told(game, "made_blast")[0]["again"] is False


# ---- cards without a number


def test_w14_a_blast_card_clears_the_pile_and_gives_another_turn() -> None:
    game = do(position("2 blast", pile="4 3"), "blast hand")
    assert (game.pile, game.discard, game.to_act()) == ([], ["4", "3", "blast"], (0,))


def test_w14_a_blast_card_may_be_played_on_an_empty_pile_and_from_a_stack() -> None:
    game = position("2", stacks=["", "1 1 blast", ""])
    assert "blast stack 2" in legal(game)
    do(game, "blast stack 2")
    assert (game.stacks[0][1], game.discard, game.to_act()) == (["1", "1"], ["blast"], (0,))


def test_w14_blast_cards_are_played_one_at_a_time() -> None:
    game = do(position("2 blast blast"), "blast hand", "blast hand")
    assert (game.hands[0], game.to_act()) == (["2"], (0,))


def test_w15_after_a_blast_card_something_must_be_played() -> None:
    game = do(position("2 blast coal", stacks=["1 1", "", ""]), "blast hand")
    assert legal(game) == ["play 2 hand 1", "blind 1", "blind 1 only", "coal hand"]


@pytest.mark.parametrize("card", ["fruitcake", "coal"])
def test_w16_a_mischief_card_uses_the_turn_and_leaves_the_pile_to_the_next(card: str) -> None:
    game = do(position(f"2 {card}", pile="4 3"), f"{card} hand")
    assert (game.pile, game.to_act(), game.turns) == (["4", "3"], (1,), 2)


@pytest.mark.parametrize("card", ["fruitcake", "coal"])
def test_w17_a_mischief_card_may_be_played_on_an_empty_pile_which_stays_empty(card: str) -> None:
    game = do(position(f"2 {card}"), f"{card} hand")
    assert (game.pile, game.to_act(), game.discard) == ([], (1,), [card])


def test_w18_fruit_cake_gives_everyone_else_a_card_clockwise_from_the_left() -> None:
    game = position("2", others="8", draw="1 2 3 4", seats=4)
    game.turn = 2
    game.hands[2].append("fruitcake")
    do(game, "fruitcake hand", seat=2)
    assert [game.hands[seat] for seat in (3, 0, 1)] == [["1", "8"], ["2", "2"], ["3", "8"]]
    assert game.hands[2] == ["8"]


def test_w19_coal_gives_the_player_to_the_left_two_cards_at_once() -> None:
    game = do(position("2 coal", draw="3 4 5"), "coal hand")
    assert game.hands[1] == ["3", "4", "8", "8", "8"]
    assert [event.name for event in game.view(None).events] == ["showed", "coaled", "drew"]
    assert game.to_act() == (1,)


def test_w20_an_empty_draw_pile_is_made_anew_of_the_discard_pile_by_recorded_chance() -> None:
    game = do(position("2 coal", draw="3", discard="5 6 7"), "coal hand")
    assert len(game.hands[1]) == 5
    assert (len(game.draw), game.discard) == (2, ["coal"])
    assert (game.chance.uses[-1].kind, game.chance.uses[-1].size) == ("shuffle", 3)
    assert told(game, "reshuffled") == [{"count": 3}]


def test_w20_the_draw_pile_may_run_out_in_the_middle_of_a_fruit_cake() -> None:
    game = do(position("2 fruitcake", draw="3", discard="5 5"), "fruitcake hand")
    assert [hand[:-3] for hand in game.hands[1:]] == [["3"], ["5"], ["5"]]
    assert (game.draw, game.discard) == ([], ["fruitcake"])


def test_w20_the_card_that_is_played_is_not_part_of_the_reshuffle() -> None:
    game = do(position("2 fruitcake", draw="", discard="5"), "fruitcake hand")
    assert [len(hand) for hand in game.hands] == [1, 4, 3, 3]
    assert (game.draw, game.discard) == ([], ["fruitcake"])


def test_w20_when_both_piles_are_empty_nothing_is_drawn() -> None:
    game = do(position("2 coal", draw="", discard=""), "coal hand")
    assert game.hands[1] == ["8", "8", "8"]
    assert told(game, "drew") == [{"count": 0}]


def test_w20_a_draw_that_takes_the_last_card_shuffles_nothing_yet() -> None:
    game = do(position("2 coal", draw="3 4", discard="5 6"), "coal hand")
    assert (game.draw, game.discard) == ([], ["5", "6", "coal"])


# ---- blind cards


def test_w21_a_blind_card_that_is_higher_takes_the_pile_and_ends_the_turn() -> None:
    game = do(position("2 9", stacks=["3 9", "", ""], pile="4"), "blind 1")
    assert (game.hands[0], game.stacks[0][0], game.pile) == (["2", "4", "9", "9"], ["3"], [])
    assert game.to_act() == (1,)


def test_w22_a_blind_card_that_may_stay_is_followed_by_equal_cards_of_the_hand_only() -> None:
    game = do(position("3 3 9", stacks=["1 3", "1 1 3", ""], pile="4"), "blind 1")
    assert (game.pile, game.hands[0]) == (["4", "3", "3", "3"], ["9"])
    assert game.stacks[0][1] == ["1", "1", "3"]


def test_w22_a_player_may_add_fewer_or_none() -> None:
    cards = {"hand": "3 3 3 9", "stacks": ["1 3", "", ""], "pile": "4"}
    for action, pile in (
        ("blind 1 only", ["4", "3"]),
        ("blind 1 1", ["4", "3", "3"]),
        ("blind 1 2", ["4", "3", "3", "3"]),
    ):
        game = do(position(**cards), action)  # type: ignore[arg-type]  # the names are those of position()
        assert game.pile == pile


def test_w22_a_blind_card_with_what_follows_may_make_a_blast() -> None:
    game = do(position("3 3 9", stacks=["1 3", "", ""], pile="3"), "blind 1")
    assert (game.pile, game.to_act()) == ([], (0,))


def test_w23_a_blind_blast_card_clears_the_pile_and_gives_another_turn() -> None:
    game = do(position("2", stacks=["1 blast", "", ""], pile="4"), "blind 1")
    assert (game.pile, game.discard, game.to_act()) == ([], ["4", "blast"], (0,))


def test_w23_a_blind_mischief_card_has_its_effect_and_uses_the_turn() -> None:
    game = do(position("2", stacks=["1 coal", "", ""], pile="4"), "blind 1")
    assert (game.pile, len(game.hands[1]), game.to_act()) == (["4"], 5, (1,))


def test_w24_any_blind_card_may_begin_a_pile() -> None:
    game = do(position("2", stacks=["1 10", "", ""]), "blind 1")
    assert (game.pile, game.to_act()) == (["10"], (1,))


def test_w25_the_card_under_a_blind_one_is_never_turned_up() -> None:
    game = do(position("2", stacks=["1 3 7", "", ""]), "play 7 stack 1")
    assert game.table(0).zone("stack", 0, 1).cards == (None, None)
    game.turn = 0
    do(game, "blind 1")
    assert game.table(0).zone("stack", 0, 1).cards == (None,)
    assert [action for action in legal(game) if action.startswith("blind")] == ["blind 1", "blind 1 only"]


def test_w26_a_card_may_be_played_blind_as_soon_as_its_cover_is_gone() -> None:
    game = position("2 9", stacks=["1 3", "1 1 5", "4"])
    assert [action for action in legal(game) if action.startswith("blind")] == [
        "blind 1",
        "blind 1 only",
        "blind 3",
        "blind 3 only",
    ]


def test_w27_one_blind_card_is_played_at_a_time() -> None:
    for action in ("blind 1 3", "blind 1 stack 3"):
        with pytest.raises(IllegalAction):
            do(position("2", stacks=["1 3", "", "1 3"]), action)


# ---- the end of a round


def test_who_has_no_card_left_goes_out_and_ends_the_round() -> None:
    game = do(position("5", others="8 9"), "play 5 hand 1")
    assert game.outcome() == Outcome((0,), (0, 17, 17, 17), "out")
    assert game.to_act() == ()


def test_an_empty_hand_is_not_out_while_a_stack_is_left() -> None:
    game = do(position("5", stacks=["1", "", ""]), "play 5 hand 1")
    assert (game.outcome(), game.to_act()) == (None, (1,))


def test_w28_a_blast_card_as_the_last_card_ends_the_round_at_once() -> None:
    game = do(position("blast", pile="4"), "blast hand")
    assert game.outcome() == Outcome((0,), (0, 24, 24, 24), "out")
    assert told(game, "blasted") == [{"again": False, "pile": 1}]


def test_w28_a_made_blast_with_the_last_cards_ends_the_round_at_once() -> None:
    game = do(position("7 7", pile="7 7"), "play 7 hand 2")
    assert (game.outcome(), game.pile) == (Outcome((0,), (0, 24, 24, 24), "out"), [])
    assert told(game, "made_blast")[0]["again"] is False


def test_w28_a_blind_blast_as_the_last_card_ends_the_round_at_once() -> None:
    game = do(position("", stacks=["blast", "", ""], pile="4"), "blind 1")
    assert game.outcome() == Outcome((0,), (0, 24, 24, 24), "out")


def test_w29_fruit_cake_as_the_last_card_has_its_effect_before_the_score() -> None:
    game = do(position("fruitcake", draw="1 2 3"), "fruitcake hand")
    assert game.outcome() == Outcome((0,), (0, 25, 26, 27), "out")


def test_w29_coal_as_the_last_card_has_its_effect_before_the_score() -> None:
    game = do(position("", stacks=["coal", "", ""], draw="blast 5"), "blind 1")
    assert game.outcome() == Outcome((0,), (0, 79, 24, 24), "out")


def test_w30_a_last_card_that_is_higher_does_not_go_out() -> None:
    game = do(position("9", pile="4"), "play 9 hand 1")
    assert (game.outcome(), game.hands[0]) == (None, ["4", "9"])
    game = do(position("", stacks=["9", "", ""], pile="4"), "blind 1")
    assert (game.outcome(), game.hands[0]) == (None, ["4", "9"])


def test_w31_hand_and_stacks_count_face_up_and_face_down() -> None:
    game = do(
        position("5", others="10 blast", other_stacks=["coal 2 3", "", "fruitcake"], seats=3),
        "play 5 hand 1",
    )
    assert game.outcome() == Outcome((0,), (0, 115, 115), "out")


# ---- turns, and what is seen


def test_play_goes_clockwise() -> None:
    game = position("2 2 2")
    for seat in (0, 1, 2, 3):
        assert game.to_act() == (seat,)
        do(game, "play 2 hand 1" if not seat else "take", seat=seat)
        game.pile = ["9"]
    assert game.to_act() == (0,)


def test_w36_extra_turns_belong_to_the_turn_in_which_they_are_won() -> None:
    game = do(position("2 3 7 7 7 7 blast blast"), "blast hand", "play 7 hand 4", "blast hand")
    assert (game.to_act(), game.turns) == ((0,), 1)
    do(game, "play 2 hand 1")
    assert game.turns == 2


def test_w37_the_gift_pile_and_counts_are_public_and_so_is_what_is_picked_up() -> None:
    game = position("2 5", pile="4 3", stacks=["1 3 7", "1 2", ""], discard="1 2")
    for viewer in (1, None):
        table = game.table(viewer)
        assert table.zone("gift").cards == ("4", "3")
        assert (table.zone("hand", 0).cards, table.zone("hand", 0).count) == ((None, None), 2)
        assert table.zone("stack", 0, 1).cards == (None, None, "7")
        assert (table.zone("draw").count, table.zone("discard").count) == (8, 2)
        assert table.zone("draw").cards == table.zone("discard").cards == ()
    do(game, "take")
    assert told(game, "took", 2) == [{"count": 2, "cards": "3 4"}]


def test_w37_cards_face_down_are_secret_to_their_owner_too() -> None:
    assert position(stacks=["1 2", "", ""]).table(0).zone("stack", 0, 1).cards == (None, None)


def test_drawn_cards_are_told_to_who_draws_them_alone() -> None:
    game = do(position("2 coal", draw="3 4"), "coal hand")
    assert told(game, "got", 1) == [{"cards": "3 4"}]
    assert told(game, "got", 2) == told(game, "got") == []
    assert told(game, "drew") == [{"count": 2}]


# ---- away, and leaving


def test_who_is_away_and_sees_nothing_to_play_gets_the_pile() -> None:
    game = position("8 9", stacks=["1 1 7", "1 1", ""], pile="6 6")
    game.timeout(0)
    assert (game.hands[0], game.pile, game.to_act()) == (["6", "6", "8", "9"], [], (1,))


@pytest.mark.parametrize("hand", ["6 9", "2 9", "9 blast", "9 coal", "9 fruitcake"])
def test_who_is_away_and_sees_something_to_play_draws_a_card_and_the_pile_stays(hand: str) -> None:
    game = position(hand, pile="9 6 6", draw="4 4")
    game.timeout(0)
    assert (Counter(game.hands[0]), game.pile) == (Counter([*hand.split(), "4"]), ["9", "6", "6"])
    assert (game.run(), game.to_act()) == (2, (1,))


def test_a_face_up_card_that_could_be_played_counts_as_seen() -> None:
    game = position("9", stacks=["1 1 5", "", ""], pile="6", draw="4")
    game.timeout(0)
    assert game.pile == ["6"]


def test_who_is_away_before_an_empty_pile_draws_a_card_and_the_next_begins() -> None:
    game = position("8 9", draw="4")
    game.timeout(0)
    assert (game.hands[0], game.pile, game.to_act()) == (["4", "8", "9"], [], (1,))


def test_who_is_away_draws_from_the_reshuffled_discard_pile_when_need_be() -> None:
    game = position("8 9", draw="", discard="5")
    game.timeout(0)
    assert game.hands[0] == ["5", "8", "9"]


def test_w38_who_leaves_gives_all_cards_to_the_discard_pile_and_takes_no_more_turns() -> None:
    game = position("2 5", other_stacks=["1 1 7", "", ""])
    game.depart(1)
    assert Counter(game.discard) == Counter(["8", "8", "8", "1", "1", "7"])
    assert game.to_act() == (0,)
    do(game, "play 5 hand 1")
    assert game.to_act() == (2,)


def test_w38_the_turn_passes_when_who_is_to_act_leaves_and_the_pile_stays() -> None:
    game = position("2 5", pile="6 6")
    game.depart(0)
    assert (game.to_act(), game.pile, game.turns) == ((1,), ["6", "6"], 2)


def test_w38_who_has_left_draws_nothing_and_scores_nothing() -> None:
    game = position("5 fruitcake", seats=4)
    game.depart(1)
    do(game, "fruitcake hand")
    assert [len(hand) for hand in game.hands] == [1, 0, 4, 4]
    game.turn = 0
    do(game, "play 5 hand 1")
    assert game.outcome() == Outcome((0,), (0, 0, 25, 25), "out")


def test_w38_the_coal_is_for_the_next_who_is_still_there() -> None:
    game = position("5 coal", seats=4)
    game.depart(1)
    do(game, "coal hand")
    assert [len(hand) for hand in game.hands] == [1, 0, 5, 3]


def test_w38_two_go_on_and_the_last_one_left_wins() -> None:
    game = position(seats=3)
    game.depart(0)
    assert (game.outcome(), game.to_act()) == (None, (1,))
    game.depart(2)
    assert game.outcome() == Outcome((1,), (0, 0, 0), "left")


def test_w38_who_left_in_an_earlier_round_gets_no_cards() -> None:
    game = deal(opening={"opener": 2, "out": [1, 3]})
    assert [len(hand) for hand in game.hands] == [11, 0, 11, 0]
    assert [sum(map(len, own)) for own in game.stacks] == [9, 0, 9, 0]
    assert len(game.draw) == 128 - 40
    assert game.table(None).facts["out"] == "1 3"


def test_an_action_out_of_turn_changes_nothing() -> None:
    game = position()
    before = game.view(1)
    with pytest.raises(IllegalAction):
        game.play(1, Action.parse("play 8 hand 1"))
    assert game.view(1) == before


def test_the_game_is_played_by_as_many_as_the_sheet_says() -> None:
    assert list(WickedChristmas.seat_range) == [3, 4, 5, 6]
