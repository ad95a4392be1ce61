"""The clocks of seats in whole matches: reserves, days of rest, nights."""

import pytest

from hosting.matches import opening
from hosting.matches.models import Entry, Match, Notice, Seat
from hosting.matches.terms import BadTerms, Terms, told
from hosting.now import now, travel
from tests import people, table
from tests.table import GAME, HOUR

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

DAY = 24 * HOUR
WITH_RESERVE = Terms(
    allowance=24 * 3600, reserve=5 * 24 * 3600, increment=6 * 3600, reserve_cap=7 * 24 * 3600
)


def a_match(terms: Terms) -> Match:
    match = opening.open_match(people.anna(), game=GAME, terms=terms)
    table.stack_the_deck(match)
    opening.join(match, people.ben())
    match.refresh_from_db()
    return match


def live(match: Match, *, days: int) -> None:
    """Let days go by, the sweep looking in once a day."""
    for day in range(1, days + 1):
        with travel(day * DAY):
            table.sweep(match)


def test_a_turn_has_its_allowance_and_then_the_reserve() -> None:
    seat = table.on_turn(a_match(WITH_RESERVE))
    assert seat.allowance_ends_at is not None
    assert seat.asked_at is not None
    assert seat.allowance_ends_at - seat.asked_at == DAY
    assert seat.deadline_at == seat.allowance_ends_at + 5 * DAY


def test_what_a_turn_used_of_the_reserve_is_gone_and_each_turn_adds_to_it() -> None:
    match = a_match(WITH_RESERVE)
    seat = table.on_turn(match)
    with travel(3 * DAY):
        table.sweep(match)
        table.press(seat, table.discard(seat))
    seat.refresh_from_db()
    assert abs(seat.reserve_left - (3 * 24 + 6) * 3600) <= 2


def test_a_reserve_that_is_used_up_ends_the_turn_and_adds_nothing() -> None:
    match = a_match(WITH_RESERVE)
    seat = table.on_turn(match)
    live(match, days=7)
    assert Entry.objects.filter(match=match, kind="expired", seat=seat.number).count() == 1
    seat.refresh_from_db()
    assert seat.reserve_left == 0
    assert seat.misses == 1


def test_the_reserve_has_a_reminder_of_its_own() -> None:
    match = a_match(WITH_RESERVE)
    seat = table.on_turn(match)
    live(match, days=5)
    assert Notice.objects.filter(seat=seat, kind="reminder").count() == 2


def test_on_a_day_of_rest_no_turn_ends_and_a_pause_takes_nothing() -> None:
    today = now().isoweekday()
    tomorrow = today % 7 + 1
    match = a_match(Terms(allowance=24 * 3600, rest_days=(tomorrow,)))
    seat = table.on_turn(match)
    assert seat.deadline_at is not None
    assert seat.asked_at is not None
    assert 2 * DAY - 2 * HOUR <= seat.deadline_at - seat.asked_at <= 2 * DAY + 2 * HOUR


def test_a_players_night_is_never_when_his_turn_ends() -> None:
    anna, ben = people.anna(), people.ben()
    for player in (anna, ben):
        player.sleeps_from, player.sleeps_until = 0, 23
        player.save()
    seat = table.on_turn(a_match(Terms(allowance=24 * 3600)))
    assert seat.deadline_at is not None
    assert seat.player is not None
    assert seat.deadline_at.astimezone(seat.player.zone).hour == 23


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("allowance", 3599),
        ("reserve", -1),
        ("increment", 10**9),
        ("reserve_cap", 10**9),
        ("rest_days", (1, 2, 3, 4, 5, 6, 7)),
        ("rest_days", (0,)),
        ("after_misses", "shrug"),
        ("misses_allowed", 0),
    ],
)
def test_terms_out_of_their_limits_name_what_is_wrong(part: str, value: object) -> None:
    with pytest.raises(BadTerms) as refusal:
        Terms(**{part: value})  # type: ignore[arg-type]  # wrong on purpose
    assert refusal.value.part == part


def test_terms_are_told_in_words() -> None:
    assert told(Terms()) == "3 days a turn"
    assert told(Terms(allowance=24 * 3600, reserve=5 * 24 * 3600, rest_days=(7,))) == (
        "1 day a turn, 5 days in reserve, no Sundays"
    )


def test_a_match_keeps_the_terms_it_was_opened_with() -> None:
    match = a_match(WITH_RESERVE)
    assert Terms.of(match) == WITH_RESERVE
    assert {seat.reserve_left for seat in Seat.objects.filter(match=match)} >= {5 * 24 * 3600}
