"""The relay of a measurement: takes every mail at once and hands it over. As little as SMTP can be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

Taker = Callable[[str, bytes], None]
"""Gets the recipient of the envelope and the mail as it came over the wire."""

END: Final = b"\r\n.\r\n"
REPLIES: Final = {
    b"EHLO": b"250 sink\r\n",
    b"HELO": b"250 sink\r\n",
    b"MAIL": b"250 OK\r\n",
    b"RCPT": b"250 OK\r\n",
    b"RSET": b"250 OK\r\n",
    b"NOOP": b"250 OK\r\n",
    b"DATA": b"354 go on\r\n",
    b"QUIT": b"221 bye\r\n",
}


class SinkSession(asyncio.Protocol):
    """One connection."""

    def __init__(self, take: Taker) -> None:
        self.take = take
        self.heard = b""
        self.recipient = ""
        self.is_in_data = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(b"220 sink\r\n")

    def data_received(self, data: bytes) -> None:
        """Answer every command, and take every mail, that is now complete."""
        self.heard += data
        while True:
            mark = END if self.is_in_data else b"\r\n"
            piece, found, rest = self.heard.partition(mark)
            if not found:
                return
            self.heard = rest
            if self.is_in_data:
                self.is_in_data = False
                self.transport.write(b"250 taken\r\n")
                self.take(self.recipient, piece)
            else:
                self.obey(piece)

    def obey(self, line: bytes) -> None:
        """Answer a command."""
        word = line[:4].upper()
        if word == b"RCPT":
            self.recipient = line.partition(b"<")[2].partition(b">")[0].decode()
        self.is_in_data = word == b"DATA"
        self.transport.write(REPLIES.get(word, b"500 what?\r\n"))
        if word == b"QUIT":
            self.transport.close()


async def open_sink(port: int, take: Taker) -> asyncio.Server:
    """Listen; `take` is called in the event loop."""
    return await asyncio.get_running_loop().create_server(lambda: SinkSession(take), "127.0.0.1", port)
