"""What a moderator may do to a match.

Entries of the same log, by the same path as moves, with actor and reason (P24).
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

import structlog
from django.db import transaction

from hosting.matches import expiring, seeds, standing_in, timing
from hosting.matches.dealing import EngineFault
from hosting.matches.models import Entry, Match, Notice, Seat
from hosting.matches.sitting import ALL_SILENT, Sitting
from hosting.players.models import Player

log = structlog.get_logger(__name__)

SHORTEST_REASON: Final = 10
MOST_DAYS: Final = 30
"""Days by which a deadline is moved at once, at most."""

SILENCE_LIMIT: Final = dt.timedelta(days=30)
"""A match that is paused because everybody is silent is void after this time."""


class CannotModerate(ValueError):
    """The action is not possible here.

    `code` is plays_in_it, reason, state, changed, nobody_to_act, move_waits, still_broken, days, seat or
    no_miss.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def pause(match_id: int, *, by: Player, reason: str, seq: int | None = None) -> None:
    """Stop all clocks of a match. What was accepted before is still applied. Raises CannotModerate."""
    with transaction.atomic(durable=True):
        states = {Match.State.PLAYING}
        sitting = _open(match_id, by=by, reason=reason, seq=seq, states=states, also_alone=True)
        sitting.pause(why=reason, **_actor(sitting, by))
        sitting.close()


def resume(match_id: int, *, by: Player, reason: str, seq: int | None = None) -> None:
    """Let the clocks go on: every deadline moves by the length of the pause. Raises CannotModerate."""
    with transaction.atomic(durable=True):
        states = {Match.State.PAUSED, Match.State.BROKEN}
        sitting = _open(match_id, by=by, reason=reason, seq=seq, states=states, also_alone=True)
        if sitting.laid is None:
            try:
                sitting.lay_out()
            except EngineFault:
                raise CannotModerate("still_broken") from None
        for seat in sitting.seats:
            seat.offered_at = None  # nobody waits for a substitute any more
        sitting.resume(why=reason, **_actor(sitting, by))
        sitting.close()


def void(match_id: int, *, by: Player, reason: str, seq: int | None = None) -> None:
    """End a match without a result; its keys are shown. Raises CannotModerate."""
    with transaction.atomic(durable=True):
        states = {Match.State.PLAYING, Match.State.PAUSED, Match.State.BROKEN}
        sitting = _open(match_id, by=by, reason=reason, seq=seq, states=states, needs_cards=False)
        declare_void(sitting, why=reason, by=str(by), by_id=by.pk)
        sitting.close()


def end_stalled_turn(match_id: int, *, by: Player, reason: str, seq: int | None = None) -> None:
    """End the turn of whoever is to act, with all that follows when the clock does it. Raises CannotModerate.

    Not while something that was accepted from him waits to be applied: that is read first (P9).
    """
    with transaction.atomic(durable=True):
        sitting = _open(match_id, by=by, reason=reason, seq=seq, states={Match.State.PLAYING})
        waiting = [seat for seat in sitting.seats if seat.question is not None and not seat.bot]
        if not waiting:
            raise CannotModerate("nobody_to_act")
        if any(expiring.has_mail_waiting(seat) for seat in waiting):
            raise CannotModerate("move_waits")
        for seat in waiting:
            if not sitting.over() and seat.number in sitting.game.to_act():
                expiring.end_turn(sitting, seat, by=str(by), by_id=by.pk, why=reason)
        sitting.close()


def give_time(
    match_id: int, *, by: Player, reason: str, seat: int, days: int, seq: int | None = None
) -> None:
    """Move the deadline of the seat with that number by so many days. Raises CannotModerate.

    It is never moved into the past: a deadline that has passed and is not carried out counts from now.
    """
    with transaction.atomic(durable=True):
        sitting = _open(match_id, by=by, reason=reason, seq=seq, states={Match.State.PLAYING})
        _move(sitting, [each for each in _clocks(sitting) if each.number == seat], days, by=by, reason=reason)
        sitting.close()


def give_all_time(match_id: int, *, by: Player, reason: str, days: int, seq: int | None = None) -> None:
    """Move all deadlines that run by so many days, alike for all. Raises CannotModerate."""
    with transaction.atomic(durable=True):
        states = {Match.State.PLAYING}
        sitting = _open(match_id, by=by, reason=reason, seq=seq, states=states, also_alone=True)
        _move(sitting, _clocks(sitting), days, by=by, reason=reason)
        sitting.close()


