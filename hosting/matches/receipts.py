"""What the player of a seat was told, what came from him, what was done to his time; each with its instant.

By these rows he can see for himself by which rule a turn of his was ended.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final, Literal

from django.db.models import Q

from hosting.matches.models import Entry, Notice, Seat, Submission

MOST: Final = 200
"""So many lines are given at most, the newest."""

OF_A_SEAT: Final = (
    Entry.Kind.EXPIRED,
    Entry.Kind.DEADLINE_MOVED,
    Entry.Kind.LEFT,
    Entry.Kind.BOT_HELD,
    Entry.Kind.BACK,
    Entry.Kind.SEAT_OFFERED,
    Entry.Kind.SUBSTITUTED,
)
OF_ALL: Final = (
    Entry.Kind.STARTED,
    Entry.Kind.PAUSED,
    Entry.Kind.RESUMED,
    Entry.Kind.VOIDED,
    Entry.Kind.BROKEN,
)

Fate = Literal["sent", "daily", "waits", "waits_daily", "came_back", "overtaken", "unwanted", "given_up"]


@dataclass(frozen=True, slots=True)
class Receipt:
    """One line: a notice, a submission or an entry, and the instant by which it stands in the list.

    `fate` says what became of a notice.
    """

    at: dt.datetime
    notice: Notice | None = None
    submission: Submission | None = None
    entry: Entry | None = None
    fate: Fate | None = None


def receipts(seat: Seat) -> list[Receipt]:
    """Give them all, newest first, as far as they concern who sits there now."""
    found = [*_told(seat), *_came(seat), *_done(seat)]
    return sorted(found, key=lambda receipt: receipt.at, reverse=True)[:MOST]


def _told(seat: Seat) -> list[Receipt]:
    rows = Notice.objects.filter(seat=seat, player=seat.player_id).order_by("-pk")[:MOST]
    return [Receipt(notice.created_at, notice=notice, fate=fate_of(notice)) for notice in rows]


def _came(seat: Seat) -> list[Receipt]:
    own = Submission.objects.filter(seat=seat, player=seat.player_id, source__in=["mail", "web"])
    return [Receipt(row.accepted_at, submission=row) for row in own.order_by("-pk")[:MOST]]


def _done(seat: Seat) -> list[Receipt]:
    mine = Q(seat=seat.number, kind__in=OF_A_SEAT) | Q(kind__in=OF_ALL)
    rows = Entry.objects.filter(mine, match=seat.match_id).order_by("-seq")[:MOST]
    return [Receipt(entry.at, entry=entry) for entry in rows]


def fate_of(notice: Notice) -> Fate:
    """Say what became of a notice. One that the daily mail told has no address of its own."""
    if notice.bounced_at is not None:
        return "came_back"
    fates: dict[str, Fate] = {
        Notice.State.SENT: "sent" if notice.address else "daily",
        Notice.State.DROPPED: "overtaken",
        Notice.State.FAILED: "given_up",
        Notice.State.GATHERED: "waits_daily",
        Notice.State.UNWANTED: "unwanted",
    }
    return fates.get(notice.state, "waits")
