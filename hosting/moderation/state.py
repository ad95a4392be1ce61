"""The state of the host in numbers: what waits, what was given up, and which processes are well."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Min, QuerySet
from django.utils.functional import Promise
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy as _

from hosting.mail.models import InboundMail
from hosting.matches.models import Heartbeat, Match, Notice, Report, Submission

MOST: Final = 100
"""So many rows of each kind are listed; the numbers count all."""


@dataclass(frozen=True, slots=True)
class Queue:
    """How many of something there are, and since when the oldest waits (None: nothing waits)."""

    label: Promise | str
    count: int
    oldest: dt.datetime | None


@dataclass(frozen=True, slots=True)
class Beat:
    """A process, and how long ago it said that it was well."""

    name: str
    at: dt.datetime
    ago: str


def queues() -> list[Queue]:
    """Count what waits and what was set aside."""
    return [
        _queue(_("emails to be read"), InboundMail.objects.filter(state="new"), "received_at"),
        _queue(_("submissions to be played"), _submissions("unread", "ready"), "accepted_at"),
        _queue(_("submissions held until the player confirms"), _submissions("held"), "accepted_at"),
        _queue(_("notices to be sent"), Notice.objects.filter(state__in=["new", "leased"]), "created_at"),
        _queue(_("notices for a daily email"), Notice.objects.filter(state="gathered"), "created_at"),
        _queue(_("notices given up"), failed_notices(), "created_at"),
        _queue(_("emails set aside"), shunted_mails(), "received_at"),
        _queue(_("submissions set aside"), _submissions("shunted"), "accepted_at"),
        _queue(_("unsettled reports"), Report.objects.filter(settled_at=None), "at"),
        _queue(_("matches stopped by a fault"), Match.objects.filter(state="broken"), "paused_at"),
    ]


def beats(at: dt.datetime) -> list[Beat]:
    """Every process that has ever been well."""
    found = Heartbeat.objects.order_by("name")
    return [Beat(beat.name, beat.at, timesince(beat.at, at)) for beat in found]


def shunted_mails() -> QuerySet[InboundMail]:
    """Mails that could not be read in five tries; without their source."""
    return InboundMail.objects.filter(state="shunted").order_by("-pk").defer("raw")


def shunted_submissions() -> QuerySet[Submission]:
    """Submissions that could not be played in five tries."""
    return _submissions("shunted").order_by("-pk")


def failed_notices() -> QuerySet[Notice]:
    """Notices that were given up and still make sense; a sign-in code is asked for anew instead."""
    return Notice.objects.filter(state="failed").exclude(kind="sign_in").order_by("-pk").defer("sealed")


def _submissions(*states: str) -> QuerySet[Submission]:
    return Submission.objects.filter(state__in=states)


def _queue(label: Promise | str, rows: QuerySet[Any], since: str) -> Queue:
    return Queue(label, rows.count(), rows.order_by().aggregate(oldest=Min(since))["oldest"])
