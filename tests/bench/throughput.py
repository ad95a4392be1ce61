"""Moves per second, sustained: many matches at once, players who answer at once."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from tests.bench.figures import Figure, Goal, median, tidy
from tests.bench.moves import Side, both_sides
from tests.bench.process_facts import Meter
from tests.bench.running import running_host
from tests.bench.size import Size
from tests.bench.tables import people

GOAL: Final = Goal("ratio", "at least", 0.6)


def measure(size: Size) -> list[Figure]:
    """Measure it."""
    people(2 * size.rush_tables)
    with running_host():
        return asyncio.run(in_turn(size))


async def in_turn(size: Size) -> list[Figure]:
    """Rush on one side, then on the other, round after round."""
    rates: tuple[list[float], list[float]] = ([], [])
    costs: list[dict[str, float]] = [{}, {}]
    async with both_sides(size.rush_tables, mode="group") as sides:
        for _ in range(size.rush_rounds):
            for place, side in enumerate(sides):
                rate, cost = await rush(side, size)
                rates[place].append(rate)
                costs[place] = cost
        troubles = [side.players.troubles for side in sides]
    details: dict[str, Any] = {
        "matches_at_once": size.rush_tables,
        "rounds": [[tidy(rate) for rate in each] for each in rates],
        "cpu_ms_a_move_in_the_last_round": {"host": costs[0], "bare": costs[1]},
        "mails_that_had_to_be_sent_again": troubles,
    }
    return [
        Figure(
            "moves_per_second",
            "moves sustained, each a mail in and two mails out, players answer at once",
            "moves/s",
            median(rates[0]),
            median(rates[1]),
            GOAL,
            details,
        )
    ]


async def rush(side: Side, size: Size) -> tuple[float, dict[str, float]]:
    """Rush once; give moves per second, and what a move cost each process in milliseconds of a processor."""
    meter = Meter(side.processes)
    before = side.players.moves
    rate = await side.players.rush(size.rush_seconds, size.rush_warm)
    moves = max(side.players.moves - before, 1)
    return rate, {name: tidy(seconds / moves * 1000) for name, seconds in meter.read().items()}
