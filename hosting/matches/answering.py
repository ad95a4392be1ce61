"""Answers outside the order of play: standing orders in force, and the clock of a turn that waits for one.

While a seat is asked for an answer the clock of the turn stands; afterwards at least a quarter of the
allowance is left. The answer has a shorter clock of its own.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from hosting.matches import clock
from hosting.matches.models import Match, Seat
from hosting.rules.game import Game

KEY: Final = "answers"
"""Under which Seat.orders keeps the standing order for answers."""


def orders_of(game: Game, seats: Sequence[Seat]) -> tuple[str, ...]:
    """Give the orders in force, by seat; empty when the game asks nobody outside his turn.

    A bot's seat and an empty one have the default: nobody waits for them.
    """
    known = game.standing_orders
    return tuple(order_of(seat, known) for seat in seats) if known else ()


def kept(orders: Sequence[str]) -> dict[str, list[str]]:
    """Give what an entry keeps of the orders in force: nothing where there are none."""
    return {"orders": list(orders)} if orders else {}


def give(seat: Seat, order: str) -> None:
    """Let a seat have another standing order from now on."""
    seat.orders = {**seat.orders, KEY: order}


def order_of(seat: Seat, known: Sequence[str]) -> str:
    """Give the order of a seat that is in force; `known` are those of its game, the default first."""
    order = seat.orders.get(KEY)
    return order if order in known and seat.player_id is not None and not seat.bot else known[0]


def let_wait(seat: Seat, at: dt.datetime) -> None:
    """Stop the clock of a turn; what is left of it is kept (nothing, where no clock runs)."""
    if seat.question is not None:
        seat.turn_left = max(seat.deadline_at - at, dt.timedelta()) if seat.deadline_at else dt.timedelta()


def take_up(seat: Seat, match: Match, at: dt.datetime) -> None:
    """Let a turn that has waited go on."""
    assert seat.turn_left is not None
    seat.question, seat.asked_at = match.seq, at
    if not seat.bot:
        seat.deadline_at = clock.raised(at + seat.turn_left, at, match.pace)
        seat.remind_at = clock.reminder(at, seat.deadline_at)
    seat.turn_left = None


def ask(seat: Seat, match: Match, at: dt.datetime) -> None:
    """Ask a seat for an answer, with the clock that an answer has."""
    seat.question, seat.asked_at = match.seq, at
    seat.turn_grace = 0
    if not seat.bot:
        seat.deadline_at = clock.answer_deadline(at, match.pace)
        seat.remind_at = clock.reminder(at, seat.deadline_at)
