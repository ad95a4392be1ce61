"""What a player writes: one line made into one legal action, or a kind answer why not."""

from __future__ import annotations

from collections.abc import Sequence

from hosting.rules.choices import Choice
from hosting.rules.errors import Ambiguous, Illegal, Unknown
from hosting.rules.lines import Sort
from hosting.rules.values import Action, View

__all__ = ["Ambiguous", "GameGrammar", "Illegal", "Unknown", "host_word", "read_line"]


def read_line(line: str, *, view: View, choices: Sequence[Choice], languages: Sequence[str]) -> Action:
    """The one legal action that a line means. Raises Unknown, Illegal or Ambiguous; never guesses.

    A bare number means the given list. Words are tried in each language in turn, the player's first.
    """
    raise NotImplementedError


def host_word(line: str) -> str | None:
    """The verb when a line is a word to the host ("help"), in any language; None when it is not."""
    raise NotImplementedError


class GameGrammar:
    """Sorts a line by the words of one game, in all its languages; `names` are the player's own names."""

    def __init__(self, slug: str, names: Sequence[str] = ()) -> None:
        self.slug = slug
        self.names = tuple(names)

    def sort(self, line: str) -> Sort:
        """Command, chatter or unclear, without looking at any table."""
        raise NotImplementedError
