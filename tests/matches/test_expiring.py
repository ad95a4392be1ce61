import datetime as dt

import pytest

from hosting.matches import expiring, moderating, verifying
from hosting.matches.models import Entry, Match, Notice, Seat, Submission
from hosting.matches.playing import play
from hosting.now import now, travel
from tests import table
from tests.table import DAY, HOUR

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def go_silent(match: Match) -> None:
    """Let a whole turn pass without a word from whoever is to act, with a reminder on the way."""
    seat = table.on_turn(match)
    assert seat.remind_at
    assert seat.deadline_at
    table.deliver_all(match)
    with travel(seat.remind_at - now()):
        table.sweep(match)
    with travel(seat.deadline_at - now()):
        table.sweep(match)
    match.refresh_from_db()


def test_a_turn_that_is_not_answered_is_ended_by_the_host_after_a_reminder() -> None:
    match = table.a_match()
    silent = table.on_turn(match)
    go_silent(match)
    assert table.on_turn(match).pk != silent.pk
    assert Entry.objects.filter(match=match, kind="expired", seat=silent.number).count() == 1
    assert set(Notice.objects.filter(seat=silent).values_list("kind", flat=True)) == {
        "turn",
        "reminder",
        "expired",
    }
    silent.refresh_from_db()
    assert (silent.misses, silent.misses_total) == (1, 1)
    assert list(verifying.differences(match)) == []


def test_nothing_happens_before_the_deadline() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.deadline_at
    assert seat.question
    with travel(seat.deadline_at - now() - dt.timedelta(seconds=5)):
        expiring.expire(seat.pk, seat.question)
    assert not Entry.objects.filter(match=match, kind="expired").exists()


def test_an_expired_turn_is_ended_once_by_any_number_of_sweeps() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.question
    go_silent(match)
    with travel(DAY * 4):
        expiring.expire(seat.pk, seat.question)
    assert Entry.objects.filter(match=match, kind="expired", seat=seat.number).count() == 1


@pytest.mark.parametrize("state", ["unread", "ready"])
def test_a_reply_accepted_in_time_is_waited_for_however_late_it_is_read(state: str) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.deadline_at
    table.deliver_all(match)
    with travel(seat.deadline_at - now() - dt.timedelta(seconds=1)):
        submission = Submission.objects.create(
            match=match,
            seat=seat,
            player=seat.player,
            question=seat.question,
            source="mail",
            key="mail:1:0",
            lines=[table.discard(seat)],
            state=state,
            accepted_at=now(),
        )
    with travel(seat.deadline_at - now() + HOUR):
        table.sweep(match)
        assert not Entry.objects.filter(match=match, kind="expired").exists()
        Submission.objects.filter(pk=submission.pk).update(state="ready")
        play(submission.pk)
    submission.refresh_from_db()
    assert submission.state == "applied"


def test_turns_that_wait_for_a_reply_to_be_read_keep_no_other_from_being_found() -> None:
    waiting, silent = table.a_match(), table.a_match()
    seat = table.on_turn(waiting)
    Submission.objects.create(
        match=waiting, seat=seat, question=seat.question, source="mail", key="mail:1:0", state="unread"
    )
    with travel(DAY * 4):
        assert [due for due, _ in expiring.due_turns(now(), most=1)] == [table.on_turn(silent).pk]


def test_a_held_reply_does_not_stop_the_clock() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    Submission.objects.create(
        match=match, seat=seat, question=seat.question, source="mail", key="mail:1:0", state="held"
    )
    go_silent(match)
    assert Entry.objects.filter(match=match, kind="expired").count() == 1


def test_a_late_reply_counts_until_the_host_has_moved() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    with travel(DAY * 4):
        assert table.press(seat, table.discard(seat)).state == "applied"


def test_a_reply_after_the_host_has_moved_is_told_both_instants() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    action = table.discard(seat)
    go_silent(match)
    with travel(DAY * 4):
        late = table.press(seat, action)
    assert late.outcome["code"] == "stale"
    assert late.outcome["closed_by"] == "expired"
    assert late.outcome["question_closed_at"] < late.outcome["accepted_at"]


