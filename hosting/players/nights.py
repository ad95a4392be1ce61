"""A player's night: the hours, where he lives, into which no deadline of his falls.

It counts for turns that begin after it was chosen: no deadline that runs is moved by choosing another night.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from hosting.players.models import Player

LONGEST: Final = 12
"""Hours of a night at most."""

HOURS: Final = 24

Night = tuple[int, int]


class BadNight(ValueError):
    """Hours that no night has."""


def of(player: Player) -> Night | None:
    """Give the hours from which and until which a player sleeps; None when he has not said so."""
    begins, ends = player.sleeps_from, player.sleeps_until
    return (begins, ends) if begins is not None and ends is not None and begins != ends else None


def keep(player: Player, night: Night | None) -> None:
    """Keep a player's night. Raises BadNight for one that is no hours of a day, empty or too long."""
    if night is not None:
        begins, ends = night
        are_hours = begins in range(HOURS) and ends in range(HOURS)
        if not are_hours or not 0 < (ends - begins) % HOURS <= LONGEST:
            raise BadNight
    player.sleeps_from, player.sleeps_until = night or (None, None)
    player.save(update_fields=["sleeps_from", "sleeps_until"])


def has_moved(deadline: dt.datetime, player: Player) -> bool:
    """Whether a deadline lies just at the end of the player's night, to which it was moved out of it."""
    night = of(player)
    if night is None:
        return False
    here = deadline.astimezone(player.zone)
    return here.hour == night[1] and not (here.minute or here.second or here.microsecond)
