"""Playing deals out with bots: for figures about a game, and to find dead ends and crashes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Final

from hosting.rules.game import Game
from hosting.rules.values import Action, Outcome, Step, View

MOST_STEPS: Final = 20_000
"""Steps after which a deal counts as endless."""

ASK: Final = "ask"
"""The standing order by which a seat answers for itself, in every game that has it."""


@dataclass(frozen=True, slots=True)
class Playout:
    """One deal played to its end: its steps, its turns and how it came out."""

    steps: tuple[Step, ...]
    turns: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Figures:
    """Turns of single deals (median, p90, max), the share of ties among them, and the speed of playing."""

    turns: Mapping[str, int]
    ties: float
    actions_per_second: int


def play_out(game: Game, bot: Callable[[View, Random], Action], rng: Random) -> Playout:
    """Let one bot play all seats of a deal, each from its own view, until the deal is over.

    It is asked for every answer too, where the game knows the order to ask.
    """
    orders = (ASK,) * game.seats if ASK in game.standing_orders else ()
    steps: list[Step] = []
    while (outcome := game.outcome()) is None:
        if len(steps) == MOST_STEPS:
            raise RuntimeError(f"{game.slug}: a deal does not end")
        seat = game.to_act()[0]
        action = bot(game.view(seat, since=game.ply), rng)
        game.play(seat, action, orders)
        steps.append(Step("action", seat, str(action), orders))
    return Playout(tuple(steps), game.turns, outcome)


def figures(
    game: type[Game], bot: Callable[[View, Random], Action], *, seats: int, count: int, seed: int
) -> Figures:
    """Play `count` single deals with one bot in every seat; the same seed gives the same deals."""
    rng = Random(seed)  # noqa: S311 - figures must be repeatable; nothing is secret here
    began = perf_counter()
    played = []
    for number in range(count):
        key = f"playout {seed} {number}".encode()
        played.append(play_out(game.start(seats=seats, options={}, key=key, opening={}), bot, rng))
    seconds = perf_counter() - began
    turns = sorted(deal.turns for deal in played)
    return Figures(
        turns={"median": _share(turns, 0.5), "p90": _share(turns, 0.9), "max": turns[-1]},
        ties=round(sum(not deal.outcome.winners for deal in played) / count, 4),
        actions_per_second=round(sum(len(deal.steps) for deal in played) / seconds),
    )


def _share(ordered: Sequence[int], share: float) -> int:
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]
