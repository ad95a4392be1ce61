"""Who plays for a silent player, where the match was opened so: the host's own player, or a substitute.

The host's own player goes on until the player is back, which any word of his says. A seat that is offered
waits for somebody to take it, with the match paused; nobody loses anything by that but time. What belongs to
a seat, its standing orders and words of luck, stays with it.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from django.db import transaction
from django.db.models import F

from hosting.matches import notices, timing
from hosting.matches.models import Entry, Match, Seat
from hosting.matches.opening import table_names
from hosting.matches.sitting import FORFEITS, RESIGNS, Sitting
from hosting.players.models import Player
from hosting.wake import wake

STAND_IN: Final = "greedy"
"""The bot that holds a seat: the one that plays well, for the sake of the others."""

WAITS_FOR_SUBSTITUTE: Final = "waits_for_substitute"
"""Why the host pauses a match by itself while a seat is offered."""

OFFERED_FOR: Final = dt.timedelta(days=7)


class CannotTake(ValueError):
    """A seat cannot be taken over; `code` is not_offered, already_in or no_name."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def too_many_misses(sitting: Sitting, seat: Seat) -> None:
    """Do what the match was opened to do with a seat that has missed too many turns; the deal is not over."""
    after = sitting.match.after_misses
    if after == Match.AfterMisses.BOT and others_play(sitting, seat):
        hold(sitting, seat)
    elif after == Match.AfterMisses.SUBSTITUTE:
        offer(sitting, seat)
    elif after == Match.AfterMisses.FORFEIT:
        sitting.depart(seat, why=FORFEITS)


def is_away(seat: Seat) -> bool:
    """Whether somebody else holds the seat of a player, or may take it."""
    return seat.player_id is not None and (bool(seat.bot) or seat.offered_at is not None)


# ---- the host's own player


def hold(sitting: Sitting, seat: Seat, **why: str) -> None:
    """Let the host's own player go on in a seat. `why` says so when it is not for missed turns."""
    sitting.log(Entry.Kind.BOT_HELD, seat=seat, **why)
    seat.bot, seat.held_since, seat.comes_back, seat.misses = STAND_IN, sitting.at, False, 0
    timing.without_clock(seat)
    if not why:
        sitting.tell_all("held", seat)
    if seat.number in sitting.expired:
        sitting.expired[seat.number]["held"] = True


def welcome_back(sitting: Sitting, seat: Seat) -> dict[str, Any] | None:
    """Let a player have his seat again who has sent a word; give what the answer tells, or None if he had it.

    At once, or, while the host's own player has the turn, at the next.
    """
    if not is_away(seat):
        return None
    if seat.offered_at is not None:
        _take_back_offer(sitting, seat)
    elif seat.question is not None and sitting.match.state == Match.State.PLAYING:
        seat.comes_back = True
        return {"word": "back", "code": "next", "changed": True}
    else:
        sitting.let_back(seat)
        sitting.ask_anew(seat)
    return {"word": "back", "code": "now", "changed": True}


def others_play(sitting: Sitting, seat: Seat) -> bool:
    """Whether somebody else in the match is a person who plays: else it sleeps, and no bots play on alone."""
    still_in = sitting.still_in()
    return any(
        other.player_id is not None and not other.bot and other.number in still_in
        for other in sitting.seats
        if other.pk != seat.pk
    )


# ---- a substitute


def offer(sitting: Sitting, seat: Seat, **by_whom: Any) -> None:
    """Offer a seat to whoever wants it, and let the match wait. `by_whom`: a moderator and his reason."""
    sitting.log(Entry.Kind.SEAT_OFFERED, seat=seat, **by_whom)
    seat.offered_at = sitting.at
    sitting.match.resume_at = sitting.at + OFFERED_FOR
    if sitting.match.state == Match.State.PLAYING:
        why = by_whom.get("why") or WAITS_FOR_SUBSTITUTE
        sitting.pause(why=why, by=by_whom.get("by", ""), by_id=by_whom.get("by_id"), seat_of=seat.name)
    if seat.number in sitting.expired:
        sitting.expired[seat.number]["offered"] = True


def offered(player: Player, most: int = 20) -> list[Seat]:
    """Find the seats that wait for a substitute and that a player could take; the longest offered first."""
    waiting = Seat.objects.filter(offered_at__isnull=False, match__state=Match.State.PAUSED)
    free = waiting.exclude(match__seats__player=player).select_related("match").order_by("offered_at")
    return list(free[:most])


def take(seat: Seat, player: Player) -> Seat:
    """Take an offered seat over, with a full turn where one is open; the match goes on. Raises CannotTake."""
    if not player.name:
        raise CannotTake("no_name")
    with transaction.atomic(durable=True):
        sitting = Sitting.open(seat.match_id)
        here = sitting.seat(seat.pk)
        if here.offered_at is None or sitting.match.state != Match.State.PAUSED:
            raise CannotTake("not_offered")
        if any(other.player_id == player.pk for other in sitting.seats):
            raise CannotTake("already_in")
        was = here.player_id
        _hand_over(sitting, here, player)
        sitting.close()
        wake("deliver", *notices.replaced(sitting, here, was=was))
    return here


def _hand_over(sitting: Sitting, seat: Seat, player: Player) -> None:
    before, was = seat.name, seat.player_id
    names = [other.name for other in sitting.seats if other.pk != seat.pk]
    *_others, seat.name = table_names(sitting.match.game, [*names, player.name])
    seat.player = player
    seat.misses = seat.misses_total = 0
    Seat.objects.filter(pk=seat.pk).update(token_epoch=F("token_epoch") + 1, wishes={}, seen_at=None)
    seat.refresh_from_db(fields=["token_epoch", "wishes", "seen_at"])
    seat.offered_at = sitting.match.resume_at = None
    sitting.log(Entry.Kind.SUBSTITUTED, seat=seat, before=before, name=seat.name, before_id=was)
    sitting.resume(why="", by=seat.name)
    sitting.tell_all("substituted", seat, before=before)
    sitting.ask_anew(seat)


def lapse(match_id: int) -> None:
    """Let a match go on whose offered seat nobody took in time: the deal is lost for that seat.

    A seat whose player has closed his account leaves the match for good.
    """
    with transaction.atomic(durable=True):
        sitting = Sitting.open(match_id)
        match = sitting.match
        if match.state != Match.State.PAUSED or match.resume_at is None or match.resume_at > sitting.at:
            return
        match.resume_at = None
        sitting.resume(why="", by="")
        for seat in sitting.seats:
            if seat.offered_at is not None:
                seat.offered_at = None
                if not sitting.over():
                    sitting.depart(seat, why=RESIGNS if seat.player_id is None else FORFEITS)
        sitting.close()


def due(at: dt.datetime) -> list[int]:
    """Find the matches whose pause is to end by itself."""
    waiting = Match.objects.filter(resume_at__lte=at, state=Match.State.PAUSED)
    return list(waiting.values_list("pk", flat=True)[:100])


def _take_back_offer(sitting: Sitting, seat: Seat) -> None:
    seat.offered_at, seat.misses = None, 0
    sitting.log(Entry.Kind.BACK, seat=seat)
    if all(other.offered_at is None for other in sitting.seats):
        sitting.match.resume_at = None
        sitting.resume(why="", by=seat.name)
    sitting.tell_all("back", seat)
