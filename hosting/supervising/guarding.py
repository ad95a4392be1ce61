"""The supervisor's side of the guard: starting it, telling it, and putting a new one where it died."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from hosting.supervising import guard as guard_file


class Guard:
    """A running guard process. Whoever holds this object may die at any moment without leaving anything."""

    def __init__(self, keep_open: Iterable[int] = ()) -> None:
        """`keep_open`: descriptors that stay open until the guard has done its work, such as a lock's."""
        self.keep_open = tuple(keep_open)
        self.start(())

    def start(self, groups: Iterable[int]) -> None:
        """Start the process and give it its list."""
        read_end, self.write_end = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(Path(guard_file.__file__))],
            stdin=read_end,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            pass_fds=self.keep_open,
            start_new_session=True,
        )
        os.close(read_end)
        for group in groups:
            self.say(f"start {group}")

    def enlist_me(self) -> None:
        """Lead a process group of my own and have it watched: what a child does before its program runs.

        Said by the child and not by its parent, so that there is no moment at which nobody knows of it.
        """
        os.setpgid(0, 0)
        self.say(f"start {os.getpid()}")

    def forget(self, group: int) -> None:
        """Take a group that has ended off the list."""
        self.say(f"end {group}")

    def say(self, line: str) -> None:
        """Write one line; a guard that has just died gets the whole list when it is replaced."""
        try:
            os.write(self.write_end, f"{line}\n".encode("ascii"))
        except BrokenPipeError:
            return

    def replace_if_dead(self, groups: Iterable[int]) -> bool:
        """Start a new guard where the old one was killed; say whether that was so."""
        if self.process.poll() is None:
            return False
        os.close(self.write_end)
        self.start(groups)
        return True

    def dismiss(self) -> None:
        """Let the guard go; what is still on its list ends."""
        os.close(self.write_end)
        self.process.wait()
