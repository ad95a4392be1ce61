"""Waking workers: by name, after commit, allowed to fail.

The queue makes the host quick; the database is the truth. So a wake-up that is lost costs a few seconds,
until the sweep finds the work, and nothing that happens to the broker may hold up or fail a request (P22).
"""

import os
import threading
import time
from typing import Any, Final

import structlog
from django.conf import settings
from django.db import transaction
from kombu import Connection

from hosting.celery import app

WAIT: Final = 0.4
"""Seconds for one step with the broker: a whole wake-up takes at most two of them."""

REST: Final = 5.0
"""Seconds for which the broker is left alone after a failure."""

OPTIONS: Final[dict[str, Any]] = {
    **settings.CELERY_BROKER_TRANSPORT_OPTIONS,
    "socket_timeout": WAIT,
    "socket_connect_timeout": WAIT,
    "retry_on_timeout": False,
    "max_retries": 0,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
    "health_check_interval": 0,  # its ping would wait once more
}

log = structlog.get_logger(__name__)


class Bell:
    """The one connection of a process to the broker, shared by its threads, and when it failed last."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Start anew, also in a forked child, which must not share its parent's socket."""
        self.lock = threading.Lock()
        self.connection: Connection | None = None
        self.resting_until = 0.0

    def silent(self) -> bool:
        """Say whether ringing is of no use now."""
        return not settings.BROKER_URL or time.monotonic() < self.resting_until

    def ring(self, task: str, ids: tuple[int, ...]) -> bool:
        """Send the task; say whether the broker took it. Never raises, never takes longer than 1 s."""
        if self.silent() or not self.lock.acquire(timeout=WAIT):
            return False
        try:
            if self.silent():  # it failed for the thread before this one
                return False
            if self.connection is None:
                self.connection = Connection(settings.BROKER_URL, transport_options=OPTIONS)
            app.send_task(task, args=ids, connection=self.connection, retry=False, ignore_result=True)
        except Exception as error:  # noqa: BLE001 - whatever the broker's client raises, the sweep finds the work
            self.rest(type(error).__name__)
            return False
        finally:
            self.lock.release()
        return True

    def rest(self, why: str) -> None:
        """Leave the broker alone for a while, and connect anew after it."""
        self.resting_until = time.monotonic() + REST
        self.connection = None  # collecting it closes its socket; closing it politely could wait
        log.warning("broker_unreachable", error=why, seconds=REST)


bell: Final = Bell()
os.register_at_fork(after_in_child=bell.begin)


def wake(task: str, *ids: int) -> None:
    """Ask a worker to run the task with these ids, as soon as the transaction is committed."""
    transaction.on_commit(lambda: bell.ring(task, ids), robust=True)


def wake_now(task: str, *ids: int) -> bool:
    """Ask at once; say whether the broker has taken it. For the sweep, which works itself when not."""
    return bell.ring(task, ids)


def broker_down() -> bool:
    """Say whether nobody would hear: there is no broker, or it failed within the last few seconds."""
    return bell.silent()
