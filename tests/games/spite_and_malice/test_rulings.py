"""The rule sheet and the rulings S1 to S23 of Spite & Malice, one behaviour a test."""

from collections import Counter

import pytest

from hosting.games.spite_and_malice.rules import SpiteAndMalice
from hosting.rules.errors import IllegalAction
from hosting.rules.values import Action, Outcome
from tests.games.spite_and_malice.positions import RANKS, deal, do, legal, position, told, up_to


def test_s1_two_packs_are_shuffled_together() -> None:
    game = deal()
    cards = Counter(game.stock + game.payoff[0] + game.payoff[1] + game.hands[0] + game.hands[1])
    assert set(cards.values()) == {8}
    assert cards.total() == 104


def test_five_cards_twenty_pay_off_cards_and_empty_stacks_are_set_out() -> None:
    game = deal()
    assert [len(hand) for hand in game.hands] == [5, 5]
    assert [len(pile) for pile in game.payoff] == [20, 20]
    assert game.side == [[[], [], [], []], [[], [], [], []]]
    assert len(game.stock) == 54


def test_the_deal_goes_pay_off_piles_first_then_hands_and_the_last_pay_off_card_is_on_top() -> None:
    game = deal()
    shuffle = game.chance.uses[0]
    assert isinstance(shuffle.result, tuple)
    packs = [rank for rank in RANKS for _ in range(4)] * 2
    cards = [packs[place] for place in shuffle.result]
    assert game.payoff == [cards[:20], cards[20:40]]
    assert Counter(game.hands[0]) == Counter(cards[40:45])
    assert Counter(game.hands[1]) == Counter(cards[45:50])
    assert game.stock[::-1] == cards[50:]
    assert game.table(None).zone("payoff", 0).cards == (cards[19],)


def test_s2_a_completed_stack_is_shuffled_into_the_stock_at_once() -> None:
    game = position("Q 2", centre=[up_to("J"), "", ""], stock="9 9 9 9")
    do(game, "play hand Q 1")
    assert game.centre[0] == []
    assert Counter(game.stock) == Counter([*["9"] * 4, *RANKS[:12]])
    assert game.chance.uses[-1].kind == "shuffle"
    assert game.chance.uses[-1].size == 16


def test_s2_kings_of_a_completed_stack_are_plain_kings_again() -> None:
    game = position("Q 2", centre=["K K K 4 5 6 7 8 9 10 J", "", ""], stock="9")
    do(game, "play hand Q 1")
    assert game.stock.count("K") == 3


def test_s3_an_empty_hand_is_filled_at_once_and_the_turn_goes_on() -> None:
    game = position("A", stock="9 9 9 9 9 9 9 9")
    do(game, "play hand A 1")
    assert game.hands[0] == ["9"] * 5
    assert game.to_act() == (0,)


def test_s3_a_last_card_that_is_discarded_draws_nothing() -> None:
    game = do(position("9"), "discard 9 1")
    assert game.hands[0] == []
    assert game.to_act() == (1,)


def test_s4_the_hand_is_filled_as_the_turn_begins() -> None:
    game = position(other_hand="8 8", stock="2 3 4 5 6")
    do(game, "discard 9 1")
    assert sorted(game.hands[1]) == ["4", "5", "6", "8", "8"]
    assert len(game.hands[0]) == 4


def test_s5_the_higher_pay_off_card_begins_the_first_deal() -> None:
    for number in range(40):
        game = deal(f"deal {number}")
        values = [RANKS.index(pile[-1]) for pile in game.payoff]
        if values[0] != values[1]:
            assert game.opener == values.index(max(values))
            assert len(game.chance.uses) == 1


def test_s5_equal_pay_off_cards_are_settled_by_recorded_chance() -> None:
    equal = [game for game in map(deal, map(str, range(200))) if game.payoff[0][-1] == game.payoff[1][-1]]
    assert {game.opener for game in equal} == {0, 1}
    for game in equal:
        assert game.chance.uses[1].kind == "pick"
        assert game.chance.uses[1].result == game.opener


def test_s5_a_later_deal_is_begun_by_the_player_that_the_series_names() -> None:
    assert [deal(opening={"opener": seat}).to_act() for seat in (0, 1)] == [(0,), (1,)]


def test_s6_a_king_may_open_a_centre_stack() -> None:
    assert "play hand K 1" in legal(position("K"))


def test_s6_a_match_may_be_made_without_kings_as_aces() -> None:
    game = position("K", centre=["A", "", ""], king_as_ace=False)
    assert "play hand K 1" in legal(game)
    assert "play hand K 2" not in legal(game)


