"""Queries and statements that are put together once, and run with other values each time.

The ORM builds the SQL of a query anew whenever it runs: a third of a millisecond, five times what the
database itself takes. On the way of a move a query is written with the ORM as everywhere, with a Slot for
each value, and wrapped into one of these at the top of its module.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import CharField, Expression, Model, Q, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql import UpdateQuery

M = TypeVar("M", bound=Model)

NAME: Final = DEFAULT_DB_ALIAS


class Slot(Expression):
    """Stands in a query for a value that is given, by this name, when it is run."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, *_: Any, **_context: Any) -> tuple[str, tuple[Any, ...]]:
        """Leave a mark among the parameters."""
        return "%s", (self,)


class Word(Expression):
    """A word of ours that stands in the SQL itself, where other values are given to it."""

    def __init__(self, word: str) -> None:
        super().__init__(output_field=CharField())
        assert word.isidentifier(), "only words of ours may stand in SQL"
        self.word = word

    def as_sql(self, *_: Any, **_context: Any) -> tuple[str, tuple[Any, ...]]:
        """Write it."""
        return f"'{self.word}'", ()


def is_one_of(column: str, *words: str) -> Q:
    """Say that a column holds one of these, as the condition of a partial index says it.

    SQLite looks into such an index only when the words stand in the query; of a value that is given to the
    query it does not know whether the index holds it, and reads the whole table.
    """
    if len(words) == 1:
        return Q(**{column: Word(words[0])})
    return Q(**{f"{column}__in": [Word(word) for word in words]})


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL in the database's dialect, and its parameters, some of them slots."""

    sql: str
    parameters: tuple[Any, ...]

    def filled(self, values: dict[str, Any]) -> list[Any]:
        """Give the parameters with these values in their slots."""
        return [adapted(values[each.name]) if isinstance(each, Slot) else each for each in self.parameters]


def adapted(value: Any) -> Any:
    """Make a value what the database's driver takes."""
    if isinstance(value, dt.datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, (dict, list)):
        return connection.ops.adapt_json_value(value, None)
    return value


class Prepared(Generic[M]):
    """A query for whole rows, related ones too, or for tuples of values."""

    def __init__(self, query: QuerySet[M, Any]) -> None:
        self.query = query

    @cached_property
    def compiler(self) -> Any:
        """The ORM's own compiler of the query, which also knows how to make rows of what is found."""
        return self.query.query.get_compiler(NAME)

    @cached_property
    def statement(self) -> Statement:
        """The statement."""
        sql, parameters = self.compiler.as_sql()
        return Statement(sql, tuple(parameters))

    @cached_property
    def converters(self) -> Any:
        """What turns the database's values into Python's."""
        return self.compiler.get_converters([column for column, *_ in self.compiler.select])

    @cached_property
    def shape(self) -> tuple[slice, list[str], list[Any]]:
        """Which columns are the row's own, how their attributes are called, and what fills related rows."""
        facts, select = self.compiler.klass_info, self.compiler.select
        own = slice(facts["select_fields"][0], facts["select_fields"][-1] + 1)
        names = [column.target.attname for column, *_ in select[own]]
        related = get_related_populators(facts, select, NAME)  # type: ignore[call-arg]  # stubs of a later Django
        return own, names, related

    def tuples(self, **values: Any) -> list[tuple[Any, ...]]:
        """Give what is found as tuples of values."""
        statement = self.statement
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, statement.filled(values))
            found = cursor.fetchall()
        return list(map(tuple, self.compiler.apply_converters(found, self.converters)))

    def rows(self, **values: Any) -> list[M]:
        """Give what is found as rows."""
        found = self.tuples(**values)
        own, names, related = self.shape
        noted = list(self.compiler.annotation_col_map.items())
        rows = []
        for each in found:
            row = self.query.model.from_db(NAME, names, each[own])
            for populator in related:
                populator.populate(each, row)
            for name, place in noted:
                setattr(row, name, each[place])
            rows.append(row)
        return rows

    def one(self, **values: Any) -> M:
        """Give the first row. Raises the model's DoesNotExist."""
        for row in self.rows(**values):
            return row
        raise self.query.model.DoesNotExist  # type: ignore[attr-defined]  # every model has one


class PreparedUpdate:
    """An update of the rows that a query finds. Changes are values, slots, or expressions."""

    def __init__(self, query: QuerySet[Any, Any], **changes: Any) -> None:
        self.query = query
        self.changes = changes

    @cached_property
    def statement(self) -> Statement:
        """The statement."""
        update: Any = self.query.query.chain(UpdateQuery)
        update.add_update_values(self.changes)
        sql, parameters = update.get_compiler(NAME).as_sql()
        return Statement(sql, tuple(parameters))

    def __call__(self, **values: Any) -> int:
        """Change the rows; say how many there were."""
        with connection.cursor() as cursor:
            cursor.execute(self.statement.sql, self.statement.filled(values))
            return int(cursor.rowcount)


class PreparedSave(Generic[M]):
    """Writes the columns of rows that are there: all, `but_not` those that others write at the same time."""

    def __init__(self, model: type[M], *, but_not: Collection[str] = ()) -> None:
        facts = model._meta  # noqa: SLF001 - Django's own documented way to a model's columns
        self.table = facts.db_table
        left_out = {facts.pk, *map(facts.get_field, but_not)}
        self.fields = [field for field in facts.concrete_fields if field not in left_out]

    @cached_property
    def sql(self) -> str:
        """The statement, in the database's dialect."""
        quoted = connection.ops.quote_name
        columns = ", ".join(f"{quoted(str(field.column))} = %s" for field in self.fields)
        return f"UPDATE {quoted(self.table)} SET {columns} WHERE id = %s"  # noqa: S608 - names come from models

    def __call__(self, rows: Sequence[M]) -> None:
        """Write them."""
        here = connections[NAME]  # the proxy `connection` would look it up for every value
        with connection.cursor() as cursor:
            for row in rows:
                values = [field.get_db_prep_save(getattr(row, field.attname), here) for field in self.fields]
                cursor.execute(self.sql, [*values, row.pk])
