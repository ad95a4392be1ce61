"""How much is measured: enough to trust the medians, in less than six minutes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Size:
    """Counts of mails, moves and rounds, and seconds."""

    accept_rounds: int = 10
    accept_mails: int = 120
    latency_tables: int = 6
    latency_rounds: int = 15
    latency_moves: int = 20
    rush_tables: int = 16
    rush_rounds: int = 5
    rush_seconds: float = 4.0
    rush_warm: float = 1.0
    rest_moves: int = 40
    rest_seconds: float = 20.0
    playout_deals: int = 60


FULL: Final = Size()
QUICK: Final = Size(
    accept_rounds=1,
    accept_mails=20,
    latency_tables=1,
    latency_rounds=1,
    latency_moves=4,
    rush_tables=2,
    rush_rounds=1,
    rush_seconds=1.0,
    rush_warm=0.2,
    rest_moves=2,
    rest_seconds=1.0,
    playout_deals=2,
)
