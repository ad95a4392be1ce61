"""What is not kept for ever: the daily work that lets go of what nobody needs any more (P25).

What players wrote, as mail, is kept while something may still go wrong with it; what became of it stays, and
so do matches and their logs. Everything is done in small steps, so that no move waits for it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any, Final

from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from hosting.mail.models import InboundMail, Request
from hosting.matches.models import Notice

KEPT: Final = dt.timedelta(days=30)
"""For so long after it was dealt with a mail is kept as it came, and what was asked of the host."""

AT_ONCE: Final = 200
"""Rows of one transaction."""

State = Notice.State
SETTLED: Final = (State.SENT, State.FAILED, State.DROPPED, State.UNWANTED)


def clear(at: dt.datetime) -> None:
    """Let go of what is older than it need be at this instant."""
    before = at - KEPT
    mails = InboundMail.objects.filter(done_at__lt=before).exclude(raw=b"")
    _each(mails, lambda rows: rows.update(raw=b""))
    _each(Request.objects.filter(done_at__lt=before), lambda rows: rows.delete())
    strangers = Notice.objects.filter(state__in=SETTLED, player=None, created_at__lt=before)
    strangers = strangers.exclude(kind=Notice.Kind.INVITATION)  # the link to refuse all others needs it
    _each(strangers.exclude(address=""), lambda rows: rows.update(address=""))
    _each(Session.objects.filter(expire_date__lt=at), lambda rows: rows.delete())


def _each(rows: QuerySet[Any], do: Callable[[QuerySet[Any]], object]) -> None:
    for some in _in_parts(list(rows.order_by().values_list("pk", flat=True))):
        do(rows.model.objects.filter(pk__in=some))


def _in_parts(found: list[Any]) -> Iterator[list[Any]]:
    for begin in range(0, len(found), AT_ONCE):
        yield found[begin : begin + AT_ONCE]
