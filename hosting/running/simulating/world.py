"""What everything in a simulation happens in: the time, the host, the people, and who watches."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from typing import Final, TypeVar

from hosting.running.simulating.host import Host
from hosting.running.simulating.people import Person
from hosting.running.simulating.timeline import Timeline
from hosting.running.simulating.watching import Watch

SWEEPS_LATER: Final = dt.timedelta(seconds=5)
"""So long after an instant the sweep comes by at the latest."""

T = TypeVar("T")


class World:
    """One host and the people around it. `people` are known by their addresses."""

    def __init__(self, begins: dt.datetime, rng: random.Random) -> None:
        self.rng = rng
        self.time = Timeline(begins)
        self.host = Host(rng)
        self.watch = Watch(begins)
        self.people: dict[str, Person] = {}
        self.numbers = 0
        self._sweep_at: dt.datetime | None = None

    def sweep_at(self) -> dt.datetime:
        """Say when the sweep comes by next to find something; known until somebody touches the host."""
        if self._sweep_at is None:
            self._sweep_at = self.host.due_at() + self.rng.random() * SWEEPS_LATER
        return self._sweep_at

    def sweep(self) -> None:
        """Let the sweep come by."""
        self.time.jump(self.sweep_at())
        self.host.sweep()
        self.watch.look()
        self._sweep_at = None

    def touch(self, act: Callable[[], T]) -> T:
        """Do something to the host, and let its workers work."""
        done = act()
        self.host.work()
        self._sweep_at = None
        return done

    def number(self) -> int:
        """Give a number that was not given before."""
        self.numbers += 1
        return self.numbers
