"""Instants and spans in words."""

import datetime as dt
from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from hosting.now import now, travel
from hosting.players.times import instant, place, span

pytestmark = pytest.mark.django_db

DEADLINE = dt.datetime(2026, 12, 3, 20, 0, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def two_days_before() -> Iterator[None]:
    """An instant far away is said with its year, so the clock has to stand somewhere."""
    with travel(DEADLINE - now() - dt.timedelta(days=2)):
        yield


def test_an_instant_is_said_in_the_readers_zone_with_the_zone_named() -> None:
    with translation.override("en"):
        assert instant(DEADLINE, ZoneInfo("Europe/London")) == "Thursday 3 December, 20:00 (London)"
        assert instant(DEADLINE, ZoneInfo("Asia/Kuala_Lumpur")) == "Friday 4 December, 04:00 (Kuala Lumpur)"


def test_the_hour_that_comes_twice_is_said_so_that_it_is_only_one() -> None:
    twice = [dt.datetime(2026, 10, 25, hour, 30, tzinfo=dt.UTC) for hour in (0, 1)]
    with translation.override("en"):
        said = [instant(at, ZoneInfo("Europe/Stockholm")) for at in twice]
    assert said == [
        "Sunday 25 October, 02:30 (Stockholm, UTC+2)",
        "Sunday 25 October, 02:30 (Stockholm, UTC+1)",
    ]
    with translation.override("en"):
        in_america = instant(dt.datetime(2026, 11, 1, 6, 30, tzinfo=dt.UTC), ZoneInfo("America/New_York"))
    assert in_america == "Sunday 1 November, 01:30 (New York, UTC-5)"


def test_an_instant_of_another_year_is_said_with_the_year() -> None:
    with translation.override("en"):
        assert "2028" in instant(DEADLINE + dt.timedelta(days=500), dt.UTC)


def test_days_and_months_are_in_the_readers_language() -> None:
    with translation.override("sv"):
        assert "torsdag" in instant(DEADLINE, ZoneInfo("Europe/Stockholm"))
    with translation.override("ms"):
        assert "Jumaat" in instant(DEADLINE, ZoneInfo("Asia/Kuala_Lumpur"))


def test_a_zone_is_named_by_its_place() -> None:
    assert place(ZoneInfo("America/Argentina/Buenos_Aires")) == "Buenos Aires"
    assert place(dt.UTC) == "UTC"


def test_a_span_is_said_in_its_two_largest_units() -> None:
    with translation.override("en"):
        assert span(dt.timedelta(hours=29, minutes=5)) == "1 day 5 hours"
        assert span(dt.timedelta(days=2)) == "2 days"
        assert span(dt.timedelta(seconds=30)) == "less than a minute"
