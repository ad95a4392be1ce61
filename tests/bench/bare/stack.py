"""The bare processes, started and ended."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.bench.ports import answers, free_port
from tests.bench.running import Crew, crew_of, start_broker, wait_until

WORKER: Final = (
    *(
        "-m",
        "celery",
        "-A",
        "tests.bench.bare.tasks",
        "worker",
        "--pool",
        "solo",
        "--loglevel",
        "WARNING",
    ),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
)


def copy_database(source: Path, target: Path) -> None:
    """Copy a database while others use it: the same tables, indexes and rows."""
    with sqlite3.connect(source) as rows, sqlite3.connect(target) as copy:
        rows.backup(copy)


def start_listener(made: Crew, mode: str, database: Path, **environ: str) -> int:
    """Start a listener that commits each mail (`single`) or several at once (`group`); give its port."""
    port = free_port()
    module = ("-m", "tests.bench.bare.listener", mode, str(port), str(database))
    made.start(mode, sys.executable, *module, **environ)
    wait_until(lambda: answers(port), made)
    return port


@contextmanager
def bare_pipeline(
    place: Path, database: Path, *, mode: str, relay: int, mails: Mapping[str, bytes]
) -> Iterator[tuple[int, Crew]]:
    """Run listener, broker and two workers on a copy of the database; give the port and the processes.

    `mails` are what the host has sent, by kind: the bytes that are sent here, too.
    """
    place.mkdir(mode=0o700)
    copied = place / "bare.sqlite3"
    copy_database(database, copied)
    for kind, data in mails.items():
        (place / f"{kind}.eml").write_bytes(data)
    with crew_of(place / "bare.log") as made:
        environ = {
            "BARE_BROKER": start_broker(made, place),
            "BARE_DATABASE": str(copied),
            "BARE_RELAY": str(relay),
            "BARE_MAILS": str(place),
        }
        for queue in ("moves", "mail"):
            named = ("--queues", queue, "--hostname", f"{queue}@bare")
            made.start(f"worker-{queue}", sys.executable, *WORKER, *named, **environ)
        yield start_listener(made, mode, copied, **environ), made
