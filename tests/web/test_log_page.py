"""The whole story of a match: what the cards did, and what host and moderators did."""

import pytest

from hosting.matches import moderating
from hosting.now import now, travel
from tests import people, table
from tests.web.visiting import browser_of, move, parse_errors, text_of

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_the_log_names_the_moderator_and_the_reason() -> None:
    match = table.a_match()
    moderator = people.dan()
    moderator.is_staff = True
    moderator.save()
    moderating.pause(match.pk, by=moderator, reason="one of them is in hospital")
    moderating.resume(match.pk, by=moderator, reason="all is well again")
    page = browser_of(people.anna()).get(f"/match/{match.pk}/log")
    said = text_of(page)
    assert "Dan" in said
    assert "one of them is in hospital" in said
    assert "all is well again" in said
    assert parse_errors(page.content) == []


def test_the_log_tells_whose_turn_the_host_has_ended() -> None:
    match = table.a_match()
    silent = table.on_turn(match)
    assert silent.remind_at
    assert silent.deadline_at
    table.deliver_all(match)
    for instant in (silent.remind_at, silent.deadline_at):
        with travel(instant - now()):
            table.sweep(match)
    client = browser_of(people.cilla())
    assert client.get(f"/match/{match.pk}/log").status_code == 404
    english = people.ben()
    english.language = "en"
    english.save()
    assert f"ended {silent.name}'s turn" in text_of(browser_of(english).get(f"/match/{match.pk}/log"))


def test_the_dashboard_says_what_happened_last() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    table.press(seat, table.discard(seat))
    reader = table.on_turn(match).player
    assert reader
    reader.language = "en"
    reader.save()
    assert "to side stack" in text_of(browser_of(reader).get("/"))


def test_what_others_did_stays_told_when_nothing_was_played() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    table.press(seat, table.discard(seat))
    now_asked = table.on_turn(match)
    reader = now_asked.player
    assert reader
    reader.language = "en"
    reader.save()
    page = move(browser_of(reader), match, question=now_asked.question, lines="discard 99 to 7")
    assert "which ended the turn" in text_of(page)
