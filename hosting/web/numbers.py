"""Numbers in addresses: those that a row can have, so that a longer one is simply not found."""

from __future__ import annotations


class RowNumber:
    """A converter for paths: a positive whole number of at most 18 digits."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        """Read it."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Write it."""
        return str(value)
