"""The listener: takes connections by SMTP and LMTP, counts them, and ends them in good order (P1-P3, P21)."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import ssl
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hosting.mail.listening import replies
from hosting.mail.listening.intake import Intake
from hosting.mail.listening.limits import Budget, Limits
from hosting.mail.listening.lmtp_session import LmtpSession
from hosting.mail.listening.peers import is_trusted
from hosting.mail.listening.smtp_session import Session

SOCKET_MODE: Final = 0o660
"""Rights on the LMTP socket: the host's user, and the group of its directory when that hands it on."""

GRACE: Final = 7.0
"""Seconds in which mails that are under way when the host stops can be finished."""


class Listener:
    """Listens, at one door or several that share all limits. For `trusted` peers no count holds."""

    def __init__(
        self,
        intake: Intake,
        *,
        hostname: str,
        limits: Limits,
        trusted: Sequence[str] = (),
        tls_context: ssl.SSLContext | None = None,
    ) -> None:
        self.intake = intake
        self.hostname = hostname
        self.limits = limits
        self.trusted = trusted
        self.tls_context = tls_context
        self.budget = Budget(limits.memory)
        self.sessions: set[Session] = set()
        self.is_empty = asyncio.Event()
        self.from_one: Counter[str] = Counter()
        self.is_stopping = False
        self.servers: list[asyncio.Server] = []

    async def start(self, host: str, port: int) -> int:
        """Listen for SMTP; give the port (another one than asked for when that is 0)."""
        return await self.open_port(Session, host, port)

    async def start_lmtp(self, host: str, port: int) -> int:
        """Listen for LMTP; give the port."""
        return await self.open_port(LmtpSession, host, port)

    async def start_lmtp_socket(self, path: Path) -> None:
        """Listen for LMTP at a socket in the file system; one that an ended process left is replaced."""
        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_unix_server(lambda: LmtpSession(self), path, backlog=512))
        await asyncio.to_thread(path.chmod, SOCKET_MODE)

    async def open_port(self, kind: type[Session], host: str, port: int) -> int:
        """Listen with sessions of this kind."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: kind(self), host, port, backlog=512)
        self.servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    async def stop(self, grace: float = GRACE) -> None:
        """Take no more connections, end the idle ones, let mails under way be finished, end the rest."""
        self.is_stopping = True
        for server in self.servers:
            server.close()
        for session in list(self.sessions):
            if session.is_between_mails:
                session.end(replies.SHUTTING_DOWN)
        if self.sessions:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.is_empty.wait(), grace)
        for session in list(self.sessions):
            session.end(replies.SHUTTING_DOWN)

    def trusts(self, peer: str) -> bool:
        """Say whether no count holds for this peer."""
        return is_trusted(peer, self.trusted)

    def admit(self, session: Session) -> bool:
        """Give a connection its place, or say that there is none."""
        origin = origin_of(session.peer)
        if self.is_stopping:
            return False
        if not self.trusts(session.peer):
            full = len(self.sessions) >= self.limits.connections
            if full or self.from_one[origin] >= self.limits.connections_from_one:
                return False
        self.from_one[origin] += 1
        self.sessions.add(session)
        self.is_empty.clear()
        return True

    def release(self, session: Session) -> None:
        """Take a place back."""
        if session in self.sessions:
            self.sessions.remove(session)
            origin = origin_of(session.peer)
            self.from_one[origin] -= 1
            if not self.from_one[origin]:
                del self.from_one[origin]
        if not self.sessions:
            self.is_empty.set()


def origin_of(peer: str) -> str:
    """Give what counts as one client: an IPv4 address, or the /64 that one IPv6 customer has."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return peer
    if isinstance(address, ipaddress.IPv4Address):
        return peer
    return str(ipaddress.ip_network((address, 64), strict=False))
