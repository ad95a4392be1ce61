import datetime as dt

import pytest
from django.db import transaction
from django.db.models import F
from pytest_django import DjangoAssertNumQueries

from hosting.matches import dealing, moderating, notices, queries, verifying
from hosting.matches.models import Entry, Match, Notice, Seat, Submission
from hosting.matches.playing import confirm, drop, play
from hosting.matches.sitting import Sitting, seats_of_match
from hosting.matches.submitting import submit
from hosting.now import now, travel
from hosting.players.models import Player
from hosting.rules.choices import choices
from tests import people, table
from tests.table import HOUR

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def until_a_play_is_possible(match: Match) -> Seat:
    """Discard to and fro until somebody can play to the centre."""
    while not any(action.verb == "play" for action in table.legal(table.on_turn(match))):
        seat = table.on_turn(match)
        table.press(seat, table.discard(seat))
    return table.on_turn(match)


def a_mailed_turn(match: Match) -> Seat:
    """Whoever is to act has a mail that asks him."""
    seat = table.on_turn(match)
    assert Notice.objects.filter(seat=seat, question=seat.question).exists()
    return seat


def test_a_legal_line_is_applied_and_the_turn_goes_on_to_the_other() -> None:
    match = table.a_match()
    seat = a_mailed_turn(match)
    done = table.write(seat, table.discard(seat))
    assert (done.state, done.outcome["code"]) == ("applied", "applied")
    assert table.on_turn(match).pk != seat.pk


def test_several_lines_are_applied_in_order_and_stop_at_the_first_that_is_not_legal() -> None:
    match = table.a_match()
    seat = until_a_play_is_possible(match)
    first = next(action for action in table.legal(seat) if action.verb == "play")
    done = table.write(seat, str(first), "discard K 9", table.discard(seat))
    assert done.outcome["code"] == "stopped"
    assert done.outcome["stopped"]["line"] == "discard K 9"
    assert done.outcome["left"] != []
    assert Entry.objects.filter(submission=done, kind="action").count() == 1
    assert table.on_turn(match).pk == seat.pk


def test_what_follows_the_end_of_the_turn_is_named_and_not_applied() -> None:
    match = table.a_match()
    seat = a_mailed_turn(match)
    line = table.discard(seat)
    done = table.write(seat, line, line)
    assert done.outcome["code"] == "applied"
    assert done.outcome["left"] == [line]
    assert Entry.objects.filter(submission=done, kind="action").count() == 1


def test_a_number_means_the_list_of_the_mail_that_is_answered_in_every_line() -> None:
    match = table.a_match()
    seat = until_a_play_is_possible(match)
    notice = Notice.objects.filter(seat=seat, question=seat.question).latest("pk")
    place = next(place for place, actions in enumerate(notice.choices) if actions[0].startswith("play"))
    done = table.write(seat, str(place + 1), str(place + 1), notice=notice)
    logged = Entry.objects.filter(submission=done, kind="action").order_by("seq")
    assert logged[0].data["action"] == notice.choices[place][0]
    assert all(entry.data["action"] == notice.choices[place][0] for entry in logged)


def test_the_number_of_a_folded_family_alone_is_ambiguous() -> None:
    match = table.a_match()
    seat = a_mailed_turn(match)
    notice = Notice.objects.filter(seat=seat, question=seat.question).latest("pk")
    folded = next(place for place, actions in enumerate(notice.choices, 1) if len(actions) > 1)
    done = table.write(seat, str(folded))
    assert done.state == "refused"
    assert done.outcome["stopped"]["error"] == "ambiguous"
    assert done.outcome["stopped"]["actions"] == notice.choices[folded - 1]


def test_a_slip_before_a_command_stops_everything_and_is_named() -> None:
    match = table.a_match()
    seat = a_mailed_turn(match)
    done = table.write(seat, "kasat 9 till 2", table.discard(seat))
    assert done.outcome["code"] == "unclear"
    assert done.outcome["unclear"] == ["kasat 9 till 2"]
    assert not Entry.objects.filter(match=match, kind="action").exists()


def test_commands_beyond_chatter_are_asked_about_and_nothing_is_applied() -> None:
    match = table.a_match()
    seat = a_mailed_turn(match)
    done = table.write(seat, table.discard(seat), "see you soon", "1")
    assert done.outcome["code"] == "beyond"
    assert not Entry.objects.filter(match=match, kind="action").exists()


def test_greetings_around_the_lines_do_no_harm() -> None:
    match = table.a_match()
    seat = a_mailed_turn(match)
    done = table.write(seat, "Hi Ben!", "", table.discard(seat), "Cheers", seat.name)
    assert done.state == "applied"


def test_more_than_twenty_lines_are_not_played() -> None:
    match = table.a_match()
    done = table.write(a_mailed_turn(match), *["1"] * 21)
    assert done.outcome["code"] == "too_many"
    assert not Entry.objects.filter(match=match, kind="action").exists()


