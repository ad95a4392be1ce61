"""The SMTP process as it runs on both databases: killed, stopped, with a broken database (P1, P2, P21)."""

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import psycopg
import pytest

from hosting.mail.listening import replies
from tests.conftest import ROOT
from tests.mail.listening import Talk
from tests.waiting import until

RAW = b"From: Anna <anna@mail.example.org>\r\nSubject: Re: [Postbord 1]\r\n\r\n1\r\n"


@dataclass
class Place:
    """A database with one seat that is to act, and the SMTP process that writes into it."""

    env: dict[str, str]
    address: str
    port: int
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> subprocess.Popen[bytes]:
        """Give the process; start it and wait until it answers, unless it runs."""
        if self.process is None or self.process.poll() is not None:
            command = [sys.executable, "manage.py", "smtp", "--port", str(self.port)]
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.env)
            until(self.answers, seconds=60, what="the listener")
        return self.process

    def kill(self) -> None:
        """Kill the process, if it runs."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def answers(self) -> bool:
        """Say whether something listens."""
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    @contextlib.contextmanager
    def talk(self) -> Iterator[Talk]:
        """Connect and greet."""
        with Talk(self.port) as talk:
            talk.reply()
            talk.say("EHLO test.example.org")
            yield talk

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Ask the database from outside."""
        url = self.env["DATABASE_URL"]
        if url.startswith("postgres"):
            with psycopg.connect(url, autocommit=True) as database:
                cursor = database.execute(sql.encode())
                return list(cursor.fetchall()) if cursor.description else []
        with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20)) as file:
            rows = file.execute(sql).fetchall()
            file.commit()
            return rows

    def raws(self) -> list[bytes]:
        """Give the mails that are stored."""
        return [bytes(raw) for (raw,) in self.query("SELECT raw FROM mail_inboundmail ORDER BY id")]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def prepared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    state = tmp_path_factory.mktemp("state")
    url = f"sqlite:///{state / 'postbord.sqlite3'}"
    if request.param == "postgres":
        url = str(request.getfixturevalue("postgres"))
    env = os.environ | {
        "DATABASE_URL": url,
        "STATE_DIR": str(state),
        "BROKER_URL": "",
        "DJANGO_SETTINGS_MODULE": "hosting.settings",
        "PYTHONPATH": str(ROOT),
    }
    seeded = subprocess.run(
        [sys.executable, "-m", "tests.mail.one_seat"], cwd=ROOT, env=env, check=True, capture_output=True
    )
    made = Place(env, seeded.stdout.decode().strip(), free_port())
    yield made
    made.kill()


@pytest.fixture
def place(prepared: Place) -> Place:
    """Give a place where no mail has come yet."""
    for table in ("matches_submission", "mail_inboundmail"):
        prepared.query(f"DELETE FROM {table}")  # noqa: S608 - the two names above
    return prepared


