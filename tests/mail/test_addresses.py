"""Reply tokens, Message-IDs and bounce addresses; whom a recipient means."""

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from hosting.mail import addresses
from hosting.mail.addresses import BOUNCE, MESSAGE, REPLY, Kind, classify, read_message_id, read_number
from hosting.matches.models import Match, Notice, Seat
from tests.people import anna, ben

numbers = st.integers(-(2**63), 2**63 - 1)
storage = [pytest.mark.django_db, pytest.mark.storage]


def a_notice() -> Notice:
    """Make a turn notice to Anna."""
    player = anna()
    match = Match.objects.create(game="spite_and_malice", commitment="0" * 64)
    seat = Seat.objects.create(match=match, number=0, player=player, name="Anna")
    return Notice.objects.create(
        key=f"turn:{match.pk}:1:0", kind=Notice.Kind.TURN, player=player, match=match, seat=seat, question=1
    )


@given(numbers)
def test_a_message_id_is_read_back(number: int) -> None:
    written = addresses.message_id(number)
    assert read_message_id(written) == number
    assert read_message_id(written.upper()) == number
    assert read_message_id(written.strip("<>")) == number


@given(numbers)
def test_a_bounce_address_is_read_back(number: int) -> None:
    local = addresses.bounce_address(number).partition("@")[0].removeprefix("bounce+")
    assert read_number(BOUNCE, local) == number


@given(numbers)
def test_what_is_signed_for_one_purpose_is_worth_nothing_for_another(number: int) -> None:
    for purpose, other in ((REPLY, MESSAGE), (MESSAGE, BOUNCE), (BOUNCE, REPLY), (MESSAGE, REPLY)):
        assert read_number(other, addresses.token(purpose, number)) is None