def test_s7_a_king_on_a_ten_is_a_jack() -> None:
    game = position("K 2", centre=[up_to("10"), "", ""])
    do(game, "play hand K 1")
    assert told(game.view(0), "played") == [{"from": "hand", "place": None, "card": "K", "as": "J", "to": 1}]
    assert game.table(0).facts["needs_1"] == "Q"


def test_s7_a_queen_or_a_king_on_a_jack_completes_the_stack() -> None:
    for card in ("Q", "K"):
        game = do(position(f"{card} 2", centre=[up_to("J"), "", ""]), f"play hand {card} 1")
        assert game.centre[0] == []


def test_s8_a_stack_is_complete_with_its_twelfth_card_and_not_before() -> None:
    game = do(position("J 2", centre=[up_to("10"), "", ""]), "play hand J 1")
    assert len(game.centre[0]) == 11
    assert told(game.view(0), "completed") == []


def test_s9_a_king_may_lie_on_a_king() -> None:
    game = do(position("K K 5", centre=["A", "", ""]), "play hand K 1", "play hand K 1")
    assert game.centre[0] == ["A", "K", "K"]
    assert game.table(0).facts["needs_1"] == "4"


def test_s10_a_king_on_the_pay_off_pile_is_wild() -> None:
    assert "play payoff 2" in legal(position(payoff="4 K", centre=["", "A 2 3", ""]))


def test_s11_a_king_in_a_side_stack_stays_wild() -> None:
    game = do(position("K 2"), "discard K 3")
    assert "play side 3 1" in legal(game, 0)


def test_s12_only_the_four_moves_of_the_sheet_are_legal() -> None:
    game = position("2 9", payoff="4 A", side=["A", "", "", ""], centre=["A", "", ""])
    assert legal(game) == [
        *("play payoff 2", "play payoff 3", "play side 1 2", "play side 1 3", "play hand 2 1"),
        *(f"discard {card} {to}" for card in "29" for to in (1, 2, 3, 4)),
    ]
    for wrong in ("play side 1 side 2", "discard A 1", "play payoff side 1", "play side 1 hand", "pass"):
        with pytest.raises(IllegalAction):
            game.play(0, Action.parse(wrong))


def test_only_the_top_card_of_a_side_stack_can_be_played() -> None:
    game = position("9", side=["A 5", "5 A", "", ""])
    assert [action for action in legal(game) if "side" in action] == [f"play side 2 {to}" for to in (1, 2, 3)]


def test_centre_stacks_are_built_in_sequence_from_the_ace() -> None:
    game = position("A 2 3", payoff="9 9", centre=["A", "", "A 2 3"])
    plays = [action for action in legal(game) if action.startswith("play")]
    assert plays == ["play hand A 2", "play hand 2 1"]


def test_s13_nobody_is_forced_to_play_to_the_centre() -> None:
    game = position("A", payoff="4 A")
    assert "discard A 1" in legal(game)


def test_s14_a_turn_ends_only_by_a_discard() -> None:
    game = position("A 2 3 4", payoff="9 9", stock="9 " * 20)
    do(game, "play hand A 1", "play hand 2 1", "play hand 3 1")
    assert game.to_act() == (0,)
    do(game, "discard 4 1")
    assert game.to_act() == (1,)


def test_s15_the_deal_is_a_tie_the_moment_a_draw_empties_the_stock() -> None:
    game = do(position(other_hand="8 8 8", stock="9 9"), "discard 9 1")
    assert game.outcome() == Outcome((), (0, 0), "stock")
    assert game.to_act() == ()


def test_s15_one_card_left_in_the_stock_is_enough_to_go_on() -> None:
    assert do(position(other_hand="8 8 8", stock="9 9 9"), "discard 9 1").outcome() is None


def test_s15_the_stock_may_run_out_when_the_hand_is_filled_in_mid_turn() -> None:
    game = do(position("A", stock="9 9 9 9 9"), "play hand A 1")
    assert game.outcome() == Outcome((), (0, 0), "stock")


def test_s15_a_card_that_completes_a_stack_and_empties_the_hand_returns_the_stack_before_drawing() -> None:
    game = do(position("Q", centre=[up_to("J"), "", ""], stock="9"), "play hand Q 1")
    assert game.outcome() is None
    assert len(game.hands[0]) == 5
    assert len(game.stock) == 8
    assert [event.name for event in game.view(1).events] == ["played", "completed", "drew"]


def test_s16_the_last_pay_off_card_wins_before_anything_is_drawn() -> None:
    game = position("", payoff="4", centre=[up_to("3"), "", ""], stock="9 9")
    do(game, "play payoff 1")
    assert game.outcome() == Outcome((0,), (3, 0), "emptied")
    assert game.stock == ["9", "9"]


def test_s16_a_king_as_the_last_pay_off_card_wins() -> None:
    game = do(position(payoff="K", centre=[up_to("J"), "", ""]), "play payoff 1")
    assert game.outcome() == Outcome((0,), (3, 0), "emptied")


