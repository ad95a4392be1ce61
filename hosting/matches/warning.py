"""Whether a player was told of his turn and reminded in time: the rule by which a silent seat's turn may end.

What is found is kept with the entry that ends the turn, so that everybody can be told later how it was.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from hosting.matches import digesting, notices
from hosting.matches.models import Notice, Seat


@dataclass(frozen=True, slots=True)
class Warned:
    """How the player of a seat was told of the question that is open.

    `reminded_at` is when the newest reminder was accepted by our relay that did not come back; `seen_at`
    when he last had the page before him since he was asked; `as_wished`: he has chosen to be told otherwise
    than by mails at once.
    """

    began_at: dt.datetime | None
    told: bool
    reminded_at: dt.datetime | None
    seen_at: dt.datetime | None
    as_wished: bool

    @property
    def enough(self) -> bool:
        """Whether his turn may end for want of an answer."""
        return self.seen_at is not None or (self.told and (self.reminded_at is not None or self.as_wished))

    @property
    def rule(self) -> str:
        """Which rule lets his turn end: reminded, seen, wished, or late (no more time could be given)."""
        if self.told and self.reminded_at is not None:
            return "reminded"
        if self.seen_at is not None:
            return "seen"
        return "wished" if self.enough else "late"

    def facts(self) -> dict[str, Any]:
        """Give it as the log keeps it."""
        instants = {"began_at": self.began_at, "reminded_at": self.reminded_at, "seen_at": self.seen_at}
        return {"rule": self.rule, **{name: at.isoformat() for name, at in instants.items() if at}}


def warned(seat: Seat) -> Warned:
    """Say how the player of a seat that is asked something was told of it.

    A mail counts when it went out in time and did not come back. One that he does not want was his choice,
    and so is one that waits for a daily mail which was not due yet.
    """
    began, until = seat.asked_at, seat.deadline_at
    if began is None or until is None or seat.player_id is None:
        nobody = seat.player_id is None
        return Warned(began, told=nobody, reminded_at=None, seen_at=None, as_wished=nobody)
    about = Notice.objects.filter(seat=seat, question__isnull=False, created_at__gte=began)
    sent = about.filter(state=Notice.State.SENT, sent_at__lte=until, bounced_at=None)
    chosen = about.filter(_as_wished(seat, began, until))
    reminder = sent.filter(kind=Notice.Kind.REMINDER).order_by("sent_at").last()
    return Warned(
        began,
        told=_of_a_turn(sent) or _of_a_turn(chosen),
        reminded_at=reminder.sent_at if reminder else None,
        seen_at=seat.seen_at if seat.seen_at is not None and seat.seen_at >= began else None,
        as_wished=chosen.filter(kind=Notice.Kind.REMINDER).exists(),
    )


def _as_wished(seat: Seat, began: dt.datetime, until: dt.datetime) -> Q:
    as_wished = Q(state=Notice.State.UNWANTED)
    assert seat.player_id is not None
    if digesting.owes_nothing(seat.player_id, began, until):
        as_wished |= Q(state=Notice.State.GATHERED)
    return as_wished & Q(kind__in=notices.TELLS_TURN)


def _of_a_turn(rows: QuerySet[Notice]) -> bool:
    return rows.exclude(kind=Notice.Kind.REMINDER).exists()
