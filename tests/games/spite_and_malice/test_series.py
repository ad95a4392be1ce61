"""A match of Spite & Malice over its deals: S5, S18, S19, S24, S25 and forfeits."""

from hosting.games.spite_and_malice.rules import SpiteAndMalice
from hosting.rules.values import DealResult, MatchResult, Outcome

SERIES = SpiteAndMalice.series
TIE = Outcome((), (0, 0), "stock")


def won(seat: int, points: int, opener: int = 0) -> DealResult:
    scores = (points, 0) if seat == 0 else (0, points)
    return DealResult(Outcome((seat,), scores, "emptied"), opener)


def left(seat: int, points: int = 5, *, resigned: bool = False) -> DealResult:
    deal = won(1 - seat, points)
    seats = (seat,)
    return DealResult(deal.outcome, 0, () if resigned else seats, seats if resigned else ())


def result(*deals: DealResult, **options: object) -> MatchResult | None:
    return SERIES.result(deals, 2, options)


def test_s5_the_first_deal_names_no_opener() -> None:
    assert SERIES.opening((), 2) == {}


def test_s5_later_deals_are_opened_in_turn() -> None:
    assert SERIES.opening([won(0, 3, opener=0)], 2) == {"opener": 1}
    assert SERIES.opening([won(0, 3, opener=0), won(0, 3, opener=1)], 2) == {"opener": 0}


def test_s18_fifty_points_win_the_match() -> None:
    assert result(won(0, 20), won(1, 9), won(0, 29)) is None
    assert result(won(0, 20), won(1, 9), won(0, 30)) == MatchResult((0,), (50, 9), "target")


def test_s18_another_target_may_be_chosen() -> None:
    assert result(won(1, 10), target=10) == MatchResult((1,), (0, 10), "target")


def test_s19_a_tie_gives_no_points_and_the_other_player_opens_the_next_deal() -> None:
    tie = DealResult(TIE, opener=1)
    assert result(tie) is None
    assert SERIES.totals([tie], 2) == (0, 0)
    assert SERIES.opening([tie], 2) == {"opener": 0}


def test_s24_a_resignation_loses_the_match_whatever_the_points() -> None:
    assert result(won(0, 40), left(0, resigned=True)) == MatchResult((1,), (40, 5), "resigned")


def test_one_forfeited_deal_is_scored_and_the_match_goes_on() -> None:
    assert result(left(0)) is None
    assert SERIES.totals([left(0)], 2) == (0, 5)


def test_two_deals_forfeited_in_a_row_lose_the_match() -> None:
    assert result(left(0), left(0)) == MatchResult((1,), (0, 10), "forfeits")


def test_forfeits_with_a_deal_between_or_of_both_players_do_not_end_the_match() -> None:
    assert result(left(0), won(0, 2), left(0)) is None
    assert result(left(0), left(1)) is None


def test_s25_after_five_tied_deals_in_a_row_the_higher_total_wins() -> None:
    ties = [DealResult(TIE, 0)] * 4
    assert result(won(1, 4), *ties) is None
    assert result(won(1, 4), *ties, DealResult(TIE, 0)) == MatchResult((1,), (0, 4), "ties")


def test_s25_level_totals_share_the_match() -> None:
    assert result(*[DealResult(TIE, 0)] * 5) == MatchResult((0, 1), (0, 0), "ties")


def test_s25_a_won_deal_begins_the_count_anew() -> None:
    tie = DealResult(TIE, 0)
    assert result(tie, tie, tie, won(0, 1), tie, tie, tie) is None


def test_s25_the_number_of_ties_is_a_match_setting() -> None:
    assert result(DealResult(TIE, 0), ties=1) == MatchResult((0, 1), (0, 0), "ties")
