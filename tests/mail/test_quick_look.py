"""Looking recipients up in SQLite without a thread gives the same answers, and never waits."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection

from hosting.mail.addresses import Kind, bounce_address, reply_address
from hosting.mail.listening.quick_look import QuickLook, quick_look
from hosting.matches.models import Notice


@pytest.mark.django_db(transaction=True)
@pytest.mark.storage
def test_only_sqlite_is_looked_at_without_a_thread() -> None:
    look = quick_look()
    assert (look is not None) == (connection.vendor == "sqlite")
    if look is not None:
        look.file.close()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a file with the two tables that matter, as Django makes them."""
    file = sqlite3.connect(tmp_path / "test.sqlite3")
    file.execute("PRAGMA journal_mode = WAL")
    file.execute("CREATE TABLE matches_seat (id INTEGER PRIMARY KEY, token_epoch INTEGER)")
    file.execute(
        "CREATE TABLE matches_notice (id INTEGER PRIMARY KEY, number BIGINT, match_id INTEGER, "
        "seat_id INTEGER, player_id INTEGER, epoch INTEGER, question INTEGER)"
    )
    file.execute("INSERT INTO matches_seat VALUES (4, 0)")
    file.execute("INSERT INTO matches_notice VALUES (9, -77, 3, 4, 5, 0, 6)")
    file.commit()
    file.close()
    return tmp_path / "test.sqlite3"


def opened(place: Path) -> sqlite3.Connection:
    """Open the file as Django does, without transactions of Python's own."""
    return sqlite3.connect(place, isolation_level=None)


@pytest.fixture
def notice() -> Notice:
    at = datetime.now(UTC)  # or the model would ask the database
    return Notice(pk=9, number=-77, match_id=3, seat_id=4, player_id=5, epoch=0, question=6, created_at=at)


def test_it_gives_what_the_slow_way_gives(place: Path, notice: Notice) -> None:
    look = QuickLook(opened(place))
    found = look.classify(reply_address(notice))
    assert (found.kind, found.notice, found.match, found.seat) == (Kind.TOKEN, 9, 3, 4)
    assert (found.player, found.question) == (5, 6)
    assert look.classify(bounce_address(-77)).kind is Kind.BOUNCE
    assert look.classify(bounce_address(-78)).notice is None
    look.file.close()


def test_it_sees_what_was_written_a_moment_ago(place: Path, notice: Notice) -> None:
    look, writer = QuickLook(opened(place)), opened(place)
    assert look.classify(reply_address(notice)).kind is Kind.TOKEN
    writer.execute("UPDATE matches_seat SET token_epoch = 1")
    assert look.classify(reply_address(notice)).kind is Kind.OLD_TOKEN
    look.file.close()
    writer.close()


def test_a_writer_at_work_does_not_keep_it_waiting(place: Path, notice: Notice) -> None:
    look, writer = QuickLook(opened(place)), opened(place)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE matches_seat SET token_epoch = 1")
    assert look.classify(reply_address(notice)).kind is Kind.TOKEN
    writer.execute("ROLLBACK")
    look.file.close()
    writer.close()


def test_what_it_cannot_have_at_once_is_a_fault(place: Path, notice: Notice) -> None:
    look, writer = QuickLook(opened(place)), opened(place)
    writer.execute("DROP TABLE matches_notice")
    with pytest.raises(sqlite3.Error):
        look.classify(reply_address(notice))
    look.file.close()
    writer.close()


def test_it_cannot_write(place: Path) -> None:
    look = QuickLook(opened(place))
    with pytest.raises(sqlite3.Error):
        look.file.execute("DELETE FROM matches_notice")
    look.file.close()
