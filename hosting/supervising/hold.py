"""Who holds the state directory: one supervisor at a time, and what it says of itself."""

import fcntl
import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from hosting.surroundings import private_directory

PATIENCE: Final = 15.0
"""Seconds to wait for the processes of a supervisor that was killed."""


class Running(Exception):
    """Another host is running on this state directory; `facts` is what it says of itself."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        super().__init__("another host is running here")
        self.facts = facts


class Hold:
    """Two locks: `supervisor` lives and dies with this process, `crew` also with the last of its children.

    The guard keeps the second one open, so a host that starts after one was killed waits until the old
    processes are gone, and never meets them at a port or in the broker's files.
    """

    def __init__(self, state_dir: Path) -> None:
        private_directory(state_dir)
        self.facts_file = state_dir / "host.json"
        self.supervisor = lock_file(state_dir / "supervisor.lock")
        self.crew = lock_file(state_dir / "crew.lock")
        if not lock(self.supervisor):
            raise Running(self.read())
        deadline = time.monotonic() + PATIENCE
        while not lock(self.crew):
            if time.monotonic() > deadline:
                raise Running(self.read())
            time.sleep(0.05)

    def read(self) -> Mapping[str, Any]:
        """Read what the running host says of itself; {} while it says nothing."""
        try:
            facts: dict[str, Any] = json.loads(self.facts_file.read_text("utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return {}
        return facts

    def write(self, facts: Mapping[str, Any]) -> None:
        """Say of oneself: whole or not at all."""
        draft = self.facts_file.with_suffix(".new")
        draft.write_text(json.dumps(facts, indent=2) + "\n", "utf-8")
        draft.replace(self.facts_file)

    def release(self) -> None:
        """Let go, as the last thing."""
        self.facts_file.unlink(missing_ok=True)
        os.close(self.crew)
        os.close(self.supervisor)


def lock_file(path: Path) -> int:
    """Open a file to lock; the descriptor goes to no child unless it is passed on purpose."""
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)


def lock(descriptor: int) -> bool:
    """Try to lock; say whether it worked."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
