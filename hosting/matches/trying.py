"""A trial: what lines would do, told to who asks first, while nothing is played.

The lines are done on a copy of the deal, as far as all that comes of them follows from what the player sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hosting.matches import dealing
from hosting.matches.understanding import Reader, stopped
from hosting.rules.errors import Ambiguous, Illegal, Unknown
from hosting.rules.game import Game
from hosting.rules.speaking import undo_count
from hosting.rules.trying import Barrier, ahead
from hosting.rules.values import Event


def outcome_of(game: Game, reader: Reader, lines: Sequence[str]) -> dict[str, Any]:
    """Try lines one after the other and say how far they go; the deal itself stays as it is.

    The outcome names under "moves" the lines that were to be tried, under "would" what would have been told,
    under "stopped" the line before which the trial ended and why, and under "then" "over" or "passed" when
    the deal or the turn would have ended.
    """
    would: list[dict[str, Any]] = []
    outcome: dict[str, Any] = {"code": "tried", "moves": list(lines), "would": would}
    deal = game
    for place, line in enumerate(lines):
        if not deal.view(reader.seat).legal:
            return {**outcome, **_end(deal, reader.seat), "left": list(lines[place:])}
        if undo_count(line) is not None:
            barred = {"line": line, "error": "untried"}
            return {**outcome, "stopped": barred, "left": list(lines[place + 1 :])}
        try:
            action = reader.read(line, deal)
            with dealing.engine():
                after = ahead(deal, reader.seat, action)
        except (Unknown, Illegal, Ambiguous) as refusal:
            return {**outcome, "stopped": stopped(line, refusal), "left": list(lines[place + 1 :])}
        if isinstance(after, Barrier):
            barred = {"line": line, "error": str(after)}
            return {**outcome, "stopped": barred, "left": list(lines[place + 1 :])}
        would += [_kept(event) for event in after.view(reader.seat, since=deal.ply).events]
        deal = after
    return {**outcome, **_end(deal, reader.seat)}


def events_of(outcome: Mapping[str, Any]) -> tuple[Event, ...]:
    """Give what would have happened, from the outcome of a trial."""
    return tuple(Event(told["name"], told["seat"], told["args"]) for told in outcome.get("would", ()))


def _end(deal: Game, seat: int) -> dict[str, str]:
    if deal.outcome() is not None:
        return {"then": "over"}
    return {} if deal.view(seat).legal else {"then": "passed"}


def _kept(event: Event) -> dict[str, Any]:
    return {"name": event.name, "seat": event.seat, "args": dict(event.args)}
