"""Announced leave: the days on which a player is away, both ends counted, in his own zone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
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
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)  # two announcements at once are counted together
        check(player, first_day, last_day)
        return Absence.objects.create(player=player, first_day=first_day, last_day=last_day)


def check(player: Player, first_day: dt.date, last_day: dt.date) -> None:
    """Raise Refused for days that cannot be noted."""
    if first_day > last_day:
        raise Refused("order")
    if first_day < today(player):
        raise Refused("past")
    if (last_day - first_day).days >= 2 * MOST_DAYS:  # over the turn of a year at most
        raise Refused("too_many")
    known, wanted = _taken(player), set(_days(first_day, last_day))
    if wanted <= known:
        raise Refused("known")
    years = {day.year for day in wanted}
    if any(sum(day.year == year for day in known | wanted) > MOST_DAYS for year in years):
        raise Refused("too_many")


def coming(player: Player) -> list[Absence]:
    """List the absences that have not ended, the first one first."""
    return list(player.absences.filter(last_day__gte=today(player)))


def call_off(player: Player, absences: Sequence[Absence]) -> None:
    """Forget these absences; one that has begun ends with yesterday, and only its days stay counted."""
    day = today(player)
    begun = [absence.pk for absence in absences if absence.first_day < day]
    player.absences.filter(pk__in=begun, last_day__gte=day).update(last_day=day - dt.timedelta(days=1))
    player.absences.filter(pk__in=[absence.pk for absence in absences], first_day__gte=day).delete()


def days_left(player: Player, year: int) -> int:
    """Say how many days of absence the player has left in a year."""
    return MOST_DAYS - sum(day.year == year for day in _taken(player))


def is_away(player: Player, day: dt.date) -> bool:
    """Say whether the player has announced that he is away on a day."""
    return player.absences.filter(first_day__lte=day, last_day__gte=day).exists()


def _taken(player: Player) -> set[dt.date]:
    return {day for absence in player.absences.all() for day in _days(absence.first_day, absence.last_day)}


def _days(first: dt.date, last: dt.date) -> Iterator[dt.date]:
    for number in range((last - first).days + 1):
        yield first + dt.timedelta(days=number)
