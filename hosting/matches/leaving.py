"""Leaving a match of one's own will, at any time and not only in one's turn (S24, M29, W38).

Who resigns is always asked first. While another player owes an answer nobody can leave; then the host notes
the wish, and the seat leaves as soon as the answer is given.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.db.models import F

from hosting import games
from hosting.matches import answering, dealing, moderating, opening
from hosting.matches.models import Deal, Match, Notice, Seat, Submission
from hosting.matches.sitting import RESIGNS, Sitting
from hosting.players.models import Player
from hosting.rules.speaking import said_yes

WORD: Final = "resign"
ASKS: Final = "asks"
"""How an outcome says that a player was asked whether he means it."""

ONLY_BOTS: Final = "only_bots"
"""Why a match ends without a result when nobody is left in it but the host's own players."""

REFUSED: Final = {
    Match.State.FINISHED: "over",
    Match.State.VOID: "over",
    Match.State.CANCELLED: "over",
    Match.State.BROKEN: "broken",
}


class CannotLeave(ValueError):
    """The seat cannot be left; `code` is over, broken, not_begun, begun, gone or not_seated."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


# ---- in a match that has begun


def resign(seat: Seat, *, by: Player) -> str:
    """Leave the running deal, and with it the match, as the game rules it; say "resigned" or "waits".

    In an open match the seat is given up instead, and "given_up" is said. Raises CannotLeave, EngineFault.
    """
    if seat.match.state == Match.State.OPEN:
        give_up(seat, by=by)
        return "given_up"
    with transaction.atomic(durable=True):
        sitting = Sitting.open(seat.match_id)
        here = sitting.seat(seat.pk)
        if here.player_id != by.pk:
            raise CannotLeave("not_seated")
        if (code := why_not(sitting, here)) is not None:
            raise CannotLeave(code)
        if sitting.sleeps():
            sitting.resume(why="", by=here.name)
        code = go(sitting, here)
        sitting.close()
    return code


def may_leave(seat: Seat) -> bool:
    """Whether there is something to leave, as far as can be said without the lock."""
    match = seat.match
    if match.state == Match.State.OPEN:
        return True
    if match.state not in {Match.State.PLAYING, Match.State.PAUSED} or seat.is_out:
        return False
    deals = list(Deal.objects.filter(match=match).order_by("number"))
    seats = list(match.seats.order_by("number"))
    results = [dealing.result_of(deal) if deal.outcome else dealing.left_so_far(deal) for deal in deals]
    still_in = games.game(match.game).series.still_in(results, len(seats))
    with dealing.looking_at(match, deals[-1], seats) as laid:
        gone = laid.game.gone()
    return seat.number in still_in and seat.number not in gone and not answering.is_going(seat)


def why_not(sitting: Sitting, seat: Seat) -> str | None:
    """Say why a seat cannot resign now; None when it can."""
    state = Match.State(sitting.match.state)
    if state == Match.State.OPEN:
        return "not_begun"
    if state in REFUSED:
        return REFUSED[state]
    gone = seat.is_out or answering.is_going(seat) or seat.number not in sitting.still_in()
    return "gone" if gone else None


def go(sitting: Sitting, seat: Seat) -> str:
    """Let a seat that may resign leave; the caller closes the sitting. Raises EngineFault."""
    _answer_as_usual(sitting, seat)
    if sitting.over():
        return "resigned"
    if sitting.game.answering():
        answering.go_later(seat)
        return "waits"
    sitting.depart(seat, why=RESIGNS)
    if not sitting.over() and not _people_left(sitting):
        moderating.declare_void(sitting, why=ONLY_BOTS, by="")
    return "resigned"


def _answer_as_usual(sitting: Sitting, seat: Seat) -> None:
    """Give the answers that the seat itself owes by the usual order: nobody waits for one who leaves."""
    while sitting.game.answering() and seat.number in sitting.game.to_act():
        with dealing.engine():
            answer = sitting.game.obey(seat.number, sitting.game.standing_orders[0])
        assert answer is not None, "the usual order always answers"
        sitting.act(seat, answer)


def _people_left(sitting: Sitting) -> bool:
    still_in = sitting.still_in()
    return any(
        seat.number in still_in and not seat.bot and seat.player_id is not None for seat in sitting.seats
    )


# ---- by mail: the word is asked back, and the answer to that very mail counts


def asked(sitting: Sitting, seat: Seat) -> dict[str, Any]:
    """Give what becomes of the word for resigning: the player is asked whether he means it."""
    return {"code": why_not(sitting, seat) or ASKS}


def confirmed(sitting: Sitting, submission: Submission, seat: Seat) -> dict[str, Any] | None:
    """Give what becomes of a yes or no to the mail that asked whether he resigns; None for anything else.

    A yes counts until the player has moved again: then he is asked anew.
    """
    answer = said_yes(submission.lines) if submission.notice_id is not None else None
    if answer is None or not _asks(submission.notice):
        return None
    assert submission.notice is not None
    if not answer:
        return {"word": WORD, "code": "stays"}
    if seat.acted_seq > submission.notice.seq:
        return {"word": WORD, "code": ASKS}
    if (code := why_not(sitting, seat)) is not None:
        return {"word": WORD, "code": code}
    return {"word": WORD, "code": go(sitting, seat), "changed": True}


def _asks(notice: Notice | None) -> bool:
    if notice is None or notice.kind != Notice.Kind.ANSWER or notice.submission is None:
        return False
    done = notice.submission.outcome.get("done") or ()
    return any(each["word"] == WORD and each["code"] == ASKS for each in done)


# ---- before it begins


def give_up(seat: Seat, *, by: Player) -> None:
    """Give a seat back in a match that has not begun. Raises CannotLeave.

    When its creator leaves, the match is called off if nobody else sits there; else the one who has sat there
    longest is its creator from then on.
    """
    with transaction.atomic(durable=True):
        match = Match.objects.select_for_update().get(pk=seat.match_id)
        here = Seat.objects.get(pk=seat.pk)
        if match.state != Match.State.OPEN:
            raise CannotLeave("begun")
        if here.player_id != by.pk:
            raise CannotLeave("not_seated")
        Seat.objects.filter(pk=here.pk).update(
            player=None, name="", luck="", token_epoch=F("token_epoch") + 1
        )
        if match.creator_id == by.pk:
            _pass_on(match)


def _pass_on(match: Match) -> None:
    next_one = match.seats.filter(player__isnull=False).order_by("number").first()
    if next_one is None:
        opening.call_off(match)
        return
    match.creator_id = next_one.player_id
    match.save(update_fields=["creator"])
