"""What can go wrong between a player's wish and the rules; every one is a ValueError."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hosting.rules.values import Action, Reason


class BadOption(ValueError):
    """An option of a match is unknown, of the wrong type or beyond its limits."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}" if name else message)
        self.name = name


class IllegalAction(ValueError):
    """The seat is not to act, or the action is not legal at this point; nothing was changed."""

    def __init__(self, seat: int, action: Action | None) -> None:
        super().__init__(f"seat {seat} may not do {action} now" if action else f"seat {seat} is not to act")
        self.seat = seat
        self.action = action


class Unknown(ValueError):
    """A line that says nothing in the words of the game."""


class Illegal(ValueError):
    """A line that means something which is not legal at this point; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.name)
        self.reason = reason


class Ambiguous(ValueError):
    """A line that may mean several legal actions; the host asks which, and never guesses."""

    def __init__(self, actions: tuple[Action, ...]) -> None:
        super().__init__(" / ".join(str(action) for action in actions))
        self.actions = actions
