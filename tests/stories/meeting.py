"""The beginning of a worker process of a story: it knows nothing of Django until it has set it up."""

from collections.abc import Callable
from multiprocessing.synchronize import Barrier
from typing import Any, Final

import django

PATIENCE: Final = 60.0


class Here:
    """What this process has been given."""

    barrier: Barrier


def begin(barrier: Barrier) -> None:
    """Set Django up; the environment says for which host."""
    Here.barrier = barrier
    django.setup()


def meet(do: Callable[..., object], *args: Any) -> str:
    """Do a thing as soon as the other process is ready to do its own; give the name of what was raised."""
    Here.barrier.wait(PATIENCE)
    try:
        do(*args)
    except Exception as fault:  # noqa: BLE001 - the story says which is right
        return type(fault).__name__
    return ""
