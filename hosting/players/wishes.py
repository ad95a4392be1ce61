"""What a player wants to be told of, and how: for all his matches, or otherwise for one. Pure.

Kept are only the ways that he chose, by what they are about: `{"turn": "digest"}`. What is not kept is as
usual. Answers to what he does himself are no matter of choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

Wishes = Mapping[str, Any]


class About(StrEnum):
    """What there is to choose about, in the order in which it is shown."""

    TURN = "turn"
    REMINDER = "reminder"
    PRESS = "press"
    NEWS = "news"
    MOVES = "moves"


class Way(StrEnum):
    """How it is told: by a mail of its own, in the daily mail, or not at all."""

    MAIL = "mail"
    DIGEST = "digest"
    NONE = "none"


USUAL: Final[Mapping[About, Way]] = {
    About.TURN: Way.MAIL,
    About.REMINDER: Way.MAIL,
    About.PRESS: Way.MAIL,
    About.NEWS: Way.MAIL,
    About.MOVES: Way.NONE,
}

ON_THE_CLOCK: Final = (About.TURN, About.REMINDER)
"""Who is told of these later, or not at all, has to know that his clocks run on."""

BEFORE: Final = "before"
"""Under which a match's wishes keep those that a stop replaced, so that it can be undone."""

USUAL_HOUR: Final = 7
"""The hour of the daily mail of a player who has not chosen one."""


def way(about: About, *wishes: Wishes) -> Way:
    """Say how something is told, by these wishes; those for the one match come first."""
    for chosen in wishes:
        if (said := chosen.get(about)) is not None:
            return Way(said)
    return USUAL[about]


def louder(one: Way, other: Way) -> Way:
    """Give the way by which more is told."""
    return min(one, other, key=list(Way).index)


def choose(chosen: Mapping[About, Way | None]) -> dict[str, str]:
    """Give what is kept of a choice for all; None is: as usual."""
    return {str(about): str(way) for about, way in chosen.items() if way is not None}


def warns(before: Wishes, after: Wishes) -> bool:
    """Say whether a change leaves him without a mail of his turns or of the time that is left."""
    quieter = [about for about in ON_THE_CLOCK if way(about, after) is not Way.MAIL]
    return any(way(about, before) is not way(about, after) for about in quieter)


def stopped(wishes: Wishes, to: Way) -> dict[str, Any]:
    """Give the wishes for a match of which no mail is wanted any more; what they were is kept for undoing."""
    if is_stopped(wishes):
        return dict(wishes)
    everything: dict[str, Any] = {str(about): str(to) for about in About}
    return {**everything, str(About.MOVES): str(Way.NONE), BEFORE: dict(wishes)}


def is_stopped(wishes: Wishes) -> bool:
    """Say whether these come from a stop that can be undone."""
    return BEFORE in wishes


def undone(wishes: Wishes) -> dict[str, Any]:
    """Give the wishes as they were before the stop; without one they stay."""
    return dict(wishes.get(BEFORE, wishes))


def any_for_digest(*wishes: Wishes) -> bool:
    """Say whether anything of these goes into the daily mail."""
    return any(chosen.get(about) == Way.DIGEST for chosen in wishes for about in About)


def without_digest(wishes: Wishes) -> dict[str, Any]:
    """Give the wishes with nothing left for the daily mail; what they were is kept for undoing."""
    if not any_for_digest(wishes):
        return dict(wishes)
    quiet = {name: str(Way.NONE) if said == Way.DIGEST else said for name, said in wishes.items()}
    return {**quiet, BEFORE: dict(wishes)}


def had_digest(wishes: Wishes) -> bool:
    """Say whether something of these went into a daily mail before it was stopped."""
    return any_for_digest(wishes.get(BEFORE, {}))
