"""A match of Wicked Christmas over its rounds: W32 to W34, W38 and the shorter games of the house."""

import pytest

from hosting.games.wicked_christmas.options import WickedChristmasOptions
from hosting.games.wicked_christmas.rules import WickedChristmas
from hosting.rules.errors import BadOption
from hosting.rules.values import DealResult, MatchResult, Outcome

SERIES = WickedChristmas.series


def scored(
    *scores: int, opener: int = 0, left: tuple[int, ...] = (), resigned: tuple[int, ...] = ()
) -> DealResult:
    winner = scores.index(min(scores))
    return DealResult(Outcome((winner,), scores, "out"), opener, left, resigned)


def result(*rounds: DealResult, seats: int = 3, **options: object) -> MatchResult | None:
    return SERIES.result(rounds, seats, options)


def test_w32_the_match_ends_when_somebody_reaches_the_threshold_and_the_lowest_total_wins() -> None:
    assert result(scored(0, 150, 90), scored(149, 0, 209)) is None
    assert result(scored(0, 150, 90), scored(0, 150, 90)) == MatchResult((0,), (0, 300, 180), "threshold")


def test_w32_equal_totals_share_the_win() -> None:
    assert result(scored(0, 40, 200), scored(40, 0, 150)) == MatchResult((0, 1), (40, 40, 350), "threshold")


@pytest.mark.parametrize("threshold", [100, 200, 300, 400, 500])
def test_w33_the_threshold_is_chosen_and_is_300_if_nothing_is_said(threshold: int) -> None:
    assert result(scored(0, 10, threshold - 1), threshold=threshold) is None
    found = result(scored(0, 10, threshold), threshold=threshold)
    assert found == MatchResult((0,), (0, 10, threshold), "threshold")
    assert WickedChristmasOptions().threshold == 300


def test_w33_no_other_threshold_is_offered() -> None:
    with pytest.raises(BadOption, match="must be one of"):
        WickedChristmasOptions.parse({"threshold": 350})


def test_w33_a_match_may_be_of_a_single_round() -> None:
    assert result(scored(30, 0, 20), rounds=1) == MatchResult((1,), (30, 0, 20), "rounds")
    assert result(scored(30, 0, 20), rounds=2) is None


def test_w34_the_first_round_names_no_starter() -> None:
    assert SERIES.opening((), 4) == {}


def test_w34_the_seat_to_the_left_of_the_last_starter_begins_the_next_round() -> None:
    assert SERIES.opening([scored(0, 9, 9, 9, opener=1)], 4) == {"opener": 2}
    assert SERIES.opening([scored(0, 9, 9, 9, opener=3)], 4) == {"opener": 0}


def test_w38_who_resigned_or_was_taken_out_is_passed_over_in_all_later_rounds() -> None:
    first = scored(0, 0, 9, 9, opener=0, left=(1,))
    assert SERIES.opening([first], 4) == {"opener": 2, "out": [1]}
    second = scored(0, 0, 0, 9, opener=2, resigned=(3,))
    assert SERIES.opening([first, second], 4) == {"opener": 0, "out": [1, 3]}


def test_w38_who_is_out_ranks_last_whatever_the_points() -> None:
    rounds = (scored(50, 0, 0, left=(1,)), scored(250, 0, 40))
    assert result(*rounds) == MatchResult((2,), (300, 0, 40), "threshold")


def test_w38_the_points_of_who_is_out_do_not_end_the_match() -> None:
    assert result(scored(290, 0, 5), scored(20, 0, 5, left=(0,))) is None


def test_w38_when_one_seat_is_left_it_wins() -> None:
    rounds = (scored(0, 90, 9), scored(0, 0, 9, left=(0,)), scored(0, 0, 0, resigned=(2,)))
    assert result(*rounds) == MatchResult((1,), (0, 90, 18), "left")


def test_nothing_is_decided_before_the_first_round() -> None:
    assert result() is None
