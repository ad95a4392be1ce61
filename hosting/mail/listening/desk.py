"""Threads that do all that waits at once: many connections share a commit, and a way between threads.

A commit that reaches the disk, and waking a thread, cost more than all else that taking a mail in does.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Final, Generic, TypeVar

from django.db import connection

MOST: Final = 32
"""What is done at once at most, so that nothing waits long for others."""

Q = TypeVar("Q")
A = TypeVar("A")


class Desk(Generic[Q, A]):
    """Answers what an event loop asks, in threads that have a database connection each.

    `work` is given all that waits and gives an answer or a fault to each; it raises nothing itself. One
    thread keeps the order; several overlap where the database can do several things at once.
    """

    def __init__(
        self, name: str, work: Callable[[Sequence[Q]], Sequence[A | Exception]], *, threads: int = 1
    ) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.waiting: SimpleQueue[tuple[Q, asyncio.Future[A]] | None] = SimpleQueue()
        self.threads = [threading.Thread(target=self.run, name=name, daemon=True) for _ in range(threads)]

    def start(self) -> None:
        """Begin."""
        for thread in self.threads:
            thread.start()

    def ask(self, question: Q) -> asyncio.Future[A]:
        """Hand something over. Cancelling the future takes it back, unless it is being done already."""
        answer: asyncio.Future[A] = self.loop.create_future()
        self.waiting.put((question, answer))
        return answer

    def close(self, seconds: float) -> None:
        """Do what waits and end; wait for that so long at most. Not to be called in the event loop."""
        for _ in self.threads:
            self.waiting.put(None)
        deadline = time.monotonic() + seconds
        for thread in self.threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def run(self) -> None:
        """Do one batch after another until told to end."""
        more = True
        while more:
            batch, more = self.take()
            if batch:
                answers = self.work([question for question, _ in batch])
                with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits any more
                    self.loop.call_soon_threadsafe(tell, [future for _, future in batch], answers)
        connection.close()

    def take(self) -> tuple[list[tuple[Q, asyncio.Future[A]]], bool]:
        """Wait for something and take along what else is there; say whether there may be more to come."""
        item = self.waiting.get()
        batch: list[tuple[Q, asyncio.Future[A]]] = []
        try:
            while item is not None:
                if not item[1].cancelled():
                    batch.append(item)
                if len(batch) == MOST:
                    return batch, True
                item = self.waiting.get_nowait()
        except Empty:
            return batch, True
        return batch, False


def tell(futures: Sequence[asyncio.Future[A]], answers: Sequence[A | Exception]) -> None:
    """Give the answers to those who still wait for them."""
    for future, answer in zip(futures, answers, strict=True):
        if future.done():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
