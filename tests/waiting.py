"""Waiting for something to come true, for no longer than it takes."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def until(look: Callable[[], T], *, seconds: float = 20, what: str = "") -> T:
    """Give what `look` finds as soon as that is true; fail when it is not within the deadline."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        if time.monotonic() > deadline:
            raise AssertionError(f"Not within {seconds} s: {what or look}")
        threading.Event().wait(0.02)
    return found
