"""The state of the host, and trying again by hand."""

import datetime as dt
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry

from hosting.mail.listening.storing import submission_key
from hosting.mail.models import InboundMail
from hosting.mail.taking.mails import take
from hosting.mail.writing.letters import write
from hosting.matches import faults
from hosting.matches.models import Heartbeat, Match, Notice, Seat, Submission
from hosting.matches.playing import play
from hosting.matches.queries import situation
from hosting.moderation import again, roles, state
from hosting.now import now
from hosting.players.models import Player
from tests import people
from tests.moderation import cases

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def press_again(by: Player, kind: str, row: object) -> Any:
    """Press the button beside a row."""
    return cases.signed_in(by).post("/admin/host/again/", {"kind": kind, "row": str(row)})


def to_act(match: Match) -> Seat:
    return Seat.objects.select_related("match", "player").get(match=match, question__isnull=False)


def by_mail(match: Match, *, state: str = "ready") -> Submission:
    """A good move that came by mail."""
    seat = to_act(match)
    last = situation(match, seat).view.legal[-1]
    return Submission.objects.create(
        match=match, seat=seat, player=seat.player, question=seat.question, source="mail",
        key=f"mail:999:{seat.pk}", lines=[f"discard {' '.join(last.args)}"], state=state,
    )  # fmt: skip


def shunted(match: Match) -> Submission:
    """The same, set aside after five tries, and its player told so."""
    submission = by_mail(match)
    faults.shunt(submission, why="KeyError")
    submission.refresh_from_db()
    return submission


def test_the_page_counts_what_waits_and_what_was_given_up() -> None:
    cases.planted()
    shunted(cases.running_match())
    InboundMail.objects.create(raw=b"", state="shunted", reason="RecursionError")
    counted = {str(queue.label): queue.count for queue in state.queues()}
    assert counted == {
        "emails to be read": 1,
        "submissions to be played": 0,
        "submissions held until the player confirms": 0,
        "notices to be sent": Notice.objects.filter(state="new").count(),
        "notices for a daily email": 0,
        "notices given up": 1,
        "emails set aside": 1,
        "submissions set aside": 1,
        "unsettled reports": 0,
        "matches stopped by a fault": 0,
    }


def test_a_process_that_has_long_said_nothing_shows_its_age() -> None:
    Heartbeat.objects.create(name="sweep", at=now() - dt.timedelta(hours=3))
    assert state.beats(now())[0].ago == "3\xa0hours"
    assert "3\xa0hours" in cases.signed_in(cases.with_role("operator")).get("/admin/host/").content.decode()


def test_a_submission_that_was_set_aside_is_played_and_answered_after_all() -> None:
    match = cases.running_match()
    submission = shunted(match)
    assert submission.state == "shunted"
    operator = cases.with_role("operator")
    assert press_again(operator, "submission", submission.pk).status_code == 302
    submission.refresh_from_db()
    assert (submission.state, submission.attempts) == ("ready", 0)
    play(submission.pk)
    submission.refresh_from_db()
    assert submission.state == "applied", submission.outcome
    answer = Notice.objects.get(key=f"answer:{submission.pk}")
    assert answer.state == "new"
    assert LogEntry.objects.get().user == operator


def test_the_answer_that_it_was_our_fault_is_not_sent_when_it_is_tried_again_before() -> None:
    match = cases.running_match()
    submission = shunted(match)
    told = Notice.objects.get(key=f"answer:{submission.pk}")
    assert again.submission(submission.pk)
    told.refresh_from_db()
    assert told.state == "dropped"


def test_a_submission_may_be_set_aside_and_tried_again_more_than_once() -> None:
    match = cases.running_match()
    submission = shunted(match)
    for _ in range(3):
        assert again.submission(submission.pk)
        faults.shunt(submission, why="KeyError")
    assert again.submission(submission.pk)
    play(submission.pk)
    submission.refresh_from_db()
    assert submission.state == "applied"


def test_only_what_was_set_aside_is_tried_again() -> None:
    match = cases.running_match()
    submission = by_mail(match)
    play(submission.pk)
    assert not again.submission(submission.pk)
    submission.refresh_from_db()
    assert submission.state == "applied"


