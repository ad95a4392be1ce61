"""What the listener answers to commands, good and bad."""

from collections.abc import Iterator

import pytest

from hosting.mail.listening import replies
from hosting.mail.listening.limits import Limits
from tests.mail.listening import Running, Talk, listening


@pytest.fixture(scope="module")
def host() -> Iterator[Running]:
    with listening() as running:
        yield running


@pytest.fixture
def talk(host: Running) -> Iterator[Talk]:
    with host.talk() as conversation:
        yield conversation


def test_the_greeting_names_the_host_and_no_version(host: Running) -> None:
    with host.talk(greet=False) as talk:
        assert talk.reply() == "220 play.localhost ESMTP mail ready"


def test_nobody_is_offered_to_sign_in(talk: Talk) -> None:
    offered = talk.say("EHLO me.example.org")
    assert "AUTH" not in offered
    assert "SIZE 2097152" in offered
    assert talk.say("AUTH PLAIN AGEAYg==") == replies.NOT_OFFERED


def test_an_unknown_recipient_is_refused_for_good(talk: Talk) -> None:
    assert talk.begin("nobody@play.localhost") == "550 5.1.1 No such address here"


def test_another_domain_is_not_relayed_to(talk: Talk) -> None:
    assert talk.begin("anna@elsewhere.example") == "550 5.7.1 Not a domain of ours"


def test_the_postmaster_has_an_address(talk: Talk) -> None:
    assert talk.begin("Postmaster@play.localhost") == replies.RECIPIENT_OK


def test_from_the_21st_recipient_on_the_sender_is_asked_to_come_again(talk: Talk) -> None:
    talk.say("MAIL FROM:<anna@mail.example.org>")
    said = [talk.say(f"RCPT TO:<play+{number}@play.localhost>") for number in range(22)]
    assert said == [replies.RECIPIENT_OK] * 20 + [replies.TOO_MANY_RECIPIENTS] * 2


def test_three_thousand_recipients_cost_nothing(host: Running) -> None:
    with host.talk() as talk:
        talk.say("MAIL FROM:<anna@mail.example.org>")
        said = {talk.say(f"RCPT TO:<play+{number}@play.localhost>") for number in range(3000)}
    assert said == {replies.RECIPIENT_OK, replies.TOO_MANY_RECIPIENTS}


def test_the_null_sender_of_a_bounce_is_accepted(host: Running, talk: Talk) -> None:
    assert talk.mail(b"Subject: returned\r\n", sender="<>") == replies.STORED
    assert host.letters[-1].mail_from == ""


def test_a_mail_from_an_address_of_ours_is_accepted(host: Running, talk: Talk) -> None:
    assert talk.mail(b"Subject: round and round\r\n", sender="<play@play.localhost>") == replies.STORED
    assert host.letters[-1].mail_from == "play@play.localhost"


def test_a_size_over_the_limit_is_refused_at_once(talk: Talk) -> None:
    assert talk.say("MAIL FROM:<anna@mail.example.org> SIZE=2097153").startswith("552")
    assert talk.say("MAIL FROM:<anna@mail.example.org> SIZE=2097152") == replies.SENDER_OK


@pytest.mark.parametrize(
    "line",
    [
        b"NO\0OP",
        b"RCPT TO:<pl\0ay@play.localhost>",
        b"\xc3\xa5\xc3\xa4\xc3\xb6",
        b"MAIL FROM:<\xff\xfe@mail.example.org>",
        b"MAIL FROM:<a\x1b[31m@mail.example.org>",
        b"",
        b"VR\xffFY",
        b"X" * 5000,
    ],
)
def test_a_command_of_odd_bytes_is_refused_and_the_connection_lives(talk: Talk, line: bytes) -> None:
    assert talk.say(line)[:3] in {"500", "501"}
    assert talk.say("NOOP").startswith("250")


def test_a_sender_in_utf_8_is_accepted(host: Running, talk: Talk) -> None:
    assert talk.mail(b"Subject: hej\r\n", sender="<åsa@mail.example.org>") == replies.STORED
    assert host.letters[-1].mail_from == "åsa@mail.example.org"


@pytest.mark.parametrize("path", ["<anna", "anna>", "<an na@mail.example.org>", "<<a@b>>", "<a@b>x"])
def test_a_path_that_is_none_is_refused(talk: Talk, path: str) -> None:
    assert talk.say(f"MAIL FROM:{path}").startswith("5")
    assert talk.say("NOOP").startswith("250")


def test_many_brackets_in_an_address_are_no_fault_of_ours(talk: Talk) -> None:
    assert talk.say("MAIL FROM:" + "(" * 900).startswith(("250", "5"))
    assert talk.say("NOOP").startswith("250")


def test_a_source_route_is_left_aside(host: Running, talk: Talk) -> None:
    talk.begin("@relay.example.org:play@play.localhost", sender='<"anna b"@mail.example.org>')
    talk.say("DATA")
    talk.send(b"Subject: x\r\n.\r\n")
    assert talk.reply() == replies.STORED
    assert host.letters[-1].recipients[0].address == "play@play.localhost"
    assert host.letters[-1].mail_from == '"anna b"@mail.example.org'


