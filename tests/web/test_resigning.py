"""Leaving a match on the web: a page that asks, and a button that does it."""

import pytest

from hosting.matches import opening
from hosting.matches.models import Entry, Match
from tests import people, table
from tests.web.visiting import browser_of, in_english, move, reader_on_turn, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table.a_match()


def test_the_page_of_the_match_leads_to_a_page_that_asks_and_changes_nothing(match: Match) -> None:
    client, seat = reader_on_turn(match)
    in_english(seat.player)
    assert f'href="/match/{match.pk}/resign"' in client.get(f"/match/{match.pk}").content.decode()
    page = text_of(client.get(f"/match/{match.pk}/resign"))
    assert "You then lose the match" in page
    assert "Yes, I resign" in page
    assert not Entry.objects.filter(match=match, kind="left").exists()


def test_the_button_resigns_and_the_story_tells_it(match: Match) -> None:
    client, seat = reader_on_turn(match)
    in_english(seat.player)
    page = client.post(f"/match/{match.pk}/resign", follow=True)
    assert "You have resigned." in text_of(page)
    assert "The match is over." in text_of(page)
    log = text_of(client.get(f"/match/{match.pk}/log"))
    assert f"{seat.name} resigned." in log
    again = client.post(f"/match/{match.pk}/resign", follow=True)
    assert "The match is over, so there is nothing to resign." in text_of(again)


def test_the_typed_word_leads_to_the_page_that_asks(match: Match) -> None:
    client, seat = reader_on_turn(match)
    in_english(seat.player)
    page = move(client, match, question=seat.question, lines="resign")
    assert "Do you want to resign?" in text_of(page)
    assert f'href="/match/{match.pk}/resign"' in page.content.decode()


def test_a_seat_is_given_back_before_the_start() -> None:
    match = opening.open_match(people.anna(), game="wicked-christmas")
    opening.join(match, people.ben())
    ben = browser_of(people.ben())
    assert f'href="/match/{match.pk}/resign"' in ben.get(f"/match/{match.pk}").content.decode()
    assert ben.post(f"/match/{match.pk}/resign")["Location"] == "/"
    assert match.seats.filter(player=people.ben()).count() == 0


def test_a_match_of_others_cannot_be_left(match: Match) -> None:
    assert browser_of(people.dan()).post(f"/match/{match.pk}/resign").status_code == 404
