"""Taking back: a player's own newest actions of the turn, while nobody has learned anything by them.

Nothing leaves the log. A new entry names the first action that no longer counts and how many, and those bear
its number; whoever lays the deal out leaves them out. The clock is as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from hosting.matches import dealing
from hosting.matches.models import Deal, Entry, Match, Seat
from hosting.matches.sitting import Sitting
from hosting.rules import undoing
from hosting.rules.speaking import ALL
from hosting.rules.values import Action

NOTHING: Final = "nothing"
"""Why nothing is taken back when the seat has done nothing in its turn."""


@dataclass(frozen=True, slots=True)
class Past:
    """A seat's actions in the turn that goes on, oldest first; and of the newest, which can be taken back.

    `barrier` says why the one before those cannot, or NOTHING when there is none.
    """

    own: tuple[Entry, ...]
    possible: tuple[Entry, ...]
    barrier: str


def take_back(sitting: Sitting, seat: Seat, wanted: int) -> dict[str, Any] | None:
    """Take back so many of a seat's newest actions, or ALL of the turn that can be.

    None when it is done; else nothing has changed, and what is given says why not, and how many could be.
    """
    assert sitting.deal is not None
    entries = _log(sitting.deal, sitting.entries)
    past = _past(sitting.match, sitting.deal, sitting.seats, entries, seat)
    count = len(past.possible) if wanted == ALL else wanted
    if not 0 < count <= len(past.possible):
        return {"barrier": past.barrier, "possible": len(past.possible)}
    _mark(sitting, seat, past, past.possible[-count:])
    sitting.laid = dealing.begin(sitting.match, sitting.deal, sitting.seats)
    dealing.follow(sitting.laid, _log(sitting.deal, sitting.entries))
    return None


def possible(seat: Seat) -> int:
    """Say how many of its newest actions a seat may take back now, for a page that offers it."""
    if seat.question is None or not seat.has_acted or seat.match.state != Match.State.PLAYING:
        return 0
    deal = Deal.objects.filter(match=seat.match_id).latest("number")
    seats = list(Seat.objects.filter(match=seat.match_id).order_by("number"))
    return len(_past(seat.match, deal, seats, _log(deal), seat).possible)


def _log(deal: Deal, fresh: Sequence[Entry] = ()) -> list[Entry]:
    """Give the steps of a deal and what took steps back; `fresh` are entries that are not written yet."""
    kinds = {*dealing.STEPS, dealing.UNDONE}
    return [
        *dealing.steps_between(deal, after=deal.first_seq),
        *(each for each in fresh if each.kind in kinds),
    ]


def _past(match: Match, deal: Deal, seats: Sequence[Seat], entries: Sequence[Entry], seat: Seat) -> Past:
    """Play the deal again and look at each action of the turn in its position."""
    newest = _newest_own(entries, seat)
    laid = dealing.begin(match, deal, seats)
    own: list[tuple[Entry, int]] = []
    barred: dict[int, str] = {}
    for entry in entries:
        if entry.kind == Entry.Kind.ACTION and entry.seat == seat.number and dealing.stands(entry):
            own.append((entry, laid.game.turns))
            if entry.seq in newest:
                with dealing.engine():
                    found = undoing.barrier(laid.game, seat.number, Action.parse(entry.data["action"]))
                if found is not None:
                    barred[entry.seq] = str(found)
        dealing.follow(laid, [entry])
    of_turn = [entry for entry, turn in own if turn == laid.game.turns]
    free: list[Entry] = []
    barrier = NOTHING
    for entry in reversed(of_turn):
        if entry.seq not in newest:
            break
        if entry.seq in barred:
            barrier = barred[entry.seq]
            break
        free.insert(0, entry)
    return Past(tuple(of_turn), tuple(free), barrier)


def _newest_own(entries: Sequence[Entry], seat: Seat) -> set[int]:
    """Find the actions of a seat after which no other step stands."""
    found: set[int] = set()
    for entry in reversed(entries):
        if entry.kind == dealing.UNDONE or not dealing.stands(entry):
            continue
        if entry.kind != Entry.Kind.ACTION or entry.seat != seat.number:
            break
        found.add(entry.seq)
    return found


def _mark(sitting: Sitting, seat: Seat, past: Past, undone: Sequence[Entry]) -> None:
    """Log it, let the actions bear its number, and let the seat be as if it had not done them."""
    entry = sitting.log(dealing.UNDONE, seat=seat, first=undone[0].seq, count=len(undone))
    numbers = {each.seq for each in undone}
    for each in undone:
        each.undone_by = entry.seq  # those of this sitting are not written yet
    Entry.objects.filter(match=sitting.match, seq__in=numbers).update(undone_by=entry.seq)
    seat.acted_seq = entry.seq
    seat.has_acted = len(past.own) > len(undone)
    sitting.took_back.add(seat.number)
    if not any(each.kind == Entry.Kind.ACTION and dealing.stands(each) for each in sitting.entries):
        sitting.acted.discard(seat.number)
