"""Seats that wait for a substitute, as pages show them."""

import pytest

from hosting.matches.models import Seat
from tests import people
from tests.matches.test_standing_in import a_match, miss
from tests.web.visiting import browser_of, text_of, work

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_an_offered_seat_is_found_and_taken_with_one_button() -> None:
    seat = miss(a_match("substitute"))
    client = browser_of(people.dan())
    assert "1 seat is waiting for a player" in text_of(client.get("/"))
    assert "Take the seat" in text_of(client.get("/seats"))
    page = client.post(f"/seats/{seat.pk}/take", follow=True)
    assert "The seat is yours." in text_of(page)
    assert Seat.objects.get(pk=seat.pk).player == people.dan()


def test_a_seat_that_was_taken_meanwhile_is_refused_kindly() -> None:
    seat = miss(a_match("substitute"))
    seat.match.state = "playing"
    seat.match.save()
    page = browser_of(people.dan()).post(f"/seats/{seat.pk}/take", follow=True)
    assert "is no longer waiting for anybody" in text_of(page)


def test_a_player_whose_seat_a_bot_holds_takes_it_back_with_one_button() -> None:
    seat = miss(a_match("bot"))
    assert seat.player is not None
    client = browser_of(seat.player)
    page = client.get(f"/match/{seat.match_id}").content.decode()
    assert 'name="lines" value="BACK"' in page
    client.post(f"/match/{seat.match_id}/play", {"nonce": "abcdefgh1234", "lines": "BACK"})
    work()
    seat.refresh_from_db()
    assert seat.bot == ""
