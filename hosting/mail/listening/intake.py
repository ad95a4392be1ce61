"""What the listener does at each step of a mail: the hooks that aiosmtpd calls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog

from hosting.mail.addresses import ADDRESS_LIMIT, Kind, Recipient
from hosting.mail.listening import replies
from hosting.mail.listening.limits import Limits
from hosting.mail.listening.smtp_session import Letterhead, Session
from hosting.mail.listening.storing import Letter

log = structlog.get_logger(__name__)

NULL_SENDER: Final = "<>"


class Intake:
    """Checks recipients and stores mails. Any fault in doing so means "try later" (P2).

    `classify` and `store` do the work outside the event loop; `free_disk` gives bytes.
    """

    def __init__(
        self,
        *,
        classify: Callable[[str], Awaitable[Recipient]],
        store: Callable[[Letter], Awaitable[int]],
        free_disk: Callable[[], int],
        limits: Limits,
    ) -> None:
        self.classify = classify
        self.store = store
        self.free_disk = free_disk
        self.limits = limits

    def __dir__(self) -> list[str]:
        """Name the hooks only: aiosmtpd looks through all names, for each connection anew."""
        return HOOKS

    async def handle_MAIL(  # noqa: N802 - aiosmtpd calls it so
        self, _server: Session, _session: Any, envelope: Letterhead, address: str, options: list[str]
    ) -> str:
        """Begin a mail, if there is room for it."""
        if refusal := why_not_from(address, self.free_disk(), self.limits):
            return refusal
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return replies.SENDER_OK

    async def handle_RCPT(  # noqa: N802 - aiosmtpd calls it so
        self, _server: Session, _session: Any, envelope: Letterhead, address: str, _options: list[str]
    ) -> str:
        """Take a recipient, if it is one of ours."""
        if len(envelope.recipients) >= self.limits.recipients:
            return replies.TOO_MANY_RECIPIENTS
        async with asyncio.timeout(self.limits.lookup):
            recipient = await self.classify(address)
        if refusal := why_not_to(recipient):
            return refusal
        envelope.recipients.append(recipient)
        return replies.RECIPIENT_OK

    async def handle_DATA(  # noqa: N802 - aiosmtpd calls it so
        self, server: Session, _session: Any, envelope: Letterhead
    ) -> str:
        """Store a mail; only what is committed is accepted (P1)."""
        letter = Letter(
            raw=envelope.message,
            mail_from=sender_of(str(envelope.mail_from)),
            peer=server.peer,
            recipients=once_each(envelope.recipients),
        )
        async with asyncio.timeout(self.limits.storing):
            await self.store(letter)
        return replies.STORED


def why_not_from(address: str, free_disk: int, limits: Limits) -> str:
    """Say why no mail from there is taken now, or nothing."""
    if len(address) > ADDRESS_LIMIT:
        return replies.ADDRESS_TOO_LONG
    return replies.DISK_FULL if free_disk < limits.free_disk else ""


def why_not_to(recipient: Recipient) -> str:
    """Say why a recipient is refused, or nothing."""
    if recipient.kind is Kind.RELAY:
        return replies.RELAY
    return "" if recipient.is_accepted else replies.UNKNOWN


def sender_of(address: str) -> str:
    """Give an envelope sender as it is kept: nothing for the null sender."""
    return "" if address == NULL_SENDER else address


def once_each(recipients: list[Recipient]) -> tuple[Recipient, ...]:
    """Leave out a recipient that means the same notice, or the same address, as one before it."""
    found: dict[tuple[Kind, int | str], Recipient] = {}
    for each in recipients:
        found.setdefault((each.kind, each.notice or each.address.lower()), each)
    return tuple(found.values())


HOOKS: Final = [name for name in vars(Intake) if name.startswith("handle_")]
