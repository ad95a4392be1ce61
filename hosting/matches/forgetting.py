"""A player leaves for good: his matches stay, with a seat that bears no name of his (P25).

Where somebody else plays on, whatever the match was opened to do with a silent seat is done at once: the
host's own player goes on, or the seat is offered; else the seat resigns. His name goes out of the log, too,
whose digests are then written anew. Everything can be called twice.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction

from hosting.matches import leaving, standing_in, verifying
from hosting.matches.models import Entry, Match, Notice, Press, Seat, Submission
from hosting.matches.opening import table_names
from hosting.matches.sitting import Sitting
from hosting.players.models import Player

FORMER: Final = "Former player"
"""How a seat is called whose player has closed his account."""

GONE: Final = "gone"
"""Why the host's own player goes on in a seat: its player has closed his account."""

NAMES: Final = frozenset({"name", "names", "before", "by", "seat_of", "replaced_by"})
"""Under these the data of entries and notices name players."""

PENDING: Final = (Submission.State.UNREAD, Submission.State.READY, Submission.State.HELD)


def forget(player: Player) -> None:
    """Take a player out of all his matches, and his words and names out of what is kept of them."""
    for seat in Seat.objects.filter(player=player).select_related("match").order_by("pk"):
        if seat.match.state == Match.State.OPEN:
            leaving.give_up(seat, by=player)
        else:
            _forget_in(seat, player)
    _forget_words(player)


def _forget_in(seat: Seat, player: Player) -> None:
    with transaction.atomic(durable=True):
        sitting = Sitting.open(seat.match_id, even_broken=True)
        here = sitting.seat(seat.pk)
        if here.player_id != player.pk:
            return
        Submission.objects.filter(seat=here, state__in=PENDING).update(
            state=Submission.State.REFUSED, outcome={"code": "not_seated"}
        )
        before, here.name = here.name, _name(sitting, here)
        here.player, here.token_epoch, here.wishes, here.seen_at = None, here.token_epoch + 1, {}, None
        if sitting.match.state in {Match.State.PLAYING, Match.State.PAUSED, Match.State.BROKEN}:
            _play_on_without(sitting, here)
            sitting.tell_all(GONE, here)
        sitting.close()
    _forget_name(here.match_id, before, here.name)


def _name(sitting: Sitting, seat: Seat) -> str:
    others = [other.name for other in sitting.seats if other.pk != seat.pk]
    *_taken, name = table_names(sitting.match.game, [*others, FORMER])
    return name


def _play_on_without(sitting: Sitting, seat: Seat) -> None:
    """See to it that nobody waits for a seat whose player is gone."""
    seat.comes_back = False
    if sitting.laid is None:
        standing_in.hold(sitting, seat, why=GONE)
        return
    if sitting.over() or seat.offered_at is not None or seat.number not in sitting.still_in():
        return
    if not standing_in.others_play(sitting, seat):
        leaving.go(sitting, seat)
    elif seat.bot:
        return
    elif sitting.match.after_misses == Match.AfterMisses.BOT:
        standing_in.hold(sitting, seat, why=GONE)
    elif sitting.match.after_misses == Match.AfterMisses.SUBSTITUTE:
        standing_in.offer(sitting, seat)
    else:
        leaving.go(sitting, seat)


# ---- names and words


def _forget_name(match_id: int, before: str, after: str) -> None:
    """Write another name wherever the log or a notice of the match has the old one."""
    with transaction.atomic(durable=True):
        match = Match.objects.select_for_update().get(pk=match_id)
        agreed = not list(verifying.differences(match))
        changed = [
            entry
            for entry in Entry.objects.filter(match=match)
            if _renamed(entry.data, before, after) != entry.data
        ]
        for entry in changed:
            entry.data = _renamed(entry.data, before, after)
        Entry.objects.bulk_update(changed, ["data"])
        if changed and agreed:
            verifying.reseal(match)
        for notice in Notice.objects.filter(match=match):
            if (data := _renamed(notice.data, before, after)) != notice.data:
                Notice.objects.filter(pk=notice.pk).update(data=data)


def _renamed(kept: Any, before: str, after: str, *, names: bool = False) -> Any:
    """Give data with another name in the place of a name; `names`: whether this value is one, or a list."""
    if isinstance(kept, dict):
        return {key: _renamed(value, before, after, names=key in NAMES) for key, value in kept.items()}
    if isinstance(kept, list):
        return [_renamed(value, before, after, names=names) for value in kept]
    return after if names and kept == before else kept


def _forget_words(player: Player) -> None:
    """Delete what he wrote. What a moderator has still to look at stays for that long, without his name."""
    Submission.objects.filter(player=player).update(lines=[], outcome={}, player=None)
    said = Press.objects.filter(player=player)
    said.exclude(pk__in=said.filter(reports__isnull=False, reports__settled_at=None)).delete()
    said.update(name=FORMER, player=None)