def test_a_mail_that_was_set_aside_is_read_again_with_its_submissions() -> None:
    match = cases.running_match()
    seat = to_act(match)
    last = situation(match, seat).view.legal[-1]
    assert seat.player is not None
    mail = InboundMail.objects.create(
        raw=f"From: {seat.player.email}\r\n\r\ndiscard {' '.join(last.args)}\r\n".encode(),
        mail_from=seat.player.email,
        state="shunted",
        attempts=6,
    )
    notice = Notice.objects.get(seat=seat, kind="turn")
    submission = Submission.objects.create(
        match=match, seat=seat, player=seat.player, notice=notice, question=seat.question, source="mail",
        key=submission_key(mail.pk, 0), state="shunted", outcome={"code": "fault"},
    )  # fmt: skip
    mail.recipients = [{"address": "x", "kind": "token", "notice": notice.pk, "submission": submission.pk}]
    mail.save()
    assert press_again(cases.with_role("operator"), "mail", mail.pk).status_code == 302
    take(mail.pk)
    submission.refresh_from_db()
    mail.refresh_from_db()
    assert (mail.state, submission.state) == ("done", "applied"), submission.outcome


def test_a_submission_whose_mail_was_never_read_begins_with_its_mail() -> None:
    match = cases.running_match()
    mail = InboundMail.objects.create(raw=b"From: a", state="shunted", recipients=[{"kind": "token"}])
    submission = by_mail(match, state="shunted")
    Submission.objects.filter(pk=submission.pk).update(key=submission_key(mail.pk, 0), lines=[])
    assert again.submission(submission.pk)
    submission.refresh_from_db()
    mail.refresh_from_db()
    assert (mail.state, submission.state) == ("new", "unread")


def test_a_notice_that_was_given_up_is_sent_again() -> None:
    case = cases.planted()
    assert press_again(cases.with_role("support"), "notice", case.notice.pk).status_code == 302
    case.notice.refresh_from_db()
    assert (case.notice.state, case.notice.attempts, case.notice.error) == ("new", 0, "")


@pytest.mark.parametrize("state_before", ["new", "leased", "sent", "dropped"])
def test_no_other_notice_is_sent_again(state_before: str) -> None:
    case = cases.planted()
    Notice.objects.filter(pk=case.notice.pk).update(state=state_before)
    assert not again.notice(case.notice.pk)


def test_a_sign_in_code_is_never_sent_again() -> None:
    code = Notice.objects.create(key="s", kind="sign_in", address="x@mail.example.org", state="failed")
    assert not again.notice(code.pk)


@pytest.mark.parametrize(
    ("role", "kind", "status"),
    [
        ("support", "submission", 403),
        ("support", "mail", 403),
        ("moderator", "notice", 403),
        ("moderator", "mail", 403),
        ("operator", "nonsense", 404),
    ],
)
def test_a_button_works_only_for_its_role(role: str, kind: str, status: int) -> None:
    case = cases.planted()
    assert press_again(cases.with_role(role), kind, case.notice.pk).status_code == status
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("row", ["", "-1", "x", "1.5"])
def test_a_row_that_is_no_number_is_not_found(row: str) -> None:
    assert press_again(cases.with_role("operator"), "mail", row).status_code == 404


def test_nothing_is_tried_again_by_opening_an_address() -> None:
    assert cases.signed_in(cases.with_role("operator")).get("/admin/host/again/").status_code in {302, 405}


@pytest.mark.parametrize("kind", ["paused", "expired", "turn", "voided"])
def test_the_mail_about_an_act_names_moderator_and_reason(kind: str) -> None:
    match = cases.running_match()
    acts = {"paused": "pause", "voided": "void", "expired": "end-turn", "turn": "end-turn"}
    fields = {"reason": cases.REASON, "seq": str(match.seq)}
    maja = cases.signed_in(cases.with_role("moderator"))
    maja.post(f"/admin/matches/match/{match.pk}/act/{acts[kind]}/", fields)
    Player.objects.update(language="en")
    notice = Notice.objects.filter(match=match, kind=kind).latest("pk")
    text = " ".join(write(notice, now()).text.split())
    assert "Decided by Maja." in text
    assert cases.REASON in text


def test_the_mail_about_a_pause_says_when_its_maker_plays_in_the_match() -> None:
    match = cases.running_match()
    roles.give(people.ben(), "moderator")
    fields = {"reason": cases.REASON, "seq": str(match.seq)}
    cases.signed_in(people.ben()).post(f"/admin/matches/match/{match.pk}/act/pause/", fields)
    Player.objects.update(language="en")
    text = write(Notice.objects.get(match=match, kind="paused", player=people.anna()), now()).text
    assert "Every moderator plays" in " ".join(text.split())