def offer_seat(match_id: int, *, by: Player, reason: str, seat: int, seq: int | None = None) -> None:
    """Offer the seat of a player who has missed a turn to somebody else; the match waits. CannotModerate."""
    with transaction.atomic(durable=True):
        sitting = _open(match_id, by=by, reason=reason, seq=seq, states={Match.State.PLAYING})
        chosen = next((each for each in sitting.seats if each.number == seat), None)
        if chosen is None or chosen.player_id is None or chosen.number not in sitting.still_in():
            raise CannotModerate("seat")
        if not chosen.misses_total:
            raise CannotModerate("no_miss")
        standing_in.offer(sitting, chosen, by=str(by), by_id=by.pk, why=reason)
        sitting.close()


def _clocks(sitting: Sitting) -> list[Seat]:
    return [seat for seat in sitting.seats if seat.question is not None and seat.deadline_at is not None]


def _move(sitting: Sitting, seats: list[Seat], days: int, *, by: Player, reason: str) -> None:
    if not 1 <= days <= MOST_DAYS:
        raise CannotModerate("days")
    if not seats:
        raise CannotModerate("nobody_to_act")
    for seat in seats:
        before = seat.deadline_at
        until = timing.extend(seat, sitting.match, sitting.at, dt.timedelta(days=days))
        sitting.note_move(seat, before, until, why=reason, **_actor(sitting, by))


def void_the_silent(at: dt.datetime) -> int:
    """End the matches that have slept for long; say how many. One that cannot be ended delays no other."""
    long_paused = Match.objects.filter(state=Match.State.PAUSED, paused_at__lt=at - SILENCE_LIMIT)
    return sum(_void_if_asleep(match_id) for match_id in long_paused.values_list("pk", flat=True))


def _void_if_asleep(match_id: int) -> bool:
    try:
        with transaction.atomic(durable=True):
            sitting = Sitting.open(match_id, even_broken=True)
            if not sitting.sleeps():
                return False
            declare_void(sitting, why=ALL_SILENT, by="")
            sitting.close()
    except Exception:
        log.exception("not_voided", match=match_id)
        return False
    return True


def may_moderate(player: Player, match: Match) -> bool:
    """Nobody moderates a match in which he plays."""
    return player.is_staff and not plays_in(player, match)


def may_stop_clocks(player: Player, match: Match) -> bool:
    """Whether he may pause and resume it: also somebody who plays in it, when nobody else could."""
    if may_moderate(player, match):
        return True
    others = Player.objects.filter(is_staff=True, is_active=True).exclude(seats__match=match)
    return player.is_staff and not others.exists()


def plays_in(player: Player, match: Match) -> bool:
    """Whether he has a seat in it."""
    return Seat.objects.filter(match=match, player=player).exists()


def _actor(sitting: Sitting, by: Player) -> dict[str, Any]:
    """Who decides, for the log and the mails; that he plays in it himself is said."""
    own = {"plays_in_it": True} if plays_in(by, sitting.match) else {}
    return {"by": str(by), "by_id": by.pk, **own}


def _open(
    match_id: int,
    *,
    by: Player,
    reason: str,
    seq: int | None,
    states: set[Match.State],
    also_alone: bool = False,
    needs_cards: bool = True,
) -> Sitting:
    sitting = Sitting.open(match_id, even_broken=True)
    allowed = may_stop_clocks if also_alone else may_moderate
    if not allowed(by, sitting.match):
        raise CannotModerate("plays_in_it")
    if len(reason.strip()) < SHORTEST_REASON:
        raise CannotModerate("reason")
    if sitting.match.state not in states:
        raise CannotModerate("state")
    if seq is not None and seq != sitting.match.seq:
        raise CannotModerate("changed")
    if needs_cards and sitting.match.state == Match.State.PLAYING and sitting.laid is None:
        raise CannotModerate("still_broken")
    return sitting


def declare_void(sitting: Sitting, *, why: str, by: str, by_id: int | None = None) -> None:
    """End a match without a result and show its keys; the caller closes the sitting."""
    match = sitting.match
    sitting.log(Entry.Kind.VOIDED, why=why, by=by, by_id=by_id)
    if sitting.deal is not None:
        luck = [seat.luck for seat in sitting.seats]
        sitting.deal.key_shown = seeds.deal_key(match, sitting.deal.number, luck).hex()
        sitting.deal.save(update_fields=["key_shown"])
    match.state, match.ended_at = Match.State.VOID, sitting.at
    match.master_shown = seeds.master_of(match.pk).hex()
    sitting.clear_questions()
    sitting.news = (Notice.Kind.VOIDED, {"reason": why, "by": by})
