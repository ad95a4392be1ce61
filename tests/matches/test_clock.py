import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosting.matches import clock
from hosting.matches.calendar import Calendar
from tests.matches.test_calendar import INSTANTS, SPANS, calendars

BEGAN = dt.datetime(2026, 12, 1, 9, tzinfo=dt.UTC)
ALLOWANCES = st.integers(min_value=1, max_value=30 * 24 * 3600).map(lambda s: dt.timedelta(seconds=s))
ALWAYS = Calendar()
NONE = dt.timedelta()
HOUR = dt.timedelta(hours=1)
DAY = dt.timedelta(days=1)


@given(ALLOWANCES)
def test_a_reminder_comes_when_four_fifths_of_the_time_are_gone(allowance: dt.timedelta) -> None:
    times = clock.turn(BEGAN, allowance, NONE, ALWAYS)
    assert times.deadline - BEGAN == allowance
    assert times.reminder - BEGAN == allowance * 0.8


@given(INSTANTS, ALLOWANCES, SPANS, calendars())
def test_a_turn_never_ends_before_its_player_had_all_of_his_time(
    began: dt.datetime, allowance: dt.timedelta, reserve: dt.timedelta, calendar: Calendar
) -> None:
    times = clock.turn(began, allowance, reserve, calendar)
    assert calendar.between(began, times.allowance_ends) == allowance
    assert calendar.between(began, times.deadline) >= allowance + reserve


@given(INSTANTS, ALLOWANCES, SPANS, calendars())
def test_a_reminder_comes_before_every_deadline(
    began: dt.datetime, allowance: dt.timedelta, reserve: dt.timedelta, calendar: Calendar
) -> None:
    times = clock.turn(began, allowance, reserve, calendar)
    assert began <= times.reminder < times.deadline
    again = clock.next_reminder(times, calendar)
    assert again is None or times.reminder < again < times.deadline


@given(INSTANTS, ALLOWANCES, calendars())
def test_no_deadline_falls_into_the_players_night(
    began: dt.datetime, allowance: dt.timedelta, calendar: Calendar
) -> None:
    assert not calendar.sleeps_at(clock.turn(began, allowance, NONE, calendar).deadline)


def test_a_reminder_waits_for_the_morning_when_enough_is_left_then() -> None:
    stockholm = ZoneInfo("Europe/Stockholm")
    night = Calendar(stockholm, sleep=(22, 7))
    began = dt.datetime(2026, 12, 1, 12, tzinfo=stockholm)
    late = clock.turn(began + 3 * HOUR, 3 * DAY, NONE, night)
    assert late.reminder.astimezone(stockholm) == dt.datetime(2026, 12, 4, 7, tzinfo=stockholm)
    short = clock.turn(began.replace(hour=17), 12 * HOUR, NONE, night)
    assert short.deadline.astimezone(stockholm) == dt.datetime(2026, 12, 2, 7, tzinfo=stockholm)
    assert short.reminder < short.deadline


@given(ALLOWANCES, SPANS, SPANS)
def test_a_raised_deadline_leaves_a_quarter_and_never_comes_earlier(
    allowance: dt.timedelta, reserve: dt.timedelta, gone: dt.timedelta
) -> None:
    times, at = clock.turn(BEGAN, allowance, reserve, ALWAYS), BEGAN + gone
    raised = clock.raised(times, at, allowance, ALWAYS)
    assert raised.deadline >= times.deadline
    assert raised.deadline - at >= allowance * 0.25


@given(ALLOWANCES)
def test_an_answer_has_half_the_time_and_a_day_at_least_where_there_is_one(allowance: dt.timedelta) -> None:
    span = clock.answer(BEGAN, allowance, ALWAYS).deadline - BEGAN
    assert span == max(allowance / 2, min(allowance, DAY))


PACE = clock.Pace(DAY, reserve=5 * DAY, increment=12 * HOUR, cap=6 * DAY)


@pytest.mark.parametrize(
    ("hours", "left", "after"),
    [
        (3, 5 * DAY, 5 * DAY + 12 * HOUR),  # within the allowance: the increment alone
        (24 + 30, 5 * DAY, 5 * DAY - 18 * HOUR),  # 30 hours of the reserve used
        (3, 6 * DAY, 6 * DAY),  # never more than the cap
        (24 + 40, 40 * HOUR, 12 * HOUR),  # all of it used, in time
    ],
)
def test_a_turn_uses_of_the_reserve_what_went_beyond_the_allowance(
    hours: int, left: dt.timedelta, after: dt.timedelta
) -> None:
    times = clock.turn(BEGAN, PACE.allowance, left, ALWAYS)
    assert clock.reserve_after(times, BEGAN + hours * HOUR, left, PACE, ALWAYS) == after


@given(ALLOWANCES, SPANS, SPANS, SPANS, calendars())
def test_a_reserve_is_never_below_nothing_nor_above_its_cap(
    allowance: dt.timedelta, reserve: dt.timedelta, gone: dt.timedelta, cap: dt.timedelta, calendar: Calendar
) -> None:
    pace = clock.Pace(allowance, reserve=NONE, increment=HOUR, cap=cap)
    times = clock.turn(BEGAN, allowance, reserve, calendar)
    assert NONE <= clock.reserve_after(times, BEGAN + gone, reserve, pace, calendar) <= cap


@given(ALLOWANCES, SPANS, SPANS, SPANS, calendars())
def test_after_a_pause_as_much_time_is_left_as_before(
    allowance: dt.timedelta,
    reserve: dt.timedelta,
    gone: dt.timedelta,
    stood: dt.timedelta,
    calendar: Calendar,
) -> None:
    times = clock.turn(BEGAN, allowance, reserve, calendar)
    paused = BEGAN + gone
    later = clock.shifted(times, paused, paused + stood, calendar)
    assert calendar.between(paused + stood, later.deadline) >= calendar.between(paused, times.deadline)
    assert later.deadline >= times.deadline


@given(ALLOWANCES, SPANS, SPANS)
def test_grace_for_lost_mails_is_seven_days_a_turn_and_fourteen_a_match_at_most(
    allowance: dt.timedelta, turn: dt.timedelta, match: dt.timedelta
) -> None:
    more = clock.undelivered(allowance, turn, match)
    assert more >= dt.timedelta()
    if more:
        assert turn + more <= dt.timedelta(days=7)
        assert match + more <= dt.timedelta(days=14)


@given(ALLOWANCES, SPANS, SPANS, calendars())
def test_an_outage_of_ours_costs_nobody_time_and_no_turn_ends_in_the_hour_after_it(
    allowance: dt.timedelta, gone: dt.timedelta, lasted: dt.timedelta, calendar: Calendar
) -> None:
    times = clock.turn(BEGAN, allowance, NONE, calendar)
    began, ended = BEGAN + gone, BEGAN + gone + lasted
    later = clock.after_outage(times, began, ended, ended, calendar)
    assert later.deadline >= ended + HOUR
    assert calendar.between(ended, later.deadline) >= calendar.between(began, times.deadline)
    assert later.reminder <= later.deadline
