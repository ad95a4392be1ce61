"""The kinds of offers: when each may be made, whose word it wants, when it is overtaken, and what it brings.

A pause of so many days ends by itself; one without an end does so three days after somebody says that he
wants to go on. More time is for the turn of one seat. Another match has the same options and terms, each
player one seat farther on.
"""

from __future__ import annotations

import datetime as dt
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

from hosting.matches import opening, timing
from hosting.matches.models import Entry, Match, Offer, Seat
from hosting.matches.sitting import AGREED, Sitting

Facts = dict[str, Any]
Kind = Offer.Kind

LAPSES_AFTER: Final = dt.timedelta(days=3)
MOST_PAUSED: Final = 60
"""Days of a pause that is agreed on."""

MOST_EXTENSION: Final = 14
USUAL_EXTENSION: Final = 3
"""Days of more time for a turn: at most, and when no number is named."""

REMATCH_FOR: Final = dt.timedelta(days=30)
"""How long after the end of a match another one may be offered in it."""


class Bargain(ABC):
    """One kind of offer."""

    @abstractmethod
    def why_not(self, sitting: Sitting, seat: Seat, days: int | None) -> str | None:
        """Say why this cannot be offered now; None when it can."""

    @abstractmethod
    def terms(self, sitting: Sitting, seat: Seat, days: int | None) -> Facts:
        """Give what is kept of the offer, as JSON data."""

    @abstractmethod
    def stands(self, offer: Offer, match: Match, seats: Sequence[Seat]) -> bool:
        """Whether an open offer still means something."""

    @abstractmethod
    def come_about(self, sitting: Sitting, offer: Offer) -> Facts:
        """Do what all have agreed on; give what is told of it."""

    def asked(self, sitting: Sitting, offer: Offer) -> list[Seat]:
        """Give the people whose word it wants: those still in. A seat of a bot, or held by one, agrees."""
        del offer
        return people_in(sitting)


class Pause(Bargain):
    """All clocks stand, for so many days or until somebody wants to go on."""

    def why_not(self, sitting: Sitting, seat: Seat, days: int | None) -> str | None:
        """Only while the match is played."""
        del seat
        if days is not None and not 1 <= days <= MOST_PAUSED:
            return "bad_days"
        return None if is_played(sitting) else "not_now"

    def terms(self, sitting: Sitting, seat: Seat, days: int | None) -> Facts:
        """Keep the days."""
        del sitting, seat
        return {"days": days}

    def stands(self, offer: Offer, match: Match, seats: Sequence[Seat]) -> bool:
        """Not once the match is paused or over."""
        del offer, seats
        return match.state == Match.State.PLAYING

    def come_about(self, sitting: Sitting, offer: Offer) -> Facts:
        """Stop the clocks."""
        days = offer.data.get("days")
        ends = sitting.at + dt.timedelta(days=days) if days else None
        told = ends.isoformat() if ends else ""
        sitting.pause(why=AGREED, by="", ends=told)
        sitting.match.resume_at = ends
        return {"ends": told}


class Resume(Bargain):
    """A pause that was agreed on ends now. One without an end then ends soon, whoever agrees."""

    def why_not(self, sitting: Sitting, seat: Seat, days: int | None) -> str | None:
        """Only in a pause that the players have agreed on."""
        del seat, days
        if sitting.match.state != Match.State.PAUSED:
            return "not_paused"
        return None if is_paused_by_agreement(sitting.match) else "not_agreed"

    def terms(self, sitting: Sitting, seat: Seat, days: int | None) -> Facts:
        """Let a pause without an end have one from now on; it is told."""
        del seat, days
        match = sitting.match
        assert match.paused_at is not None
        if match.resume_at is None:
            match.resume_at = sitting.at + LAPSES_AFTER
        return {"paused_at": match.paused_at.isoformat(), "ends": match.resume_at.isoformat()}

    def stands(self, offer: Offer, match: Match, seats: Sequence[Seat]) -> bool:
        """Not once that pause is over."""
        del seats
        is_same = match.paused_at is not None and offer.data["paused_at"] == match.paused_at.isoformat()
        return match.state == Match.State.PAUSED and is_same

    def come_about(self, sitting: Sitting, offer: Offer) -> Facts:
        """Let the clocks go on."""
        del offer
        sitting.resume(why=AGREED, by="")
        return {}


