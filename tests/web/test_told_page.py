"""The page of what a seat was told, when, and by which rule its turn was ended."""

import pytest

from hosting.matches import expiring
from hosting.matches.models import Match, Notice, Seat
from hosting.now import now, travel
from tests import people, table
from tests.matches.test_expiring import go_silent
from tests.table import DAY, HOUR
from tests.web.visiting import browser_of, in_english, parse_errors, text_of

pytestmark = [pytest.mark.django_db(transaction=True)]


def told(match: Match, seat: Seat) -> str:
    """What the page says, to an English reader."""
    page = browser_of(in_english(seat.player)).get(f"/match/{match.pk}/told")
    assert page.status_code == 200
    assert parse_errors(page.content) == []
    return text_of(page)


def test_a_turn_that_was_ended_stands_there_with_the_rule_and_all_its_instants() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    go_silent(match)
    said = told(match, seat)
    assert f"The host ended {seat.name}'s turn: the time was up. It had begun on" in said
    assert "The rule: our emails about the turn and a reminder, of" in said
    assert said.count("It was in the daily email of") == 3
    assert "You: 1 in a row, 1 in all." in said


def test_whoever_saw_the_page_is_told_that_this_was_the_rule() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    Seat.objects.filter(pk=seat.pk).update(seen_at=now())
    with travel(DAY * 3 + HOUR):
        expiring.expire(seat.pk, seat.question or 0)
    assert "you had the match page open" in told(match, seat)


def test_a_late_answer_stands_there_with_both_instants() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    action = table.discard(seat)
    go_silent(match)
    with travel(DAY * 4):
        table.press(seat, action)
    assert "You sent a form. Too late: the host had moved for you on" in told(match, seat)


def test_it_says_what_became_of_each_mail() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    mails = Notice.objects.filter(seat=seat)
    for fields, words in (
        ({"state": "dropped"}, "something newer had come before it could be"),
        ({"state": "unwanted"}, "you have chosen to get no such emails"),
        ({"state": "gathered"}, "It is waiting for your daily email."),
        ({"state": "failed"}, "It could not be sent"),
        ({"state": "new"}, "It has not been sent yet."),
        ({"state": "sent", "sent_at": now()}, "It was in the daily email of"),
        ({"state": "sent", "address": "a@b.example", "sent_at": now()}, "Our mail relay accepted it on"),
        ({"state": "sent", "bounced_at": now()}, "so it does not count as told"),
    ):
        mails.update(**fields)
        assert words in told(match, seat)


def test_a_deadline_that_moved_stands_there_with_both_instants_and_why() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    with travel(DAY * 3 + HOUR):
        expiring.expire(seat.pk, seat.question or 0)
    said = told(match, seat)
    assert f"{seat.name} got more time: our emails did not arrive. The deadline moved from" in said


def test_nobody_reads_it_of_another_seat() -> None:
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    go_silent(match)
    assert f"The host ended {seat.name}'s turn" not in told(match, other)
    assert told(match, seat) != told(match, other)
    assert browser_of(people.dan()).get(f"/match/{match.pk}/told").status_code == 404


def test_misses_stand_on_the_page_of_the_match_for_each_seat() -> None:
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    reader = browser_of(in_english(other.player))
    assert "Missed turns" not in text_of(reader.get(f"/match/{match.pk}"))
    go_silent(match)
    page = reader.get(f"/match/{match.pk}")
    assert parse_errors(page.content) == []
    assert f"{seat.name}: 1 in a row, 1 in all" in text_of(page)
    assert f"{other.name}: none" in text_of(page)
