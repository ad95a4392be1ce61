"""Who holds a lease: a process of a machine, so that others there can tell when it is gone."""

from __future__ import annotations

import os
import socket


def this_process() -> str:
    """Name this process among all that work on the same database."""
    return f"{socket.gethostname()[:60]}:{os.getpid()}"


def is_gone(holder: str) -> bool:
    """Say whether a process is known to have ended; of one on another machine nobody here can know."""
    machine, _, number = holder.rpartition(":")
    if machine != socket.gethostname()[:60] or not number.isdigit():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # it is there, and another user's
        return False
    return False
