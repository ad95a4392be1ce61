"""What one client, and all together, may cost the SMTP listener (P3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

KIB: Final = 1024
MIB: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """The listener's limits; tests shorten times and sizes. Times are seconds, sizes bytes."""

    connections: int = 200
    connections_from_one: int = 20
    messages: int = 10
    recipients: int = 20
    mistakes: int = 20
    commands: int = 20
    """Of one kind in a connection, where it is not a message or a recipient."""

    message: int = 2 * MIB
    line: int = 64 * KIB
    command_line: int = 1 * KIB
    overflow: int = 64 * KIB
    """Beyond the limit of a message, when a line still has not ended: the connection is closed."""

    drained: int = 32 * MIB
    """Of a message that is too big, read and thrown away so that its sender hears why."""

    memory: int = 64 * MIB
    """For the messages of all connections together while they come in."""

    free_disk: int = 200 * MIB

    idle: float = 60
    session: float = 600
    lookup: float = 2
    storing: float = 20


class Budget:
    """Bytes of memory that all connections share. Used by one event loop only."""

    def __init__(self, size: int) -> None:
        self.left = size

    def take(self, size: int) -> bool:
        """Take so much, if it is there."""
        if size > self.left:
            return False
        self.left -= size
        return True

    def give_back(self, size: int) -> None:
        """Give back what was taken."""
        self.left += size