class Extension(Bargain):
    """More time for the turn of one seat: that of who offers, if he is asked, else of who is to move."""

    def why_not(self, sitting: Sitting, seat: Seat, days: int | None) -> str | None:
        """Only while somebody's clock runs."""
        if days is not None and not 1 <= days <= MOST_EXTENSION:
            return "bad_days"
        if not is_played(sitting):
            return "not_now"
        return None if _to_act(sitting.seats, seat) else "nobody_to_act"

    def terms(self, sitting: Sitting, seat: Seat, days: int | None) -> Facts:
        """Keep whose turn it is for, and which one."""
        chosen = _to_act(sitting.seats, seat)
        assert chosen is not None
        assert chosen.asked_at is not None
        return {
            "days": days or USUAL_EXTENSION,
            "for": chosen.number,
            "for_name": chosen.name,
            "asked_at": chosen.asked_at.isoformat(),
        }

    def stands(self, offer: Offer, match: Match, seats: Sequence[Seat]) -> bool:
        """Not once that turn is over."""
        seat = seats[offer.data["for"]]
        is_same = seat.asked_at is not None and seat.asked_at.isoformat() == offer.data["asked_at"]
        return match.state == Match.State.PLAYING and is_same and seat.deadline_at is not None

    def asked(self, sitting: Sitting, offer: Offer) -> list[Seat]:
        """Nobody has to agree to time of his own."""
        return [seat for seat in super().asked(sitting, offer) if seat.number != offer.data["for"]]

    def come_about(self, sitting: Sitting, offer: Offer) -> Facts:
        """Move the deadline."""
        seat = sitting.seats[offer.data["for"]]
        before = seat.deadline_at
        until = timing.extend(seat, sitting.match, sitting.at, dt.timedelta(days=offer.data["days"]))
        sitting.note_move(seat, before, until, why=AGREED)
        return {"until": until.isoformat()}


class Rematch(Bargain):
    """Another match of the same people, begun at once."""

    def why_not(self, sitting: Sitting, seat: Seat, days: int | None) -> str | None:
        """Only after the end, once, while all who played are still here."""
        del seat, days
        match = sitting.match
        if match.state != Match.State.FINISHED or match.ended_at is None:
            return "not_over"
        if match.ended_at + REMATCH_FOR < sitting.at:
            return "too_late"
        if match.rematches.exists():
            return "already"
        return None if all(_may_sit_again(each) for each in sitting.seats) else "somebody_gone"

    def terms(self, sitting: Sitting, seat: Seat, days: int | None) -> Facts:
        """Nothing has to be kept."""
        del sitting, seat, days
        return {}

    def stands(self, offer: Offer, match: Match, seats: Sequence[Seat]) -> bool:
        """Not once there is one."""
        del offer, seats
        return match.state == Match.State.FINISHED and not match.rematches.exists()

    def asked(self, sitting: Sitting, offer: Offer) -> list[Seat]:
        """Everybody who has a seat, also one that a bot held at the end: he is to play again himself."""
        del offer
        return [seat for seat in sitting.seats if seat.player_id is not None]

    def come_about(self, sitting: Sitting, offer: Offer) -> Facts:
        """Begin it."""
        del offer
        return {"number": opening.open_rematch(sitting.match, sitting.seats).pk}


BARGAINS: Final[Mapping[str, Bargain]] = {
    Kind.PAUSE: Pause(),
    Kind.RESUME: Resume(),
    Kind.EXTENSION: Extension(),
    Kind.REMATCH: Rematch(),
}


def is_played(sitting: Sitting) -> bool:
    """Whether the match is being played, and its cards are at hand."""
    return sitting.match.state == Match.State.PLAYING and sitting.laid is not None and not sitting.over()


def people_in(sitting: Sitting) -> list[Seat]:
    """The people who are still in the deal that is played, but those whose seats a bot holds."""
    still_in = sitting.still_in()
    return [
        seat
        for seat in sitting.seats
        if seat.player_id is not None and not seat.bot and not seat.is_out and seat.number in still_in
    ]


def is_paused_by_agreement(match: Match) -> bool:
    """Whether it was the players who paused the match."""
    newest = Entry.objects.filter(match=match, kind=Entry.Kind.PAUSED).order_by("seq").last()
    return newest is not None and newest.data.get("why") == AGREED


def _to_act(seats: Sequence[Seat], seat: Seat) -> Seat | None:
    running = [each for each in seats if each.question is not None and each.deadline_at is not None]
    mine = [each for each in running if each.pk == seat.pk]
    return next(iter((*mine, *running)), None)


def _may_sit_again(seat: Seat) -> bool:
    return seat.player.is_active if seat.player is not None else bool(seat.bot)
