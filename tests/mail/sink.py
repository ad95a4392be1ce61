"""A real SMTP server on a free port that keeps what it takes, and answers as it is told."""

import asyncio
import email
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from typing import Any, ClassVar

from aiosmtpd.smtp import SMTP
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend as LocMemBackend
from django.db import connection


@dataclass
class Sink:
    """What came in, in order. `answers` go to the next mails instead of 250; "drop" hangs up after taking."""

    mails: list[Message] = field(default_factory=list)
    senders: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    recipient_answers: list[str] = field(default_factory=list)
    connections: int = 0
    port: int = 0

    async def handle_EHLO(  # noqa: N802 - aiosmtpd calls it so
        self, _server: SMTP, session: Any, _envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        """Count who connects."""
        session.host_name = hostname
        self.connections += 1
        return responses

    async def handle_RCPT(  # noqa: N802 - aiosmtpd calls it so
        self, _server: SMTP, _session: Any, envelope: Any, address: str, _options: list[str]
    ) -> str:
        """Take a recipient, or answer as told."""
        answer = self.recipient_answers.pop(0) if self.recipient_answers else "250 OK"
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, _session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd calls it so
        """Keep a mail, or answer as told."""
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith(("250", "drop")):
            self.mails.append(email.message_from_bytes(envelope.content))
            self.senders.append(envelope.mail_from)
        if answer == "drop":
            assert server.transport is not None
            server.transport.abort()  # type: ignore[attr-defined]  # a transport of a connection
        return answer

    def subjects(self) -> list[str]:
        """The subjects of what came in."""
        return [str(mail["Subject"]) for mail in self.mails]


def words(mail: Message, number: int) -> str:
    """The words of a part of a mail, with plain line ends."""
    part = mail.get_payload(number)
    assert isinstance(part, Message)
    raw = part.get_payload(decode=True)
    assert isinstance(raw, bytes)
    return raw.decode().replace("\r\n", "\n")


class Watching(LocMemBackend):
    """Keeps mails in memory, and notes whether a transaction was open while they were sent."""

    seen: ClassVar[list[bool]] = []

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        """Send, and note."""
        self.seen.append(connection.in_atomic_block)
        return super().send_messages(messages)


class Meddling(LocMemBackend):
    """Keeps mails in memory, and lets something else happen while each is on its way."""

    meanwhile: ClassVar[Callable[[], None]]

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        """Let it happen, then send."""
        type(self).meanwhile()
        return super().send_messages(messages)


@contextmanager
def sink() -> Iterator[Sink]:
    """Run a sink."""
    made = Sink()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(_serve(made, loop), loop).result(10)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        asyncio.run_coroutine_threadsafe(_close(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


async def _serve(made: Sink, loop: asyncio.AbstractEventLoop) -> asyncio.Server:
    def answer() -> SMTP:
        return SMTP(made, hostname="sink.example.org", loop=loop)

    return await loop.create_server(answer, "127.0.0.1", 0)


async def _close(server: asyncio.Server) -> None:
    server.close()
    left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    await asyncio.sleep(0)


@contextmanager
def dripping() -> Iterator[int]:
    """A relay that greets letter by letter and never ends; gives its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def drip() -> None:
        try:
            line, _peer = listener.accept()
        except OSError:
            return
        with line:
            line.sendall(b"220 hello\r\n")
            while not over.is_set():
                try:
                    line.sendall(b"2")
                except OSError:
                    return
                over.wait(0.05)

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        over.set()
        listener.close()
        thread.join(5)


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as line:
        port: int = line.getsockname()[1]
        return port
