"""A line of a player made into a legal action of a deal, and what an outcome keeps of one that is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from hosting import games
from hosting.matches.dealing import seen
from hosting.matches.models import Notice, Submission
from hosting.matches.sitting import Sitting, names_of
from hosting.rules.choices import Choice, choices
from hosting.rules.commands import read_line
from hosting.rules.errors import Ambiguous, Illegal
from hosting.rules.game import Game
from hosting.rules.values import Action


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the lines of one submission, for one seat."""

    seat: int
    listed: Sequence[Choice]
    languages: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, sitting: Sitting, submission: Submission, seat: int) -> Self:
        """Give the reader for a submission: with the numbers that its player saw, in his language first."""
        known = games.game(sitting.match.game).languages
        own = submission.player.language if submission.player else ""
        return cls(
            seat,
            _listed(sitting.game, submission.notice, seat),
            tuple(sorted(known, key=lambda language: language != own)),
            names_of(sitting.seats),
        )

    def read(self, line: str, game: Game) -> Action:
        """Give the one action that a line means in this deal. Raises Unknown, Illegal or Ambiguous."""
        view = seen(game, self.seat)
        found = read_line(line, view=view, choices=self.listed, languages=self.languages, names=self.names)
        return legal(game, self.seat, found)


def legal(game: Game, seat: int, action: Action) -> Action:
    """Give the action back when it is legal now; a number may name one that was so when the list was made."""
    if action not in seen(game, seat).legal:
        raise Illegal(game.why(seat, action))
    return action


def stopped(line: str, refusal: Exception) -> dict[str, Any]:
    """Give what an outcome keeps of a line that could not be played."""
    if isinstance(refusal, Illegal):
        reason = {"name": refusal.reason.name, "args": dict(refusal.reason.args)}
        return {"line": line, "error": "illegal", "reason": reason}
    if isinstance(refusal, Ambiguous):
        return {"line": line, "error": "ambiguous", "actions": [str(action) for action in refusal.actions]}
    return {"line": line, "error": "unknown"}


def _listed(game: Game, notice: Notice | None, seat: int) -> Sequence[Choice]:
    """Give the numbered list that the player saw.

    The notice's own, or on the web the one of the open question.
    """
    if notice is None or not notice.choices:
        return choices(seen(game, seat))
    return [
        Choice(number, tuple(Action.parse(text) for text in actions))
        for number, actions in enumerate(notice.choices, start=1)
    ]