@given(numbers, st.integers(0, 28), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_a_token_with_one_sign_changed_is_no_token(number: int, place: int, sign: str) -> None:
    good = addresses.token(MESSAGE, number)
    changed = good[:place] + sign + good[place + 1 :]
    assert (read_number(MESSAGE, changed) is None) == (changed != good)


@given(st.text(max_size=60))
def test_any_other_text_is_no_token(text: str) -> None:
    assert read_number(MESSAGE, text) is None
    assert read_message_id(text) is None


@given(numbers)
def test_a_token_is_lower_case_and_fits_into_a_local_part(number: int) -> None:
    token = addresses.token(REPLY, number, addresses.reply_facts(1, 2, 3))
    assert len(token) == addresses.TOKEN_LENGTH
    assert token == token.lower()
    assert len(f"bounce+{token}") <= 64


@given(
    st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(0, 9)),
    st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(0, 9)),
)
def test_a_reply_token_holds_for_its_seat_player_and_epoch_only(
    one: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    _, mac = addresses.split_token(addresses.token(REPLY, 7, addresses.reply_facts(*one))) or (0, b"")
    assert addresses.is_good(REPLY, 7, addresses.reply_facts(*other), mac) == (one == other)


def test_a_secret_that_was_replaced_lately_still_opens() -> None:
    old = addresses.message_id(5)
    with override_settings(SECRET_KEY="new" * 20, SECRET_KEY_FALLBACKS=["only-for-tests-" * 4]):
        assert read_message_id(old) == 5
        assert addresses.message_id(5) != old
    with override_settings(SECRET_KEY="new" * 20, SECRET_KEY_FALLBACKS=[]):
        assert read_message_id(old) is None


@pytest.mark.django_db
def test_a_notice_that_is_not_to_a_seat_has_no_reply_address() -> None:
    with pytest.raises(ValueError, match="cannot be answered"):
        addresses.reply_address(Notice(key="sign_in:1", kind=Notice.Kind.SIGN_IN))


@pytest.mark.parametrize("name", ["play", "host", "postmaster", "abuse"])
def test_plain_addresses_are_known_however_they_are_written(name: str) -> None:
    for written in (name, name.upper(), name.title(), f'"{name}"'):
        assert classify(f"{written}@PLAY.localhost").kind == name


def test_the_postmaster_is_known_without_a_domain() -> None:
    assert classify("Postmaster").kind is Kind.POSTMASTER
    assert classify("play").kind is Kind.UNKNOWN


@pytest.mark.parametrize(
    "domain", ["example.org", "play.localhost.example.org", "xplay.localhost", "[127.0.0.1]"]
)
def test_another_domain_would_be_relaying(domain: str) -> None:
    assert classify(f"play@{domain}").kind is Kind.RELAY


@pytest.mark.parametrize(
    "local",
    ["", "plays", "play+", "play+x", "host+x", "+", "play+" + "a" * 28, "play+" + "1" * 29, "a" * 300],
)
def test_anything_else_is_unknown(local: str) -> None:
    assert classify(f"{local}@play.localhost").kind in {Kind.UNKNOWN, Kind.RELAY}


class TestWithNotices:
    """Recipients that name a notice."""

    pytestmark = storage

    def test_a_good_token_names_its_notice_seat_and_question(self) -> None:
        notice = a_notice()
        found = classify(addresses.reply_address(notice))
        assert found.kind is Kind.TOKEN
        assert (found.notice, found.match, found.seat, found.player, found.question) == (
            notice.pk,
            notice.match_id,
            notice.seat_id,
            notice.player_id,
            1,
        )

    @pytest.mark.parametrize("tail", ["", "+tag", "+anna=mail.example.org", "-anything", "=x"])
    def test_a_token_survives_capitals_and_a_tag(self, tail: str) -> None:
        address = addresses.reply_address(a_notice())
        local, _, domain = address.partition("@")
        assert classify(f"{local}{tail}@{domain}".upper()).kind is Kind.TOKEN

    def test_a_token_may_stand_behind_a_hyphen(self) -> None:
        assert classify(addresses.reply_address(a_notice()).replace("+", "-")).kind is Kind.TOKEN

    def test_a_token_with_more_signs_is_unknown(self) -> None:
        assert classify(addresses.reply_address(a_notice()).replace("@", "a@")).kind is Kind.UNKNOWN

    def test_a_token_of_an_older_epoch_is_known_as_such(self) -> None:
        notice = a_notice()
        Seat.objects.update(token_epoch=1)
        found = classify(addresses.reply_address(notice))
        assert (found.kind, found.seat) == (Kind.OLD_TOKEN, notice.seat_id)

    def test_a_number_that_was_never_given_out_is_unknown(self) -> None:
        notice = a_notice()
        address = addresses.reply_address(notice)
        Notice.objects.all().delete()
        assert classify(address).kind is Kind.UNKNOWN

    def test_a_token_made_for_another_player_is_unknown(self) -> None:
        notice = a_notice()
        address = addresses.reply_address(notice)
        Notice.objects.update(player=ben())
        assert classify(address).kind is Kind.UNKNOWN

    def test_a_bounce_names_the_notice_that_came_back(self) -> None:
        notice = a_notice()
        found = classify(addresses.bounce_address(notice.number).upper())
        assert (found.kind, found.notice, found.seat) == (Kind.BOUNCE, notice.pk, notice.seat_id)

    def test_a_bounce_is_taken_even_when_its_notice_is_gone(self) -> None:
        notice = a_notice()
        Notice.objects.all().delete()
        assert classify(addresses.bounce_address(notice.number)).kind is Kind.BOUNCE

    def test_a_bounce_address_that_nobody_signed_is_unknown(self) -> None:
        reply = addresses.reply_address(a_notice())
        assert classify(reply.replace("play+", "bounce+")).kind is Kind.UNKNOWN

    def test_a_message_id_is_no_reply_address(self) -> None:
        local = addresses.message_id(a_notice().number).strip("<>").partition("@")[0]
        assert classify(f"play+{local}@play.localhost").kind is Kind.UNKNOWN

    def test_a_recipient_takes_one_query_whether_it_is_known_or_not(
        self, django_assert_num_queries: object
    ) -> None:
        assert callable(django_assert_num_queries)
        good = addresses.reply_address(a_notice())
        forged = good.replace(good[5:15], "a" * 10)
        for address in (good, forged):
            with django_assert_num_queries(1):
                classify(address)


@pytest.mark.django_db
@pytest.mark.storage
def test_some_notices_that_are_about_no_seat_have_a_reply_address_of_their_own() -> None:
    notice = Notice.objects.create(key="mail_test:1", kind=Notice.Kind.MAIL_TEST, player=anna())
    found = classify(addresses.reply_address(notice).upper())
    assert (found.kind, found.notice, found.seat) == (Kind.NOTICE, notice.pk, None)


@pytest.mark.django_db
@pytest.mark.storage
def test_the_address_of_a_notice_about_no_seat_is_its_own_player_s_alone() -> None:
    notice = Notice.objects.create(key="mail_test:1", kind=Notice.Kind.MAIL_TEST, player=anna())
    address = addresses.reply_address(notice)
    Notice.objects.filter(pk=notice.pk).update(player=ben())
    assert classify(address).kind is Kind.UNKNOWN