def test_an_address_beyond_all_measure_is_refused(talk: Talk) -> None:
    assert talk.say(f"MAIL FROM:<{'a' * 400}@mail.example.org>") == replies.ADDRESS_TOO_LONG


def test_data_needs_a_recipient_first(talk: Talk) -> None:
    assert talk.say("DATA").startswith("503")
    talk.say("MAIL FROM:<anna@mail.example.org>")
    assert talk.say("DATA").startswith("503")


def test_a_recipient_needs_a_sender_first(talk: Talk) -> None:
    assert talk.say("RCPT TO:<play@play.localhost>").startswith("503")


def test_verify_and_expand_tell_nothing(talk: Talk) -> None:
    assert talk.say("VRFY play") == talk.say("VRFY nobody") == replies.CANNOT_VERIFY
    assert talk.say("EXPN play") == talk.say("EXPN nobody") == replies.NOT_OFFERED


def test_help_tells_no_names_of_commands(talk: Talk) -> None:
    assert talk.say("HELP") == replies.HELP


def test_the_21st_mistake_ends_the_connection(host: Running) -> None:
    with host.talk() as talk:
        assert [talk.say("NONSENSE")[:3] for _ in range(20)] == ["500"] * 20
        assert talk.say("NONSENSE") == replies.TOO_MANY_MISTAKES
        assert talk.is_closed()


def test_empty_lines_are_mistakes_like_others(host: Running) -> None:
    with host.talk() as talk:
        said = [talk.say(b"") for _ in range(21)]
        assert said[-1] == replies.TOO_MANY_MISTAKES


def test_asking_for_one_unknown_address_after_another_ends_the_connection(host: Running) -> None:
    with host.talk() as talk:
        talk.say("MAIL FROM:<anna@mail.example.org>")
        said = [talk.say(f"RCPT TO:<guess{number}@play.localhost>") for number in range(21)]
    assert said == [replies.UNKNOWN] * 20 + [replies.TOO_MANY_MISTAKES]


@pytest.mark.parametrize(
    "line",
    ["PROXY TCP4 1.2.3.4 5.6.7.8 25 25", "GET / HTTP/1.1", "POST /mail HTTP/1.1", "CONNECT x:25 HTTP/1.1"],
)
def test_whoever_does_not_speak_smtp_is_shown_out(host: Running, line: str) -> None:
    with host.talk(greet=False) as talk:
        talk.reply()
        assert talk.say(line).startswith("500")
        assert talk.is_closed()


def test_ten_mails_go_through_a_connection_and_not_eleven(host: Running) -> None:
    with host.talk() as talk:
        said = [talk.mail(b"Subject: one of many\r\n") for _ in range(10)]
        assert said == [replies.STORED] * 10
        assert talk.say("MAIL FROM:<anna@mail.example.org>") == replies.TOO_MANY_COMMANDS
        assert talk.is_closed()


def test_a_relay_of_ours_may_send_as_many_mails_as_it_has() -> None:
    with listening(trusted=["127.0.0.0/8"]) as host, host.talk() as talk:
        assert {talk.mail(b"Subject: one of many\r\n") for _ in range(30)} == {replies.STORED}


def test_a_nearly_full_disk_takes_no_mail_for_now() -> None:
    limits = Limits()
    with listening(free_disk=lambda: limits.free_disk - 1) as host, host.talk() as talk:
        assert talk.say("MAIL FROM:<anna@mail.example.org>") == replies.DISK_FULL


def test_the_same_recipient_twice_is_one(host: Running, talk: Talk) -> None:
    talk.mail(b"Subject: x\r\n", "play@play.localhost", "PLAY@play.localhost", "postmaster@play.localhost")
    assert [each.address for each in host.letters[-1].recipients] == [
        "play@play.localhost",
        "postmaster@play.localhost",
    ]


def test_commands_sent_all_at_once_are_answered_one_by_one(host: Running) -> None:
    with host.talk() as talk:
        talk.send(
            b"MAIL FROM:<anna@mail.example.org>\r\nRCPT TO:<play@play.localhost>\r\nDATA\r\n"
            b"Subject: hurry\r\n.\r\nQUIT\r\n"
        )
        assert [talk.reply()[:3] for _ in range(5)] == ["250", "250", "354", "250", "221"]


def test_a_client_that_sends_its_all_and_its_end_at_once_is_still_answered(host: Running) -> None:
    with host.talk() as talk:
        talk.send(
            b"MAIL FROM:<anna@mail.example.org>\r\nRCPT TO:<play@play.localhost>\r\nDATA\r\n"
            b"Subject: hurry\r\n.\r\n"
        )
        talk.socket.shutdown(1)
        assert [talk.reply()[:3] for _ in range(4)] == ["250", "250", "354", "250"]
