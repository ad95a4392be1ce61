"""Messages as they come in: kept byte for byte, bounded in size, ended only by CRLF, a dot and CRLF."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from hosting.mail.listening import replies
from hosting.mail.listening.limits import KIB, MIB, Limits
from tests.mail.listening import Running, listening
from tests.waiting import until

LINE = b"x" * 998 + b"\r\n"


@pytest.fixture(scope="module")
def host() -> Iterator[Running]:
    with listening(trusted=["127.0.0.1"]) as running:
        yield running


@pytest.mark.parametrize(
    "body",
    [
        b"Subject: plain\r\n\r\n1\r\n",
        b"Subject: nul \0 and \xff\xfe\r\n\r\n\0\0\0\r\n",
        "Subject: rå åäö 你好\r\n\r\nhej\r\n".encode(),
        b"bare\nline\rends\n\r\n",
        b"\r\n\r\n\r\n",
    ],
)
def test_a_message_is_kept_byte_for_byte(host: Running, body: bytes) -> None:
    with host.talk() as talk:
        assert talk.mail(body) == replies.STORED
    assert host.letters[-1].raw == body + b"\r\n"


def test_an_empty_message_is_a_message(host: Running) -> None:
    with host.talk() as talk:
        talk.begin()
        talk.say("DATA")
        talk.send(b".\r\n")
        assert talk.reply() == replies.STORED
    assert host.letters[-1].raw == b""


def test_a_dot_that_was_doubled_for_the_way_is_single_again(host: Running) -> None:
    with host.talk() as talk:
        assert talk.mail(b"..\r\n...and so on\r\n.hidden") == replies.STORED
    assert host.letters[-1].raw == b".\r\n..and so on\r\nhidden\r\n"


@pytest.mark.parametrize("end", [b"\n.\n", b"\r\n.\n", b"\n.\r\n", b"\r.\r", b"\r\n.\r", b"\n.\r"])
def test_nothing_can_be_smuggled_in_behind_a_false_end(host: Running, end: bytes) -> None:
    before = len(host.letters)
    smuggled = (
        b"MAIL FROM:<ben@mail.example.org>\r\nRCPT TO:<play+x@play.localhost>\r\nDATA\r\nSubject: 2\r\n"
    )
    with host.talk() as talk:
        assert talk.mail(b"Subject: 1\r\n\r\nhello" + end + smuggled) == replies.STORED
        assert talk.say("NOOP").startswith("250")
    assert len(host.letters) == before + 1
    assert smuggled in host.letters[-1].raw


@pytest.mark.parametrize("length", [1001, 1200, 2048, 65_535, 65_536])
def test_a_long_line_is_taken(host: Running, length: int) -> None:
    with host.talk() as talk:
        assert talk.mail(b"x" * length) == replies.STORED
    assert len(host.letters[-1].raw) == length + 2


def test_a_line_that_is_too_long_is_refused_and_the_connection_lives(host: Running) -> None:
    before = len(host.letters)
    with host.talk() as talk:
        assert talk.mail(b"x" * (300 * KIB) + b"\r\n.not the end\r\n") == replies.LINE_TOO_LONG
        assert talk.mail(b"Subject: good\r\n") == replies.STORED
    assert len(host.letters) == before + 1


@pytest.mark.parametrize("size", [2 * MIB + 1, 3 * MIB, 9 * MIB])
def test_a_message_that_is_too_big_is_refused_and_the_connection_lives(host: Running, size: int) -> None:
    before = len(host.letters)
    with host.talk() as talk:
        assert talk.mail(LINE * (size // len(LINE) + 1)) == replies.TOO_BIG
        assert talk.mail(b"Subject: good\r\n") == replies.STORED
    assert len(host.letters) == before + 1


def test_a_message_just_within_the_limit_is_taken(host: Running) -> None:
    body = LINE * (2 * MIB // len(LINE) - 1)
    with host.talk() as talk:
        assert talk.mail(body) == replies.STORED
    assert host.letters[-1].raw == body + b"\r\n"
    host.letters.clear()


def test_a_message_without_end_ends_the_connection(host: Running) -> None:
    with host.talk() as talk:
        talk.begin()
        talk.say("DATA")
        assert flooded(talk.socket.sendall, itertools.repeat(LINE * 64, 2000)), "128 MB were taken"


def test_a_line_without_end_ends_the_connection(host: Running) -> None:
    before = resident()
    with host.talk() as talk:
        talk.begin()
        talk.say("DATA")
        assert flooded(talk.socket.sendall, itertools.repeat(b"x" * MIB, 150)), "150 MB were taken"
    assert resident() - before < 40 * MIB
    assert host.listener.budget.left == host.limits.memory


def test_a_command_without_end_ends_the_connection(host: Running) -> None:
    before = resident()
    with host.talk() as talk:
        assert flooded(talk.socket.sendall, itertools.repeat(b"x" * MIB, 150)), "150 MB were taken"
    assert resident() - before < 40 * MIB


def test_a_message_that_is_cut_off_is_not_stored(host: Running) -> None:
    before = len(host.letters)
    with host.talk() as talk:
        talk.begin()
        talk.say("DATA")
        talk.send(b"Subject: half a ma")
    until(lambda: not host.listener.sessions, what="the end of the connection")
    assert len(host.letters) == before
    assert host.listener.budget.left == host.limits.memory


def test_all_messages_together_have_bounded_memory() -> None:
    limits = Limits(memory=3 * MIB)
    body = LINE * (2 * MIB // len(LINE) - 1)
    with listening(limits=limits) as host, host.talk() as first, host.talk() as second:
        first.begin()
        first.say("DATA")
        first.send(body)
        until(lambda: host.listener.budget.left == limits.memory - len(body), what="the first message")
        assert second.mail(body) == replies.BUSY
        first.send(b".\r\n")
        assert first.reply() == replies.STORED
        assert second.mail(body) == replies.STORED
    until(lambda: host.listener.budget.left == limits.memory, what="the memory")


def flooded(send: object, pieces: Iterator[bytes]) -> bool:
    """Send piece after piece; say whether the other side had enough before all were sent."""
    assert callable(send)
    try:
        for piece in pieces:
            send(piece)
    except ConnectionError:
        return True
    return False


def resident() -> int:
    """Give the bytes of memory that this process, listener and all, uses now."""
    fields = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return int(fields[1]) * 4096
