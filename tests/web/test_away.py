"""Absences on the web: announced, shown at the table, called off."""

import datetime as dt

import pytest
from django.test import Client

from hosting.matches.models import Match, Seat
from hosting.players import absences
from hosting.players.models import Absence, Player
from tests import people, table
from tests.table import DAY
from tests.web.visiting import browser_of, in_english, move, parse_errors, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table.a_match()


def announced(seat: Seat, *, first: int = 1, last: int = 4) -> tuple[Client, str]:
    """The page after the seat's player has announced an absence by its form."""
    player = in_english(seat.player)
    day = absences.today(player)
    client = browser_of(player)
    days = {"first": day + first * DAY, "last": day + last * DAY}
    return client, text_of(client.post("/away", days, follow=True))


def test_an_absence_by_the_form_moves_the_deadline_and_is_told(match: Match) -> None:
    seat = table.on_turn(match)
    before = seat.deadline_at
    _client, page = announced(seat)
    assert "Your absence is noted. The others in 1 match have been told." in page
    seat.refresh_from_db()
    assert seat.deadline_at is not None
    assert before is not None
    assert seat.deadline_at > before + dt.timedelta(days=3)


def test_both_see_on_the_page_of_the_match_who_is_away(match: Match) -> None:
    seat, other = table.on_turn(match), table.waiting(match)
    client, _page = announced(seat, first=0)
    mine = client.get(f"/match/{match.pk}")
    assert parse_errors(mine.content) == []
    assert "and your clock is stopped." in text_of(mine)
    theirs = browser_of(in_english(other.player)).get(f"/match/{match.pk}")
    assert f"{seat.name} is away until" in text_of(theirs)


def test_a_button_calls_it_off_and_gives_the_days_back(match: Match) -> None:
    client, page = announced(table.on_turn(match))
    assert "Call it off" in page
    page = text_of(client.post(f"/away/{Absence.objects.get().pk}/call-off", follow=True))
    assert "Your clocks are running again" in page
    assert f"You have {absences.MOST_DAYS} days left" in page
    assert not Absence.objects.exists()


def test_nobody_calls_off_the_absence_of_another(match: Match) -> None:
    announced(table.on_turn(match))
    other = table.waiting(match).player
    assert isinstance(other, Player)
    page = browser_of(in_english(other)).post(f"/away/{Absence.objects.get().pk}/call-off", follow=True)
    assert "is no longer noted" in text_of(page)
    assert Absence.objects.exists()


def test_matches_without_absences_are_named() -> None:
    match = table.a_match()
    Match.objects.filter(pk=match.pk).update(absences_allowed=False)
    seat = table.on_turn(match)
    _client, page = announced(seat)
    assert f"In match {match.pk} your clock keeps running" in page
    assert "opened without absences, and your clock keeps running there" in page


def test_the_story_of_the_match_tells_it(match: Match) -> None:
    seat = table.on_turn(match)
    client, _page = announced(seat)
    story = text_of(client.get(f"/match/{match.pk}/log"))
    assert f"{seat.name} announced an absence from" in story
    assert f"{seat.name}'s turn now ends on" in story


def test_an_absence_can_be_announced_from_the_line_for_moves(match: Match) -> None:
    player = in_english(people.anna())
    day = absences.today(player)
    lines = f"AWAY {day + DAY} - {day + 2 * DAY}"
    page = move(browser_of(player), match, question=None, lines=lines)
    assert "Your absence is noted." in text_of(page)
