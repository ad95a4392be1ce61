"""LMTP: greeted with LHLO, an answer for each recipient, at a loopback port or a socket of files."""

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from hosting.mail.listening import replies
from hosting.mail.listening.limits import Limits
from hosting.mail.listening.peers import LOCAL, is_trusted
from hosting.mail.listening.storing import Letter
from hosting.surroundings import Misconfigured, read
from tests.mail.listening import Running, Talk, listening
from tests.servers import private_place

RAW = b"Subject: Re: [Postbord 1]\r\n\r\n1\r\n"
THREE = ("play+one@play.localhost", "play+two@play.localhost", "postmaster@play.localhost")


@pytest.fixture(scope="module")
def host() -> Iterator[Running]:
    with listening() as running:
        yield running


@pytest.fixture
def talk(host: Running) -> Iterator[Talk]:
    with host.talk_lmtp() as conversation:
        yield conversation


def said_at_the_end(talk: Talk, count: int, body: bytes = RAW) -> list[str]:
    """Send a message whose envelope was given, and read so many answers."""
    assert talk.say("DATA").startswith("354")
    talk.send(body + b"\r\n.\r\n")
    return [talk.reply() for _ in range(count)]


def test_it_says_what_it_speaks_and_wants_its_own_greeting(host: Running) -> None:
    with host.talk_lmtp(greet=False) as talk:
        assert talk.reply() == "220 play.localhost LMTP mail ready"
        assert talk.say("EHLO me.example.org") == replies.LMTP_BEGINS_OTHERWISE
        assert talk.say("HELO me.example.org") == replies.LMTP_BEGINS_OTHERWISE
        assert talk.say("MAIL FROM:<anna@mail.example.org>").startswith("503")
        assert talk.say("LHLO") == replies.WHO_IS_THERE
        assert "SIZE 2097152" in talk.say("LHLO me.example.org")


def test_smtp_knows_no_lhlo(host: Running) -> None:
    with host.talk() as talk:
        assert talk.say("LHLO me.example.org") == replies.NOT_A_COMMAND


def test_each_recipient_has_an_answer_of_its_own_and_all_are_stored_together(
    host: Running, talk: Talk
) -> None:
    talk.begin(*THREE)
    assert said_at_the_end(talk, 3) == [replies.STORED] * 3
    assert talk.say("NOOP").startswith("250")
    assert [each.address for each in host.letters[-1].recipients] == list(THREE)


def test_a_recipient_that_was_refused_has_no_answer_at_the_end(talk: Talk) -> None:
    assert talk.begin("nobody@play.localhost") == replies.UNKNOWN
    assert talk.say("RCPT TO:<play@play.localhost>") == replies.RECIPIENT_OK
    assert talk.say("RCPT TO:<anna@elsewhere.example>") == replies.RELAY
    assert said_at_the_end(talk, 1) == [replies.STORED]
    assert talk.say("NOOP").startswith("250")


def test_a_recipient_named_twice_is_answered_twice_and_stored_once(host: Running, talk: Talk) -> None:
    talk.begin("play@play.localhost", "play@play.localhost")
    assert said_at_the_end(talk, 2) == [replies.STORED] * 2
    assert len(host.letters[-1].recipients) == 1


def test_without_a_recipient_there_is_no_message(talk: Talk) -> None:
    talk.begin("nobody@play.localhost")
    assert talk.say("DATA").startswith("503")


def test_our_trouble_means_try_later_for_each_recipient() -> None:
    async def broken(_letter: Letter) -> int:
        raise OSError("password=hunter2")

    with listening(store=broken) as host, host.talk_lmtp() as talk:
        talk.begin(*THREE)
        assert said_at_the_end(talk, 3) == [replies.TRY_LATER] * 3
        assert talk.say("NOOP").startswith("250")


def test_a_message_that_is_too_big_is_refused_for_each_recipient() -> None:
    with listening(limits=Limits(message=1000)) as host, host.talk_lmtp() as talk:
        talk.begin(*THREE)
        assert said_at_the_end(talk, 3, b"x" * 60 + (b"\r\n" + b"x" * 60) * 20) == [replies.TOO_BIG] * 3
        assert not host.letters


def test_from_the_21st_recipient_on_the_rest_is_asked_to_come_again(talk: Talk) -> None:
    talk.say("MAIL FROM:<anna@mail.example.org>")
    said = [talk.say(f"RCPT TO:<play+{number}@play.localhost>") for number in range(21)]
    assert said[-1] == replies.TOO_MANY_RECIPIENTS
    assert said_at_the_end(talk, 20) == [replies.STORED] * 20


def test_a_full_disk_takes_no_mail_for_now() -> None:
    with listening(free_disk=lambda: 0) as host, host.talk_lmtp() as talk:
        assert talk.say("MAIL FROM:<anna@mail.example.org>") == replies.DISK_FULL


def test_a_socket_is_for_its_user_and_group_alone_and_its_mails_come_from_here() -> None:
    with private_place() as place:
        with listening(lmtp_socket=place / "lmtp.sock") as host, host.talk_lmtp(place / "lmtp.sock") as talk:
            assert stat.S_IMODE((place / "lmtp.sock").stat().st_mode) == 0o660
            talk.begin("play@play.localhost")
            assert said_at_the_end(talk, 1) == [replies.STORED]
            assert host.letters[-1].peer == LOCAL
        with listening(
            lmtp_socket=place / "lmtp.sock"
        ) as again:  # what the first one left is in nobody's way
            again.talk_lmtp(place / "lmtp.sock").close()


@pytest.mark.parametrize("trusted", [(), ("local",)])
def test_counts_hold_at_a_socket_unless_local_peers_are_trusted(trusted: tuple[str, ...]) -> None:
    with (
        private_place() as place,
        listening(lmtp_socket=place / "l", trusted=trusted) as host,
        host.talk_lmtp(place / "l") as talk,
    ):
        said = []
        for _ in range(11):
            said.append(talk.say("MAIL FROM:<anna@mail.example.org>"))
            if said[-1] != replies.SENDER_OK:
                break  # the listener hangs up after that
            talk.say("RSET")
        assert (said[-1] == replies.SENDER_OK) == bool(trusted)


def test_no_address_is_trusted_by_trusting_local_peers_and_the_other_way_round() -> None:
    assert is_trusted(LOCAL, ["192.0.2.0/24", "local"])
    assert is_trusted("192.0.2.9", ["local", "192.0.2.0/24"])
    assert not is_trusted(LOCAL, ["127.0.0.1", "0.0.0.0/0", "::/0"])
    assert not is_trusted("127.0.0.1", ["local"])
    assert not is_trusted("", ["local"])


def test_lmtp_is_off_unless_it_is_asked_for(tmp_path: Path) -> None:
    here = read({"STATE_DIR": str(tmp_path)})
    assert (here.lmtp_port, here.lmtp_socket) == (0, None)
    set_up = read({"STATE_DIR": str(tmp_path), "LMTP_PORT": "8024", "LMTP_SOCKET": "/run/postbord/lmtp.sock"})
    assert (set_up.lmtp_port, set_up.lmtp_socket) == (8024, Path("/run/postbord/lmtp.sock"))


@pytest.mark.parametrize(
    ("name", "value"), [("LMTP_PORT", "x"), ("LMTP_SOCKET", "lmtp.sock"), ("LMTP_SOCKET", "/" + "x" * 100)]
)
def test_a_door_that_cannot_be_is_refused_by_its_name(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(Misconfigured, match=name):
        read({"STATE_DIR": str(tmp_path), name: value})