def free_port() -> int:
    """Find a port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_what_was_accepted_survives_a_kill_and_nothing_else_is_there(place: Place) -> None:
    place.start()
    with place.talk() as talk, place.talk() as other:
        assert talk.mail(RAW, place.address) == replies.STORED
        other.begin(place.address)
        other.say("DATA")
        other.send(RAW)  # and no end
        place.kill()
    assert place.raws() == [RAW + b"\r\n"]
    rows = place.query("SELECT state, source, question FROM matches_submission")
    assert rows == [("unread", "mail", 1)]


def test_no_accepted_mail_is_missing_after_kills_in_the_midst_of_it(place: Place) -> None:
    accepted: list[bytes] = []
    done = threading.Event()

    def send(name: int) -> None:
        count = 0
        while not done.wait(0.01):
            count += 1
            raw = f"Subject: {name}.{count}\r\n\r\n1".encode()
            with (
                contextlib.suppress(OSError, AssertionError),
                place.talk() as talk,
            ):  # when it is killed just now
                if talk.mail(raw, place.address) == replies.STORED:
                    accepted.append(raw + b"\r\n")

    senders = [threading.Thread(target=send, args=(name,)) for name in range(4)]
    place.start()
    for sender in senders:
        sender.start()
    for enough in (20, 40):
        until(partial(reached, accepted, enough), what="mails")
        place.kill()
        place.start()
    done.set()
    for sender in senders:
        sender.join()
    stored = place.raws()
    assert set(accepted) <= set(stored)
    assert len(stored) == len(place.query("SELECT id FROM matches_submission"))


def test_sigterm_ends_it_in_order_and_loses_nothing(place: Place) -> None:
    process = place.start()
    with place.talk() as idle, place.talk() as busy:
        busy.begin(place.address)
        busy.say("DATA")
        process.send_signal(signal.SIGTERM)
        assert idle.reply() == replies.SHUTTING_DOWN
        busy.send(RAW + b".\r\n")
        assert busy.reply() == replies.STORED
    assert process.wait(10) == 0
    assert place.raws() == [RAW]


@pytest.mark.parametrize("prepared", ["sqlite"], indirect=True)  # 7 s in which the database has no part
def test_sigterm_does_not_wait_for_a_mail_that_never_ends(place: Place) -> None:
    process = place.start()
    with place.talk() as busy:
        busy.begin(place.address)
        busy.say("DATA")
        process.send_signal(signal.SIGTERM)
        assert process.wait(15) == 0
    assert not place.raws()


def test_a_database_without_its_tables_means_try_later_and_tells_nothing(place: Place) -> None:
    place.start()
    with place.talk() as talk:
        talk.begin(place.address)
        place.query("ALTER TABLE mail_inboundmail RENAME TO gone")
        try:
            talk.say("DATA")
            talk.send(RAW + b".\r\n")
            assert talk.reply() == replies.TRY_LATER
        finally:
            place.query("ALTER TABLE gone RENAME TO mail_inboundmail")
        assert talk.mail(RAW, place.address) == replies.STORED
    assert place.raws() == [RAW + b"\r\n"]


def test_a_recipient_that_cannot_be_looked_up_means_try_later(place: Place) -> None:
    place.start()
    place.query("ALTER TABLE matches_notice RENAME TO gone")
    try:
        with place.talk() as talk:
            assert talk.begin(place.address) == replies.TRY_LATER
            assert talk.begin("nobody@play.localhost") == replies.UNKNOWN
    finally:
        place.query("ALTER TABLE gone RENAME TO matches_notice")


def test_a_trigger_that_refuses_the_submission_leaves_no_mail_behind(place: Place) -> None:
    place.start()
    place.query(refusing(place.env["DATABASE_URL"]))
    with place.talk() as talk:
        assert talk.mail(RAW, place.address) == replies.TRY_LATER
    assert not place.raws()
    drop = "DROP TRIGGER refusing ON matches_submission" if is_postgres(place) else "DROP TRIGGER refusing"
    place.query(drop)


def test_its_heartbeat_is_written_down(place: Place) -> None:
    place.start()
    assert until(lambda: place.query("SELECT name FROM matches_heartbeat"), what="a heartbeat") == [("smtp",)]


def reached(accepted: list[bytes], enough: int) -> bool:
    """Say whether so many mails were accepted."""
    return len(accepted) >= enough


def is_postgres(place: Place) -> bool:
    """Say which database it is."""
    return place.env["DATABASE_URL"].startswith("postgres")


def refusing(url: str) -> str:
    """Give the statement that makes a database refuse every submission."""
    if not url.startswith("postgres"):
        return (
            "CREATE TRIGGER refusing BEFORE INSERT ON matches_submission "
            "BEGIN SELECT RAISE(ABORT, 'password=hunter2'); END"
        )
    return (
        "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'password=hunter2'; END $$; "
        "CREATE TRIGGER refusing BEFORE INSERT ON matches_submission EXECUTE FUNCTION refuse()"
    )