def test_a_call_for_help_is_answered_and_changes_nothing() -> None:
    match = table.a_match()
    seat = a_mailed_turn(match)
    done = table.write(seat, "hjälp")
    assert done.outcome["code"] == "help"
    answer = Notice.objects.get(submission=done)
    assert answer.question == seat.question
    assert answer.choices


def test_lines_without_any_command_are_answered_as_empty() -> None:
    match = table.a_match()
    done = table.write(a_mailed_turn(match), "What a lovely morning")
    assert done.outcome["code"] == "empty"


def test_a_card_that_is_not_held_is_refused_with_the_reason() -> None:
    match = table.a_match()
    seat = a_mailed_turn(match)
    hand = {action.args[0] for action in table.legal(seat) if action.verb == "discard"}
    missing = next(rank for rank in "23456789" if rank not in hand)
    done = table.write(seat, f"discard {missing} to 1")
    assert done.outcome["code"] == "nothing"
    assert done.outcome["stopped"]["error"] == "illegal"
    assert done.outcome["stopped"]["reason"]["name"]


def test_the_same_lines_for_the_same_question_again_are_a_repeat_and_stay_quiet() -> None:
    match = table.a_match()
    seat = a_mailed_turn(match)
    notice = Notice.objects.get(seat=seat, question=seat.question)
    line = table.discard(seat)
    table.write(seat, line, notice=notice)
    again = table.write(seat, line.upper(), notice=notice)
    assert again.state == "repeat"
    assert not Notice.objects.filter(submission=again).exists()
    assert Entry.objects.filter(match=match, kind="action").count() == 1


def test_another_text_after_the_question_was_closed_is_told_when_it_was() -> None:
    match = table.a_match()
    seat = a_mailed_turn(match)
    notice = Notice.objects.get(seat=seat, question=seat.question)
    discards = [str(action) for action in table.legal(seat) if action.verb == "discard"]
    table.write(seat, discards[0], notice=notice)
    late = table.write(seat, discards[-1], notice=notice)
    assert late.outcome["code"] == "stale"
    assert late.outcome["closed_by"] == "action"
    assert late.outcome["question_closed_at"]
    assert Notice.objects.filter(submission=late).count() == 1


def test_whoever_is_not_asked_is_told_that_it_is_not_his_turn() -> None:
    match = table.a_match()
    other = table.waiting(match)
    submission = submit(
        other, player=other.player, question=None, source="web", key="w", action="discard 9 1"
    )
    play(submission.pk)
    submission.refresh_from_db()
    assert submission.outcome["code"] == "not_your_turn"


def test_nobody_plays_for_a_seat_that_is_not_his() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    done = table.press(seat, table.discard(seat), player=people.dan())
    assert done.outcome["code"] == "not_seated"
    assert not Entry.objects.filter(match=match, kind="action").exists()


def test_a_paused_match_takes_no_moves_but_those_accepted_before() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    action = table.discard(seat)
    early = submit(seat, player=seat.player, question=seat.question, source="web", key="early", action=action)
    moderator = people.dan()
    moderator.is_staff = True
    moderator.save()
    moderating.pause(match.pk, by=moderator, reason="one of them is in hospital")
    late = table.press(seat, action)
    assert late.outcome["code"] == "paused"
    play(early.pk)
    early.refresh_from_db()
    assert early.state == "applied"


def test_a_pause_stops_the_clock_for_as_long_as_it_lasts() -> None:
    match = table.a_match()
    before = table.on_turn(match)
    moderator = people.dan()
    moderator.is_staff = True
    moderator.save()
    moderating.pause(match.pk, by=moderator, reason="one of them is in hospital")
    with travel(HOUR * 50):
        moderating.resume(match.pk, by=moderator, reason="he is well again")
    after = table.on_turn(match)
    assert before.deadline_at
    assert after.deadline_at
    assert abs(after.deadline_at - before.deadline_at - HOUR * 50) < dt.timedelta(minutes=1)
    assert after.question == before.question
    assert list(verifying.differences(match)) == []


def test_a_moderator_who_plays_in_a_match_may_not_touch_it() -> None:
    match = table.a_match()
    anna, cilla = people.anna(), people.cilla()
    for moderator in (anna, cilla):
        moderator.is_staff = True
        moderator.save()
    with pytest.raises(moderating.CannotModerate, match="plays_in_it"):
        moderating.pause(match.pk, by=anna, reason="I would like to think")


def test_held_lines_are_played_once_they_are_confirmed() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    held = Submission.objects.create(
        match=match, seat=seat, player=seat.player, question=seat.question, source="mail", key="h",
        lines=[table.discard(seat)], state="held",
    )  # fmt: skip
    play(held.pk)
    held.refresh_from_db()
    assert held.state == "held"
    assert confirm(held)
    assert not confirm(held)
    play(held.pk)
    held.refresh_from_db()
    assert held.state == "applied"


