"""Offers on the match page: made, agreed to, refused and taken back by buttons that need no script."""

import pytest
from django.test import Client

from hosting.matches import leaving
from hosting.matches.models import Match, Notice, Offer, Seat
from tests import people, table
from tests.web.visiting import browser_of, in_english, parse_errors, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table.a_match(target=30)


def both(match: Match) -> tuple[Client, Client]:
    """The browsers of who is to move and of the other."""
    first, second = table.on_turn(match), table.waiting(match)
    return browser_of(in_english(first.player)), browser_of(in_english(second.player))


def presses(client: Client, match: Match, what: str, **fields: object) -> str:
    """The page after a button of the offers was pressed."""
    page = client.post(f"/match/{match.pk}/offer", {"what": what, **fields}, follow=True)
    assert page.status_code == 200
    assert parse_errors(page.content) == []
    return text_of(page)


def test_a_pause_is_offered_and_agreed_to_by_buttons(match: Match) -> None:
    first, second = both(match)
    assert "nothing changes until all have agreed" in presses(first, match, "pause", days=7)
    offer = Offer.objects.get()
    page = text_of(second.get(f"/match/{match.pk}"))
    assert "offers a pause of 7 days." in page
    assert "I agree" in page
    assert "Take it back" not in page
    assert "All have agreed." in presses(second, match, "agree", offer=offer.pk)
    match.refresh_from_db()
    assert match.state == "paused"
    assert "at the latest." in text_of(first.get(f"/match/{match.pk}"))
    story = text_of(first.get(f"/match/{match.pk}/log"))
    assert "The players agreed on a pause." in story


def test_a_pause_without_days_ends_when_both_want_to_go_on(match: Match) -> None:
    first, second = both(match)
    presses(first, match, "pause", days="")
    presses(second, match, "agree", offer=Offer.objects.get().pk)
    page = text_of(second.get(f"/match/{match.pk}"))
    assert "I want to go on" in page
    presses(second, match, "resume")
    assert "wants the match to go on now" in text_of(first.get(f"/match/{match.pk}"))
    presses(first, match, "agree", offer=Offer.objects.latest("pk").pk)
    match.refresh_from_db()
    assert match.state == "playing"
    assert "The players agreed to go on." in text_of(first.get(f"/match/{match.pk}/log"))


def test_more_time_is_asked_for_and_refused(match: Match) -> None:
    first, second = both(match)
    before = table.on_turn(match).deadline_at
    presses(first, match, "extension", days=3)
    assert "You said no. Nothing changes." in presses(second, match, "refuse", offer=Offer.objects.get().pk)
    assert table.on_turn(match).deadline_at == before
    assert "is no longer open" in presses(second, match, "agree", offer=Offer.objects.get().pk)


def test_an_offer_is_taken_back_by_who_made_it(match: Match) -> None:
    first, second = both(match)
    presses(first, match, "pause")
    offer = Offer.objects.get().pk
    assert "is no longer open" in presses(second, match, "withdraw", offer=offer)
    assert "You have taken your offer back." in presses(first, match, "withdraw", offer=offer)
    assert "offers a pause" not in text_of(second.get(f"/match/{match.pk}"))


def test_another_match_begins_by_buttons_and_its_page_follows(match: Match) -> None:
    first, second = both(match)
    seat = table.on_turn(match)
    assert seat.player is not None
    leaving.resign(seat, by=seat.player)
    assert "Offer another match" in text_of(first.get(f"/match/{match.pk}"))
    presses(first, match, "rematch")
    page = presses(second, match, "agree", offer=Offer.objects.get().pk)
    again = Match.objects.get(rematch_of=match)
    assert f"match {again.pk}" in page
    assert Notice.objects.filter(match=again, kind__in=["turn", "started"]).count() == 2
    assert "Offer another match" not in text_of(first.get(f"/match/{match.pk}"))


@pytest.mark.parametrize(
    "fields", [{}, {"what": "dance"}, {"what": "pause", "days": "x"}, {"what": "agree", "offer": "-1"}]
)
def test_a_form_that_is_none_of_ours_does_nothing(match: Match, fields: dict[str, str]) -> None:
    first, _second = both(match)
    assert first.post(f"/match/{match.pk}/offer", fields).status_code == 400
    assert not Offer.objects.exists()


def test_a_stranger_offers_nothing(match: Match) -> None:
    stranger = browser_of(people.dan())
    assert stranger.post(f"/match/{match.pk}/offer", {"what": "pause"}).status_code == 404
    assert Client().post(f"/match/{match.pk}/offer", {"what": "pause"}).status_code == 302
    assert Seat.objects.filter(match=match).count() == 2
    assert not Offer.objects.exists()
