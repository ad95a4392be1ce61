"""Postfix hands mails to the host as `deploy/postfix/` says: nothing lost while the host is away (P1, P2)."""

import os
import pwd
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from typing import Any, Final

import pytest

from tests.browsers import required
from tests.house.hosts import answers, free_ports
from tests.mail.postfix import Postfix, running
from tests.mail.reachable import host_for_everybody
from tests.mail.sink import Sink, sink
from tests.postfixes import find_postfix, python_for_everybody, why_no_postfix
from tests.servers import NOBODY, private_place
from tests.waiting import until

RAW: Final = (
    b"From: Anna <anna@mail.example.org>\r\nSubject: Re: [Postbord 1]\r\n"
    b"Message-ID: <a1@mail.example.org>\r\n"
    b"Date: Mon, 30 Nov 2026 20:00:00 +0100\r\n\r\n1\r\n"
)
UNKNOWN: Final = f"play+{'a' * 29}@play.localhost"
"""Looks like a reply address and is none; only the host can tell."""

WAYS: Final = ("lmtp:unix:", "lmtp:inet:", "relay:", "postbord:")
every_way = pytest.mark.parametrize("way", WAYS)


@dataclass
class Place:
    """A Postfix, the host behind it, and the sink that is the rest of the world."""

    postfix: Postfix
    world: Sink
    command: list[str]
    environ: dict[str, str]
    ports: tuple[int, int]
    socket: Path
    address: str = ""
    process: subprocess.Popen[bytes] | None = None

    def up(self) -> None:
        """Let the host take mail."""
        if self.process is None:
            self.process = subprocess.Popen(
                [*self.command, "smtp", "--port", str(self.ports[0])], **self.as_nobody()
            )
            until(lambda: all(map(answers, self.ports)) and self.socket.exists(), seconds=60, what="the host")

    def down(self) -> None:
        """Kill the host."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def as_nobody(self) -> dict[str, Any]:
        """How a process of the host is run: without rights, as its own user."""
        group = pwd.getpwnam("postfix").pw_gid
        return {"env": self.environ, "user": NOBODY, "group": NOBODY, "extra_groups": [group], "cwd": "/"}

    def query(self, sql: str) -> list[tuple[object, ...]]:
        """Ask the host's database."""
        file = self.environ["DATABASE_URL"].removeprefix("sqlite:///")
        with closing(sqlite3.connect(file, timeout=20)) as database:
            rows = database.execute(sql).fetchall()
            database.commit()
            return rows

    def stored(self) -> list[tuple[object, ...]]:
        """Give the envelope sender and the bytes of each mail that is stored."""
        return self.query("SELECT mail_from, raw FROM mail_inboundmail ORDER BY id")

    def take_away(self, way: str) -> None:
        """Have a host that cannot store anything: killed, or for a pipe without its tables."""
        self.down()
        if way == "postbord:":
            self.query("ALTER TABLE mail_inboundmail RENAME TO gone")

    def give_back(self, way: str) -> None:
        """Have a host that can store again."""
        if way == "postbord:":
            self.query("ALTER TABLE gone RENAME TO mail_inboundmail")
        else:
            self.up()


@pytest.fixture(scope="module")
def prepared() -> Iterator[Place]:
    if reason := why_no_postfix():
        if required():
            pytest.fail(reason)
        pytest.skip(reason)
    with sink() as world, private_place() as directory:
        directory.chmod(0o755)
        made = set_up(directory, world)
        try:
            with running(made.postfix):
                yield made
        finally:
            made.down()


def set_up(directory: Path, world: Sink) -> Place:
    """Put Postfix and the host into a directory; nothing runs yet."""
    root, python_path = host_for_everybody(directory)
    python, postfix = python_for_everybody(), find_postfix()
    assert python is not None
    assert postfix is not None
    ports = free_ports(2)
    files = Postfix(postfix, directory, world.port)
    state, socket = directory / "state", directory / "queue" / "postbord" / "lmtp.sock"
    environ = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": python_path,
        "DJANGO_SETTINGS_MODULE": "hosting.settings",
        "PROFILE": "development",
        "MAIL_DOMAIN": "play.localhost",
        "STATE_DIR": str(state),
        "DATABASE_URL": f"sqlite:///{state}/postbord.sqlite3",
        "BROKER_URL": "",
        "SECRET_KEY": "only-for-tests-" * 4,
        "SEED_KEYS": os.environ["SEED_KEYS"],
        "LMTP_PORT": str(ports[1]),
        "LMTP_SOCKET": str(socket),
        "SMTP_TRUSTED_PEERS": "127.0.0.1,local",
    }
    (directory / "env").write_text("".join(f"{name}={value}\n" for name, value in environ.items()))
    fill_in = {
        "8025": str(ports[0]),
        "8024": str(ports[1]),
        "/usr/local/lib/postbord": str(directory),
        "user=postbord": "user=nobody",
        "/etc/postbord.env": f"{directory}/env",
        "/srv/postbord": str(root),
        ".venv/bin/python": python,
    }
    files.set_up(fill_in)
    program = directory / "receive-mail"
    program.write_text(files.filled("receive-mail", fill_in))
    program.chmod(0o755)
    state.mkdir()
    os.chown(state, NOBODY, NOBODY)
    socket.parent.mkdir()
    os.chown(socket.parent, NOBODY, pwd.getpwnam("postfix").pw_gid)
    socket.parent.chmod(0o2750)
    made = Place(files, world, [python, str(root / "manage.py")], environ, (ports[0], ports[1]), socket)
    seeded = subprocess.run(
        [python, "-m", "tests.mail.one_seat"], check=True, capture_output=True, **made.as_nobody()
    )
    made.address = seeded.stdout.decode().strip()
    return made


