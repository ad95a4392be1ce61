"""Matches that sleep because nobody moves, and what was accepted before a pause."""

import datetime as dt

import pytest

from hosting.matches import dealing, expiring, moderating, verifying
from hosting.matches.models import Entry, Match, Notice, Seat
from hosting.matches.playing import play
from hosting.matches.submitting import submit
from hosting.now import now, travel
from hosting.players.models import Player
from tests import people, table
from tests.table import DAY, HOUR

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def moderator() -> Player:
    """Dan, as somebody who may enter the desk."""
    dan = people.dan()
    dan.is_staff = True
    dan.save()
    return dan


def let_sleep(match: Match) -> None:
    """Nobody writes a word until the host pauses the match."""
    while match.state == "playing":
        seat = table.on_turn(match)
        assert seat.remind_at
        assert seat.deadline_at
        table.deliver_all(match)
        for instant in (seat.remind_at, seat.deadline_at):
            with travel(instant - now()):
                table.sweep(match)
        match.refresh_from_db()
    assert match.state == "paused"


def test_any_word_of_a_player_wakes_a_sleeping_match_and_brings_him_the_list() -> None:
    match = table.a_match()
    let_sleep(match)
    seat = Seat.objects.select_related("player").get(match=match, question__isnull=False)
    before = seat.deadline_at
    with travel(DAY * 20):
        answer = table.write(seat, "I am back")
    match.refresh_from_db()
    assert match.state == "playing"
    notice = Notice.objects.get(submission=answer)
    assert notice.choices
    seat.refresh_from_db()
    assert before
    assert seat.deadline_at
    assert seat.deadline_at > before
    other = Seat.objects.get(match=match, question__isnull=True)
    assert Notice.objects.filter(seat=other, kind="resumed").count() == 1
    assert list(verifying.differences(match)) == []


def test_a_match_that_a_moderator_paused_is_not_woken_by_a_player() -> None:
    match = table.a_match()
    moderating.pause(match.pk, by=moderator(), reason="one of them is in hospital")
    seat = table.on_turn(match)
    assert table.write(seat, "I would like to go on").outcome["code"] == "paused"


def test_of_two_answers_accepted_before_a_pause_the_first_closes_the_question() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    discards = [str(action) for action in table.legal(seat) if action.verb == "discard"]
    early = [
        submit(seat, player=seat.player, question=seat.question, source="web", key=f"k{place}", action=action)
        for place, action in enumerate((discards[0], discards[-1]))
    ]
    moderating.pause(match.pk, by=moderator(), reason="one of them is in hospital")
    for submission in early:
        play(submission.pk)
        submission.refresh_from_db()
    assert [submission.state for submission in early] == ["applied", "refused"]
    assert early[1].outcome["code"] == "stale"
    assert Entry.objects.filter(match=match, kind="action").count() == 1


def test_whose_turn_came_up_in_a_pause_has_his_whole_time_when_it_ends() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    early = submit(
        seat, player=seat.player, question=seat.question, source="web", key="k", action=table.discard(seat)
    )
    moderating.pause(match.pk, by=moderator(), reason="one of them is in hospital")
    play(early.pk)
    with travel(DAY * 5):
        moderating.resume(match.pk, by=moderator(), reason="all is well again")
        asked = table.on_turn(match)
        assert asked.pk != seat.pk
        assert asked.deadline_at
        assert abs(asked.deadline_at - now() - match.pace) < dt.timedelta(minutes=1)
        told = Notice.objects.get(seat=asked, kind="resumed")
        assert told.choices
    assert list(verifying.differences(match)) == []


def test_more_time_because_of_lost_mails_brings_a_new_reminder_each_time() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    for days in (3, 3.7, 4, 4.7, 5):
        with travel(DAY * days + HOUR):
            for due, question in [*expiring.due_turns(now())]:
                expiring.expire(due, question)
            for due, question in expiring.due_reminders(now()):
                expiring.remind(due, question)
    assert Notice.objects.filter(seat=seat, kind="reminder").count() >= 2


def test_a_paused_match_whose_rules_fail_can_be_ended_and_delays_no_other() -> None:
    broken = table.a_match()
    let_sleep(broken)
    let_sleep(table.a_match())
    dealing.forget()
    Match.objects.filter(pk=broken.pk).update(options={"decks": "many"})
    with travel(DAY * 60):
        assert moderating.void_the_silent(now()) == 2


def test_a_moderator_can_end_a_running_match_whose_rules_fail() -> None:
    match = table.a_match()
    dealing.forget()
    Match.objects.filter(pk=match.pk).update(options={"decks": "many"})
    with pytest.raises(moderating.CannotModerate, match="still_broken"):
        moderating.pause(match.pk, by=moderator(), reason="something is odd here")
    moderating.void(match.pk, by=moderator(), reason="its rules are not here")
    match.refresh_from_db()
    assert match.state == "void"
