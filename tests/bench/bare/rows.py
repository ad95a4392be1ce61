"""Rows by plain SQL. What a row holds besides is copied from one that the host itself has written."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any


def connect(path: str, *, durable: bool = True) -> sqlite3.Connection:
    """Open the database with the durability of the host: what is committed survives a power cut.

    Marks of what was sent survive the end of a process, not a power cut (`durable` is false), there as here.
    """
    opened = sqlite3.connect(path, isolation_level=None, timeout=20, check_same_thread=False)
    opened.execute("PRAGMA journal_mode=WAL")
    opened.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
    return opened


def instant() -> str:
    """Give the present instant as Django writes it into SQLite."""
    return dt.datetime.now(dt.UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


class Insert:
    """Inserts rows like one that is there: the same columns, other values only where they are given."""

    def __init__(self, table: str, columns: Sequence[str], values: Sequence[Any]) -> None:
        self.places = {column: place for place, column in enumerate(columns)}
        self.values = list(values)
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        self.statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608 - names come from the schema

    @classmethod
    def like(cls, rows: sqlite3.Connection, table: str, where: str, **fixed: Any) -> Insert:
        """Take the newest row that fits as the pattern; `fixed` are values that differ from it."""
        query = f"SELECT * FROM {table} WHERE {where} ORDER BY id DESC LIMIT 1"  # noqa: S608 - constants of ours
        found = rows.execute(query)
        columns = [column for column, *_ in found.description]
        values: Mapping[str, Any] = dict(zip(columns, found.fetchone(), strict=True)) | fixed
        return cls(table, columns, [None if column == "id" else values[column] for column in columns])

    def __call__(self, rows: sqlite3.Connection, **changed: Any) -> int:
        """Insert a row, with the next id unless one is given; give its id."""
        values = self.values.copy()
        for column, value in changed.items():
            values[self.places[column]] = value
        number = rows.execute(self.statement, values).lastrowid
        assert number is not None
        return number
