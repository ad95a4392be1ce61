"""What a sitting tells whom: at most one notice to each seat, the one that tells most (P14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hosting.matches import bots_first, notices
from hosting.matches.models import Entry, Match, Notice, Seat

if TYPE_CHECKING:
    from hosting.matches.sitting import Sitting

FAULT: Final = "fault"
"""Why a deadline is moved: we have failed to read a mail of that player."""

ENDS_AND_BEGINNINGS: Final = {
    Entry.Kind.MATCH_ENDED: Notice.Kind.MATCH_ENDED,
    Entry.Kind.DEAL_ENDED: Notice.Kind.DEAL_ENDED,
    Entry.Kind.STARTED: Notice.Kind.STARTED,
}
"""What everybody is told of who has not been told more, weightiest first."""

PEOPLE: Final = {
    "held": Notice.Kind.SEAT,
    "back": Notice.Kind.SEAT,
    "substituted": Notice.Kind.SEAT,
    "gone": Notice.Kind.SEAT,
    "away": Notice.Kind.ABSENCE,
    "not_away": Notice.Kind.ABSENCE,
    "offered": Notice.Kind.OFFER,
    "declined": Notice.Kind.OFFER,
    "withdrawn": Notice.Kind.OFFER,
    "lapsed": Notice.Kind.OFFER,
}
"""What may be said of a seat, and the kind of notice that says it where there is nothing weightier."""

OF_HIS_TURN: Final = frozenset({Notice.Kind.TURN, Notice.Kind.MOVES})
"""What a player is not told while a bot holds his seat."""

LAST_NEWS: Final = frozenset({Notice.Kind.MATCH_ENDED, Notice.Kind.VOIDED})
"""What somebody who has left the match is still told: how it ended, and nothing on the way there."""


def write(sitting: Sitting) -> list[int]:
    """Write the notices about what was done, who is to act first; give their ids."""
    written = [_letter(sitting, seat) for seat in sitting.seats if seat.player_id]
    letters = [notice for notice in written if notice is not None]
    bots_first.let_wait(sitting, letters)
    free = bots_first.settle(sitting, letters)
    return (
        notices.write(sorted(letters, key=lambda notice: notice.question is None)) + free
    )  # who acts, first


def _letter(sitting: Sitting, seat: Seat) -> Notice | None:
    """Write at most one notice to a seat: the one that tells most."""
    if sitting.answers and sitting.submission is not None and seat.pk == sitting.submission.seat_id:
        return notices.answer(sitting, seat, sitting.submission)
    kind, data = _tidings(sitting, seat)
    if kind is None or (seat.bot and kind in OF_HIS_TURN):
        return None
    if sitting.people:
        data = {**data, "people": sitting.people}
    had_left = sitting.has_left(seat) and seat.number not in sitting.were_in
    since = sitting.entries[0].seq - 1 if had_left else sitting.told_since[seat.number]
    return notices.about(sitting, seat, kind, {"since": since, **data})


def _tidings(sitting: Sitting, seat: Seat) -> tuple[Notice.Kind | None, dict[str, Any]]:
    """What a seat is to be told of what was done, and with which facts."""
    done = {Entry.Kind(entry.kind) for entry in sitting.entries}
    playing = sitting.match.state == Match.State.PLAYING
    if seat.number in sitting.expired:
        return Notice.Kind.EXPIRED, sitting.expired[seat.number] | sitting.decided
    if playing and seat.number in sitting.fresh and not seat.bot:
        return Notice.Kind.TURN, ({"started": True} if Entry.Kind.STARTED in done else {}) | sitting.decided
    told = [kind for entry, kind in ENDS_AND_BEGINNINGS.items() if entry in done]
    if sitting.news is not None and sitting.news[0] in LAST_NEWS:
        return sitting.news
    if not told and seat.number in sitting.were_in and sitting.has_left(seat):
        return Notice.Kind.DEAL_ENDED, {"is_out": True} | sitting.decided
    kind, data = (told[0], sitting.decided) if told else (sitting.news or _lesser_news(sitting, seat, done))
    return (None, {}) if kind not in LAST_NEWS and sitting.has_left(seat) else (kind, data)


def _lesser_news(
    sitting: Sitting, seat: Seat, done: set[Entry.Kind]
) -> tuple[Notice.Kind | None, dict[str, Any]]:
    """What is told of what others did: that one has left, and each turn to whoever wants to know it."""
    if Entry.Kind.LEFT in done:
        return Notice.Kind.SEAT, sitting.decided
    if sitting.people:
        return _of_people(sitting, seat)
    if sitting.moved:
        return _moved_deadline(sitting, seat)
    passed = sitting.match.state == Match.State.PLAYING and sitting.turn != sitting.first_turn
    return (Notice.Kind.MOVES, {}) if passed and notices.wants_moves(seat) else (None, {})


def _of_people(sitting: Sitting, seat: Seat) -> tuple[Notice.Kind | None, dict[str, Any]]:
    """Tell what there is to say of seats by the weightiest kind; who has said something himself knows it."""
    kinds = [PEOPLE[each["what"]] for each in sitting.people]
    if Notice.Kind.SEAT in kinds:
        return Notice.Kind.SEAT, sitting.decided
    told = [
        kind
        for kind, each in zip(kinds, sitting.people, strict=True)
        if each["seat"] != seat.number or each.get("to_all")
    ]
    return (told[0] if told else None), {}


def _moved_deadline(sitting: Sitting, seat: Seat) -> tuple[Notice.Kind | None, dict[str, Any]]:
    """Tell of a deadline that was moved; whose mail we have spoiled is told so by its answer."""
    facts = sitting.moved.get(seat.number) or next(iter(sitting.moved.values()))
    is_answered = facts["seat"] == seat.number and facts["reason"] == FAULT
    return (None, {}) if is_answered else (Notice.Kind.MOVED, facts)
