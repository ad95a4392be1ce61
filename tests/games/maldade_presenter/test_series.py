"""A match of Maldade Presenter is one deal."""

from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.rules.values import DealResult, MatchResult, Outcome

SERIES = MaldadePresenter.series


def test_there_is_no_result_before_the_deal_has_ended() -> None:
    assert SERIES.opening((), 3) == {}
    assert SERIES.result((), 3, {}) is None


def test_the_last_player_left_wins_the_match() -> None:
    deal = DealResult(Outcome((1,), (0, 2, 1), "last"), 0)
    assert SERIES.result([deal], 3, {}) == MatchResult((1,), (0, 2, 1), "last")


def test_m24_all_that_are_left_share_a_match_that_stood_still() -> None:
    deal = DealResult(Outcome((), (1, 0, 1), "still"), 0)
    assert SERIES.result([deal], 3, {}) == MatchResult((0, 2), (1, 0, 1), "still")