@pytest.fixture
def place(prepared: Place) -> Iterator[Place]:
    """Give a host that is up and where no mail has come yet; afterwards nothing is in the queue."""
    for table in ("matches_submission", "mail_inboundmail"):
        prepared.query(f"DELETE FROM {table}")  # noqa: S608 - the two names above
    prepared.world.mails.clear()
    prepared.up()
    yield prepared
    assert prepared.postfix.queue() == []


@every_way
def test_a_move_arrives_and_is_stored_once(place: Place, way: str) -> None:
    place.postfix.hand_over_by(way)
    place.postfix.send(RAW, place.address)
    until(lambda: place.stored() and place.postfix.is_done(), what="the mail is handed over")
    ((sender, raw),) = place.stored()
    assert sender == "anna@mail.example.org"
    assert isinstance(raw, bytes)
    assert raw.replace(b"\r\n", b"\n").endswith(RAW.replace(b"\r\n", b"\n"))
    assert place.query("SELECT state, question FROM matches_submission") == [("unread", 1)]


@every_way
def test_what_comes_while_the_host_is_away_is_kept_and_delivered_once_later(place: Place, way: str) -> None:
    place.postfix.hand_over_by(way)
    place.take_away(way)
    place.postfix.send(RAW, place.address)
    place.postfix.send(RAW, "postmaster@play.localhost", sender="")
    until(lambda: place.postfix.keeps(2), what="both mails wait")
    place.give_back(way)
    place.postfix.flush()
    until(place.postfix.is_done, what="both mails are handed over")
    assert sorted(str(sender) for sender, _ in place.stored()) == ["", "anna@mail.example.org"]
    assert place.query("SELECT count(*) FROM matches_submission") == [(1,)]
    assert not place.world.mails


@every_way
def test_an_address_that_the_host_never_made_is_bounced(place: Place, way: str) -> None:
    place.postfix.hand_over_by(way)
    place.postfix.send(RAW, UNKNOWN, place.address)
    until(lambda: place.world.mails and place.postfix.is_done(), what="a bounce")
    (bounce,) = place.world.mails
    assert bounce["To"] == "anna@mail.example.org"
    assert "5.1.1" in bounce.as_string()
    assert UNKNOWN in bounce.as_string()
    assert len(place.stored()) == 1


def test_what_cannot_be_an_address_of_the_host_is_refused_at_the_door(place: Place) -> None:
    for address in ("nobody@play.localhost", "play+abc@play.localhost", "anna@elsewhere.example"):
        with pytest.raises(SMTPRecipientsRefused):
            place.postfix.send(RAW, address)
    assert not place.stored()


def test_every_address_of_the_host_is_let_in_by_its_shape(place: Place) -> None:
    place.postfix.hand_over_by("lmtp:unix:")
    upper = place.address.upper().replace("PLAY.LOCALHOST", "play.localhost")
    tagged, dashed = place.address.replace("@", "+x@"), place.address.replace("+", "-")
    known = ("play", "host", "postmaster", "abuse")
    addresses = [*(f"{name}@play.localhost" for name in known), place.address, upper, tagged, dashed]
    for address in addresses:
        place.postfix.send(RAW, address)
    until(lambda: len(place.stored()) == len(addresses) and place.postfix.is_done(), what="all of them")


def test_twenty_five_recipients_are_stored_however_many_go_at_once(place: Place) -> None:
    place.postfix.hand_over_by("lmtp:unix:")
    place.postfix.send(RAW, *(place.address.replace("@", f"+{number}@") for number in range(25)))
    until(place.postfix.is_done, what="all of them")
    assert len(place.stored()) == 2


def test_a_mail_that_is_too_big_is_refused_at_the_door(place: Place) -> None:
    with pytest.raises(SMTPResponseException) as refused:
        place.postfix.send(RAW + (b"x" * 60 + b"\r\n") * 40_000, place.address)
    assert refused.value.smtp_code == 552


@every_way
def test_a_mail_that_is_too_big_for_the_host_alone_is_bounced(place: Place, way: str) -> None:
    place.postfix.change("message_size_limit = 2000000", "message_size_limit = 4000000")
    try:
        place.postfix.hand_over_by(way)
        place.postfix.send(RAW + (b"x" * 60 + b"\r\n") * 40_000, place.address)
        until(lambda: place.world.mails and place.postfix.is_done(), what="a bounce")
    finally:
        place.postfix.change("message_size_limit = 4000000", "message_size_limit = 2000000")
    (bounce,) = place.world.mails
    assert "5.3.4" in bounce.as_string()
    assert not place.stored()
