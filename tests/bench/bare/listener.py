"""The least that stores a mail before it accepts it: `python -m tests.bench.bare.listener MODE PORT FILE`.

`single` commits each mail in the event loop, `group` commits in a thread whatever has come in meanwhile.
With a broker in the environment a worker is woken for each mail, after it was accepted.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.bench.bare.rows import connect
from tests.bench.bare.storing import Letter, Storing
from tests.bench.bare.tasks import wake_move

Told = Callable[[int], None]
Waiting = tuple[Letter, "asyncio.Future[int]"]


class Single:
    """One commit a mail, at once."""

    def __init__(self, database: str) -> None:
        self.storing = Storing(connect(database))

    async def store(self, letter: Letter) -> int:
        """Store a letter."""
        return self.storing.together([letter])[0]


class Group:
    """One commit for all mails that came in while the last one was written."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.letters: SimpleQueue[Waiting] = SimpleQueue()
        self.loop = asyncio.get_running_loop()
        threading.Thread(target=self.write, daemon=True).start()

    async def store(self, letter: Letter) -> int:
        """Store a letter."""
        stored: asyncio.Future[int] = self.loop.create_future()
        self.letters.put((letter, stored))
        return await stored

    def write(self) -> None:
        """Write for ever."""
        storing = Storing(connect(self.database))
        while True:
            batch = [self.letters.get()]
            try:
                while True:
                    batch.append(self.letters.get_nowait())
            except Empty:
                pass
            numbers = storing.together([letter for letter, _ in batch])
            self.loop.call_soon_threadsafe(self.tell, batch, numbers)

    def tell(self, batch: Sequence[Waiting], numbers: Sequence[int]) -> None:
        """Let those who wait go on."""
        for (_, stored), number in zip(batch, numbers, strict=True):
            stored.set_result(number)


class Handler:
    """What aiosmtpd calls."""

    def __init__(self, store: Single | Group, told: Told | None) -> None:
        self.store = store
        self.told = told
        self.loop = asyncio.get_running_loop()

    async def handle_DATA(self, _server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        """Store, then accept."""
        assert isinstance(envelope.content, bytes)
        recipient = envelope.rcpt_tos[0]
        seat = int(recipient.partition("@")[0].partition("+")[2])
        peer = str((session.peer or ("",))[0])
        letter = Letter(envelope.content, str(envelope.mail_from), peer, recipient, seat)
        number = await self.store.store(letter)
        if self.told is not None:
            self.loop.call_soon(self.told, number)
        return "250 OK"


async def serve(mode: str, port: int, database: str) -> None:
    """Listen until told to end."""
    loop = asyncio.get_running_loop()
    store = Group(database) if mode == "group" else Single(database)
    handler = Handler(store, wake_move if os.environ.get("BARE_BROKER") else None)
    server = await loop.create_server(lambda: SMTP(handler, hostname="bare", loop=loop), "127.0.0.1", port)
    stop = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()
    server.close()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
