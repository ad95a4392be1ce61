import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from hosting.matches import clock

BEGAN = dt.datetime(2026, 12, 1, 9, tzinfo=dt.UTC)
ALLOWANCES = st.integers(min_value=1, max_value=30 * 24 * 3600).map(lambda s: dt.timedelta(seconds=s))
SPANS = st.integers(min_value=0, max_value=40 * 24 * 3600).map(lambda s: dt.timedelta(seconds=s))


@given(ALLOWANCES)
def test_a_reminder_comes_when_four_fifths_of_the_time_are_gone(allowance: dt.timedelta) -> None:
    ends = clock.deadline(BEGAN, allowance)
    assert clock.reminder(BEGAN, ends) - BEGAN == allowance * 0.8


@given(ALLOWANCES, SPANS)
def test_a_raised_deadline_leaves_a_quarter_and_never_comes_earlier(
    allowance: dt.timedelta, gone: dt.timedelta
) -> None:
    ends, at = clock.deadline(BEGAN, allowance), BEGAN + gone
    raised = clock.raised(ends, at, allowance)
    assert raised >= ends
    assert raised - at >= allowance * 0.25


@given(ALLOWANCES, SPANS, SPANS)
def test_grace_for_lost_mails_is_seven_days_a_turn_and_fourteen_a_match_at_most(
    allowance: dt.timedelta, turn: dt.timedelta, match: dt.timedelta
) -> None:
    more = clock.undelivered(allowance, turn, match)
    assert more >= dt.timedelta()
    if more:
        assert turn + more <= dt.timedelta(days=7)
        assert match + more <= dt.timedelta(days=14)
