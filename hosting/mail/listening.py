"""The SMTP process as a whole: listener, writer, waker, look-ups and heartbeat, from start to stop."""

from __future__ import annotations

import asyncio
import shutil
import signal
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Final, TypeVar

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from hosting.mail.addresses import Recipient, classify
from hosting.mail.intake import Intake
from hosting.mail.limits import Limits
from hosting.mail.smtpd import Listener
from hosting.mail.storing import Letter, store
from hosting.mail.writer import Writer
from hosting.matches.models import Heartbeat
from hosting.now import now
from hosting.wake import wake_now

BEAT: Final = 30.0
"""Seconds between heartbeats."""

READERS: Final = 4
"""Threads, each with a connection of its own, that look recipients up."""

PAUSE: Final = 0.01
"""Seconds between two wake-ups."""

TOGETHER: Final = 8
"""Mails that share a wake-up at most: one worker takes them one after another."""

log = structlog.get_logger(__name__)
T = TypeVar("T")


class Waker(threading.Thread):
    """Wakes workers for stored mails, in a thread of its own: no sender waits for the broker (P22).

    A mail that comes alone is told of at once. Those that come in the pause after it share the next wake-up,
    for one costs a third of what taking a mail in does.
    """

    def __init__(self) -> None:
        super().__init__(name="mail-waker", daemon=True)
        self.stored: SimpleQueue[int] = SimpleQueue()

    def run(self) -> None:
        """Wake for ever. What is lost when the process ends, the sweep finds."""
        while True:
            ids = [self.stored.get()]
            while len(ids) < TOGETHER and not self.stored.empty():  # nobody else takes from it
                ids.append(self.stored.get())
            wake_now("take_mail", *ids)
            time.sleep(PAUSE)


class Office:
    """Everything that the listener needs, put together. Made and used inside a running event loop."""

    def __init__(
        self,
        *,
        limits: Limits | None = None,
        tls_context: ssl.SSLContext | None = None,
        store: Callable[[Sequence[Letter]], list[int]] = store,
        classify: Callable[[str], Recipient] = classify,
    ) -> None:
        self.look_up = classify
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="mail-reader")
        self.waker = Waker()
        self.writer = Writer(store, self.waker.stored.put)
        limits = limits or Limits()
        self.listener = Listener(
            Intake(classify=self.classify, store=self.store, free_disk=free_disk, limits=limits),
            hostname=settings.MAIL_DOMAIN,
            limits=limits,
            trusted=settings.SMTP_TRUSTED_PEERS,
            tls_context=tls_context,
        )

    async def open(self, host: str, port: int) -> int:
        """Begin to take mail; give the port."""
        self.writer.start()
        self.waker.start()
        return await self.listener.start(host, port)

    async def close(self) -> None:
        """Take no more mail and finish what was begun, within 10 s (P21)."""
        await self.listener.stop()
        await asyncio.to_thread(self.writer.close, 1.5)
        self.readers.shutdown(wait=False, cancel_futures=True)

    async def classify(self, address: str) -> Recipient:
        """Look a recipient up in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.readers, connected, lambda: self.look_up(address))

    async def store(self, letter: Letter) -> int:
        """Have a letter stored; done when it is committed."""
        return await asyncio.wrap_future(self.writer.put(letter))

    async def beat(self) -> None:
        """Tell every half minute that this process is well, as long as the database can be told."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                await loop.run_in_executor(self.readers, connected, write_heartbeat)
            except Exception as fault:  # noqa: BLE001 - without a database there is nobody to tell
                log.warning("no_heartbeat", fault=type(fault).__name__)
            await asyncio.sleep(BEAT)


def connected(query: Callable[[], T]) -> T:
    """Run a query; when it fails for a connection that was cut since its last use, once more on a new one."""
    try:
        return query()
    except (OperationalError, InterfaceError):
        connection.close()
        return query()


def write_heartbeat() -> None:
    """Write down that the SMTP process is well."""
    Heartbeat.objects.update_or_create(name="smtp", defaults={"at": now()})


def free_disk() -> int:
    """Give the bytes left where the host keeps its state."""
    return shutil.disk_usage(nearest(settings.STATE_DIR)).free


def nearest(place: Path) -> Path:
    """Give the place, or what of its path exists."""
    return place if place.exists() or place == place.parent else nearest(place.parent)


async def serve(host: str, port: int, *, tls_context: ssl.SSLContext | None = None) -> None:
    """Take mail until SIGTERM or SIGINT."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    office = Office(tls_context=tls_context)
    port = await office.open(host, port)
    log.info("smtp_listening", host=host, port=port)
    beat = asyncio.create_task(office.beat())
    await stop.wait()
    beat.cancel()
    await office.close()
    log.info("smtp_stopped")
