"""What the two figures about moves share: the host and the bare pipeline, both up, each with its players."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings

from tests.bench.bare.stack import bare_pipeline
from tests.bench.evening import Evening
from tests.bench.ports import free_port
from tests.bench.postman import Mail
from tests.bench.running import host_processes
from tests.bench.sink import open_sink
from tests.bench.tables import Reader, bare_addresses, begun, header

WARM: Final = 3
"""Moves at each table before anything is measured."""


@dataclass(frozen=True, slots=True)
class Side:
    """The host, or the bare pipeline: its players, and its processes by name."""

    players: Evening
    processes: dict[str, int]


@asynccontextmanager
async def both_sides(tables: int, *, mode: str) -> AsyncIterator[tuple[Side, Side]]:
    """Open tables at the running host, play a little, and set the bare pipeline up with the same mails."""
    database = Path(settings.DATABASE["NAME"])
    reader = Reader(database)
    evening = Evening(settings.SMTP_PORT, reader.answer)
    async with begun(evening, tables):
        await evening.several(WARM * tables)
        relay = free_port()
        mails = {kind: reader.samples[kind] for kind in ("turn", "answer")}
        place = Path(settings.STATE_DIR) / "bare"
        with bare_pipeline(place, database, mode=mode, relay=relay, mails=mails) as (port, made):
            bare = Evening(port, Bare(bare_addresses(database), reader.sent).answer)
            sink = await open_sink(relay, bare.take)
            bare.waiting.extend(
                bare_mail
                for mail in evening.waiting
                if (bare_mail := bare.answer(mail.sender, mails["turn"]))
            )
            await bare.several(WARM * tables)
            yield Side(evening, host_processes()), Side(bare, made.pids())
            sink.close()


class Bare:
    """The players of the bare pipeline: they send the same reply to every mail that is a turn mail."""

    def __init__(self, addresses: dict[str, str], reply: bytes) -> None:
        self.addresses = addresses
        self.reply = reply

    def answer(self, recipient: str, data: bytes) -> Mail | None:
        """Give the reply to a mail, None when it asks for none."""
        if not header(data, "Feedback-ID").startswith("turn:"):
            return None
        return Mail(recipient, self.addresses[recipient], self.reply)
