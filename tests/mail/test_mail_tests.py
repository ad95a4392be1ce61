"""The mail that tries the way: its answer is read, kept for the page, and told once."""

from typing import Any

import pytest

from hosting.mail.addresses import message_id, reply_address
from hosting.mail.sending import outbox
from hosting.matches import moving, reaching
from hosting.matches.models import Notice, Seat
from hosting.now import travel
from hosting.players.addresses import add_verified, make_primary, verified_addresses
from hosting.players.models import Player
from tests import people, table
from tests.mail.letters import letter
from tests.mail.test_taking import taken

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def a_test(player: Player) -> Notice:
    """A test that has been sent."""
    notice = reaching.send_test(player)
    assert notice is not None
    outbox.deliver([notice.pk])
    notice.refresh_from_db()
    return notice


def answer(
    notice: Notice, *lines: str, sender: str = "", more: tuple[str, ...] = (), to: str = ""
) -> dict[str, Any]:
    """How an answer to it was read."""
    raw = letter("\r\n".join(lines), *more, sender=sender or notice.address)
    taken(raw, to or reply_address(notice))
    notice.refresh_from_db()
    read: dict[str, Any] = notice.data["read"]
    return read


def told() -> list[str]:
    """What was said after the test."""
    return list(Notice.objects.filter(data__what="read").values_list("address", flat=True))


def test_an_answer_is_read_as_one_of_a_turn_would_be() -> None:
    notice = a_test(people.anna())
    read = answer(notice, "Hej!", "SPELA 7 TILL 1", "", "> Svara med en rad")
    assert read["own"] == ["Hej!", "SPELA 7 TILL 1"]
    assert read["moves"] == ["SPELA 7 TILL 1"]
    assert (read["kind"], read["doubt"]) == ("lines", "")
    assert told() == [notice.address]


def test_it_is_told_once() -> None:
    notice = a_test(people.anna())
    for _ in range(3):
        answer(notice, "hello")
    assert len(told()) == 1


def test_an_answer_whose_address_lost_its_token_is_found_by_reference() -> None:
    notice = a_test(people.anna())
    reference = f"References: {message_id(notice.number)}"
    read = answer(notice, "hello", more=(reference,), to="play@play.localhost")
    assert read["own"] == ["hello"]
    assert len(told()) == 1


def test_an_answer_from_elsewhere_is_shown_as_doubtful_and_answered_by_nobody() -> None:
    notice = a_test(people.anna())
    read = answer(notice, "hello", sender="ben@other.example.org")
    assert (read["doubt"], read["sender"]) == ("not_yours", "b…@other.example.org")
    assert told() == []


def test_an_automatic_answer_is_shown_and_not_answered_and_the_player_s_own_comes_in_its_place() -> None:
    notice = a_test(people.anna())
    assert answer(notice, "I am away", more=("Auto-Submitted: auto-replied",))["kind"] == "automatic"
    assert told() == []
    assert answer(notice, "hello")["kind"] == "lines"
    assert len(told()) == 1


def test_tests_are_limited() -> None:
    anna = people.anna()
    assert [reaching.send_test(anna) is not None for _ in range(4)] == [True, True, True, False]


# --- A change of address


NEW = "anna@new.example.org"


def a_change() -> Notice:
    """Anna's mails go elsewhere; what her former address is told."""
    anna = people.anna()
    add_verified(anna, "home@mail.example.org")
    former = anna.email
    add_verified(anna, NEW)
    make_primary(anna, NEW)
    moving.moved(anna, former)
    return Notice.objects.select_related("player").get(data__what="changed")


def test_the_former_address_is_told_and_earlier_reply_addresses_stop_counting() -> None:
    match = table.a_match()
    change = a_change()
    assert change.address == "anna@mail.example.org"
    assert Seat.objects.get(match=match, player=change.player).token_epoch == 1


@pytest.mark.parametrize("word", ["STOP", "Stopp!", "henti"])
def test_its_reader_puts_the_change_back(word: str) -> None:
    change = a_change()
    anna = change.player
    assert anna is not None
    before = anna.get_session_auth_hash()
    taken(letter(word, sender=change.address), reply_address(change))
    anna.refresh_from_db()
    assert anna.email == "anna@mail.example.org"
    assert verified_addresses(anna) == {"anna@mail.example.org", "home@mail.example.org"}
    assert anna.get_session_auth_hash() != before


@pytest.mark.parametrize("sender", [NEW, "ben@other.example.org", "home@mail.example.org"])
def test_nobody_else_does(sender: str) -> None:
    change = a_change()
    taken(letter("STOP", sender=sender), reply_address(change))
    assert Player.objects.get(pk=change.player_id or 0).email == NEW


def test_after_a_week_it_stays() -> None:
    change = a_change()
    with travel(moving.STOPPING * 1.1):
        taken(letter("STOP", sender=change.address), reply_address(change))
    assert Player.objects.get(pk=change.player_id or 0).email == NEW
