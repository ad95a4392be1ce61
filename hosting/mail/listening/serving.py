"""The process that takes mails in: listener, reader, writer, waker and heartbeat, from start to stop."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import signal
import sqlite3
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Final, TypeVar

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from hosting.mail.addresses import Recipient, classify
from hosting.mail.listening.desk import Desk
from hosting.mail.listening.intake import Intake
from hosting.mail.listening.limits import Limits
from hosting.mail.listening.quick_look import QuickLook, quick_look
from hosting.mail.listening.smtpd import Listener
from hosting.mail.listening.storing import Letter, store_what_can_be
from hosting.matches import outages
from hosting.wake import wake_now

BEAT: Final = 30.0
"""Seconds between heartbeats."""

PAUSE: Final = 0.02
"""Seconds between two wake-ups."""

WRITERS: Final = 3
"""Threads that store mails in PostgreSQL."""

TOGETHER: Final = 8
"""Mails that share a wake-up at most: one worker takes them one after another."""

LOOPBACK: Final = "127.0.0.1"
"""Where LMTP is spoken: it knows no strangers."""

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

    def __init__(self, *, limits: Limits | None = None, tls_context: ssl.SSLContext | None = None) -> None:
        self.waker = Waker()
        self.quick: QuickLook | None = None
        self.reader: Desk[str, Recipient] = Desk("mail-reader", look_up)
        self.writer: Desk[Letter, int] = Desk("mail-writer", self.write, threads=writers())
        limits = limits or Limits()
        self.listener = Listener(
            Intake(classify=self.classify, store=self.writer.ask, free_disk=free_disk, limits=limits),
            hostname=settings.MAIL_DOMAIN,
            limits=limits,
            trusted=settings.SMTP_TRUSTED_PEERS,
            tls_context=tls_context,
        )

    async def open(self, host: str, port: int) -> int:
        """Begin to take mail; give the port for SMTP."""
        with contextlib.suppress(
            OperationalError
        ):  # a database that is away now is looked for again by the thread
            self.quick = await asyncio.to_thread(quick_look)
        for each in (self.reader, self.writer, self.waker):
            each.start()
        if settings.LMTP_PORT:
            await self.listener.start_lmtp(LOOPBACK, settings.LMTP_PORT)
        if settings.LMTP_SOCKET is not None:
            await self.listener.start_lmtp_socket(settings.LMTP_SOCKET)
        return await self.listener.start(host, port)

    async def close(self) -> None:
        """Take no more mail and finish what was begun, within 10 s (P21)."""
        await self.listener.stop()
        await asyncio.to_thread(self.writer.close, 1.5)

    async def classify(self, address: str) -> Recipient:
        """Say whom a recipient means: at once if that can be, else through the reader."""
        if self.quick is not None:
            with contextlib.suppress(sqlite3.Error):
                return self.quick.classify(address)
        return await self.reader.ask(address)

    def write(self, letters: Sequence[Letter]) -> Sequence[int | Exception]:
        """Store letters, and have workers woken for those that are committed."""
        answers = store_what_can_be(letters)
        for answer in answers:
            if isinstance(answer, int):
                self.waker.stored.put(answer)
        return answers

    async def beat(self) -> None:
        """Tell every half minute that this process is well, as long as the database can be told."""
        while True:
            try:
                await asyncio.to_thread(write_heartbeat)
            except Exception as fault:  # noqa: BLE001 - without a database there is nobody to tell
                log.warning("no_heartbeat", fault=type(fault).__name__)
            await asyncio.sleep(BEAT)


def writers() -> int:
    """Say how many threads store mails: SQLite has one writer at a time, PostgreSQL overlaps commits."""
    return 1 if connection.vendor == "sqlite" else WRITERS


def look_up(addresses: Sequence[str]) -> list[Recipient | Exception]:
    """Look recipients up, each for itself."""
    return [look_up_one(address) for address in addresses]


def look_up_one(address: str) -> Recipient | Exception:
    """Look a recipient up; on a new connection when the old one was cut since its last use."""
    try:
        return connected(lambda: classify(address))
    except Exception as fault:  # noqa: BLE001 - every fault is answered with "try later" (P2)
        return fault


def connected(query: Callable[[], T]) -> T:
    """Run a query; when it fails for a connection that was cut since its last use, once more on a new one."""
    try:
        return query()
    except (OperationalError, InterfaceError):
        connection.close()
        return query()


def write_heartbeat() -> None:
    """Write down that the SMTP process is well."""
    try:
        outages.beat("smtp")
    finally:
        connection.close()  # the next beat may come from another thread


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
    lmtp = [str(door) for door in (settings.LMTP_PORT, settings.LMTP_SOCKET) if door]
    log.info("smtp_listening", host=host, port=port, lmtp=lmtp)
    beat = asyncio.create_task(office.beat())
    await stop.wait()
    beat.cancel()
    await office.close()
    log.info("smtp_stopped")
