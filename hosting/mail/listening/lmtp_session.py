"""One LMTP connection (RFC 2033): as SMTP, but greeted with LHLO, and with an answer for each recipient."""

from __future__ import annotations

from typing import Final

from hosting.mail.listening import replies
from hosting.mail.listening.smtp_session import COMMANDS, Letterhead, Session


class LmtpSession(Session):
    """A connection from a mail server of ours that queues what cannot be stored now."""

    ready = "LMTP mail ready"

    def __dir__(self) -> list[str]:
        """Name the commands only, as for SMTP."""
        return LMTP_COMMANDS

    async def smtp_LHLO(self, arg: str | None) -> None:  # noqa: N802 - aiosmtpd calls it so
        """Greet, and say what is on offer."""
        await super().smtp_EHLO(arg)

    async def smtp_EHLO(self, arg: str | None) -> None:  # noqa: N802, ARG002 - aiosmtpd calls it so
        """Refuse the greeting of the other protocol, as the RFC demands."""
        await self.push(replies.LMTP_BEGINS_OTHERWISE)

    async def smtp_HELO(self, arg: str | None) -> None:  # noqa: N802, ARG002 - aiosmtpd calls it so
        """Refuse this one, too."""
        await self.push(replies.LMTP_BEGINS_OTHERWISE)

    def answer(self, envelope: Letterhead, reply: str) -> str:
        """Say the same for each recipient that was taken, in order: all are stored, or none (P1)."""
        return "\r\n".join([reply] * len(envelope.recipients))


LMTP_COMMANDS: Final = [*COMMANDS, "smtp_LHLO"]