def test_s17_the_winner_scores_the_cards_left_in_the_others_pay_off_pile_and_no_bonus() -> None:
    game = do(position(payoff="A", other_payoff="2 3 4 5 6 7 8"), "play payoff 1")
    assert game.outcome() == Outcome((0,), (7, 0), "emptied")


def test_s20_there_are_three_centre_stacks() -> None:
    centre = [zone for zone in deal().table(None).zones if zone.kind == "centre"]
    assert [(zone.number, zone.count) for zone in centre] == [(1, 0), (2, 0), (3, 0)]


def test_s20_centre_stacks_keep_their_places_also_when_one_is_completed() -> None:
    game = do(position("Q A 5", centre=["A 2", up_to("J"), "A"]), "play hand Q 2")
    assert [len(pile) for pile in game.centre] == [2, 0, 1]
    assert [len(pile) for pile in do(game, "play hand A 2").centre] == [2, 1, 1]


def test_s21_the_next_pay_off_card_is_turned_at_once() -> None:
    game = do(position(payoff="9 5 A"), "play payoff 1")
    assert told(game.view(1), "turned") == [{"card": "5", "left": 2}]
    assert game.table(1).zone("payoff", 0).cards == ("5",)


def test_s21_counts_and_side_stacks_are_public_and_hands_are_not() -> None:
    game = position(side=["4 5 6", "", "", ""])
    for viewer in (1, None):
        table = game.table(viewer)
        assert table.zone("side", 0, 1).cards == ("4", "5", "6")
        assert table.zone("hand", 0).cards == (None,) * 5
        assert table.zone("stock").count == 8
        assert table.zone("stock").cards == ()
        assert table.zone("payoff", 0).count == 2


def test_s22_two_play_and_no_other_number() -> None:
    for seats in (1, 3):
        with pytest.raises(ValueError, match="not played by"):
            SpiteAndMalice.start(seats=seats, options={}, key=b"", opening={})


def test_s23_a_short_draw_takes_what_is_there_and_then_the_deal_is_a_tie() -> None:
    game = do(position(other_hand="8", stock="2 3"), "discard 9 1")
    assert sorted(game.hands[1]) == ["2", "3", "8"]
    assert game.outcome() == Outcome((), (0, 0), "stock")


def test_s24_who_leaves_gives_the_other_the_cards_left_in_the_own_pay_off_pile() -> None:
    game = position(payoff="2 3 4 5")
    game.depart(0)
    assert game.outcome() == Outcome((1,), (0, 4), "left")


def test_a_seat_may_leave_while_the_other_is_to_act() -> None:
    game = position()
    game.depart(1)
    assert game.outcome() == Outcome((0,), (3, 0), "left")


def test_an_action_out_of_turn_changes_nothing() -> None:
    game = position()
    before = game.view(1)
    with pytest.raises(IllegalAction):
        game.play(1, Action("discard", ("8", "1")))
    assert game.view(1) == before


def test_equal_cards_in_the_hand_give_one_action_only() -> None:
    assert legal(position("9 9 9", payoff="4 4")) == [f"discard 9 {to}" for to in (1, 2, 3, 4)]


def test_actions_are_numbered_pay_off_pile_side_stacks_hand_discards() -> None:
    game = position("A", payoff="4 A", side=["", "A", "", ""], centre=["", "A", "A"])
    assert legal(game) == [
        "play payoff 1",
        "play side 2 1",
        "play hand A 1",
        "discard A 1",
        "discard A 2",
        "discard A 3",
        "discard A 4",
    ]


def test_the_auto_turn_discards_the_highest_card_that_is_no_king() -> None:
    game = position("2 J K K")
    game.timeout(0)
    assert game.side[0] == [["J"], [], [], []]
    assert game.to_act() == (1,)


def test_the_auto_turn_discards_a_king_when_there_is_nothing_else() -> None:
    game = position("K K")
    game.timeout(0)
    assert game.side[0] == [["K"], [], [], []]


def test_the_auto_turn_uses_the_lowest_numbered_of_the_smallest_side_stacks() -> None:
    game = position("9", side=["2 3", "4", "5", "6 7"])
    game.timeout(0)
    assert game.side[0] == [["2", "3"], ["4", "9"], ["5"], ["6", "7"]]


def test_the_auto_turn_plays_nothing_to_the_centre() -> None:
    game = position("A A", payoff="4 A")
    game.timeout(0)
    assert game.centre == [[], [], []]
    assert game.payoff[0] == ["4", "A"]


def test_the_auto_turn_is_told_to_both() -> None:
    game = position("9")
    game.timeout(0)
    for viewer in (0, 1):
        assert [event.name for event in game.view(viewer).events][:2] == ["expired", "discarded"]
