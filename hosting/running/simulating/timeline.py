"""Simulated time: what is to happen, in order, and the clock that jumps from one thing to the next."""

from __future__ import annotations

import datetime as dt
import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from hosting.now import Offset

TICK: Final = dt.timedelta(milliseconds=1)
"""How far the clock goes whenever somebody looks at it, so that no two looks see the same instant."""

Act = Callable[[], object]


class Timeline:
    """Acts at their instants. The clock never goes back; an act whose instant has passed comes next."""

    def __init__(self, begins: dt.datetime) -> None:
        self.at = begins
        self._waiting: list[tuple[dt.datetime, int, Act]] = []
        self._count = 0

    def look(self) -> dt.datetime:
        """Look at the clock."""
        self.at += TICK
        return self.at

    @contextmanager
    def rules(self) -> Iterator[None]:
        """Let the whole process have this time inside the block."""
        Offset.told = self.look
        try:
            yield
        finally:
            Offset.told = None

    def plan(self, at: dt.datetime, act: Act) -> None:
        """Let something happen at an instant."""
        self._count += 1
        heapq.heappush(self._waiting, (at, self._count, act))

    def next_at(self) -> dt.datetime | None:
        """Give the instant of the next act."""
        return self._waiting[0][0] if self._waiting else None

    def jump(self, at: dt.datetime) -> None:
        """Go on to an instant."""
        self.at = max(self.at, at)

    def step(self) -> None:
        """Go on to the next act and let it happen."""
        at, _, act = heapq.heappop(self._waiting)
        self.jump(at)
        act()
