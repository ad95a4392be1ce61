"""When clocks run, in Stockholm and in Kuala Lumpur."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosting.matches.calendar import Calendar

STOCKHOLM = ZoneInfo("Europe/Stockholm")
KUALA_LUMPUR = ZoneInfo("Asia/Kuala_Lumpur")
DAY = dt.timedelta(days=1)
HOUR = dt.timedelta(hours=1)

ZONES = st.sampled_from(
    [STOCKHOLM, KUALA_LUMPUR, ZoneInfo("America/New_York"), ZoneInfo("Australia/Lord_Howe")]
)
INSTANTS = st.datetimes(
    min_value=dt.datetime(2026, 1, 1),  # noqa: DTZ001 - the zone is given beside it
    max_value=dt.datetime(2027, 12, 31),  # noqa: DTZ001
    timezones=st.just(dt.UTC),
)
SPANS = st.integers(min_value=0, max_value=20 * 24 * 3600).map(lambda s: dt.timedelta(seconds=s))


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    """Any calendar with some days of rest and some absences."""
    first = draw(st.dates(min_value=dt.date(2026, 1, 1), max_value=dt.date(2027, 12, 1)))
    away = draw(st.lists(st.integers(min_value=0, max_value=27), max_size=2))
    return Calendar(
        draw(ZONES),
        frozenset(draw(st.sets(st.integers(min_value=1, max_value=7), max_size=4))),
        tuple((first, first + days * DAY) for days in away),
        draw(st.none() | st.just((22, 7)) | st.just((1, 9))),
    )


@given(calendars(), INSTANTS, SPANS)
def test_a_clock_that_has_run_for_a_time_has_run_just_that_long(
    calendar: Calendar, begin: dt.datetime, span: dt.timedelta
) -> None:
    assert calendar.between(begin, calendar.after(begin, span)) == span


@given(calendars(), INSTANTS, SPANS, SPANS)
def test_more_time_never_ends_earlier(
    calendar: Calendar, begin: dt.datetime, span: dt.timedelta, more: dt.timedelta
) -> None:
    assert calendar.after(begin, span + more) >= calendar.after(begin, span) >= begin


@given(calendars(), INSTANTS, SPANS)
def test_no_time_runs_on_a_day_of_rest(calendar: Calendar, begin: dt.datetime, span: dt.timedelta) -> None:
    end = calendar.after(begin, span)
    here = (end - dt.timedelta(microseconds=1)).astimezone(calendar.zone)
    assert not span or not calendar.rests_on(here.date())


@given(calendars(), INSTANTS)
def test_nobody_is_awake_in_his_night(calendar: Calendar, at: dt.datetime) -> None:
    awake = calendar.awake(at)
    assert not calendar.sleeps_at(awake)
    assert awake == at or at < awake < at + DAY


def test_a_sunday_without_clock_is_a_day_longer() -> None:
    saturday_noon = dt.datetime(2026, 12, 5, 12, tzinfo=STOCKHOLM)
    calendar = Calendar(STOCKHOLM, frozenset({7}))
    assert calendar.after(saturday_noon, DAY) == dt.datetime(2026, 12, 7, 12, tzinfo=STOCKHOLM)


def test_the_day_of_rest_begins_at_the_players_own_midnight() -> None:
    saturday_noon = dt.datetime(2026, 12, 5, 12, tzinfo=dt.UTC)
    in_sweden = Calendar(STOCKHOLM, frozenset({7})).after(saturday_noon, 12 * HOUR)
    in_malaysia = Calendar(KUALA_LUMPUR, frozenset({7})).after(saturday_noon, 12 * HOUR)
    assert in_sweden == dt.datetime(2026, 12, 7, 1, tzinfo=STOCKHOLM)
    assert in_malaysia == dt.datetime(2026, 12, 7, 8, tzinfo=KUALA_LUMPUR)


@pytest.mark.parametrize(
    ("sunday", "length"), [(dt.date(2026, 3, 29), 23 * HOUR), (dt.date(2026, 10, 25), 25 * HOUR)]
)
def test_where_the_clocks_are_changed_a_day_of_rest_is_as_long_as_it_is_there(
    sunday: dt.date, length: dt.timedelta
) -> None:
    for zone, rest in ((STOCKHOLM, length), (KUALA_LUMPUR, DAY)):
        eve = dt.datetime.combine(sunday - DAY, dt.time(12), zone).astimezone(dt.UTC)
        assert Calendar(zone, frozenset({7})).after(eve, DAY) - eve == DAY + rest


@pytest.mark.parametrize("day", [dt.date(2026, 3, 28), dt.date(2026, 10, 24)])
def test_three_days_are_seventy_two_hours_whatever_is_done_to_the_clocks(day: dt.date) -> None:
    for zone in (STOCKHOLM, KUALA_LUMPUR):
        begin = dt.datetime.combine(day, dt.time(9), zone).astimezone(dt.UTC)
        assert Calendar(zone).after(begin, 3 * DAY) - begin == 72 * HOUR


def test_absence_stops_the_clock_from_its_first_midnight_to_its_last() -> None:
    calendar = Calendar(STOCKHOLM, away=((dt.date(2026, 12, 24), dt.date(2026, 12, 26)),))
    begin = dt.datetime(2026, 12, 23, 18, tzinfo=STOCKHOLM)
    assert calendar.after(begin, DAY) == dt.datetime(2026, 12, 27, 18, tzinfo=STOCKHOLM)


def test_a_deadline_in_the_night_waits_for_the_morning() -> None:
    calendar = Calendar(STOCKHOLM, sleep=(22, 7))
    at_two = dt.datetime(2026, 12, 5, 2, tzinfo=STOCKHOLM)
    at_eleven = dt.datetime(2026, 12, 4, 23, tzinfo=STOCKHOLM)
    morning = dt.datetime(2026, 12, 5, 7, tzinfo=STOCKHOLM)
    assert calendar.awake(at_two) == calendar.awake(at_eleven) == morning


def test_a_week_without_any_clock_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one day"):
        Calendar(STOCKHOLM, frozenset(range(1, 8)))