def test_held_lines_that_are_not_his_are_never_played() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    held = Submission.objects.create(
        match=match, seat=seat, question=seat.question, source="mail", key="h", lines=["1"], state="held"
    )
    assert drop(held)
    assert not confirm(held)


def test_the_same_key_is_one_submission() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    both = {
        submit(
            seat, player=seat.player, question=seat.question, source="web", key="form-1", action="discard 9 1"
        ).pk
        for _ in range(2)
    }
    assert len(both) == 1


def test_a_submission_that_makes_us_fail_is_tried_five_times_and_then_set_aside_as_our_fault() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    people.dan()
    submission = submit(
        seat,
        player=seat.player,
        question=seat.question,
        source="mail",
        key="mail:9:0",
        lines=[5],  # type: ignore[list-item]  # a fault of ours, made on purpose
    )
    for hours in range(5):
        with travel(HOUR * hours):
            play(submission.pk)
    submission.refresh_from_db()
    assert (submission.attempts, submission.state) == (5, "shunted")
    assert submission.outcome["code"] == "fault"
    assert Notice.objects.filter(submission=submission, kind="answer").count() == 1
    assert Entry.objects.filter(match=match, kind="deadline_moved", data__why="fault").count() == 1


def test_a_match_whose_rules_fail_is_stopped_and_its_players_are_told() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    submission = submit(
        seat, player=seat.player, question=seat.question, source="mail", key="mail:9:0", lines=["1"]
    )
    dealing.forget()
    Match.objects.filter(pk=match.pk).update(options={"decks": "many"})
    for hours in range(2):
        with travel(HOUR * hours):
            play(submission.pk)
    match.refresh_from_db()
    submission.refresh_from_db()
    assert match.state == "broken"
    assert submission.outcome["code"] == "broken"
    assert Notice.objects.filter(match=match, kind="broken").count() == 2


def test_a_sitting_takes_back_nothing_that_was_written_to_its_seats_meanwhile() -> None:
    match = table.a_match()
    before = table.on_turn(match)
    with transaction.atomic():
        sitting = Sitting.open(match.pk)
        Seat.objects.filter(match=match).update(
            token_epoch=F("token_epoch") + 1, notices_sent=7, wishes={"press": "none"}, seen_at=now()
        )
        seat = sitting.seat(before.pk)
        sitting.act(seat, table.legal(before)[-1])
        sitting.close()
    for found in Seat.objects.filter(match=match):
        assert (found.token_epoch, found.notices_sent, found.wishes) == (1, 7, {"press": "none"})
        assert found.seen_at is not None
    assert table.on_turn(match).question == match.seq + 1


def test_after_partial_play_the_answer_is_the_new_turn_notice() -> None:
    match = table.a_match()
    seat = until_a_play_is_possible(match)
    played = next(action for action in table.legal(seat) if action.verb == "play")
    before = Notice.objects.filter(match=match).count()
    done = table.write(seat, str(played))
    answer = Notice.objects.get(submission=done)
    now_asked = table.on_turn(match)
    assert answer.question == now_asked.question
    view = queries.situation(match, now_asked).view
    assert answer.choices == [[str(action) for action in choice.actions] for choice in choices(view)]
    assert Notice.objects.filter(match=match).count() == before + 1


def test_each_seat_gets_one_notice_at_most_of_what_one_submission_did() -> None:
    match = table.a_match()
    seat = a_mailed_turn(match)
    other = table.waiting(match)
    before = Notice.objects.count()
    table.write(seat, table.discard(seat))
    assert Notice.objects.count() == before + 2
    assert Notice.objects.filter(seat=other, kind="turn").count() == 1


def test_the_first_mail_tells_everybody_that_the_match_has_begun() -> None:
    match = table.a_match()
    kinds = dict(Notice.objects.filter(match=match).values_list("seat__number", "kind"))
    opener = table.on_turn(match).number
    assert kinds == {opener: "turn", 1 - opener: "started"}
    assert Notice.objects.get(match=match, kind="turn").data["started"] is True


def test_who_wants_which_mails_costs_no_query_of_a_move(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    match = table.a_match()
    table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    seats = Seat.objects.filter(match=match)
    with django_assert_num_queries(1):
        found = seats_of_match.rows(match=match.pk)
        assert [notices.wants_moves(seat) for seat in found] == [False, False]
    seats.update(wishes={"moves": "mail"})
    assert all(map(notices.wants_moves, seats_of_match.rows(match=match.pk)))
    seats.update(wishes={})
    Player.objects.update(wishes={"moves": "digest"})
    assert all(map(notices.wants_moves, seats_of_match.rows(match=match.pk)))
