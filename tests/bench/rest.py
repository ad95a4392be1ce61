"""What the host costs while nobody plays: memory and processor time, beside an empty Django project."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from tests.bench.evening import Evening
from tests.bench.figures import Figure, Goal, tidy
from tests.bench.ports import answers, free_port
from tests.bench.process_facts import Meter, memory
from tests.bench.running import Crew, crew_of, host_processes, running_host, start_broker, wait_until
from tests.bench.size import Size
from tests.bench.tables import Reader, begun, people

IDLE: Final = Goal("host", "at most", 2.0)
MEMORY: Final = Goal("ratio", "at most", 1.5)

TABLES: Final = 4
SETTLE: Final = 3.0
"""Seconds that everything has to come to rest."""

WORKER: Final = (
    *(
        "-m",
        "celery",
        "-A",
        "tests.bench.empty.worker",
        "worker",
        "--pool",
        "solo",
        "--loglevel",
        "WARNING",
    ),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
)


def measure(size: Size) -> list[Figure]:
    """Measure the host as it is after some moves, then the empty project, never both at once."""
    people(2 * TABLES)
    with running_host():
        time.sleep(SETTLE)
        fresh = memory(host_processes())
        asyncio.run(play(size))
        host = resting(host_processes(), size)
    with empty_project(Path(settings.STATE_DIR) / "empty") as made:
        bare = resting(made.pids(), size)
    return [
        Figure(
            "idle_cpu",
            f"processor time of all processes while nobody plays, {size.rest_seconds:.0f} s, of one core",
            "%",
            sum(host["cpu"].values()),
            sum(bare["cpu"].values()),
            IDLE,
            {"host": rounded(host["cpu"]), "bare": rounded(bare["cpu"])},
        ),
        Figure(
            "memory",
            f"memory of all processes (PSS) after {size.rest_moves} moves",
            "MiB",
            sum(host["memory"].values()),
            sum(bare["memory"].values()),
            MEMORY,
            {
                "host": rounded(host["memory"]),
                "host_before_the_first_move": tidy(sum(fresh.values())),
                "bare": rounded(bare["memory"]),
            },
        ),
    ]


async def play(size: Size) -> None:
    """Play some moves, so that everything that a move needs has been loaded."""
    evening = Evening(settings.SMTP_PORT, Reader(Path(settings.DATABASE["NAME"])).answer)
    async with begun(evening, TABLES):
        await evening.several(size.rest_moves)


def resting(processes: Mapping[str, int], size: Size) -> dict[str, dict[str, float]]:
    """Let them rest; give memory in MiB and processor time in % of a core, by name."""
    time.sleep(SETTLE)
    used = memory(processes)
    meter = Meter(processes)
    began = time.monotonic()
    time.sleep(size.rest_seconds)
    passed = time.monotonic() - began
    return {"memory": used, "cpu": {name: 100 * seconds / passed for name, seconds in meter.read().items()}}


def rounded(values: Mapping[str, float]) -> dict[str, Any]:
    """Round them for the document."""
    return {name: tidy(value) for name, value in values.items()}


@contextmanager
def empty_project(place: Path) -> Iterator[Crew]:
    """Run an empty Django project in as many processes of the same kinds as the host has."""
    place.mkdir(mode=0o700)
    subprocess.run(
        [sys.executable, "-m", "django", "startproject", "empty_project", place],
        check=True,
        env=plain_environment(),
    )
    with crew_of(place / "empty.log") as made:
        web, smtp = free_port(), free_port()
        environ = {
            "PYTHONPATH": f"{os.environ['PYTHONPATH']}:{place}",
            "DJANGO_SETTINGS_MODULE": "empty_project.settings",
            "EMPTY_BROKER": start_broker(made, place),
        }
        for name, port in (("web", web), ("smtp", smtp)):
            made.start(name, sys.executable, "-m", f"tests.bench.empty.{name}", str(port), **environ)
        made.start("sweep", sys.executable, "-m", "tests.bench.empty.loop", **environ)
        for queue in ("moves", "mail"):
            named = ("--queues", queue, "--hostname", f"{queue}@empty")
            made.start(f"worker-{queue}", sys.executable, *WORKER, *named, **environ)
        wait_until(lambda: answers(web) and answers(smtp), made)
        yield made


def plain_environment() -> dict[str, str]:
    """Give the environment without the host's settings, which `startproject` would load."""
    return {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
