"""Mails are stored whole and together with their submissions, or not at all (P1)."""

import threading
from concurrent.futures import Future

import pytest
from django.db import DataError, IntegrityError, OperationalError, connection

from hosting.mail import addresses
from hosting.mail.addresses import classify
from hosting.mail.models import InboundMail
from hosting.mail.storing import Letter, store, submission_key
from hosting.mail.writer import Writer
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


class TestWriter:
    """The thread that writes."""

    def test_every_letter_gets_its_own_answer(self) -> None:
        stored: list[int] = []
        writer = Writer(store, stored.append)
        futures = [writer.put(a_letter("play@play.localhost", raw=str(at).encode())) for at in range(70)]
        writer.start()
        numbers = [future.result(20) for future in futures]
        writer.close(20)
        assert [bytes(InboundMail.objects.get(pk=number).raw) for number in numbers[:3]] == [b"0", b"1", b"2"]
        assert sorted(stored) == sorted(numbers) == sorted(set(numbers))

    def test_letters_that_wait_share_a_transaction(self) -> None:
        batches: list[int] = []

        def counting(letters: object) -> list[int]:
            assert isinstance(letters, list)
            batches.append(len(letters))
            return store(letters)

        writer = Writer(counting, lambda _number: None)
        futures = [writer.put(a_letter("play@play.localhost")) for _ in range(40)]
        writer.start()
        assert [future.result(20) for future in futures]
        writer.close(20)
        assert batches == [32, 8]

    def test_one_bad_letter_harms_no_other(self) -> None:
        good, bad = a_letter("play@play.localhost"), a_letter("play@play.localhost", raw=b"bad")

        def picky(letters: object) -> list[int]:
            assert isinstance(letters, list)
            if bad in letters:
                raise DataError
            return store(letters)

        writer = Writer(picky, lambda _number: None)
        futures = [writer.put(letter) for letter in (good, bad, good)]
        writer.start()
        assert isinstance(futures[1].exception(20), DataError)
        assert futures[0].result(20) != futures[2].result(20)
        writer.close(20)

    def test_a_database_that_is_away_fails_all_at_once_and_is_used_again_when_it_is_back(self) -> None:
        tries: list[int] = []

        def away_at_first(letters: object) -> list[int]:
            assert isinstance(letters, list)
            tries.append(len(letters))
            if len(tries) == 1:
                raise OperationalError
            return store(letters)

        writer = Writer(away_at_first, lambda _number: None)
        failed = [writer.put(a_letter("play@play.localhost")) for _ in range(5)]
        writer.start()
        assert all(isinstance(future.exception(20), OperationalError) for future in failed)
        assert writer.put(a_letter("play@play.localhost")).result(20)
        writer.close(20)
        assert tries == [5, 1]

    def test_a_letter_that_was_taken_back_is_not_stored(self) -> None:
        writer = Writer(store, lambda _number: None)
        future: Future[int] = writer.put(a_letter("play@play.localhost"))
        assert future.cancel()
        writer.start()
        writer.close(20)
        assert not InboundMail.objects.exists()

    def test_what_waits_is_written_before_the_end(self) -> None:
        writer = Writer(store, lambda _number: None)
        writer.put(a_letter("play@play.localhost"))
        writer.put(a_letter("play@play.localhost"))
        writer.start()
        writer.close(20)
        assert not writer.is_alive()
        assert InboundMail.objects.count() == 2
