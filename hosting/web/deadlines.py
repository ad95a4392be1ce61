"""A player's deadlines as a calendar that other programs subscribe to (RFC 5545)."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, vDuration

from hosting.matches.clock import REMINDER_SHARE
from hosting.matches.models import Match, Seat
from hosting.now import now
from hosting.players.models import Absence, Player
from hosting.players.times import instant
from hosting.rules.words import words
from hosting.web.writable import writable

REFRESH: Final = dt.timedelta(hours=1)
"""How often programs are asked to look again."""

SHOWN_AFTER: Final = dt.timedelta(days=30)
"""For how long an absence that is over is still shown."""


def calendar_of(player: Player) -> bytes:
    """Write the calendar: one event for each open question of his, and his absences as whole days.

    A deadline that moves keeps its UID and gets a higher SEQUENCE. Language and zone of the texts are those
    that are active; instants are in UTC. No clock runs in a paused match, so nothing of it stands here.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Postbord//Postbord//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for name in ("name", "x-wr-calname"):
        calendar.add(name, _("Deadlines at Postbord"))
    calendar.add("refresh-interval", vDuration(REFRESH), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(REFRESH))
    for seat in open_turns(player):
        calendar.add_component(_turn(seat))
    since = (now() - SHOWN_AFTER).date()
    for absence in Absence.objects.filter(player=player, last_day__gte=since):
        calendar.add_component(_absence(absence))
    written: bytes = calendar.to_ical()
    return written


def open_turns(player: Player) -> list[Seat]:
    """Find the seats of a player whose clock runs, the nearest deadline first."""
    mine = Seat.objects.filter(player=player, bot="", match__state=Match.State.PLAYING)
    asked = mine.filter(question__isnull=False, deadline_at__isnull=False)
    return list(asked.select_related("match").order_by("deadline_at"))


def _turn(seat: Seat) -> Event:
    assert seat.deadline_at is not None
    assert seat.asked_at is not None
    match, link = seat.match, f"{settings.SITE_URL}/match/{seat.match_id}"
    game = words(match.game, translation.get_language() or "en").game_name
    is_answer = seat.allowance_ends_at is None
    form = (
        _("Your answer is needed: %(game)s %(number)d") if is_answer else _("Your turn: %(game)s %(number)d")
    )
    said = form % {"game": game, "number": match.pk}
    event = Event()
    event.add("uid", f"{match.uuid}-{seat.number}-{_stamp(seat.asked_at)}@{settings.MAIL_DOMAIN}")
    event.add("sequence", match.seq)
    event.add("dtstamp", now().replace(microsecond=0))
    event.add("dtstart", seat.deadline_at.astimezone(dt.UTC).replace(microsecond=0))
    event.add("summary", said)
    event.add("description", f"{_until(seat)}\n{_with_whom(seat)}\n{link}")
    event.add("url", link)
    event.add("transp", "TRANSPARENT")
    event.add_component(_alarm(match.pace, said))
    return event


def _until(seat: Seat) -> str:
    assert seat.deadline_at is not None
    return _("Play by %(at)s. After that the host acts for you.") % {"at": instant(seat.deadline_at)}


def _with_whom(seat: Seat) -> str:
    others = Seat.objects.filter(match=seat.match_id).exclude(pk=seat.pk).order_by("number")
    names = ", ".join(others.values_list("name", flat=True))
    return writable(_("with %(names)s") % {"names": names})


def _alarm(allowance: dt.timedelta, said: str) -> Alarm:
    """Ring when the host's own reminder goes out."""
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", said)
    before = allowance * (1 - REMINDER_SHARE)
    alarm.add("trigger", -dt.timedelta(seconds=round(before.total_seconds())))
    return alarm


def _absence(absence: Absence) -> Event:
    first, last = absence.first_day, absence.last_day
    event = Event()
    event.add(
        "uid", f"away-{first:%Y%m%d}-{last:%Y%m%d}-{_stamp(absence.announced_at)}@{settings.MAIL_DOMAIN}"
    )
    event.add("sequence", 0)
    event.add("dtstamp", absence.announced_at.astimezone(dt.UTC).replace(microsecond=0))
    event.add("dtstart", first)
    event.add("dtend", last + dt.timedelta(days=1))  # the day after: an end is not counted
    event.add("summary", _("Away: your clocks are stopped where the match allows it"))
    event.add("transp", "TRANSPARENT")
    return event


def _stamp(at: dt.datetime) -> str:
    return f"{at.astimezone(dt.UTC):%Y%m%dT%H%M%S%f}"
