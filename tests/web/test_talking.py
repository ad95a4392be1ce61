"""Talk at the table on the web: saying, reading, the mark of what is unread, and not reading somebody."""

import pytest

from hosting.matches import opening, talking
from hosting.matches.models import Match, Press
from hosting.players.models import Mute
from tests import people, table
from tests.web.visiting import browser_of, in_english, parse_errors, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table.a_match()


def test_what_one_says_the_other_reads_escaped_and_marked_as_new_once(match: Match) -> None:
    anna, ben = (browser_of(in_english(player)) for player in (people.anna(), people.ben()))
    page = anna.post(f"/match/{match.pk}/talk", {"text": "Hello <b>Ben</b>\n7 to 1"}, follow=True)
    assert "Hello &lt;b&gt;Ben&lt;/b&gt;" in page.content.decode()
    assert "1 unread" in text_of(ben.get("/"))
    first = ben.get(f"/match/{match.pk}")
    assert "(1 unread)" in text_of(first)
    assert 'class="new"' in first.content.decode()
    assert parse_errors(first.content) == []
    again = text_of(ben.get(f"/match/{match.pk}"))
    assert "Hello" in again
    assert "unread" not in again
    assert "unread" not in text_of(ben.get("/"))
    assert "unread" not in text_of(anna.get("/"))


def test_a_page_that_is_only_asked_about_reads_nothing(match: Match) -> None:
    anna, ben = (browser_of(in_english(player)) for player in (people.anna(), people.ben()))
    anna.post(f"/match/{match.pk}/talk", {"text": "hello"})
    ben.head(f"/match/{match.pk}")
    ben.get(f"/match/{match.pk}/strip")
    assert "1 unread" in text_of(ben.get("/"))


def test_a_refusal_is_told_kindly(match: Match) -> None:
    anna = browser_of(in_english(people.anna()))
    page = anna.post(f"/match/{match.pk}/talk", {"text": "  "}, follow=True)
    assert "There was nothing to say." in text_of(page)
    page = anna.post(f"/match/{match.pk}/talk", {"text": "x" * 3000}, follow=True)
    assert "too long" in text_of(page)


def test_who_is_muted_is_not_read_until_the_settings_say_so(match: Match) -> None:
    anna, ben = (browser_of(in_english(player)) for player in (people.anna(), people.ben()))
    anna.post(f"/match/{match.pk}/talk", {"text": "you will not read this"})
    number = match.seats.get(player=people.anna()).number
    page = ben.post(f"/match/{match.pk}/mute", {"seat": number}, follow=True)
    assert "You no longer see what Anna says." in text_of(page)
    assert "you will not read this" not in text_of(page)
    assert "Show again what Anna says" in text_of(ben.get("/settings"))
    ben.post(f"/settings/unmute/{people.anna().pk}")
    assert not Mute.objects.exists()
    assert "you will not read this" in text_of(ben.get(f"/match/{match.pk}"))


def test_nobody_mutes_himself_or_somebody_at_another_table(match: Match) -> None:
    anna = browser_of(people.anna())
    own = match.seats.get(player=people.anna()).number
    assert anna.post(f"/match/{match.pk}/mute", {"seat": own}).status_code == 404
    assert anna.post(f"/match/{match.pk}/mute", {"seat": 7}).status_code == 404
    assert anna.post(f"/match/{match.pk}/mute", {"seat": "x"}).status_code == 400
    assert anna.post(f"/settings/unmute/{people.dan().pk}").status_code == 404


def test_a_stranger_to_the_match_neither_talks_nor_reads(match: Match) -> None:
    talking.say(table.on_turn(match), "hello", by=table.on_turn(match).player)  # type: ignore[arg-type]  # somebody sits there
    dan = browser_of(people.dan())
    assert dan.post(f"/match/{match.pk}/talk", {"text": "hi"}).status_code == 404
    assert dan.get(f"/match/{match.pk}").status_code == 404
    assert Press.objects.count() == 1


def test_who_waits_for_the_start_can_talk_already() -> None:
    match = opening.open_match(people.anna(), game="wicked-christmas")
    opening.join(match, people.ben())
    anna = browser_of(in_english(people.anna()))
    page = anna.post(f"/match/{match.pk}/talk", {"text": "one is still missing"}, follow=True)
    assert "one is still missing" in text_of(page)
    assert parse_errors(page.content) == []


def test_nobody_is_offered_to_be_muted_who_has_said_nothing(match: Match) -> None:
    seat, other = table.on_turn(match), table.waiting(match)
    client = browser_of(in_english(seat.player))
    assert "Do not show me what" not in text_of(client.get(f"/match/{match.pk}"))
    assert other.player is not None
    talking.say(other, "Hello!", by=other.player)
    assert f"Do not show me what {other.name} says" in text_of(client.get(f"/match/{match.pk}"))
