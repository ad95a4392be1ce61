"""The sweep finds by index alone what has fallen due or was left over, and sees that it is done (P9, P22).

It wakes workers for what is theirs; when nobody would hear, it does the work itself by the same functions.
Two sweeps
at once are harmless: everything it calls looks again under a lock or claims its row first.
"""

from __future__ import annotations

import datetime as dt
import random
import time
from collections.abc import Callable, Iterable
from typing import Final

import structlog

from hosting.mail.asking import requests as asking
from hosting.mail.sending import outbox as sending
from hosting.mail.taking import mails as taking
from hosting.matches import (
    bots,
    digesting,
    expiring,
    moderating,
    offering,
    opening,
    outages,
    playing,
    standing_in,
)
from hosting.matches.models import Heartbeat, Submission
from hosting.now import now
from hosting.prepared import is_one_of
from hosting.running.alerting import alert
from hosting.running.clearing import clear
from hosting.wake import wake_now

log = structlog.get_logger(__name__)

LEFT_OVER: Final = dt.timedelta(seconds=2)
"""What waits longer than this has lost its wake-up."""

OWN_WORK: Final = 1.0
"""Seconds for which a round does workers' work itself, before it looks at deadlines again (P9)."""

BATCH: Final = 100
DAY: Final = dt.timedelta(days=1)


def sweep() -> None:
    """Go once over everything that may be due."""
    at = now()
    _tell_how_all_is(at)
    for seat, question in _in_any_order(expiring.due_turns(at)) if outages.may_expire(at) else ():
        _guarded(expiring.expire, seat, question)
    for match in standing_in.due(at):
        _guarded(standing_in.lapse, match)
    for offered in offering.due(at):
        _guarded(offering.lapse, offered)
    for seat, question in _in_any_order(expiring.due_reminders(at)):
        _guarded(expiring.remind, seat, question)
    for player in digesting.due(at):
        _guarded(digesting.make, player)
    ends = time.monotonic() + OWN_WORK
    _hand_on("take_mail", taking.due(at - LEFT_OVER), taking.take, ends)
    _hand_on("play", _left_over(at - LEFT_OVER), playing.play, ends)
    _hand_on("act_bot", bots.waiting(), bots.act, ends)
    _hand_on("deliver", sending.due(at), lambda notice: sending.deliver([notice]), ends)
    if _is_new_day(at):
        _guarded(opening.lapse, at)
        _guarded(asking.lapse, at)
        _guarded(moderating.void_the_silent, at)
        _guarded(clear, at)


def _tell_how_all_is(at: dt.datetime) -> None:
    """Say that the sweep is well, and whether work is done and mails are sent (P11)."""
    outages.beat("sweep")
    outages.sending_goes_well(sending.waits_for_relay_since())
    if outages.wants_beat("work", at) and not wake_now("beat"):
        outages.beat("work")  # nobody would hear, so the sweep itself does the work
    _guarded(outages.make_good, at)
    _guarded(alert, at)


def _left_over(before: dt.datetime) -> list[int]:
    """Find submissions that are ready and that nobody has taken up."""
    waiting = is_one_of("state", Submission.State.UNREAD, Submission.State.READY)
    ready = Submission.objects.filter(waiting, state=Submission.State.READY, accepted_at__lt=before)
    due = ready.exclude(not_before__gt=now()).order_by("accepted_at")
    return list(due.values_list("pk", flat=True)[:BATCH])


def _hand_on(task: str, ids: Iterable[int], do: Callable[[int], object], ends: float) -> None:
    """Wake workers; do it here when nobody would hear: one of each kind at least, then until `ends`."""
    for row in ids:
        if not wake_now(task, row):
            _guarded(do, row)
            if time.monotonic() > ends:
                return


def _guarded(do: Callable[..., object], *args: object) -> None:
    """Do one thing; when it fails the others go on (P8)."""
    try:
        do(*args)
    except Exception:
        log.exception("sweep_failed", doing=getattr(do, "__name__", "?"))


def _in_any_order(due: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Mix what is due, so that two sweeps share it instead of waiting for each other at every match."""
    return random.SystemRandom().sample(due, len(due))


def _is_new_day(at: dt.datetime) -> bool:
    """Whether the daily work is due; the sweep that asks first does it."""
    beat, is_new = Heartbeat.objects.get_or_create(name="daily", defaults={"at": at})
    claimed = Heartbeat.objects.filter(name="daily", at=beat.at, at__lte=at - DAY).update(at=at)
    return is_new or bool(claimed)
