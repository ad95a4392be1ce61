"""Reporting on the web: a list of reasons, a thank-you, and how one's reports stand."""

import pytest

from hosting.matches import reporting, talking
from hosting.matches.models import Match, Press, Report
from tests import people, table
from tests.matches.test_pausing import moderator
from tests.web.visiting import browser_of, in_english, parse_errors, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table.a_match()


def test_the_page_offers_seven_reasons_with_help_and_keeps_a_report(match: Match) -> None:
    client = browser_of(in_english(people.anna()))
    assert f'href="/match/{match.pk}/report"' in client.get(f"/match/{match.pk}").content.decode()
    page = client.get(f"/match/{match.pk}/report")
    assert page.content.decode().count('name="kind"') == 7
    assert parse_errors(page.content) == []
    posted = {"kind": "stalling", "text": "He plays one card every three days."}
    thanks = client.post(f"/match/{match.pk}/report", posted, follow=True)
    assert "Thank you. The moderators have your report" in text_of(thanks)
    assert "Do not show me what Ben says" in text_of(thanks)
    assert "Not yet answered." in text_of(thanks)
    report = Report.objects.get()
    reporting.settle(report.pk, "We have written to him.", by=moderator())
    assert "Answered: We have written to him." in text_of(client.get(f"/match/{match.pk}/report"))


def test_something_else_without_words_is_asked_about_again(match: Match) -> None:
    client = browser_of(in_english(people.anna()))
    page = client.post(f"/match/{match.pk}/report", {"kind": "other", "text": " "})
    assert page.status_code == 422
    assert "Please write what it is about." in text_of(page)


def test_one_thing_said_is_reported_from_where_it_stands(match: Match) -> None:
    seat, other = table.on_turn(match), table.waiting(match)
    assert seat.player
    talking.say(seat, "something ugly", by=seat.player)
    press = Press.objects.get()
    client = browser_of(in_english(other.player))
    assert f"/match/{match.pk}/report?press={press.pk}" in client.get(f"/match/{match.pk}").content.decode()
    page = client.get(f"/match/{match.pk}/report?press={press.pk}")
    assert "something ugly" in text_of(page)
    client.post(f"/match/{match.pk}/report", {"kind": "abuse", "press": press.pk})
    assert Report.objects.get().press == press


def test_nobody_reports_what_he_cannot_read(match: Match) -> None:
    seat = table.on_turn(match)
    assert seat.player
    talking.say(seat, "my own words", by=seat.player)
    press = Press.objects.get()
    assert browser_of(seat.player).get(f"/match/{match.pk}/report?press={press.pk}").status_code == 404
    assert browser_of(people.dan()).get(f"/match/{match.pk}/report").status_code == 404
    other = table.waiting(match).player
    assert other
    assert browser_of(other).get(f"/match/{match.pk}/report?press=x").status_code == 404


def test_reports_of_others_are_not_seen(match: Match) -> None:
    reporting.report(match, "about Anna, who must not read it", by=people.ben())
    page = browser_of(people.anna()).get(f"/match/{match.pk}/report")
    assert "must not read it" not in text_of(page)
