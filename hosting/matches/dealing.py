"""Deals rebuilt from key and log (P7).

Each process keeps the last ones it used: a replay is quick, not free.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from django.db import transaction

from hosting import games
from hosting.matches import seeds
from hosting.matches.models import Deal, Entry, Match, Seat
from hosting.prepared import Prepared, Slot
from hosting.rules.errors import IllegalAction
from hosting.rules.game import Game
from hosting.rules.values import DealResult, Outcome, Step, View

STEPS: Final = {Entry.Kind.ACTION: "action", Entry.Kind.EXPIRED: "expire", Entry.Kind.LEFT: "leave"}
"""Which entries are steps of the deal, and how the rules call them."""

UNDONE: Final = Entry.Kind.UNDONE
"""Which entry takes earlier steps back; they bear its number."""

KEPT: Final = 64

LAST: Final = 2**31 - 1
"""No entry has a higher seq."""

steps_of_deal: Final = Prepared(
    Entry.objects.filter(
        deal=Slot("deal"), kind__in=[*STEPS, UNDONE], seq__gt=Slot("after"), seq__lte=Slot("upto")
    )
    .order_by("seq")
    .only("seq", "kind", "seat", "data", "undone_by")
)


class EngineFault(Exception):
    """The rules of a game failed where they must not. It says only how: a fault's words may name cards (P16).

    The match is stopped until somebody has looked at it.
    """


@contextmanager
def engine() -> Iterator[None]:
    """Mark whatever the rules raise as their fault; that an action is not legal is none."""
    try:
        yield
    except IllegalAction:
        raise
    except Exception as fault:  # noqa: BLE001 - it goes on as our fault
        # Only the place is kept: its own words may name cards, and a log shows what lies behind a fault.
        raise EngineFault(type(fault).__name__).with_traceback(fault.__traceback__) from None


def seen(game: Game, viewer: int | None) -> View:
    """The table as a viewer sees it now, without what happened before. Raises EngineFault."""
    with engine():
        return game.view(viewer, since=game.ply)


@dataclass(slots=True)
class Laid:
    """A deal laid out as of entry `seq`: its game, the key of its shuffles (never shown), its steps' seqs."""

    game: Game
    key: bytes
    seq: int
    steps: list[int] = field(default_factory=list)

    def note(self, seq: int) -> None:
        """Note that entry `seq` was the newest step."""
        self.seq = seq
        self.steps.append(seq)

    def ply_at(self, seq: int) -> int:
        """How many steps had been done as of entry `seq`."""
        return bisect_right(self.steps, seq)


_kept: OrderedDict[int, Laid] = OrderedDict()
_lock = threading.Lock()


def take(match: Match, deal: Deal, seats: Sequence[Seat], *, upto: int | None = None) -> Laid:
    """Lay a deal out as of entry `upto` (None: its newest).

    The caller owns it, and may give it back with `keep`.
    """
    laid = _pop(deal.pk)
    if laid is not None and upto is not None and laid.seq > upto:
        laid = None
    entries = [] if laid is None else steps_between(deal, after=laid.seq, upto=upto)
    if laid is None or any(entry.kind == UNDONE for entry in entries):
        # Another process may have taken steps back that were done in the deal as it is kept here.
        laid = begin(match, deal, seats)
        entries = steps_between(deal, after=laid.seq, upto=upto)
    follow(laid, entries, upto=upto)
    return laid


def follow(laid: Laid, entries: Iterable[Entry], *, upto: int | None = None) -> None:
    """Do in a deal what these entries log, as of entry `upto`. Raises EngineFault.

    A step that was taken back by then is left out, and is told in the place where it was taken back.
    """
    try:
        for entry in entries:
            if entry.kind == UNDONE:
                assert entry.seat is not None
                laid.game.took_back(entry.seat, entry.data["count"])
                laid.seq = entry.seq
            elif stands(entry, upto):
                with engine():
                    laid.game.take(step_of(entry))
                laid.note(entry.seq)
    except IllegalAction as fault:  # what the log has was legal when it was done
        raise EngineFault(type(fault).__name__) from fault


def stands(entry: Entry, upto: int | None = None) -> bool:
    """Whether a step counts as of entry `upto` (None: its deal's newest)."""
    return entry.undone_by is None or (upto is not None and entry.undone_by > upto)


def keep(deal: Deal, laid: Laid) -> None:
    """Keep a laid-out deal for the next time. Only what is committed may be kept."""
    with _lock:
        known = _kept.get(deal.pk)
        if known is None or known.seq <= laid.seq:
            _kept[deal.pk] = laid
            _kept.move_to_end(deal.pk)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)


def keep_after_commit(deal: Deal, laid: Laid) -> None:
    """Keep a deal that this transaction has moved on; after a rollback it is simply forgotten."""
    transaction.on_commit(lambda: keep(deal, laid))


@contextmanager
def looking_at(match: Match, deal: Deal, seats: Sequence[Seat], *, upto: int | None = None) -> Iterator[Laid]:
    """Lend a deal for reading only."""
    laid = take(match, deal, seats, upto=upto)
    yield laid
    keep(deal, laid)


def forget() -> None:
    """Forget every deal that is kept."""
    with _lock:
        _kept.clear()


def begin(match: Match, deal: Deal, seats: Sequence[Seat]) -> Laid:
    """Deal the cards of a deal, as they lay at its beginning. Raises EngineFault.

    Also when the deal began under a version of the rules that this host does not have.
    """
    key = seeds.deal_key(match, deal.number, [seat.luck for seat in seats])
    with engine():
        rules = games.game(match.game)
    if deal.rules_version != rules.rules_version:
        raise EngineFault(f"rules version {deal.rules_version}")
    with engine():
        game = rules.start(seats=len(seats), options=match.options, key=key, opening=deal.opening)
    return Laid(game, key, deal.first_seq)


def result_of(deal: Deal) -> DealResult:
    """Give an ended deal as a series sees it."""
    kept = deal.outcome
    assert kept is not None
    outcome = Outcome(tuple(kept["winners"]), tuple(kept["scores"]), kept["reason"])
    return DealResult(outcome, deal.opener, tuple(deal.left), tuple(deal.resigned))


def left_so_far(deal: Deal) -> DealResult:
    """Give a running deal as a series sees it that asks who has left."""
    return DealResult(Outcome((), (), ""), deal.opener, tuple(deal.left), tuple(deal.resigned))


def step_of(entry: Entry) -> Step:
    """Give the step that an entry logged."""
    assert entry.seat is not None
    kind = STEPS[Entry.Kind(entry.kind)]
    orders = tuple(entry.data.get("orders", ()))
    action, by = entry.data.get("action", ""), entry.data.get("by", "")
    return Step(kind, entry.seat, action, orders, by)  # type: ignore[arg-type]  # from STEPS


def _pop(deal_id: int) -> Laid | None:
    with _lock:
        return _kept.pop(deal_id, None)


def steps_between(deal: Deal, *, after: int, upto: int | None = None) -> list[Entry]:
    """Give the steps of a deal in an interval of its log, and what took steps back, in order."""
    return steps_of_deal.rows(deal=deal.pk, after=after, upto=LAST if upto is None else upto)
