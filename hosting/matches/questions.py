"""Which seats a sitting asks after its steps, and what becomes of their clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hosting.matches import timing
from hosting.matches.models import Match, Seat

if TYPE_CHECKING:
    from hosting.matches.sitting import Sitting


def ask(sitting: Sitting) -> None:
    """Ask whoever is to act, and nobody else; a question that is still open stays as it is."""
    if sitting.match.state not in {Match.State.PLAYING, Match.State.PAUSED}:
        return
    waiting, answers = set(sitting.game.to_act()), sitting.game.answering()
    for seat in sitting.seats:
        if answers and not sitting.was_answering:
            timing.let_wait(seat, sitting.match, sitting.clock_at)
        if seat.number not in waiting:
            _stop(sitting, seat)
        elif answers:
            _ask_for_answer(sitting, seat)
        elif seat.turn_left is not None:
            sitting.fresh.add(seat.number)
            timing.take_up(seat, sitting.match, sitting.clock_at)
        elif seat.number not in sitting.running or seat.question is None:
            _begin_turn(sitting, seat)
        elif seat.number in sitting.acted:
            timing.go_on(seat, sitting.match, sitting.clock_at)
        elif seat.number in sitting.took_back:
            seat.question = sitting.match.seq  # nothing new was shown, so the clock is as it was


def _ask_for_answer(sitting: Sitting, seat: Seat) -> None:
    """Ask for what is owed; a question that has not been answered yet stays as it is."""
    is_old = sitting.was_answering and seat.number in sitting.running and seat.number not in sitting.acted
    if not is_old:
        sitting.fresh.add(seat.number)
        timing.ask_for_answer(seat, sitting.match, sitting.clock_at)


def _begin_turn(sitting: Sitting, seat: Seat) -> None:
    sitting.fresh.add(seat.number)
    timing.end(seat, sitting.match, sitting.clock_at)
    timing.begin(seat, sitting.match, sitting.clock_at)


def _stop(sitting: Sitting, seat: Seat) -> None:
    """Ask a seat nothing any more: its turn is over, or waits for the answer of another."""
    waits = seat.turn_left is not None
    if not waits:
        timing.end(seat, sitting.match, sitting.clock_at)
    timing.stop(seat, keep_turn=waits)
    if seat.comes_back and not waits:
        sitting.let_back(seat)
