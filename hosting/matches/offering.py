"""What players offer each other: a pause, more time, another match. One word moves nothing, all words do.

An offer comes about when every other person whose word it wants has agreed. It lapses after three days; when
it is overtaken it means nothing any more, which is looked up and costs no move anything. It works alike by
words in a mail, by yes or no to the mail that told of it, and by buttons.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from hosting.matches import bargains
from hosting.matches.bargains import BARGAINS, LAPSES_AFTER
from hosting.matches.models import Match, Notice, Offer, Seat, Submission
from hosting.matches.sitting import Sitting
from hosting.players.models import Player
from hosting.prepared import is_one_of
from hosting.rules.speaking import days_in, said_yes

Done = dict[str, Any]
Kind = Offer.Kind
State = Offer.State

MOST_A_DAY: Final = 5
"""Offers that a seat makes in a match in a day: each of them is a mail to the others."""

DAY: Final = dt.timedelta(days=1)
AGREE, REFUSE, WITHDRAW = "agree", "refuse", "withdraw"


# ---- making one


def offer(sitting: Sitting, seat: Seat, kind: str, days: int | None = None) -> Done:
    """Offer something to the table, or agree to what somebody offers just so. The caller closes the sitting.

    Codes: offered, agreed, accepted; or why not: open_already, open_other, too_often, bad_days, not_now,
    not_paused, not_agreed, nobody_to_act, not_over, too_late, already, somebody_gone, not_asked.
    """
    open_one = next((each for each in standing(sitting.match, sitting.seats) if each.kind == kind), None)
    if open_one is not None and open_one.seat_id == seat.pk:
        return {"code": "open_already", **told(open_one)}
    if open_one is not None:
        is_same = days is None or days == open_one.data.get("days")
        return accept(sitting, seat, open_one) if is_same else {"code": "open_other", **told(open_one)}
    if (code := _why_not(sitting, seat, kind, days)) is not None:
        return {"code": code, "kind": kind}
    made = Offer.objects.create(
        match=sitting.match,
        seat=seat,
        kind=kind,
        data=BARGAINS[kind].terms(sitting, seat, days),
        accepted=[seat.number],
        offered_at=sitting.at,
        lapses_at=sitting.at + LAPSES_AFTER,
    )
    if not _missing(sitting, made):
        return _come_about(sitting, made)
    sitting.tell_all("offered", seat, **told(made))
    return {"code": "offered", "changed": True, **told(made), "waits_for": _names(sitting, made)}


def _why_not(sitting: Sitting, seat: Seat, kind: str, days: int | None) -> str | None:
    if (code := BARGAINS[kind].why_not(sitting, seat, days)) is not None:
        return code
    if sitting.deal is not None and seat not in bargains.people_in(sitting):
        return "not_asked"
    return "too_often" if _too_often(sitting, seat) else None


def _too_often(sitting: Sitting, seat: Seat) -> bool:
    return Offer.objects.filter(seat=seat, offered_at__gt=sitting.at - DAY).count() >= MOST_A_DAY


# ---- answering one


def accept(sitting: Sitting, seat: Seat, offered: Offer) -> Done:
    """Agree to an offer that stands; with the last word that it wants, it comes about."""
    wanted = {each.number for each in BARGAINS[offered.kind].asked(sitting, offered)}
    if seat.number not in wanted or offered.seat_id == seat.pk:
        return {"code": "not_asked", **told(offered)}
    offered.accepted = sorted({*offered.accepted, seat.number})
    offered.save(update_fields=["accepted"])
    if not _missing(sitting, offered):
        return _come_about(sitting, offered)
    return {"code": "accepted", "changed": True, **told(offered), "waits_for": _names(sitting, offered)}


def decline(sitting: Sitting, seat: Seat, offered: Offer) -> Done:
    """Decline an offer, which ends it; who made it takes it back."""
    is_own = offered.seat_id == seat.pk
    code = "withdrawn" if is_own else "declined"
    _settle(sitting, offered, State.WITHDRAWN if is_own else State.DECLINED)
    sitting.tell_all(code, seat, **told(offered))
    return {"code": code, "changed": True, **told(offered)}


def _come_about(sitting: Sitting, offered: Offer) -> Done:
    _settle(sitting, offered, State.AGREED)
    facts = BARGAINS[offered.kind].come_about(sitting, offered)
    return {"code": "agreed", "changed": True, **told(offered), **facts}


def _settle(sitting: Sitting, offered: Offer, state: Offer.State) -> None:
    offered.state, offered.settled_at = state, sitting.at
    offered.save(update_fields=["state", "settled_at"])


def _missing(sitting: Sitting, offered: Offer) -> list[Seat]:
    wanted = BARGAINS[offered.kind].asked(sitting, offered)
    return [seat for seat in wanted if seat.number not in offered.accepted]


def _names(sitting: Sitting, offered: Offer) -> list[str]:
    return [seat.name for seat in _missing(sitting, offered)]


# ---- looking


def standing(match: Match, seats: Sequence[Seat]) -> list[Offer]:
    """List the open offers of a match that still mean something, the oldest first."""
    found = Offer.objects.filter(match=match, state=State.OPEN).select_related("seat").order_by("pk")
    return [each for each in found if BARGAINS[each.kind].stands(each, match, seats)]


@dataclass(frozen=True, slots=True)
class Shown:
    """An offer as a page shows it to one seat: who has agreed, and whether this seat may."""

    offer: Offer
    agreed: tuple[str, ...]
    is_own: bool
    may_agree: bool


def shown(match: Match, seats: Sequence[Seat], viewer: Seat) -> list[Shown]:
    """Show the offers that stand."""
    made = []
    for each in standing(match, seats):
        agreed = tuple(seat.name for seat in seats if seat.number in each.accepted)
        is_own = each.seat_id == viewer.pk
        may = not is_own and viewer.number not in each.accepted and each.data.get("for") != viewer.number
        made.append(Shown(each, agreed, is_own, may))
    return made


def possible(match: Match, seats: Sequence[Seat], viewer: Seat, at: dt.datetime) -> list[str]:
    """List what a seat may offer now, as far as can be said without the lock."""
    taken = {each.kind for each in standing(match, seats)}
    playing = match.state == Match.State.PLAYING and not viewer.is_out and not viewer.bot
    runs = any(seat.deadline_at is not None for seat in seats)
    over = match.state == Match.State.FINISHED and match.ended_at is not None
    may = {
        Kind.PAUSE: playing,
        Kind.EXTENSION: playing and runs,
        Kind.RESUME: match.state == Match.State.PAUSED and bargains.is_paused_by_agreement(match),
        Kind.REMATCH: over
        and match.ended_at is not None
        and match.ended_at + bargains.REMATCH_FOR > at
        and not match.rematches.exists(),
    }
    return [str(kind) for kind, is_so in may.items() if is_so and kind not in taken]


def told(offered: Offer) -> Done:
    """Give the facts of an offer, for whoever is told of it."""
    facts = {name: value for name, value in offered.data.items() if name in {"days", "for_name", "ends"}}
    return {
        "offer": offered.pk,
        "kind": str(offered.kind),
        "days": None,
        "for_name": "",
        "offerer": offered.seat.name,
        "lapses": offered.lapses_at.isoformat(),
        **facts,
    }


# ---- time


def due(at: dt.datetime) -> list[int]:
    """Find the open offers whose time is up."""
    open_ones = Offer.objects.filter(is_one_of("state", State.OPEN), lapses_at__lte=at).order_by("lapses_at")
    return list(open_ones.values_list("pk", flat=True)[:100])


def lapse(offer_id: int) -> None:
    """End an offer whose time is up, and tell the table, unless it was overtaken before."""
    match_id = Offer.objects.values_list("match_id", flat=True).get(pk=offer_id)
    with transaction.atomic(durable=True):
        sitting = Sitting.open(match_id, even_broken=True)
        offered = Offer.objects.select_related("seat").get(pk=offer_id)
        if offered.state != State.OPEN or offered.lapses_at > sitting.at:
            return
        stands = BARGAINS[offered.kind].stands(offered, sitting.match, sitting.seats)
        _settle(sitting, offered, State.LAPSED)
        if stands and not (sitting.laid is None and sitting.match.state == Match.State.PLAYING):
            seat = sitting.seat(offered.seat_id)
            sitting.tell_all("lapsed", seat, to_all=True, **told(offered))
            sitting.close()
        else:
            sitting.keep()


# ---- the buttons of a page


def act(seat: Seat, what: str, *, by: Player, days: int | None = None, offer_id: int | None = None) -> Done:
    """Do what a button says: offer something of that kind, or agree to, refuse or withdraw an offer."""
    with transaction.atomic(durable=True):
        sitting = Sitting.open(seat.match_id)
        here = sitting.seat(seat.pk)
        if here.player_id != by.pk:
            return {"code": "not_seated"}
        if what in {AGREE, REFUSE, WITHDRAW}:
            done = _answer(sitting, here, what, [offer_id] if offer_id else [])
        else:
            done = offer(sitting, here, what, days)
        if done.get("changed"):
            sitting.close()
        else:
            sitting.keep()
    return done


# ---- the words of a mail


def saying(kind: Offer.Kind) -> Callable[[Sitting, Submission, Seat, str], Done]:
    """Give what does the word for offering a kind."""

    def said(sitting: Sitting, submission: Submission, seat: Seat, rest: str) -> Done:
        if submission.player_id != seat.player_id:
            return {"code": "not_seated", "kind": str(kind)}
        return offer(sitting, seat, str(kind), days_in(rest) if rest else None)

    return said


def answering(what: str) -> Callable[[Sitting, Submission, Seat, str], Done]:
    """Give what does the word for agreeing, refusing or withdrawing."""

    def said(sitting: Sitting, submission: Submission, seat: Seat, rest: str) -> Done:
        del rest
        if submission.player_id != seat.player_id:
            return {"code": "not_seated"}
        return _answer(sitting, seat, what, _told_of(submission.notice))

    return said


def answered(sitting: Sitting, submission: Submission, seat: Seat) -> Done | None:
    """Give what becomes of a yes or no to the mail that told of an offer; None for anything else."""
    notice = submission.notice
    if notice is None or notice.kind != Notice.Kind.OFFER or not _told_of(notice):
        return None
    answer = said_yes(submission.lines)
    if answer is None or submission.player_id != seat.player_id:
        return None
    what = AGREE if answer else REFUSE
    return {"word": what, **_answer(sitting, seat, what, _told_of(notice))}


def _told_of(notice: Notice | None) -> list[int]:
    """Give the offers that a mail told of."""
    people = notice.data.get("people", ()) if notice is not None else ()
    return [each["offer"] for each in people if each["what"] == "offered"]


def _answer(sitting: Sitting, seat: Seat, what: str, meant: Sequence[int]) -> Done:
    """Do what a word says of the offer that is meant: the one that a mail told of, else the only one."""
    stands = standing(sitting.match, sitting.seats)
    if meant:
        found = [each for each in stands if each.pk in meant]
        if not found:
            return {"code": "gone"}
    else:
        found = [each for each in stands if (each.seat_id == seat.pk) == (what == WITHDRAW)]
        found = found or (stands if what == REFUSE else [])
    if len(found) != 1:
        return {"code": "which" if found else "none"}
    if what == AGREE:
        return accept(sitting, seat, found[0])
    if what == WITHDRAW and found[0].seat_id != seat.pk:
        return {"code": "none"}
    return decline(sitting, seat, found[0])
