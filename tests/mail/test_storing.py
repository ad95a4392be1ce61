"""Mails are stored whole and together with their submissions, or not at all (P1)."""

import threading
from collections.abc import Sequence

import pytest
from django.db import DataError, IntegrityError, OperationalError, connection

from hosting.mail import addresses
from hosting.mail.addresses import classify
from hosting.mail.listening.storing import Letter, store, store_what_can_be, submission_key
from hosting.mail.models import InboundMail
from hosting.matches.models import Match, Notice, Seat, Submission
from tests.mail.test_addresses import a_notice

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

RAW = b"Subject: \xff\0\r\n\r\n1\r\n"


def a_letter(*to: str, raw: bytes = RAW) -> Letter:
    """Make a letter to these addresses."""
    return Letter(raw, "anna@mail.example.org", "127.0.0.1", tuple(map(classify, to)))


def test_a_mail_is_stored_as_it_came() -> None:
    [number] = store([a_letter("play@play.localhost")])
    mail = InboundMail.objects.get(pk=number)
    assert bytes(mail.raw) == RAW
    assert (mail.mail_from, mail.peer, mail.state) == ("anna@mail.example.org", "127.0.0.1", "new")
    assert mail.recipients == [
        {"address": "play@play.localhost", "kind": "play", "notice": None, "submission": None}
    ]


def test_a_token_makes_an_unread_submission() -> None:
    notice = a_notice()
    address = addresses.reply_address(notice)
    [number] = store([a_letter("host@play.localhost", address)])
    submission = Submission.objects.get()
    mail = InboundMail.objects.get(pk=number)
    assert submission.key == submission_key(number, 1) == f"mail:{number}:1"
    assert (submission.seat, submission.match, submission.notice) == (notice.seat, notice.match, notice)
    assert (submission.player, submission.question, submission.source) == (notice.player, 1, "mail")
    assert (submission.state, submission.lines, submission.outcome) == ("unread", [], {})
    assert submission.accepted_at == mail.received_at
    assert mail.recipients[1] == {
        "address": address,
        "kind": "token",
        "notice": notice.pk,
        "submission": submission.pk,
    }


def test_two_tokens_make_two_submissions() -> None:
    first, second = a_notice(), a_notice()
    store([a_letter(addresses.reply_address(first), addresses.reply_address(second))])
    assert list(Submission.objects.order_by("pk").values_list("notice", flat=True)) == [first.pk, second.pk]


def test_a_token_of_an_older_epoch_makes_no_submission() -> None:
    notice = a_notice()
    Seat.objects.update(token_epoch=4)
    [number] = store([a_letter(addresses.reply_address(notice))])
    assert not Submission.objects.exists()
    assert InboundMail.objects.get(pk=number).recipients[0]["kind"] == "old_token"


def test_a_token_of_a_finished_match_is_stored_like_any_other() -> None:
    notice = a_notice()
    Match.objects.update(state=Match.State.FINISHED)
    store([a_letter(addresses.reply_address(notice))])
    assert Submission.objects.get().state == "unread"


def test_a_question_that_was_answered_long_ago_is_stored_like_any_other() -> None:
    notice = a_notice()
    Seat.objects.update(question=77)
    store([a_letter(addresses.reply_address(notice))])
    assert Submission.objects.get().question == 1


def test_the_same_mail_twice_is_two_mails() -> None:
    letter = a_letter(addresses.reply_address(a_notice()))
    first, second = store([letter])[0], store([letter])[0]
    assert first != second
    assert Submission.objects.count() == 2


def test_many_letters_are_stored_in_order() -> None:
    notice = a_notice()
    letters = [a_letter(addresses.reply_address(notice), raw=str(count).encode()) for count in range(40)]
    numbers = store(letters)
    raws = dict(InboundMail.objects.values_list("pk", "raw"))
    assert [bytes(raws[number]) for number in numbers] == [letter.raw for letter in letters]
    keys = set(Submission.objects.values_list("key", flat=True))
    assert keys == {submission_key(number, 0) for number in numbers}


def test_when_a_submission_cannot_be_stored_its_mail_is_not_either() -> None:
    notice = a_notice()
    letter = a_letter(addresses.reply_address(notice))
    Notice.objects.all().delete()
    with pytest.raises(IntegrityError):
        store([letter])
    assert not InboundMail.objects.exists()


def test_a_connection_that_was_cut_is_opened_anew() -> None:
    letter = a_letter("play@play.localhost")
    cut_connection()
    store([letter])
    assert InboundMail.objects.count() == 1


def cut_connection() -> None:
    """End this thread's connection behind its back; SQLite has none that could be cut, only closed."""
    if connection.vendor != "postgresql":
        connection.close()
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()

    def terminate() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
        connection.close()

    thread = threading.Thread(target=terminate)
    thread.start()
    thread.join()


def test_one_bad_letter_harms_no_other() -> None:
    good, bad = a_letter("play@play.localhost"), a_letter("play@play.localhost", raw=b"bad")

    def picky(letters: Sequence[Letter]) -> list[int]:
        if bad in letters:
            raise DataError
        return store(letters)

    first, fault, second = store_what_can_be([good, bad, good], store=picky)
    assert isinstance(fault, DataError)
    assert InboundMail.objects.filter(pk__in=[first, second]).count() == 2


def test_a_database_that_is_away_is_asked_only_once() -> None:
    tries: list[int] = []

    def away(letters: Sequence[Letter]) -> list[int]:
        tries.append(len(letters))
        raise OperationalError

    faults = store_what_can_be([a_letter("play@play.localhost")] * 5, store=away)
    assert [type(fault) for fault in faults] == [OperationalError] * 5
    assert tries == [5]
