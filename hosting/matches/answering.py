"""Answers outside the order of play: which standing orders are in force."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from hosting.matches.models import Seat
from hosting.rules.game import Game
from hosting.rules.playout import ASK

KEY: Final = "answers"
"""Under which Seat.orders keeps the standing order for answers."""

GOES: Final = "goes"
"""Under which it keeps that the seat resigns as soon as nobody owes an answer."""


def orders_of(game: Game, seats: Sequence[Seat], away: Container[int] = ()) -> tuple[str, ...]:
    """Give the orders in force, by seat; empty when the game asks nobody outside his turn.

    A bot's seat and an empty one have the default: nobody waits for them. Nor is somebody asked who is away.
    """
    known = game.standing_orders
    return tuple(_in_force(seat, known, away) for seat in seats) if known else ()


def _in_force(seat: Seat, known: Sequence[str], away: Container[int]) -> str:
    order = order_of(seat, known)
    return known[0] if order == ASK and seat.number in away else order


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


def go_later(seat: Seat) -> None:
    """Note that a seat resigns as soon as nobody owes an answer."""
    seat.orders = {**seat.orders, GOES: True}


def is_going(seat: Seat) -> bool:
    """Whether a seat resigns as soon as nobody owes an answer."""
    return bool(seat.orders.get(GOES))


def gone(seat: Seat) -> None:
    """Note that such a seat has left."""
    seat.orders = {name: value for name, value in seat.orders.items() if name != GOES}
