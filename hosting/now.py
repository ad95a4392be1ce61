"""The one clock. Nothing else in the host asks for the time.

It is the database's: with many machines there is one truth about who was in time (P9). SQLite has no
server, its clock is the one of the process. An offset moves it in tests and simulations; it is zero
everywhere else.
"""

import datetime as dt
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection


class Offset:
    """How far ahead of the database's clock this process is, in all its threads."""

    ahead = dt.timedelta(seconds=float(os.environ.get("CLOCK_AHEAD", "0")))
    """Set by the environment only for processes that tests start (seconds, may be negative)."""

    told: Callable[[], dt.datetime] | None = None
    """Stands for the database's clock in a simulation, where time goes on only as it is told."""


def now() -> dt.datetime:
    """Give the present instant, aware, in UTC."""
    clock = Offset.told or database_clock
    return clock() + Offset.ahead


def database_clock() -> dt.datetime:
    """Give the database's clock, without the offset."""
    if connection.vendor != "postgresql":
        return dt.datetime.now(dt.UTC)
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (instant,) = cursor.fetchone()
    return instant.astimezone(dt.UTC)  # type: ignore[no-any-return]  # a cursor's rows are untyped


@contextmanager
def travel(by: dt.timedelta) -> Iterator[None]:
    """Be `by` later (or earlier) inside the block. Blocks add up. For tests and simulation only."""
    Offset.ahead += by
    try:
        yield
    finally:
        Offset.ahead -= by
