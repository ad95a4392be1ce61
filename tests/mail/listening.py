"""A real listener on free ports and a socket, and a client that speaks byte by byte, for tests."""

import asyncio
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from django.db import connection

from hosting.mail import addresses
from hosting.mail.addresses import Kind, Recipient
from hosting.mail.listening import storing as stores
from hosting.mail.listening.intake import Intake
from hosting.mail.listening.limits import Limits
from hosting.mail.listening.smtpd import Listener
from hosting.mail.listening.storing import Letter

PLENTY = 10**12


async def no_database(address: str) -> Recipient:
    """Classify without a database: `play`, `play+...` and `postmaster` of play.localhost are known."""
    local, _, domain = address.lower().rpartition("@")
    if domain != "play.localhost":
        return Recipient(address, Kind.RELAY)
    known = local in {"play", "postmaster"} or local.startswith("play+")
    return Recipient(address, Kind.PLAY if known else Kind.UNKNOWN)


@dataclass
class Running:
    """A listener that runs in a thread, and what it has stored in memory."""

    port: int
    listener: Listener
    loop: asyncio.AbstractEventLoop
    letters: list[Letter] = field(default_factory=list)
    lmtp_port: int = 0

    @property
    def limits(self) -> Limits:
        """The listener's limits."""
        return self.listener.limits

    def talk(self, *, greet: bool = True) -> "Talk":
        """Connect; say EHLO unless told otherwise."""
        talk = Talk(self.port)
        if greet:
            talk.reply()
            talk.say("EHLO test.example.org")
        return talk

    def talk_lmtp(self, place: int | Path = 0, *, greet: bool = True) -> "Talk":
        """Connect at the LMTP port or a socket; say LHLO unless told otherwise."""
        talk = Talk(place or self.lmtp_port)
        if greet:
            talk.reply()
            talk.say("LHLO test.example.org")
        return talk

    def begin_to_stop(self, grace: float = 8.0) -> "Future[None]":
        """Begin to stop the listener in good order; the future is done when it has stopped."""
        return asyncio.run_coroutine_threadsafe(self.listener.stop(grace), self.loop)


@contextmanager
def listening(
    *,
    limits: Limits | None = None,
    store: Callable[[Letter], Awaitable[int]] | None = None,
    classify: Callable[[str], Awaitable[Recipient]] = no_database,
    free_disk: Callable[[], int] = lambda: PLENTY,
    trusted: Sequence[str] = (),
    tls_context: ssl.SSLContext | None = None,
    lmtp_socket: Path | None = None,
) -> Iterator[Running]:
    """Run a listener for SMTP and LMTP; without `store` letters are kept in a list."""
    letters: list[Letter] = []

    async def keep(letter: Letter) -> int:
        letters.append(letter)
        return len(letters)

    limits = limits or Limits()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    listener = Listener(
        Intake(classify=classify, store=store or keep, free_disk=free_disk, limits=limits),
        hostname="play.localhost",
        limits=limits,
        trusted=trusted,
        tls_context=tls_context,
    )
    port = asyncio.run_coroutine_threadsafe(listener.start("127.0.0.1", 0), loop).result(10)
    lmtp_port = asyncio.run_coroutine_threadsafe(listener.start_lmtp("127.0.0.1", 0), loop).result(10)
    if lmtp_socket is not None:
        asyncio.run_coroutine_threadsafe(listener.start_lmtp_socket(lmtp_socket), loop).result(10)
    running = Running(port, listener, loop, letters, lmtp_port)
    try:
        yield running
    finally:
        running.begin_to_stop(grace=0).result(10)
        asyncio.run_coroutine_threadsafe(_settle(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


@contextmanager
def storing(*, trusted: Sequence[str] = ()) -> Iterator[Running]:
    """Run a listener that knows the addresses of the test's database and stores into it."""
    with ThreadPoolExecutor(1) as thread:

        async def look(address: str) -> Recipient:
            return await asyncio.get_running_loop().run_in_executor(thread, addresses.classify, address)

        async def keep(mail: Letter) -> int:
            return (await asyncio.get_running_loop().run_in_executor(thread, stores.store, [mail]))[0]

        with listening(classify=look, store=keep, trusted=trusted) as running:
            yield running
        thread.submit(lambda: connection.close()).result()  # noqa: PLW0108 - that thread's own


async def _settle() -> None:
    """Let what is left in the loop end."""
    left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    await asyncio.sleep(0)


class Talk:
    """A conversation with a listener, at a port or a socket; a reply is its lines, joined by line breaks."""

    def __init__(self, place: int | Path) -> None:
        if isinstance(place, Path):
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(20)
            self.socket.connect(str(place))
        else:
            self.socket = socket.create_connection(("127.0.0.1", place), timeout=20)
        self.file = self.socket.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_facts: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self.file.close()
        self.socket.close()

    def send(self, data: bytes) -> None:
        """Send bytes and wait for nothing."""
        self.socket.sendall(data)

    def reply(self) -> str:
        """Read one reply; empty when the listener has closed."""
        lines = []
        while True:
            try:
                line = self.file.readline()
            except ConnectionError:
                return ""
            if not line:
                return ""
            lines.append(line.decode().rstrip("\r\n"))
            if line[3:4] != b"-":
                return "\n".join(lines)

    def say(self, line: str | bytes) -> str:
        """Send a command and give the reply."""
        self.send((line.encode() if isinstance(line, str) else line) + b"\r\n")
        return self.reply()

    def begin(self, *to: str, sender: str = "<anna@mail.example.org>") -> str:
        """Give the envelope of a mail; give the last reply."""
        self.say(f"MAIL FROM:{sender}")
        return [self.say(f"RCPT TO:<{address}>") for address in (to or ("play@play.localhost",))][-1]

    def mail(self, body: bytes, *to: str, sender: str = "<anna@mail.example.org>") -> str:
        """Send a whole mail; give the reply to its end."""
        self.begin(*to, sender=sender)
        assert self.say("DATA").startswith("354")
        self.send(body + b"\r\n.\r\n")
        return self.reply()

    def is_closed(self) -> bool:
        """Wait until the listener closes; say whether it does so within the timeout."""
        try:
            while self.file.read(65536):
                pass
        except ConnectionError:
            return True
        except TimeoutError:
            return False
        return True
