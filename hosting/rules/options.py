"""Options of a game: a frozen dataclass with defaults and limits, read from what a form or a mail gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Self

from hosting.rules.errors import BadOption
from hosting.rules.values import Scalar

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off", ""})


def number(default: int, low: int, high: int, *, short: int | None = None) -> Any:  # as field()
    """A whole number from low to high; `short` is what makes a first match short."""
    return field(default=default, metadata={"low": low, "high": high, "short": short})


def choice(default: int | str, values: Sequence[int | str]) -> Any:  # Any: as dataclasses.field() is typed
    """One of a few values; the default is one of them."""
    return field(default=default, metadata={"values": tuple(values)})


def switch(*, default: bool) -> Any:  # Any: as dataclasses.field() is typed
    """A thing that is on or off."""
    return field(default=default, metadata={"switch": True})


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match; a game derives its own, with number(), choice() and switch() as defaults."""

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> Self:
        """Options from a mapping; what is missing keeps its default. Raises BadOption."""
        known = {entry.name: entry for entry in fields(cls)}
        for name in given:
            if name not in known:
                raise BadOption(name, "there is no such option")
        values = {name: _value(name, known[name].metadata, value) for name, value in given.items()}
        options = cls(**values)
        options.check()
        return options

    @classmethod
    def short(cls) -> dict[str, Scalar]:
        """What makes a first match short: the options whose author named such a value."""
        named = {entry.name: entry.metadata.get("short") for entry in fields(cls)}
        return {name: value for name, value in named.items() if value is not None}

    @classmethod
    def limits(cls) -> dict[str, tuple[int, int]]:
        """The least and the most of each option that is a number."""
        numbers = (entry for entry in fields(cls) if "low" in entry.metadata)
        return {entry.name: (entry.metadata["low"], entry.metadata["high"]) for entry in numbers}

    def check(self) -> None:
        """Raise BadOption when values that are good one by one do not go together."""

    def as_dict(self) -> dict[str, Scalar]:
        """The options as data, for a View or the database; parse() takes them back."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}


def _value(name: str, limits: Mapping[str, Any], value: object) -> int | bool | str:
    text = str(value).strip().casefold()
    if "values" in limits:
        return _one_of(name, limits["values"], text)
    if "switch" in limits:
        if text in TRUE:
            return True
        if text in FALSE:
            return False
        raise BadOption(name, "must be on or off")
    low, high = limits["low"], limits["high"]
    if isinstance(value, bool) or not text.isascii() or not text.isdigit():
        raise BadOption(name, f"must be a whole number from {low} to {high}")
    if not low <= int(text) <= high:
        raise BadOption(name, f"must be from {low} to {high}")
    return int(text)


def _one_of(name: str, values: Sequence[int | str], text: str) -> int | str:
    for known in values:
        if str(known).casefold() == text:
            return known
    raise BadOption(name, f"must be one of {', '.join(map(str, values))}")
