"""The daily mail: when it is due, what waits for it, and that each is made once (P15).

What is for the daily mail stands in the outbox as gathered notices; its words are made when it is sent.
`Player.digest_due_at` is the next instant at which it is looked for; the sweep finds it by index.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import Min

from hosting.matches import notices, talking
from hosting.matches.models import Match, Notice, Seat
from hosting.now import now
from hosting.players import wishes
from hosting.players.models import Player
from hosting.wake import wake

State = Notice.State
Kind = Notice.Kind

DAYS_AHEAD: Final = 3
"""In so many days the chosen hour comes for certain, whatever clocks are put forward or back."""


def next_due(player: Player, after: dt.datetime) -> dt.datetime:
    """Give the next instant at which it is the player's hour where he lives."""
    hour = wishes.USUAL_HOUR if player.digest_hour is None else player.digest_hour
    today = after.astimezone(player.zone).date()
    days = (today + dt.timedelta(days=ahead) for ahead in range(DAYS_AHEAD))
    at_hour = (dt.datetime.combine(day, dt.time(hour), tzinfo=player.zone).astimezone(dt.UTC) for day in days)
    return next(instant for instant in at_hour if instant > after)


def expect(player: Player, at: dt.datetime) -> None:
    """See to it that what was gathered for a player goes out, also when he has never chosen a daily mail.

    To whoever has stopped his daily mail it is not sent: it waits until he wants one again.
    """
    if player.digest_due_at is None and not wishes.had_digest(player.wishes):
        due = next_due(player, at)
        Player.objects.filter(pk=player.pk, digest_due_at=None).update(digest_due_at=due)


def reschedule(player: Player) -> None:
    """Set anew when a player's daily mail is due: after his wishes, his hour or his zone have changed."""
    seats = Seat.objects.filter(player=player).exclude(match__state__in=["finished", "void", "cancelled"])
    takes_it = wishes.any_for_digest(player.wishes, *seats.values_list("wishes", flat=True))
    waits = Notice.objects.filter(player=player, state=State.GATHERED).exists()
    waits = waits and not wishes.had_digest(player.wishes)
    player.digest_due_at = next_due(player, now()) if takes_it or waits else None
    player.save(update_fields=["digest_due_at"])


def due(at: dt.datetime, most: int = 100) -> list[int]:
    """Find the players whose daily mail is due."""
    waiting = Player.objects.filter(digest_due_at__lte=at).order_by("digest_due_at")
    return list(waiting.values_list("pk", flat=True)[:most])


def late_since(at: dt.datetime) -> dt.datetime | None:
    """Say since when the oldest daily mail is due that nobody has made; None when none is late."""
    oldest = Player.objects.filter(digest_due_at__lte=at).aggregate(oldest=Min("digest_due_at"))["oldest"]
    due_at: dt.datetime | None = oldest
    return due_at


def make(player_id: int) -> None:
    """Make a player's daily mail that is due: once for its day, and only when there is something to tell.

    The day is that of the hour which was due: a host that was down over it makes one mail late, not two.
    """
    at = now()
    with transaction.atomic(durable=True):
        player = Player.objects.select_for_update().get(pk=player_id)
        if player.digest_due_at is None or player.digest_due_at > at:
            return
        day = player.digest_due_at.astimezone(player.zone).date()
        waiting = gathered(player_id, at)
        player.digest_due_at = next_due(player, at) if waiting or player.digest_hour is not None else None
        player.save(update_fields=["digest_due_at"])
        if waiting:
            key = f"digest:{player_id}:{day.isoformat()}"
            facts: dict[str, Any] = {"kind": Kind.DIGEST, "player": player, "created_at": at}
            notice, is_new = Notice.objects.get_or_create(key=key, defaults=facts)
            if is_new:
                wake("deliver", notice.pk)


def gathered(player_id: int | None, at: dt.datetime) -> list[Notice]:
    """Give what waits for a player's daily mail and still says something, oldest first."""
    waiting = Notice.objects.filter(player=player_id, state=State.GATHERED).order_by("pk")
    related = waiting.select_related("match", "seat", "player", "submission__player")
    return [notice for notice in related if not _is_past(notice, at)]


def _is_past(notice: Notice, at: dt.datetime) -> bool:
    left = notice.seat is not None and notice.seat.player_id != notice.player_id
    if not left and notice.kind == Kind.PRESS:
        return talking.is_overtaken(notice)
    return left or notices.is_overtaken(notice, at)


def open_turns(player_id: int | None) -> list[Notice]:
    """For each turn that waits for the player give the newest notice that asks it; least time left first."""
    mine = Seat.objects.filter(player=player_id, question__isnull=False, match__state=Match.State.PLAYING)
    found = []
    for seat in mine.order_by("deadline_at"):
        asking = Notice.objects.filter(
            seat=seat, player=player_id, question=seat.question, epoch=seat.token_epoch
        )
        current = asking.select_related("match", "seat", "player")
        found.append(current.order_by("-pk").first())
    return [notice for notice in found if notice is not None]


def note_told(notice_ids: Sequence[int], at: dt.datetime, lines: Any) -> None:
    """Note that a daily mail, sent at that instant, has told of these; its lines are known as theirs."""
    Notice.objects.filter(pk__in=notice_ids, state=State.GATHERED).update(
        state=State.SENT, sent_at=at, sent_lines=lines
    )


def note_bounced(daily: Notice, at: dt.datetime) -> None:
    """Note that a daily mail came back: what it told of was not told."""
    told = Notice.objects.filter(player=daily.player_id, state=State.SENT, sent_at=daily.sent_at)
    if daily.kind == Kind.DIGEST and daily.sent_at is not None:
        told.filter(bounced_at=None).update(bounced_at=at)


def owes_nothing(player_id: int, since: dt.datetime, until: dt.datetime) -> bool:
    """Say whether no daily mail that was due between the two has failed to go out."""
    made = Notice.objects.filter(
        player=player_id, kind=Kind.DIGEST, created_at__gte=since, created_at__lte=until
    )
    if made.exclude(state=State.SENT, bounced_at=None).exclude(state=State.DROPPED).exists():
        return False
    return not Player.objects.filter(pk=player_id, digest_due_at__lte=until).exists()
