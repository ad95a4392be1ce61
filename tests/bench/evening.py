"""Many matches at once, played by one event loop: the same for the host and for the bare pipeline."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Final

from tests.bench.postman import Mail, send_one

PATIENCE: Final = 30.0
"""Seconds after which a mail that does not come ends the measurement."""

AGAIN: Final = 0.2
"""Seconds after which a mail that was refused is sent again."""


class Evening:
    """Players who answer the mails that arrive at their sink. `answer` gives the reply to a mail, or None."""

    def __init__(self, port: int, answer: Callable[[str, bytes], Mail | None]) -> None:
        self.port = port
        self.answer = answer
        self.waiting: deque[Mail] = deque()
        self.moves = 0
        self.mails = 0
        self.troubles = 0
        self.is_running = False
        self.next_turn: asyncio.Future[tuple[float, Mail]] | None = None
        self.under_way: set[asyncio.Task[None]] = set()

    def take(self, recipient: str, data: bytes) -> None:
        """A mail has arrived at the sink: when it asks for a move, a move is done and the next can begin."""
        at = perf_counter()
        self.mails += 1
        mail = self.answer(recipient, data)
        if mail is None:
            return
        self.moves += 1
        if self.next_turn is not None and not self.next_turn.done():
            self.next_turn.set_result((at, mail))
        elif self.is_running:
            self.send(mail)
        else:
            self.waiting.append(mail)

    async def settled(self, tables: int) -> None:
        """Wait until every table waits for a player."""
        deadline = perf_counter() + PATIENCE
        while len(self.waiting) < tables or self.under_way:
            if perf_counter() > deadline:
                raise SystemExit(f"Only {len(self.waiting)} of {tables} tables go on.")
            await asyncio.sleep(0.02)

    async def one(self) -> float | None:
        """Play one move while nothing else goes on; give the seconds from the 250 to the next player's mail.

        None when the next to play is the same player: his move did not end his turn, or ended the deal.
        """
        mail = self.waiting.popleft()
        self.next_turn = asyncio.get_running_loop().create_future()
        accepted = await send_one(self.port, mail)
        at, following = await asyncio.wait_for(self.next_turn, PATIENCE)
        self.next_turn = None
        self.waiting.append(following)
        return at - accepted if following.sender != mail.sender else None

    async def several(self, count: int) -> list[float]:
        """Play moves one after another."""
        return [seconds for _ in range(count) if (seconds := await self.one()) is not None]

    async def rush(self, seconds: float, warm: float) -> float:
        """Play at all tables at once; give the moves per second, after a while to get going."""
        tables = len(self.waiting)
        self.is_running = True
        while self.waiting:
            self.send(self.waiting.popleft())
        await asyncio.sleep(warm)
        before, began = self.moves, perf_counter()
        await asyncio.sleep(seconds)
        rate = (self.moves - before) / (perf_counter() - began)
        self.is_running = False
        await self.settled(tables)
        return rate

    def send(self, mail: Mail) -> None:
        """Send a reply while others go on."""
        task = asyncio.create_task(self.send_until_taken(mail))
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)

    async def send_until_taken(self, mail: Mail) -> None:
        """Send as a mail server does, again when it was not taken."""
        while True:
            try:
                await send_one(self.port, mail)
            except ConnectionError:
                self.troubles += 1
                await asyncio.sleep(AGAIN)
            else:
                return
