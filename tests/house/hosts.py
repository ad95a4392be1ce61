"""Whole hosts, each with a place and ports of its own, run as `make run` runs them."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hosting.surroundings import ROOT
from tests.waiting import until


class Host:
    """One host, started or not, on one state directory."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.port, self.smtp_port = free_ports(2)
        self.process: subprocess.Popen[str] | None = None
        self.environ = {
            **{
                name: value
                for name, value in os.environ.items()
                if name not in {"BROKER_URL", "DATABASE_URL"}
            },
            "PROFILE": "development",
            "STATE_DIR": str(place),
            "PORT": str(self.port),
            "SMTP_PORT": str(self.smtp_port),
        }

    def command(self, **more: str) -> subprocess.Popen[str]:
        """Start the supervisor once, with a process group of its own."""
        return subprocess.Popen(
            [sys.executable, "-m", "hosting.supervising"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env={**self.environ, **more},
            process_group=0,
        )

    def start(self) -> None:
        """Start it and wait until it is up."""
        self.process = self.command()
        until(lambda: self.is_up() or self.ended(), seconds=90, what="the host is up")
        assert not self.ended(), self.output()

    def is_up(self) -> bool:
        """Say whether the host that was started last says that it is up."""
        facts = self.facts()
        return bool(self.process and facts.get("pid") == self.process.pid and facts["up"])

    def ended(self) -> bool:
        """Say whether the supervisor has ended."""
        return self.process is not None and self.process.poll() is not None

    def facts(self) -> Mapping[str, Any]:
        """Read what the host says of itself."""
        try:
            facts: dict[str, Any] = json.loads((self.place / "host.json").read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return {}
        return facts

    def pids(self) -> dict[str, int]:
        """Give the process ids of what runs, by name."""
        return {name: pid for name, pid in self.facts().get("processes", {}).items() if pid}

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the supervisor and nobody else."""
        assert self.process
        self.process.send_signal(number)

    def output(self) -> str:
        """Wait for the end and give all that was said."""
        assert self.process
        return self.process.communicate(timeout=30)[0]


@contextmanager
def host(place: Path) -> Iterator[Host]:
    """Give a host that is not started yet; it has ended afterwards whatever happened."""
    made = Host(place)
    try:
        yield made
    finally:
        if made.process and not made.ended():
            made.signal(signal.SIGTERM)
        if made.process:
            made.output()
        until(lambda: not running(place), what="all processes have ended")


def running(place: Path) -> list[int]:
    """List the processes that anybody started for a state directory, wherever they are in the tree."""
    mark, title = f"STATE_DIR={place}".encode(), f"{place}/broker.sock".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            started_here = mark in (entry / "environ").read_bytes().split(b"\0")
            if started_here or title in (entry / "cmdline").read_bytes():  # the broker writes over the former
                found.append(int(entry.name))
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
    return found


def answers(port: int) -> bool:
    """Say whether somebody takes connections at a port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_ports(count: int) -> list[int]:
    """Find ports that nobody uses now."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports
