"""One SMTP connection, on aiosmtpd.

The two loops that read bytes from strangers, of commands and of messages, are our own: whatever comes, they
use bounded memory, end in time, and answer a fault with "try later" (P2, P3).
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

import structlog
from aiosmtpd.smtp import SMTP, Envelope, TLSSetupException

from hosting.mail.listening import replies
from hosting.mail.listening.envelope import read_path
from hosting.mail.listening.message import Message
from hosting.mail.listening.peers import LOCAL

if TYPE_CHECKING:
    from hosting.mail.addresses import Recipient
    from hosting.mail.listening.smtpd import Listener

FORBIDDEN: Final = frozenset({b"PROXY", b"GET", b"POST", b"CONNECT", b"PUT", b"HEAD"})
"""First words of somebody who is not speaking SMTP; a web browser sends them when a page tricks it."""

LAST_WORDS: Final = 5.0
"""Seconds that a closed connection has to take what was still to be sent."""

log = structlog.get_logger(__name__)


class Letterhead(Envelope):
    """aiosmtpd's envelope, with its recipients classified."""

    def __init__(self) -> None:
        super().__init__()
        self.recipients: list[Recipient] = []
        self.message = b""


class Session(SMTP):
    """A connection to the listener, from the greeting to the end."""

    ready = "ESMTP mail ready"

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.limits = listener.limits
        self.line_length_limit = self.limits.line  # the stream reader holds twice as much at most
        super().__init__(
            listener.intake,
            data_size_limit=self.limits.message,
            enable_SMTPUTF8=True,
            hostname=listener.hostname,
            ident=self.ready,
            timeout=self.limits.idle,
            tls_context=listener.tls_context,
            loop=asyncio.get_running_loop(),
        )
        self.peer = ""
        self.ahead = b""  # what came behind the end of a message
        self.is_refused = False
        self.is_ending = False
        self.mistakes = 0
        self.used: Counter[bytes] = Counter()
        self.whole_time: asyncio.TimerHandle | None = None

    # --- The connection ---------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        """Take a new connection, if there is room for it. The same is called again when TLS begins."""
        self.ahead = b""
        if self._original_transport is None:
            self.peer = peer_of(transport)
            if not self.listener.admit(self):
                self.is_refused = True
                transport.write(replies.TOO_MANY_CONNECTIONS.encode() + b"\r\n")
                transport.close()
                return
            self.whole_time = self.loop.call_later(self.limits.session, self._timeout_cb)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Give the place free."""
        if self.is_refused:
            return
        if self.whole_time is not None:
            self.whole_time.cancel()
        self.listener.release(self)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Take bytes; whoever sends some is not idle."""
        if not self.is_refused:
            self._reset_timeout()
            super().data_received(data)

    def eof_received(self) -> bool | None:
        """Take the end of what the client sends; what it sent before is still answered."""
        if self.is_refused:
            return None
        keep_open = asyncio.StreamReaderProtocol.eof_received(self)
        return keep_open and self._tls_protocol is None

    def _create_envelope(self) -> Letterhead:
        return Letterhead()

    def _timeout_cb(self) -> None:
        self.end(replies.TIMED_OUT)

    def end(self, reply: str = "") -> None:
        """Say a last word and close, whether or not the client reads it."""
        transport: Any = self.transport
        if self.is_ending or transport is None:
            return
        self.is_ending = True
        if reply:
            transport.write(reply.encode() + b"\r\n")
        transport.close()
        wire: Any = self._original_transport or transport  # what is under TLS
        if wire is not transport or wire.get_write_buffer_size():
            self.loop.call_later(LAST_WORDS, wire.abort)

    @property
    def is_between_mails(self) -> bool:
        """Whether nothing is lost when it is ended now."""
        return self.envelope is None or not self.envelope.mail_from

    def __dir__(self) -> list[str]:
        """Name the commands only: aiosmtpd looks through all names, for each connection anew."""
        return COMMANDS

    # --- Commands ---------------------------------------------------------------------------------

    async def push(self, status: str | bytes) -> None:
        """Answer. Whoever makes mistake after mistake is shown out."""
        if status[:1] in {"5", b"5"}:
            self.mistakes += 1
            if self.mistakes > self.limits.mistakes:
                self.end(replies.TOO_MANY_MISTAKES)
        if not self.is_ending:
            await super().push(status if isinstance(status, bytes) else status.encode())

    async def handle_exception(self, error: Exception) -> str:
        """Give the answer to any fault of ours: always the same, and nothing in it (P2)."""
        with contextlib.suppress(Exception):  # a log that cannot be written must not change the answer
            log.warning("smtp_fault", fault=type(error).__name__)
        return replies.TRY_LATER

    async def _handle_client(self) -> None:
        try:
            await self.push(f"220 {self.hostname} {self.__ident__}")
            while not self.is_ending:
                await self.take_turn()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the client is gone
        except TLSSetupException as fault:
            if self._original_transport is not None:
                self._original_transport.close()
            self.connection_lost(fault)  # nobody else will call it: for asyncio TLS never began
        finally:
            self.end()

    async def take_turn(self) -> None:
        """Read one command and do it. A fault of ours means "try later" (P2)."""
        try:
            await self.obey(await self.read_command())
        except (ConnectionError, asyncio.IncompleteReadError, TLSSetupException):
            raise
        except Exception as fault:  # noqa: BLE001 - whatever it is
            await self.push(await self.handle_exception(fault))
        if self.listener.is_stopping and self.is_between_mails:
            self.end(replies.SHUTTING_DOWN)

    async def read_command(self) -> bytes:
        """Read a command line. One that does not end within the reader's buffer ends the connection."""
        line, found, rest = self.ahead.partition(b"\n")
        self.ahead = rest
        if not found:
            try:
                line += await self._reader.readuntil(b"\n")
            except asyncio.LimitOverrunError:
                self.end(replies.COMMAND_TOO_LONG)
                return b""
        return line.rstrip(b"\r\n")

    async def read_piece(self) -> bytes:
        """Read what has come of a message, at least a byte."""
        piece, self.ahead = self.ahead or await self._reader.read(self.limits.line), b""
        if not piece:
            raise asyncio.IncompleteReadError(b"", None)
        return piece

    async def obey(self, line: bytes) -> None:
        """Do what a command line says."""
        if self.is_ending:
            return
        word, _, rest = line.partition(b" ")
        word = word.upper()
        if word in FORBIDDEN:
            self.end(replies.NOT_A_COMMAND)
        elif len(line) > self.limits.command_line:
            await self.push(replies.COMMAND_TOO_LONG)
        elif (argument := read_argument(rest)) is None:
            await self.push(replies.BAD_SIGNS)
        elif (method := self.command(word)) is None:
            await self.push(replies.NOT_A_COMMAND)
        elif self.is_too_often(word):
            self.end(replies.TOO_MANY_COMMANDS)
        else:
            await method(argument or None)

    def command(self, word: bytes) -> Callable[[str | None], Awaitable[None]] | None:
        """Find the method of a command."""
        try:
            name = word.decode("ascii")
        except UnicodeDecodeError:
            return None
        method: Callable[[str | None], Awaitable[None]] | None = self._smtp_methods.get(name)
        return method

    def is_too_often(self, word: bytes) -> bool:
        """Count a command and say whether that is too often in one connection."""
        self.used[word] += 1
        if word == b"RCPT":  # counted for each message
            return False
        if self.listener.trusts(self.peer):
            return False
        return self.used[word] > (self.limits.messages if word == b"MAIL" else self.limits.commands)

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        return read_path(arg)

    async def smtp_EHLO(self, arg: str | None) -> None:  # noqa: N802 - aiosmtpd calls it so
        """Greet, and say what is on offer. Nobody signs in here, and HELP helps nobody."""
        if not arg or self.session is None:
            await self.push(replies.WHO_IS_THERE)
            return
        self.envelope = self._create_envelope()
        self.session.extended_smtp = True
        self.session.host_name = arg
        await self.push("\r\n".join(self.offers()))

    def offers(self) -> list[str]:
        """Give the lines of the answer to EHLO."""
        offered = [self.hostname, f"SIZE {self.limits.message}", "8BITMIME", "SMTPUTF8", "PIPELINING"]
        if self.tls_context and not self._tls_protocol:
            offered.append("STARTTLS")
        return [*(f"250-{line}" for line in offered), "250 ENHANCEDSTATUSCODES"]

    async def smtp_VRFY(self, arg: str | None) -> None:  # noqa: N802, ARG002 - aiosmtpd calls it so
        """Tell nothing of who has an address here."""
        await self.push(replies.CANNOT_VERIFY)

    async def smtp_EXPN(self, arg: str | None) -> None:  # noqa: N802, ARG002 - aiosmtpd calls it so
        """Tell nothing of lists."""
        await self.push(replies.NOT_OFFERED)

    async def smtp_AUTH(self, arg: str | None) -> None:  # noqa: N802, ARG002 - aiosmtpd calls it so
        """Refuse: nobody signs in here."""
        await self.push(replies.NOT_OFFERED)

    async def smtp_HELP(self, arg: str | None) -> None:  # noqa: N802, ARG002 - aiosmtpd calls it so
        """Tell where help is."""
        await self.push(replies.HELP)

    # --- Messages ---------------------------------------------------------------------------------

    async def smtp_DATA(self, arg: str | None) -> None:  # noqa: N802 - aiosmtpd calls it so
        """Take a message."""
        envelope = self.envelope
        if not isinstance(envelope, Letterhead) or not envelope.recipients:
            await self.push(replies.NO_RECIPIENT)
        elif arg:
            await self.push(replies.DATA_TAKES_NOTHING)
        else:
            await self.push("354 End data with <CR><LF>.<CR><LF>")
            message = Message(self.read_piece, self.limits, self.listener.budget)
            try:
                await self.take(message, envelope)
            finally:
                message.forget()
                self.envelope = self._create_envelope()

    async def take(self, message: Message, envelope: Letterhead) -> None:
        """Read a message, have it stored, and answer."""
        await message.read()
        self.ahead = message.ahead
        if message.is_endless:
            self.end(self.answer(envelope, message.problem))
        elif message.problem:
            await self.push(self.answer(envelope, message.problem))
        else:
            envelope.message = message.content()
            await self.push(self.answer(envelope, await self.store()))

    async def store(self) -> str:
        """Have a message stored, and give the answer to its end. A fault of ours means "try later" (P2)."""
        try:
            return str(await self._call_handler_hook("DATA"))
        except Exception as fault:  # noqa: BLE001 - whatever it is
            return await self.handle_exception(fault)

    def answer(self, envelope: Letterhead, reply: str) -> str:  # noqa: ARG002 - LMTP answers by recipient
        """Give what is said at the end of a message."""
        return reply


def peer_of(transport: Any) -> str:
    """Give the IP address of a peer, or `local` where a socket of this machine has none."""
    wire = transport.get_extra_info("socket")
    if wire is not None and wire.family == socket.AF_UNIX:
        return LOCAL
    return str((transport.get_extra_info("peername") or ("",))[0])


def read_argument(rest: bytes) -> str | None:
    """Give what stands behind a command's word, or None when it holds signs that nothing we keep may hold."""
    try:
        argument = rest.decode("utf-8").strip()
    except UnicodeDecodeError:
        return None
    return argument if argument.isprintable() else None


COMMANDS: Final = [name for name in vars(SMTP) | vars(Session) if name.startswith("smtp_")]
