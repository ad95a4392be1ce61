"""Real processes whose clocks are moved: sweeps that jump to and fro, and a listener that stands still.

The stories only tell what was seen; `test_clocks.py` says what it has to be.
"""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management import call_command

from hosting.matches.models import Entry, Heartbeat, Notice, Outage, Seat
from hosting.now import now, travel
from tests.stories.apart import commands
from tests.stories.crew import ROOT, Crew
from tests.stories.set_tables import a_turn
from tests.waiting import until

MINUTE: Final = dt.timedelta(minutes=1)
PATIENCE: Final = 120.0


def main(arguments: Sequence[str]) -> dict[str, Any]:
    """Tell one of the stories."""
    stories: dict[str, Callable[[], dict[str, Any]]] = {"jumps": jumps, "silence": silence}
    call_command("prepare")
    seen = stories[arguments[0]]()
    call_command("verify")
    return seen


def sweeps(ahead: dt.timedelta, count: int = 1) -> None:
    """Let so many sweeps go over everything once, at the same time, by a clock that is so far ahead."""
    environment = {**os.environ, "CLOCK_AHEAD": str(ahead.total_seconds())}
    command = [sys.executable, "manage.py", "sweep", "--once"]
    running = [subprocess.Popen(command, cwd=ROOT, env=environment) for _ in range(count)]
    assert [process.wait(PATIENCE) for process in running] == [0] * count


def due_in(span: dt.timedelta, place: int) -> Seat:
    """Give a seat whose turn ends then, by the true clock."""
    seat = a_turn(place)
    seat.deadline_at = seat.allowance_ends_at = now() + span
    seat.save(update_fields=["deadline_at", "allowance_ends_at"])
    return seat


def ended(*seats: Seat) -> list[int]:
    """Say how often the host has ended a turn in each of these matches."""
    return [Entry.objects.filter(match=seat.match_id, kind=Entry.Kind.EXPIRED).count() for seat in seats]


def deadline(seat: Seat) -> str:
    """Give the present deadline of a seat."""
    seat.refresh_from_db()
    assert seat.deadline_at is not None
    return seat.deadline_at.isoformat()


def all_was_well(ahead: dt.timedelta) -> None:
    """Nothing stood still in the time that the story leaps over."""
    with travel(ahead):
        Heartbeat.objects.exclude(name="daily").update(at=now())


def jumps() -> dict[str, Any]:
    """Two sweeps: the clock jumps an hour ahead and is put right, then an hour back and is put right."""
    hour = 60 * MINUTE
    seats = _soon, later, last = [due_in(span * MINUTE, place) for place, span in enumerate((0, 30, 70))]
    seen: dict[str, Any] = {}

    def look(what: str, ahead: dt.timedelta) -> None:
        sweeps(ahead, count=2)
        seen[what] = ended(*seats)

    Heartbeat.objects.create(name="sweep", at=now())
    look("an hour ahead", hour)
    look("put right", dt.timedelta())
    seen["deadlines then"] = [deadline(later), deadline(last)]
    look("an hour back", -hour)
    look("put right again", dt.timedelta())
    look("two minutes later", 2 * MINUTE)
    seen["deadlines at last"] = [deadline(later), deadline(last)]
    for what, seat, away in (
        ("before the second", later, -MINUTE),
        ("after the second", later, MINUTE),
        ("after the third", last, MINUTE),
    ):
        true = dt.datetime.fromisoformat(deadline(seat)) + away - now()
        all_was_well(true)
        look(what, true)
    return seen


def silence() -> dict[str, Any]:
    """The listener stands still for twelve minutes, while a worker and sweeps go on; then it is back."""
    seat = due_in(9 * MINUTE, place=1)
    before = deadline(seat)
    _web, smtp, moves, *_ = commands()
    with Crew({"smtp": smtp, "moves": moves}, Path(settings.STATE_DIR) / "crew.log") as crew:
        crew.start()
        sweeps(dt.timedelta())
        for name in ("smtp", "work", "sweep", "sending"):
            wait_for_word_of(name, dt.timedelta())
        crew.kill("smtp")
        for minutes in (4, 8, 12):
            start_anew(crew, "moves", minutes * MINUTE)
            sweeps(minutes * MINUTE)
            wait_for_word_of("work", minutes * MINUTE)
        seen: dict[str, Any] = {"ended while it was silent": ended(seat), "told of": outages()}
        start_anew(crew, "smtp", 12 * MINUTE)
        until(outages, seconds=PATIENCE, what="the outage is written down")
        seen["back"] = outages()
        sweeps(14 * MINUTE, count=2)
    seen["ended"] = ended(seat)
    seen["deadlines"] = [before, deadline(seat)]
    moved = Entry.objects.filter(match=seat.match_id, kind=Entry.Kind.DEADLINE_MOVED)
    seen["moves"] = [entry.data["why"] for entry in moved]
    seen["notices"] = Notice.objects.filter(seat=seat, kind=Notice.Kind.MOVED).count()
    seen["recovered"] = moved[0].at.isoformat()
    return seen


def start_anew(crew: Crew, name: str, ahead: dt.timedelta) -> None:
    """Start a process, by a clock that is so far ahead; end the one of that name before."""
    if name in crew.processes:
        crew.kill(name)
    crew.start(name, CLOCK_AHEAD=str(ahead.total_seconds()))


def wait_for_word_of(name: str, ahead: dt.timedelta) -> None:
    """Wait until a part has said that it is well, by a clock that is so far ahead."""
    told = Heartbeat.objects.filter(name=name, at__gt=now() + ahead - MINUTE)
    until(told.exists, seconds=PATIENCE, what=f"a word of {name} at {ahead}")


def outages() -> list[str]:
    """Which parts had outages."""
    return list(Outage.objects.order_by("pk").values_list("part", flat=True))
