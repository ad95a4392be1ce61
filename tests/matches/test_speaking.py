"""Words to the host: they are good from any notice of the match, whatever becomes of moves beside them."""

import pytest

from hosting.matches import moderating
from hosting.matches.models import Entry, Notice
from tests import table
from tests.matches.test_pausing import moderator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def test_a_word_to_the_host_beside_a_move_does_not_disturb_the_move() -> None:
    seat = table.on_turn(table.a_match())
    done = table.write(seat, "SHOW", table.discard(seat))
    assert (done.state, done.outcome["code"]) == ("applied", "applied")
    assert [each["word"] for each in done.outcome["done"]] == ["show"]


@pytest.mark.parametrize("word", ["show", "igen", "pesanan"])
def test_a_word_to_the_host_alone_plays_nothing_and_is_answered_each_time(word: str) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    before = Entry.objects.count()
    for _time in range(2):
        done = table.write(seat, word)
        assert (done.state, done.outcome["code"]) == ("refused", "spoken")
        assert Notice.objects.filter(submission=done, question=seat.question).exists()
    assert Entry.objects.count() == before


def test_who_is_not_to_move_may_ask_to_be_shown_the_table() -> None:
    match = table.a_match()
    notice = Notice.objects.filter(seat=table.waiting(match)).latest("pk")
    done = table.write(table.waiting(match), "show", notice=notice)
    assert done.outcome["code"] == "spoken"


def test_words_work_while_the_match_is_paused_and_moves_do_not() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    moderating.pause(match.pk, by=moderator(), reason="a look at something")
    done = table.write(seat, table.discard(seat), "help")
    assert (done.state, done.outcome["code"]) == ("refused", "paused")
    assert [each["word"] for each in done.outcome["done"]] == ["help"]
    assert table.write(seat, "help").outcome["code"] == "help"
