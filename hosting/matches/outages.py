"""Outages of the host are not the players' (P11), and a clock that jumps does no harm (P12).

Each part of the host says now and then that it is well. A part that was silent for too long has had an
outage: its next word writes down from when to when. The sweep ends no turn while a part is silent, nor until
what was written down has been made good: every deadline that was open then is moved by as long, and lies at
least an hour ahead. A clock that jumps ahead looks just like that, so nothing ends too early by it.

The same time is never made good twice, though several parts were silent in it: outages that touch are one.
When a clock that ran ahead is put right, what it wrote down lies in the future: it never was, and goes.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

import structlog
from django.db import transaction

from hosting.matches import notices, timing
from hosting.matches.dealing import EngineFault
from hosting.matches.models import Entry, Heartbeat, Match, Outage, Seat
from hosting.matches.sitting import Sitting
from hosting.now import now

log = structlog.get_logger(__name__)

Part = Outage.Part

WATCHED: Final = {"smtp": Part.INTAKE, "work": Part.WORK, "sending": Part.SENDING, "sweep": Part.ALL}
"""The names under which parts say that they are well. A part that never did is not there, and not missed."""

TOO_LONG: Final = dt.timedelta(minutes=10)
TOO_LONG_FOR_ALL: Final = dt.timedelta(minutes=5)
"""A silence of so long is an outage. Of the sweep, which looks every few seconds, sooner: its silence is a
stop of the whole host, or a jump of the clock."""

BETWEEN_BEATS: Final = dt.timedelta(minutes=1)
"""How often the workers are asked whether they work."""

GIVEN_UP: Final = dt.timedelta(days=7)
"""A part that was silent for so long is not run any more."""

SETTLING: Final = dt.timedelta(seconds=90)
"""How long after an outage the other parts may take to say that they are back; then all of it is one."""

WHY: Final = "outage"


def beat(name: str) -> None:
    """Say that a part of the host is well; when it was silent for too long, write that down."""
    at = now()
    with transaction.atomic():
        before = Heartbeat.objects.select_for_update().filter(name=name).values_list("at", flat=True).first()
        Heartbeat.objects.update_or_create(name=name, defaults={"at": at})
        part = WATCHED.get(name)
        if part is None or before is None:
            return
        if at - before > _limit(part):
            Outage.objects.create(part=part, began_at=before, ended_at=at)
            log.warning("outage", part=str(part), began=before.isoformat(), ended=at.isoformat())
        elif before - at > SETTLING:
            _forget_what_never_was(at)


def _forget_what_never_was(at: dt.datetime) -> None:
    """Drop the outages that a clock which ran ahead wrote down, now that it was put right (P12).

    In the transaction of the word that shows it: a sweep whose clock still runs ahead sees either the outage
    or that word, and ends nothing by either.
    """
    dropped, _ = Outage.objects.filter(credited_at=None, ended_at__gt=at).delete()
    log.warning("clock_went_back", at=at.isoformat(), dropped=dropped)


def wants_beat(name: str, at: dt.datetime) -> bool:
    """Whether it is time to ask a part for its word."""
    return not Heartbeat.objects.filter(name=name, at__gt=at - BETWEEN_BEATS).exists()


def sending_goes_well(oldest: dt.datetime | None) -> None:
    """Say that mails are sent, or that none waits; `oldest` is since when the oldest one waits to be sent."""
    if oldest is None or now() - oldest < SETTLING:
        beat("sending")


def may_expire(at: dt.datetime) -> bool:
    """Whether turns may be ended: not while a part is silent, nor before an outage is made good."""
    if Outage.objects.filter(credited_at=None).exists():
        return False
    return not _silent(at)


def _silent(at: dt.datetime) -> list[str]:
    """Find the parts that are silent now."""
    beats = Heartbeat.objects.filter(name__in=WATCHED, at__gt=at - GIVEN_UP)
    return [beat.name for beat in beats if at - beat.at > _limit(WATCHED[beat.name])]


def _limit(part: Part) -> dt.timedelta:
    return TOO_LONG_FOR_ALL if part == Part.ALL else TOO_LONG


def make_good(at: dt.datetime) -> int:
    """Move the deadlines that fell into outages which are over; say in how many matches.

    Any number of calls move each deadline once. Moderators are told.
    """
    waiting = list(Outage.objects.filter(credited_at=None).order_by("began_at"))
    if not waiting or any(outage.ended_at > at - SETTLING for outage in waiting) or _silent(at):
        return 0
    for parts, silent_from, ended in _joined(waiting):
        began = _not_yet_made_good(silent_from)
        if began < ended:
            for match in _open_then(ended):
                _credit(match, parts, began, ended)
    return _note_made_good([outage.pk for outage in waiting])


def _note_made_good(outages: Sequence[int]) -> int:
    """Note that outages are made good, and tell the moderators in how many matches; give that number.

    Of two sweeps at once the first does, and the number is that of both.
    """
    moves = Entry.objects.filter(kind=Entry.Kind.DEADLINE_MOVED, data__outage__in=outages)
    matches = moves.values("match").distinct().count()
    with transaction.atomic():
        open_still = Outage.objects.filter(pk__in=outages, credited_at=None)
        if open_still.update(credited_at=now(), matches=matches):
            notices.moderators(None, "outage", key=f"outage:{outages[0]}", matches=matches)
    return matches


def _joined(outages: Sequence[Outage]) -> list[tuple[list[int], dt.datetime, dt.datetime]]:
    """Make one of outages that touch; each with the numbers of those that it is made of."""
    joined: list[tuple[list[int], dt.datetime, dt.datetime]] = []
    for outage in outages:
        if joined and outage.began_at <= joined[-1][2]:
            parts, began, ended = joined[-1]
            joined[-1] = ([*parts, outage.pk], began, max(ended, outage.ended_at))
        else:
            joined.append(([outage.pk], outage.began_at, outage.ended_at))
    return joined


def _not_yet_made_good(began: dt.datetime) -> dt.datetime:
    """Give since when an outage that began then is still to be made good."""
    good = Outage.objects.exclude(credited_at=None).order_by("-ended_at").first()
    return max(began, good.ended_at) if good is not None else began


def _open_then(ended: dt.datetime) -> list[int]:
    """Find the matches in which a deadline ran during an outage that ended then."""
    seats = Seat.objects.filter(
        deadline_at__isnull=False, asked_at__lt=ended, match__state=Match.State.PLAYING
    )
    return sorted(set(seats.values_list("match_id", flat=True)))


def _credit(match_id: int, parts: Sequence[int], began: dt.datetime, ended: dt.datetime) -> None:
    """Make an outage good in one match, once.

    Once for any of its parts: one that was told of only after a sweep had died on its way through the
    matches may have begun earlier, and is now the first.
    """
    try:
        with transaction.atomic(durable=True):
            sitting = Sitting.open(match_id)
            moves = Entry.objects.filter(match=sitting.match, kind=Entry.Kind.DEADLINE_MOVED)
            if sitting.match.state != Match.State.PLAYING or moves.filter(data__outage__in=parts).exists():
                return
            moved = [seat for seat in sitting.seats if _move(sitting, seat, parts[0], began, ended)]
            if moved:
                sitting.close()
            else:
                sitting.keep()
    except EngineFault:
        log.exception("outage_not_made_good", match=match_id)


def _move(sitting: Sitting, seat: Seat, outage: int, began: dt.datetime, ended: dt.datetime) -> bool:
    before = seat.deadline_at
    if before is None or seat.asked_at is None or seat.asked_at >= ended:
        return False
    later = timing.credit(seat, sitting.match, max(began, seat.asked_at), ended, sitting.at)
    if later is None:
        return False
    sitting.note_move(seat, before, later, why=WHY, outage=outage)
    return True
