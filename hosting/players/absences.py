"""Announced leave: the days on which a player is away, both ends counted, in his own zone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Final

from django.db import transaction

from hosting.now import now
from hosting.players.models import Absence, Player

MOST_DAYS: Final = 28
"""Days of absence in a calendar year."""


class Refused(ValueError):
    """The absence cannot be noted; `code` says why: past, order, known or too_many."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def today(player: Player) -> dt.date:
    """Give the day that it is where the player is."""
    return now().astimezone(player.zone).date()


def announce(player: Player, first_day: dt.date, last_day: dt.date) -> Absence:
    """Note that a player is away. Raises Refused for days that are over, known, or more than a year has."""
    if first_day > last_day:
        raise Refused("order")
    if first_day < today(player):
        raise Refused("past")
    if (last_day - first_day).days >= 2 * MOST_DAYS:  # over the turn of a year at most
        raise Refused("too_many")
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)  # two announcements at once are counted together
        known = {
            day for absence in player.absences.all() for day in _days(absence.first_day, absence.last_day)
        }
        wanted = set(_days(first_day, last_day))
        if wanted <= known:
            raise Refused("known")
        years = {day.year for day in wanted}
        if any(sum(day.year == year for day in known | wanted) > MOST_DAYS for year in years):
            raise Refused("too_many")
        return Absence.objects.create(player=player, first_day=first_day, last_day=last_day)


def days_left(player: Player, year: int) -> int:
    """Say how many days of absence the player has left in a year."""
    taken = {day for absence in player.absences.all() for day in _days(absence.first_day, absence.last_day)}
    return MOST_DAYS - sum(day.year == year for day in taken)


def is_away(player: Player, day: dt.date) -> bool:
    """Say whether the player has announced that he is away on a day."""
    return player.absences.filter(first_day__lte=day, last_day__gte=day).exists()


def _days(first: dt.date, last: dt.date) -> Iterator[dt.date]:
    for number in range((last - first).days + 1):
        yield first + dt.timedelta(days=number)
