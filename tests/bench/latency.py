"""From "accepted" to the opponent's mail: one move at a time, the host beside the bare pipeline."""

from __future__ import annotations

import asyncio
from typing import Final

from tests.bench.figures import Figure, Goal, median, share
from tests.bench.moves import both_sides
from tests.bench.running import running_host
from tests.bench.size import Size
from tests.bench.tables import people

GOAL: Final = Goal("ratio", "at most", 1.5)


def measure(size: Size) -> list[Figure]:
    """Measure it."""
    people(2 * size.latency_tables)
    with running_host():
        return asyncio.run(in_turn(size))


async def in_turn(size: Size) -> list[Figure]:
    """Play some moves on one side, then on the other, round after round."""
    host: list[float] = []
    bare: list[float] = []
    rounds = []
    async with both_sides(size.latency_tables, mode="single") as (ours, theirs):
        for _ in range(size.latency_rounds):
            host_round = await ours.players.several(size.latency_moves)
            bare_round = await theirs.players.several(size.latency_moves)
            host += host_round
            bare += bare_round
            rounds.append([round(median(times) * 1000, 1) for times in (host_round, bare_round)])
    details = {"moves": [len(host), len(bare)], "rounds": rounds}
    return [
        Figure(
            "latency_median",
            "from 250 for a move to the opponent's turn mail at the relay, one move at a time: the median",
            "ms",
            median(host) * 1000,
            median(bare) * 1000,
            GOAL,
            details,
        ),
        Figure(
            "latency_p95",
            "the same: 95 of 100 moves are quicker",
            "ms",
            share(host, 0.95) * 1000,
            share(bare, 0.95) * 1000,
            GOAL,
            details,
        ),
    ]