def test_a_player_whom_no_mail_reached_gets_more_time_instead() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.deadline_at
    assert seat.question
    with travel(DAY * 3 + HOUR):
        expiring.expire(seat.pk, seat.question)
    moved = table.on_turn(match)
    assert moved.pk == seat.pk
    assert moved.deadline_at
    assert moved.deadline_at > seat.deadline_at
    assert Entry.objects.get(match=match, kind="deadline_moved").data["why"] == "undelivered"


def test_more_time_for_lost_mails_ends_after_seven_days_in_a_turn() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    for days in range(3, 16):
        with travel(DAY * days):
            for due, question in expiring.due_turns(now()):
                expiring.expire(due, question)
    ended = Entry.objects.get(match=match, kind="expired", seat=seat.number)
    assert match.started_at
    assert ended.at - match.started_at < DAY * 11 + HOUR


def test_whoever_has_seen_the_page_needs_no_mail() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    Seat.objects.filter(pk=seat.pk).update(seen_at=now())
    assert seat.question
    with travel(DAY * 3 + HOUR):
        expiring.expire(seat.pk, seat.question)
    assert Entry.objects.filter(match=match, kind="expired").count() == 1


def test_a_turn_in_which_the_player_did_something_is_no_miss() -> None:
    match = table.a_match()
    while not (plays := [a for a in table.legal(table.on_turn(match)) if a.verb == "play"]):
        table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    seat = table.on_turn(match)
    table.press(seat, str(plays[0]))
    if table.on_turn(match).pk == seat.pk:
        Seat.objects.filter(pk=seat.pk).update(seen_at=now())
        go_silent(match)
        seat.refresh_from_db()
        assert seat.misses == 0


def test_after_three_misses_in_a_row_the_deal_is_lost_and_the_opponent_scores() -> None:
    match = table.a_match()
    silent = table.on_turn(match)
    for _ in range(2):
        go_silent(match)
        other = table.on_turn(match)
        table.press(other, table.discard(other))
    go_silent(match)
    left = Entry.objects.get(match=match, kind="left")
    assert left.seat == silent.number
    assert left.data == {"why": "forfeit"}
    ended = Entry.objects.get(match=match, kind="deal_ended")
    assert ended.data["scores"][1 - silent.number] > 0
    assert Notice.objects.filter(seat=silent, kind="expired").latest("pk").data["lost_deal"] is True
    assert list(verifying.differences(match)) == []


def test_when_everybody_has_been_silent_for_two_turns_the_match_is_paused_and_void_after_thirty_days() -> (
    None
):
    match = table.a_match()
    for _ in range(4):
        go_silent(match)
    assert match.state == "paused"
    assert Notice.objects.filter(match=match, kind__in=["paused", "expired"], data__has_key="since").exists()
    with travel(DAY * 29):
        assert moderating.void_the_silent(now()) == 0
    with travel(DAY * 45):
        assert moderating.void_the_silent(now()) == 1
    match.refresh_from_db()
    assert match.state == "void"
    assert match.master_shown
    assert list(verifying.differences(match)) == []


def test_a_bot_has_no_clock() -> None:
    match = table.a_match()
    Seat.objects.filter(match=match).update(bot="greedy")
    seat = table.on_turn(match)
    table.press(seat, table.discard(seat))
    assert table.on_turn(match).deadline_at is None


def test_a_reminder_goes_out_once() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.question
    with travel(DAY * 2.5):
        for _ in range(3):
            expiring.remind(seat.pk, seat.question)
    assert Notice.objects.filter(seat=seat, kind="reminder").count() == 1


def test_partial_play_does_not_restart_the_clock() -> None:
    match = table.a_match()
    while not (plays := [a for a in table.legal(table.on_turn(match)) if a.verb == "play"]):
        table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    seat = table.on_turn(match)
    with travel(HOUR):
        table.press(seat, str(plays[0]))
    after = table.on_turn(match)
    assert after.pk == seat.pk
    assert after.deadline_at == seat.deadline_at
    with travel(DAY * 2.9):
        more = [a for a in table.legal(after) if a.verb == "play"]
        if more:
            table.press(after, str(more[0]))
            raised = table.on_turn(match)
            assert raised.deadline_at
            assert raised.deadline_at - now() >= match.pace / 4 - HOUR
