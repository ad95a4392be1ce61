"""One process of the host: how it is started, ended, and started again."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from hosting.surroundings import ROOT

PAUSES: Final = (0.1, 0.3, 1.0, 2.0, 3.0)
"""Seconds before the first, second, ... start in a row; the last for all later ones, below the 5 s within
which a killed process is back."""

STEADY: Final = 10.0
"""Seconds after which a process counts as having run well."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a process of the host is made of. `port` or `socket`: where it answers when it is up."""

    name: str
    command: tuple[str, ...]
    log: Path
    port: int = 0
    socket: Path | None = None


@dataclass(slots=True)
class Child:
    """A part that is kept running."""

    part: Part
    enlist: Callable[[], None]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    failures: int = 0
    due: float = 0.0
    log: IO[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.part.log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.log = self.part.log.open("ab", buffering=0)

    @property
    def pid(self) -> int | None:
        """Its process id, which is that of its group too; None while it does not run."""
        return self.process.pid if self.process else None

    def start(self) -> None:
        """Start it in a process group of its own, with its output in its log."""
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            self.part.command,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
            cwd=ROOT,
            preexec_fn=self.enlist,  # noqa: PLW1509 - the supervisor has one thread
        )

    def ended(self) -> int | None:
        """Give the process id if it has ended since the last look, and kill what it left of its group."""
        if self.process is None or self.process.poll() is None:
            return None
        pid = self.process.pid
        self.signal_group(signal.SIGKILL)
        self.process = None
        now = time.monotonic()
        self.failures = 1 if now - self.started > STEADY else self.failures + 1
        self.due = now + PAUSES[min(self.failures, len(PAUSES)) - 1]
        return pid

    def ask_to_end(self) -> None:
        """Ask the process itself; it ends its own children when it has finished what it was at."""
        if self.process:
            os.kill(self.process.pid, signal.SIGTERM)
            os.kill(self.process.pid, signal.SIGCONT)

    def signal_group(self, number: signal.Signals) -> None:
        """Send a signal to everything in its group."""
        if self.process:
            try:
                os.killpg(self.process.pid, number)
            except (ProcessLookupError, PermissionError):  # nobody left; macOS says the latter of zombies
                return
