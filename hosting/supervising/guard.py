"""A tiny process that outlives its supervisor just long enough to end what that one had started.

It reads process groups from a pipe ("start 123", "end 123"). When the pipe closes without a word, its
supervisor is gone, however it went, and everything still on the list is ended. Run it as a file by
`python -I -S`: it imports next to nothing, and so it costs next to nothing.
"""

import os
import signal
import sys
import time

PATIENCE = 3.0
"""Seconds between asking and killing."""


def alive(group: int) -> bool:
    """Say whether anything is left of a process group."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # macOS says so when only zombies are left
        return False
    return True


def tell(groups: set[int], number: signal.Signals) -> None:
    """Send a signal to every group that is still there."""
    for group in groups:
        try:
            os.killpg(group, number)
        except (ProcessLookupError, PermissionError):
            continue


def end(groups: set[int]) -> None:
    """End the groups: ask, wait a little, kill."""
    tell(groups, signal.SIGTERM)
    tell(groups, signal.SIGCONT)  # one that was stopped could not hear
    deadline = time.monotonic() + PATIENCE
    while any(alive(group) for group in groups) and time.monotonic() < deadline:
        time.sleep(0.05)
    tell(groups, signal.SIGKILL)


def watch(groups: set[int]) -> set[int]:
    """Keep the list as told until the pipe closes; return what is still on it."""
    for line in sys.stdin:
        word, _, number = line.partition(" ")
        if word == "start":
            groups.add(int(number))
        else:
            groups.discard(int(number))
    return groups


if __name__ == "__main__":
    for deaf in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(deaf, signal.SIG_IGN)
    end(watch(set()))
