"""Processes of a host that a story starts, kills and stops as it likes; none outlives the story."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from hosting.supervising.guarding import Guard

ROOT = Path(__file__).resolve().parents[2]

Command = Sequence[str | Path]


class Crew:
    """Processes by name, each the leader of a group of its own, so that it is killed with its children."""

    def __init__(self, commands: Mapping[str, Command], log: Path, **environment: str) -> None:
        self.commands = commands
        self.environment = {**os.environ, **environment}
        self.log = log
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        self.guard = Guard()
        return self

    def __exit__(self, *_: object) -> None:
        for name in list(self.processes):
            self.kill(name)
        self.guard.dismiss()

    def start(self, *names: str, **environment: str) -> None:
        """Start these, or all; the database calls each of their connections by the process's name."""
        with self.log.open("ab") as log:
            for name in names or self.commands:
                process = self.processes[name] = subprocess.Popen(
                    self.commands[name],
                    cwd=ROOT,
                    env={**self.environment, "PGAPPNAME": name, **environment},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    process_group=0,
                )
                self.guard.say(f"start {process.pid}")

    def kill(self, name: str) -> None:
        """End one by -9, with its children."""
        process = self.processes.pop(name)
        self.signal(process.pid, signal.SIGKILL)
        process.wait()
        self.guard.forget(process.pid)

    def stop(self, *names: str) -> None:
        """Let some stand still where they are."""
        for name in names:
            self.signal(self.processes[name].pid, signal.SIGSTOP)

    def go_on(self, *names: str) -> None:
        """Let them go on."""
        for name in names:
            self.signal(self.processes[name].pid, signal.SIGCONT)

    def signal(self, group: int, number: signal.Signals) -> None:
        """Send a signal to all of a group, if anything is left of it."""
        try:
            os.killpg(group, number)
        except ProcessLookupError:
            return
