"""Sending mail as quickly as a client can: prepared bytes over plain asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail ready for the wire: `data` has CRLF line ends, dots doubled, and the closing dot."""

    sender: str
    recipient: str
    data: bytes


def wired(text: str) -> bytes:
    """Make the DATA of a text."""
    lines = text.rstrip("\n").split("\n")
    return "\r\n".join("." + line if line.startswith(".") else line for line in lines).encode() + b"\r\n.\r\n"


class Line(asyncio.Protocol):
    """One connection to an SMTP server: say something, get its answer."""

    def __init__(self) -> None:
        self.heard = b""
        self.answer: asyncio.Future[bytes] | None = None
        self.is_lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way to the server."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Collect a reply; it ends with the line whose fourth sign is a blank."""
        self.heard += data
        if self.heard.endswith(b"\r\n") and self.heard.rstrip(b"\r\n").rpartition(b"\n")[2][3:4] in {
            b" ",
            b"",
        }:
            if self.answer is not None and not self.answer.done():
                self.answer.set_result(self.heard)
            self.heard = b""

    def connection_lost(self, error: Exception | None) -> None:
        """Tell who waits that nothing will come."""
        self.is_lost = True
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionError(str(error or "the server closed the connection")))

    async def say(self, words: bytes, expected: bytes) -> None:
        """Say it and wait for the answer; raise when it is another one than expected."""
        if self.is_lost:
            raise ConnectionError("the server closed the connection")
        self.answer = asyncio.get_running_loop().create_future()
        if words:
            self.transport.write(words)
        heard = await self.answer
        if not heard.startswith(expected):
            raise ConnectionError(f"{words[:60]!r} was answered with {heard!r}")


async def opened(port: int) -> Line:
    """Connect and greet."""
    loop = asyncio.get_running_loop()
    line = Line()
    line.answer = loop.create_future()
    await loop.create_connection(lambda: line, "127.0.0.1", port)
    heard = await line.answer
    if not heard.startswith(b"220"):
        raise ConnectionError(f"greeted with {heard!r}")
    await line.say(b"EHLO bench.localhost\r\n", b"250")
    return line


async def hand_over(line: Line, mail: Mail) -> float:
    """Hand a mail over; give the instant at which it was accepted."""
    await line.say(f"MAIL FROM:<{mail.sender}>\r\n".encode(), b"250")
    await line.say(f"RCPT TO:<{mail.recipient}>\r\n".encode(), b"250")
    await line.say(b"DATA\r\n", b"354")
    await line.say(mail.data, b"250")
    return perf_counter()


async def send_one(port: int, mail: Mail) -> float:
    """Send a mail over a connection of its own; give the instant at which it was accepted."""
    line = await opened(port)
    accepted = await hand_over(line, mail)
    line.transport.write(b"QUIT\r\n")
    line.transport.close()
    return accepted


async def send_all(port: int, mails: Sequence[Mail], *, connections: int, each: int) -> float:
    """Send mails over so many connections at once, `each` to a connection; give mails per second."""
    waiting = iter(mails)
    began = perf_counter()
    await asyncio.gather(*(send_some(port, waiting, each) for _ in range(connections)))
    return len(mails) / (perf_counter() - began)


async def send_some(port: int, waiting: Iterator[Mail], each: int) -> None:
    """Send from the heap until it is empty, with a new connection after every `each` mails."""
    line: Line | None = None
    left = 0
    for mail in waiting:
        if line is None:
            line, left = await opened(port), each
        await hand_over(line, mail)
        left -= 1
        if not left:
            await line.say(b"QUIT\r\n", b"221")
            line.transport.close()
            line = None
    if line is not None:
        await line.say(b"QUIT\r\n", b"221")
        line.transport.close()
