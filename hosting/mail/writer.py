"""The one thread that writes mails: whatever has come in while it was writing shares the next commit.

A commit that reaches the disk takes longer than all else, so many connections must not pay for one each.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Final

import structlog
from django.db import InterfaceError, OperationalError, connection

from hosting.mail.storing import Letter

MOST: Final = 32
"""Mails that share one transaction at most, so that none waits long for others."""

log = structlog.get_logger(__name__)

Waiting = tuple[Letter, "Future[int]"]


class Writer(threading.Thread):
    """Stores letters in the order in which they come; `stored` hears of each id after its commit.

    The future that `put` gives is done only when the letter is committed, or has failed.
    """

    def __init__(
        self, store: Callable[[Sequence[Letter]], list[int]], stored: Callable[[int], object]
    ) -> None:
        super().__init__(name="mail-writer", daemon=True)
        self.store = store
        self.stored = stored
        self.waiting: SimpleQueue[Waiting | None] = SimpleQueue()

    def put(self, letter: Letter) -> Future[int]:
        """Hand over a letter. Cancelling the future takes it back, unless it is being written already."""
        future: Future[int] = Future()
        self.waiting.put((letter, future))
        return future

    def close(self, seconds: float) -> None:
        """Write what waits and end; wait for that so long at most."""
        self.waiting.put(None)
        self.join(seconds)

    def run(self) -> None:
        """Write batch after batch until told to end."""
        more = True
        while more:
            batch, more = self.take()
            if batch:
                self.write(batch)
        connection.close()

    def take(self) -> tuple[list[Waiting], bool]:
        """Wait for a letter and take along what else is there; say whether there may be more to come."""
        item = self.waiting.get()
        batch: list[Waiting] = []
        try:
            while item is not None:
                if item[1].set_running_or_notify_cancel():
                    batch.append(item)
                if len(batch) == MOST:
                    return batch, True
                item = self.waiting.get_nowait()
        except Empty:
            return batch, True
        return batch, False

    def write(self, batch: list[Waiting]) -> None:
        """Write a batch in one transaction. A letter that the database cannot take harms no other."""
        try:
            numbers = self.store([letter for letter, _ in batch])
        except Exception as fault:  # noqa: BLE001 - every fault is answered with "try later" (P2)
            log.warning("mails_not_stored", count=len(batch), fault=type(fault).__name__)
            connection.close()
            if len(batch) == 1 or isinstance(fault, (OperationalError, InterfaceError)):
                for _, future in batch:
                    future.set_exception(fault)
            else:
                for each in batch:
                    self.write([each])
            return
        for number, (_, future) in zip(numbers, batch, strict=True):
            future.set_result(number)
        for number in numbers:
            self.stored(number)
