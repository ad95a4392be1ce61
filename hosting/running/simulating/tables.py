"""Which matches are opened: all games, all numbers of seats, and terms of many sorts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from hosting import games
from hosting.matches.models import Match
from hosting.matches.terms import DAY, HOUR, Terms

AFTER: Final = tuple(Match.AfterMisses.values)
PACES: Final[tuple[dict[str, Any], ...]] = (
    {"allowance": 3 * DAY},
    {"allowance": DAY},
    {"allowance": 2 * DAY},
    {"allowance": 12 * HOUR},
    {"allowance": DAY, "rest_days": (6, 7)},
    {"allowance": 12 * HOUR, "reserve": 3 * DAY, "increment": 2 * HOUR, "reserve_cap": 5 * DAY},
    {"allowance": 2 * DAY, "reserve": 4 * DAY, "rest_days": (7,)},
    {"allowance": 5 * HOUR},
    {"allowance": DAY, "absences_allowed": False},
)
OFTEN: Final = (5, 4, 4, 1, 2, 2, 2, 1, 1)
"""How often each of these is chosen, beside the others."""

LENGTHS: Final[dict[str, tuple[dict[str, object], ...]]] = {
    "spite-and-malice": ({"goal": 5, "target": 1}, {"goal": 8, "target": 10}, {}),
    "maldade-presenter": ({}, {"golden_card": False}),
    "wicked-christmas": ({"rounds": 1}, {"threshold": 100}, {}),
}
BOT: Final = "greedy"


@dataclass(frozen=True)
class Plan:
    """A match that somebody is going to open."""

    game: str
    seats: int
    options: dict[str, object]
    terms: Terms
    bot: str


def plans(count: int, rng: random.Random) -> Iterator[Plan]:
    """Make up so many matches; every game with every number of seats comes as often as another."""
    kinds = [(slug, seats) for slug in games.GAMES for seats in _seats(slug)]
    for number in range(count):
        slug, seats = kinds[number % len(kinds)]
        (pace,) = rng.choices(PACES, OFTEN)
        terms = Terms(
            **pace,
            after_misses=AFTER[number % len(AFTER)],
            misses_allowed=rng.choice((1, 2, 3, 3)),
        )
        yield Plan(slug, seats, rng.choice(LENGTHS[slug]), terms, BOT if rng.random() < 0.05 else "")


def _seats(slug: str) -> tuple[int, ...]:
    """Give the numbers of seats of a game; the one that has but one number comes as often as the others."""
    known = tuple(games.game(slug).seat_range)
    return known * max(1, 4 // len(known))
