"""Telling moderators that mails have stopped while it lasts: nothing else would show it to them.

What waits stands on the desk, too: a mail about it goes out only when mails go out again.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

import structlog
from django.conf import settings

from hosting.mail.sending import outbox as sending
from hosting.matches import digesting, notices
from hosting.matches.models import Notice

log = structlog.get_logger(__name__)

SENDING: Final = "sending_stuck"
DAILY: Final = "daily_mails_late"


def alert(at: dt.datetime) -> None:
    """Tell once a day when notices wait for hours and none goes out, and when daily mails are not made."""
    patience = dt.timedelta(hours=settings.ALERT_AFTER_HOURS)
    _tell(SENDING, sending.waits_for_relay_since(), at, patience)
    _tell(DAILY, digesting.late_since(at), at, patience)


def _tell(what: str, since: dt.datetime | None, at: dt.datetime, patience: dt.timedelta) -> None:
    key = f"{what}:{at:%Y-%m-%d}"
    if since is None or at - since < patience or _was_told(key):
        return
    hours = int((at - since).total_seconds()) // 3600
    log.error(what, hours=hours)
    notices.moderators(None, what, key=key, hours=hours)


def _was_told(key: str) -> bool:
    return Notice.objects.filter(key__startswith=f"moderators:{key}:").exists()
