import datetime as dt
import time
from collections.abc import Iterator

import pytest
from django.core import mail
from pytest_django import Settings

from hosting.mail.reading.reader import SentLines
from hosting.mail.sending import outbox as sending
from hosting.mail.sending.outbox import BUDGET, GIVE_UP, LEASE, TRIES, deliver, due
from hosting.matches import notices
from hosting.matches.models import Notice, Seat, Submission
from hosting.now import now, travel
from tests import table
from tests.mail import gallery
from tests.mail.sink import Meddling, Sink, Watching, dripping, free_port, sink, words

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def relay(settings: Settings) -> Iterator[Sink]:
    """A relay that this process sends by."""
    with sink() as made:
        use(settings, made.port)
        yield made


def use(settings: Settings, port: int) -> None:
    """Send by the relay at this port."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_TIMEOUT = 10


def waiting() -> list[int]:
    """The notices of a match that has just begun: one to each player."""
    match = table.a_match()
    return list(Notice.objects.filter(match=match).order_by("pk").values_list("pk", flat=True))


def states() -> list[str]:
    """The states of all notices, in order."""
    return list(Notice.objects.order_by("pk").values_list("state", flat=True))


def test_what_waits_is_sent_over_one_connection_and_marked(relay: Sink) -> None:
    ids = waiting()
    deliver(ids)
    assert len(relay.mails) == len(ids) == 2
    assert relay.connections == 1
    assert states() == ["sent", "sent"]
    assert Notice.objects.filter(sent_at=None).count() == 0
    assert list(Seat.objects.values_list("notices_sent", flat=True)) == [1, 1]
    assert due(now()) == []


def test_the_envelopes_sender_is_the_notices_own_bounce_address(relay: Sink) -> None:
    deliver(waiting())
    assert all(sender.startswith("bounce+") for sender in relay.senders)
    assert len(set(relay.senders)) == 2


def test_of_what_was_sent_hashes_of_its_lines_are_kept_and_no_words(relay: Sink) -> None:
    deliver(waiting())
    notice = Notice.objects.get(kind=Notice.Kind.TURN)
    assert notice.player is not None
    text = words(next(each for each in relay.mails if each["To"] == notice.player.email), 0)
    assert SentLines.from_data(notice.sent_lines) == SentLines.of(text)
    assert "Spite" not in str(notice.sent_lines)


def test_a_second_delivery_sends_nothing(relay: Sink) -> None:
    ids = waiting()
    deliver(ids)
    deliver(ids)
    assert len(relay.mails) == 2


def test_a_delivery_that_begins_while_another_is_sending_sends_nothing(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "tests.mail.sink.Meddling"
    ids = waiting()
    Meddling.meanwhile = lambda: deliver(ids)
    deliver(ids)
    assert len(mail.outbox) == 2
    assert states() == ["sent", "sent"]


def test_a_temporary_refusal_is_tried_again_after_a_minute_with_the_same_message_id(relay: Sink) -> None:
    ids = waiting()[:1]
    relay.answers = ["451 4.3.0 later, dear"]
    deliver(ids)
    notice = Notice.objects.get(pk=ids[0])
    assert (notice.state, notice.error) == ("new", "451 4.3.0 later, dear")
    assert ids[0] not in due(now() + MINUTE / 2)
    with travel(MINUTE * 1.1):
        assert ids[0] in due(now())
        deliver(ids)
    notice.refresh_from_db()
    assert (notice.state, notice.error) == ("sent", "")
    assert len(relay.mails) == 1


def test_the_waits_grow_to_four_hours(relay: Sink) -> None:
    ids = waiting()[:1]
    relay.answers = ["451 later"] * 6
    waits = []
    ahead = dt.timedelta()
    for _try in range(6):
        with travel(ahead):
            deliver(ids)
            notice = Notice.objects.get(pk=ids[0])
            assert notice.not_before is not None
            waits.append(round((notice.not_before - now()) / MINUTE))
        ahead += MINUTE * 241
    assert waits == [1, 5, 15, 60, 240, 240]


def test_a_relay_that_is_down_delays_everything_and_fails_nothing(settings: Settings) -> None:
    use(settings, free_port())
    ids = waiting()
    deliver(ids)
    assert states() == ["new", "new"]
    assert all(error.startswith(("ConnectionRefused", "the relay")) for error in _errors())


def test_after_five_days_a_notice_is_given_up_and_the_moderators_are_told(relay: Sink) -> None:
    gallery.moderator()
    ids = waiting()[:1]
    relay.answers = ["451 later"]
    with travel(GIVE_UP + MINUTE):
        deliver(ids)
    assert Notice.objects.get(pk=ids[0]).state == "failed"
    told = Notice.objects.get(kind=Notice.Kind.MODERATORS)
    assert told.data["what"] == "undeliverable"


def test_a_permanent_refusal_fails_at_once_with_the_relays_words_and_no_address(relay: Sink) -> None:
    gallery.moderator()
    ids = waiting()
    relay.recipient_answers = ["550 5.1.1 <anna@mail.example.org> is not known here"]
    deliver(ids)
    assert sorted(states()) == ["failed", "new", "sent"]  # the new one is the moderators'
    failed = Notice.objects.get(state="failed")
    assert failed.error == "550 5.1.1 <…@mail.example.org> is not known here"
    assert len(relay.mails) == 1


def test_a_relay_that_refuses_ourselves_is_never_taken_for_a_refusal_of_the_mail(settings: Settings) -> None:
    with sink() as relay:
        use(settings, relay.port)
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "we", "wrong"
        deliver(waiting())
    assert states() == ["new", "new"]


def test_an_answer_that_is_lost_makes_a_second_mail_with_the_same_message_id(relay: Sink) -> None:
    ids = waiting()[:1]
    relay.answers = ["drop"]
    deliver(ids)
    assert Notice.objects.get(pk=ids[0]).state == "new"
    with travel(MINUTE * 2):
        deliver(ids)
    assert len(relay.mails) == 2
    assert relay.mails[0]["Message-ID"] == relay.mails[1]["Message-ID"]


def test_a_connection_that_is_lost_in_mid_batch_is_opened_anew_for_the_next(relay: Sink) -> None:
    ids = waiting()
    relay.answers = ["drop", "250 OK"]
    deliver(ids)
    assert sorted(states()) == ["new", "sent"]
    assert relay.connections == 2


def test_a_relay_that_answers_letter_by_letter_is_left_when_the_time_is_up(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "BUDGET", 1.0)
    with dripping() as port:
        use(settings, port)
        ids = waiting()
        begun = time.monotonic()
        deliver(ids)
        assert time.monotonic() - begun < BUDGET
    assert states() == ["new", "new"]


def test_the_whole_batch_is_done_within_the_lease() -> None:
    assert dt.timedelta(seconds=BUDGET) < LEASE / 2


def test_a_turn_that_is_over_is_not_sent_any_more(relay: Sink) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    notice = gallery.newest(seat, Notice.Kind.TURN)
    table.press(seat, table.discard(seat))
    deliver([notice.pk])
    notice.refresh_from_db()
    assert notice.state == "dropped"
    assert relay.mails == []


def test_an_answer_is_sent_however_old_its_turn_is(relay: Sink) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    notice = gallery.answer(seat, ["what a fine evening"])
    table.press(seat, table.discard(seat))
    deliver([notice.pk])
    assert len(relay.mails) == 1


def test_a_question_whether_a_mail_was_his_is_dropped_when_it_is_settled(relay: Sink) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    submission = Submission.objects.create(
        match=match,
        seat=seat,
        player=seat.player,
        source="mail",
        key="mail:0:held",
        state="held",
        lines=["1"],
    )
    notice = notices.held(submission, sender="")
    assert notice is not None
    Submission.objects.filter(pk=submission.pk).update(state="refused")
    deliver([notice.pk])
    assert relay.mails == []


def test_a_notice_that_cannot_be_written_harms_no_other_and_is_set_aside_after_five_tries(
    relay: Sink,
) -> None:
    gallery.moderator()
    ids = waiting()
    Notice.objects.filter(pk=ids[0]).update(choices=[["no such action at all", "?"]], data={"since": "x"})
    for tries in range(TRIES + 1):
        with travel(MINUTE * 300 * tries):
            deliver(ids)
    poisoned = Notice.objects.get(pk=ids[0])
    assert (poisoned.state, poisoned.attempts) == ("failed", TRIES)
    assert poisoned.error.startswith("writing: ")
    assert Notice.objects.get(pk=ids[1]).state == "sent"
    assert Notice.objects.get(kind=Notice.Kind.MODERATORS).data["what"] == "unwritten"


def test_a_notice_at_which_the_process_died_is_taken_up_again_after_its_lease(relay: Sink) -> None:
    ids = waiting()[:1]
    Notice.objects.filter(pk=ids[0]).update(state="leased", lease_until=now() + LEASE, attempts=1)
    deliver(ids)
    assert relay.mails == []
    with travel(LEASE * 2):
        assert ids[0] in due(now())
        deliver(ids)
    assert len(relay.mails) == 1


def test_a_notice_that_kills_its_sender_is_set_aside(relay: Sink) -> None:
    ids = waiting()[:1]
    Notice.objects.filter(pk=ids[0]).update(state="leased", lease_until=now() - MINUTE, attempts=TRIES)
    deliver(ids)
    assert Notice.objects.get(pk=ids[0]).state == "failed"
    assert relay.mails == []


def test_a_sign_in_mail_is_sent_once_and_its_words_are_deleted(relay: Sink) -> None:
    notice = notices.sign_in("anna@mail.example.org", subject="Your code", body="ABCD")
    deliver([notice.pk])
    notice.refresh_from_db()
    assert (notice.state, notice.sealed) == ("sent", None)
    assert relay.subjects() == ["Your code"]


def test_a_sign_in_mail_older_than_ten_minutes_is_dropped_and_its_words_are_deleted(relay: Sink) -> None:
    notice = notices.sign_in("anna@mail.example.org", subject="Your code", body="ABCD")
    with travel(MINUTE * 10.5):
        deliver([notice.pk])
    notice.refresh_from_db()
    assert (notice.state, notice.sealed) == ("dropped", None)
    assert relay.mails == []


def test_no_transaction_is_open_while_a_mail_is_sent(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "tests.mail.sink.Watching"
    Watching.seen.clear()
    deliver(waiting())
    assert Watching.seen == [False, False]
    assert states() == ["sent", "sent"]


def _errors() -> list[str]:
    return list(Notice.objects.order_by("pk").values_list("error", flat=True))
