"""Mails accepted per second: the host's own listener beside the least that stores the same rows."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings

from tests.bench.bare.stack import copy_database, start_listener
from tests.bench.evening import Evening
from tests.bench.figures import Figure, Goal, median, tidy
from tests.bench.postman import Mail, send_all
from tests.bench.process_facts import Meter
from tests.bench.running import crew_of, host_processes, running_host
from tests.bench.size import Size
from tests.bench.tables import Reader, bare_addresses, begun, people

GOAL: Final = Goal("ratio", "at least", 0.8)

SHAPES: Final = ((1, 10), (1, 1), (8, 10), (8, 1))
"""Connections at once, and mails to a connection: 10 is the most that the host takes from a stranger."""

TABLES: Final = 4
RESTING: Final = ("worker-moves", "worker-mail", "sweep")
"""What stands still meanwhile: the bare listener has nobody behind it either."""

Shape = tuple[int, int]
Door = tuple[int, list[Mail]]
Rates = dict[str, list[float]]


def measure(size: Size) -> list[Figure]:
    """Measure it."""
    players = people(2 * TABLES)
    with running_host():
        return asyncio.run(beside_bare(size, players=len(players)))


async def beside_bare(size: Size, *, players: int) -> list[Figure]:
    """Play a move at each table, so that there are rows to copy; then send, turn and turn about."""
    database = Path(settings.DATABASE["NAME"])
    reader = Reader(database)
    evening = Evening(settings.SMTP_PORT, reader.answer)
    async with begun(evening, players // 2):
        await evening.several(TABLES)
        mails = list(evening.waiting)
    addresses = bare_addresses(database)
    bare = [Mail(mail.sender, addresses[mail.sender], mail.data) for mail in mails]
    place = Path(settings.STATE_DIR)
    with crew_of(place / "bare.log") as made, at_rest(database):
        ports = {}
        for mode in ("single", "group"):
            copy_database(database, place / f"{mode}.sqlite3")
            ports[mode] = start_listener(made, mode, place / f"{mode}.sqlite3")
        doors = {"host": (settings.SMTP_PORT, mails), **{mode: (port, bare) for mode, port in ports.items()}}
        processes = {"host": host_processes()["smtp"], **{mode: made.pids()[mode] for mode in ports}}
        return await in_turn(size, doors, Meter(processes))


async def in_turn(size: Size, doors: Mapping[str, Door], meter: Meter) -> list[Figure]:
    """Send to each door in each shape, round after round."""
    rates: dict[Shape, Rates] = {shape: {name: [] for name in doors} for shape in SHAPES}
    for _ in range(size.accept_rounds):
        for shape in SHAPES:
            for name, (port, mails) in doors.items():
                heap = [mails[number % len(mails)] for number in range(size.accept_mails)]
                rate = await send_all(port, heap, connections=shape[0], each=shape[1])
                rates[shape][name].append(rate)
    sent = size.accept_rounds * size.accept_mails * len(SHAPES)
    costs = {name: tidy(seconds / sent * 1000) for name, seconds in meter.read().items()}
    return [figure(shape, rates[shape], costs) for shape in SHAPES]


def figure(shape: Shape, rates: Rates, costs: Mapping[str, float]) -> Figure:
    """Put the medians together; the better of the two bare listeners is the limit."""
    connections, each = shape
    best = max(("single", "group"), key=lambda mode: median(rates[mode]))
    return Figure(
        name=f"accept_{connections}_connections_{each}_mails_each",
        what=f"mails accepted, {connections} connection(s) at once, {each} mail(s) to a connection",
        unit="mails/s",
        host=median(rates["host"]),
        bare=median(rates[best]),
        goal=GOAL,
        details={
            "bare_commits": best,
            "rounds": {name: [round(rate) for rate in each_round] for name, each_round in rates.items()},
            "cpu_ms_a_mail_over_all_shapes": costs,
        },
    )


@contextmanager
def at_rest(database: Path) -> Iterator[None]:
    """Let workers and sweep stand still, none of them in the middle of a transaction."""
    groups = [number for name, number in host_processes().items() if name in RESTING]
    try:
        while not stopped(groups, database):
            tell(groups, signal.SIGCONT)
            time.sleep(0.1)
        yield
    finally:
        tell(groups, signal.SIGCONT)


def stopped(groups: list[int], database: Path) -> bool:
    """Stop them; say whether the database is free."""
    tell(groups, signal.SIGSTOP)
    rows = sqlite3.connect(database, timeout=0.5, isolation_level=None)
    try:
        rows.execute("BEGIN IMMEDIATE")
        rows.execute("ROLLBACK")
    except sqlite3.OperationalError:
        return False
    finally:
        rows.close()
    return True


def tell(groups: list[int], number: signal.Signals) -> None:
    """Send a signal to process groups of the host that we run."""
    for group in groups:
        os.killpg(group, number)
