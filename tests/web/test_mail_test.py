"""The pages for a test of one's mail and for absences."""

import datetime as dt

import pytest

from hosting.matches.models import Notice
from hosting.players import absences
from hosting.players.models import Absence
from tests import people
from tests.web.visiting import browser_of, parse_errors, stranger, text_of

pytestmark = pytest.mark.django_db

READ = {
    "at": "2026-11-30T10:00:00+00:00",
    "kind": "lines",
    "doubt": "not_yours",
    "sender": "b…@other.example.org",
    "own": ["Hello <b>", "PLAY 7 TO 1"],
    "moves": ["PLAY 7 TO 1"],
}


def test_a_button_sends_the_mail_and_looking_sends_nothing() -> None:
    client = browser_of(people.cilla())
    assert parse_errors(client.get("/mail-test").content) == []
    assert not Notice.objects.exists()
    client.post("/mail-test")
    assert Notice.objects.get().kind == "mail_test"
    page = client.get("/mail-test")
    assert "Nothing has come yet." in text_of(page)
    assert parse_errors(page.content) == []


def test_the_answer_is_shown_as_it_was_read() -> None:
    cilla = people.cilla()
    client = browser_of(cilla)
    client.post("/mail-test")
    Notice.objects.update(data={"what": "test", "read": READ})
    page = client.get("/mail-test")
    told = text_of(page)
    assert "An email that a person wrote." in told
    assert "b…@other.example.org" in told
    assert "Hello &lt;b&gt; PLAY 7 TO 1" in told
    assert parse_errors(page.content) == []


@pytest.mark.parametrize("doubt", ["", "no_sender", "not_yours", "failed", "unchecked"])
def test_every_doubt_has_words(doubt: str) -> None:
    client = browser_of(people.cilla())
    client.post("/mail-test")
    Notice.objects.update(data={"what": "test", "read": {**READ, "doubt": doubt}})
    assert ("wait for your confirmation" in text_of(client.get("/mail-test"))) == bool(doubt)


def test_it_is_limited_and_says_so() -> None:
    client = browser_of(people.cilla())
    for _ in range(3):
        client.post("/mail-test")
    assert "a little too often" in text_of(client.post("/mail-test", follow=True))


def test_the_pages_are_one_s_own() -> None:
    for path in ("/mail-test", "/away"):
        assert stranger().get(path).status_code == 302


# --- Absences


def test_an_absence_is_announced_on_the_page() -> None:
    cilla = people.cilla()
    client = browser_of(cilla)
    first = absences.today(cilla) + dt.timedelta(days=3)
    posted = {"first": first.isoformat(), "last": (first + dt.timedelta(days=4)).isoformat()}
    client.post("/away", posted)
    assert Absence.objects.get().first_day == first
    page = client.get("/away")
    assert "23 days left" in text_of(page) or first.year != absences.today(cilla).year
    assert parse_errors(page.content) == []


def test_days_that_cannot_be_are_refused_with_the_reason() -> None:
    cilla = people.cilla()
    client = browser_of(cilla)
    today = absences.today(cilla)
    page = client.post("/away", {"first": today.isoformat(), "last": "2026-01-01"})
    assert page.status_code == 422
    assert "is before the first." in text_of(page)
    assert not Absence.objects.exists()


def test_the_days_of_an_offer_stand_in_the_form() -> None:
    cilla = people.cilla()
    last = (absences.today(cilla) + dt.timedelta(days=5)).isoformat()
    Notice.objects.create(
        key="back_soon:1", kind=Notice.Kind.BACK_SOON, player=cilla, data={"what": "offer", "last": last}
    )
    assert last in browser_of(cilla).get("/away").content.decode()
