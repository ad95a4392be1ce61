"""What one client can cost the listener: places, time, and the patience of others (P3)."""

import contextlib
import socket
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from hosting.mail.listening import replies
from hosting.mail.listening.limits import Limits
from hosting.mail.listening.peers import is_trusted
from hosting.mail.listening.smtpd import origin_of
from tests.mail.listening import Talk, listening
from tests.waiting import until


def test_the_21st_connection_of_one_client_is_turned_away() -> None:
    with listening() as host, contextlib.ExitStack() as stack:
        talks = [stack.enter_context(host.talk()) for _ in range(20)]
        with host.talk(greet=False) as late:
            assert late.reply() == replies.TOO_MANY_CONNECTIONS
            assert late.is_closed()
        assert all(talk.say("NOOP").startswith("250") for talk in talks)


def test_a_place_that_is_given_up_can_be_had() -> None:
    with listening(limits=Limits(connections_from_one=1)) as host:
        with host.talk() as talk:
            assert talk.say("QUIT").startswith("221")
        until(lambda: not host.listener.sessions, what="the place")
        with host.talk() as talk:
            assert talk.mail(b"Subject: next\r\n") == replies.STORED


def test_nine_hundred_connections_at_once_leave_room_for_our_relay() -> None:
    with listening(limits=Limits(connections_from_one=10_000)) as host, contextlib.ExitStack() as stack:
        crowd = [
            stack.enter_context(socket.create_connection(("127.0.0.1", host.port), timeout=20))
            for _ in range(900)
        ]
        greetings = [each.recv(3) for each in crowd]
        assert greetings.count(b"220") == 200
        assert greetings.count(b"421") == 700
        host.listener.trusted = ["127.0.0.1"]  # from here on the client is a relay of ours
        with host.talk() as talk:
            assert talk.mail(b"Subject: still there\r\n") == replies.STORED


def test_nine_hundred_connections_leave_room_for_a_client_that_behaves() -> None:
    with listening() as host, contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(from_address("127.0.0.9", host.port)) for _ in range(900)]
        assert [each.recv(3) for each in crowd].count(b"220") == 20
        with host.talk() as talk:
            assert talk.mail(b"Subject: still there\r\n") == replies.STORED


def test_who_says_nothing_is_shown_out() -> None:
    with listening(limits=Limits(idle=0.2)) as host, host.talk(greet=False) as talk:
        assert talk.reply().startswith("220")
        assert talk.reply() == replies.TIMED_OUT
        assert talk.is_closed()


def test_who_falls_silent_within_a_message_is_shown_out_and_nothing_is_stored() -> None:
    with listening(limits=Limits(idle=0.3)) as host, host.talk() as talk:
        talk.begin()
        talk.say("DATA")
        talk.send(b"Subject: and then\r\n")
        assert talk.reply() == replies.TIMED_OUT
        assert not host.letters


def test_who_sends_a_byte_now_and_then_is_shown_out_when_the_whole_time_is_up() -> None:
    with listening(limits=Limits(idle=5, session=1)) as host, host.talk() as talk:
        talk.begin()
        talk.say("DATA")
        talk.socket.settimeout(0.1)
        until(lambda: drips(talk), what="the end of the connection")
        assert not host.letters


def test_who_never_reads_the_answers_loses_the_connection() -> None:
    with listening(limits=Limits(idle=1, session=1, command_line=60_000)) as host, host.talk() as talk:
        talk.socket.settimeout(0.1)
        with contextlib.suppress(TimeoutError, ConnectionError):
            while True:
                talk.send(b"HELP\r\n" * 1000)
        until(lambda: not host.listener.sessions, what="the end of the connection")


def test_other_networks_of_a_client_count_apart() -> None:
    assert origin_of("192.0.2.1") != origin_of("192.0.2.2")
    assert origin_of("2001:db8::1") == origin_of("2001:db8::ffff")
    assert origin_of("2001:db8:0:1::1") != origin_of("2001:db8::1")


@pytest.mark.parametrize(
    ("peer", "trusted", "answer"),
    [
        ("192.0.2.1", ["192.0.2.1"], True),
        ("192.0.2.2", ["192.0.2.1"], False),
        ("192.0.2.77", ["192.0.2.0/24"], True),
        ("::ffff:192.0.2.77", ["192.0.2.0/24"], True),
        ("2001:db8::5", ["2001:db8::/32", "192.0.2.1"], True),
        ("192.0.2.1", [], False),
        ("", ["192.0.2.1"], False),
    ],
)
def test_a_peer_is_trusted_by_address_or_network(peer: str, trusted: list[str], answer: bool) -> None:  # noqa: FBT001
    assert is_trusted(peer, trusted) is answer


def test_what_was_sent_before_tls_began_counts_for_nothing(tmp_path: Path) -> None:
    with listening(tls_context=certificate(tmp_path)) as host, host.talk() as talk:
        assert "STARTTLS" in talk.say("EHLO me.example.org")
        talk.send(b"STARTTLS\r\nMAIL FROM:<injected@mail.example.org>\r\n")
        assert talk.reply().startswith("220")
        assert under_tls(talk).say("RCPT TO:<play@play.localhost>").startswith("503")


def test_a_mail_goes_through_tls(tmp_path: Path) -> None:
    with listening(tls_context=certificate(tmp_path)) as host, host.talk() as talk:
        assert talk.say("STARTTLS").startswith("220")
        sealed = under_tls(talk)
        assert "STARTTLS" not in sealed.say("EHLO me.example.org")
        assert sealed.mail(b"Subject: sealed\r\n") == replies.STORED
        assert len(host.letters) == 1


def test_a_handshake_that_fails_ends_only_its_connection(tmp_path: Path) -> None:
    with listening(tls_context=certificate(tmp_path)) as host:
        with host.talk() as talk:
            talk.say("STARTTLS")
            talk.send(b"this is no handshake at all\r\n" * 10)
            assert talk.is_closed()
        until(lambda: not host.listener.sessions, what="the place")
        with host.talk() as talk:
            assert talk.mail(b"Subject: next\r\n") == replies.STORED


def test_a_listener_that_stops_ends_who_waits_and_lets_a_mail_be_finished() -> None:
    with listening() as host, host.talk() as idle, host.talk() as busy:
        busy.begin()
        busy.say("DATA")
        stopping = host.begin_to_stop()
        assert idle.reply() == replies.SHUTTING_DOWN
        busy.send(b"Subject: last\r\n.\r\n")
        assert busy.reply() == replies.STORED
        assert busy.reply() == replies.SHUTTING_DOWN
        stopping.result(10)
        with pytest.raises(ConnectionError):
            socket.create_connection(("127.0.0.1", host.port), timeout=5)


def from_address(address: str, port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))


def drips(talk: Talk) -> bool:
    """Send a byte; say whether the listener has had enough."""
    try:
        talk.send(b"x")
        return not talk.socket.recv(1) or talk.is_closed()
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def certificate(place: Path) -> ssl.SSLContext:
    """Make a certificate for the test and a context with it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "play.localhost")])
    start = datetime.now(UTC) - timedelta(days=1)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=9))
        .sign(key, hashes.SHA256())
    )
    file = place / "certificate.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file)
    return context


def under_tls(talk: Talk) -> Talk:
    """Turn a conversation to TLS, as its client."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    talk.file.close()
    talk.socket = context.wrap_socket(talk.socket)
    talk.file = talk.socket.makefile("rb")
    return talk
