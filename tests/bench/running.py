"""Processes that a measurement starts, and that end with it whatever happens."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from hosting.supervising import crew
from hosting.supervising.guarding import Guard
from hosting.surroundings import ROOT, embedded_broker_url, read

PATIENCE: Final = 60.0
"""Seconds in which anything that starts has to be up."""


class Crew:
    """Some processes by name. The guard ends them when this process is killed."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.guard = Guard()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, *command: str, **environ: str) -> None:
        """Start a process in a group of its own; it writes into the log."""
        with self.log.open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=ROOT,
                env={**os.environ, **environ},
                preexec_fn=self.guard.enlist_me,  # noqa: PLW1509 - no thread has been started yet
            )

    def pids(self) -> dict[str, int]:
        """Give the process ids by name."""
        return {name: process.pid for name, process in self.processes.items()}

    def check(self) -> None:
        """Raise with the end of the log when one of them has ended."""
        for name, process in self.processes.items():
            if process.poll() is not None:
                raise SystemExit(f"{name} has ended:\n{self.log.read_text('utf-8')[-3000:]}")

    def stop(self) -> None:
        """End them in the order in which they started, by their ids; kill what does not end."""
        for process in reversed(self.processes.values()):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            self.guard.forget(process.pid)
        self.processes.clear()
        self.guard.dismiss()


@contextmanager
def crew_of(log: Path) -> Iterator[Crew]:
    """Give a crew to start processes in; all have ended afterwards."""
    made = Crew(log)
    try:
        yield made
    finally:
        made.stop()


@contextmanager
def running_host() -> Iterator[Crew]:
    """Run the host of this environment as `make run` does; its log is at hand when it does not start."""
    place = Path(settings.STATE_DIR)
    with crew_of(place / "host.log") as host:
        host.start("supervisor", sys.executable, str(ROOT / "manage.py"), "host")
        wait_until(lambda: host_facts().get("up"), host)
        yield host


def host_facts() -> Mapping[str, Any]:
    """Read what the host says of itself."""
    try:
        facts: dict[str, Any] = json.loads((Path(settings.STATE_DIR) / "host.json").read_text("utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return {}
    return facts


def host_processes() -> dict[str, int]:
    """Give the ids of all processes that the host is made of, by name."""
    facts = host_facts()
    return {"supervisor": facts["pid"], **facts["processes"]}


def start_broker(made: Crew, place: Path) -> str:
    """Start a broker just like the host's at a place of its own; give its address."""
    url = embedded_broker_url(place)
    part = crew.broker(replace(read(os.environ), state_dir=place, broker_url=url))
    if part is None or part.socket is None:
        raise SystemExit("There is no embedded broker for this machine, so there is nothing to measure.")
    made.start("broker", *part.command)
    wait_until(part.socket.exists, made)
    return url


def wait_until(look: Callable[[], object], made: Crew) -> None:
    """Wait until it is so; raise when a process has ended instead, or it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not look():
        made.check()
        if time.monotonic() > deadline:
            raise SystemExit(f"Not up within {PATIENCE:.0f} s:\n{made.log.read_text('utf-8')[-3000:]}")
        time.sleep(0.02)
