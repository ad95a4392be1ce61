"""Where a simulation runs: in processes of its own, on empty databases, apart from any host."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from hosting.running.simulating.town import Town

MARK: Final = "POSTBORD_SIMULATION"
"""Set in a town's process, to the number of the town."""

SIZES: Final = ("--players", "--matches", "--days", "--seed")
TOWN: Final = 100
"""So many people live in a town: towns know nothing of each other, so they can be simulated side by side."""

KEY: Final = "c2ltdWxhdGlvbiBzaW11bGF0aW9uIHNpbXVsYXRpb24="


LEFT_OUT: Final = frozenset(
    {"SITE_URL", "EMAIL_URL", "MAIL_DOMAIN", "CLOCK_AHEAD", "TRUSTED_PROXY", "DJANGO_SETTINGS_MODULE"}
)
"""What of the environment is not for a town."""


@contextmanager
def a_place(town: int) -> Iterator[dict[str, str]]:
    """Give the environment of a town's process, with an empty database; nothing of it stays."""
    with tempfile.TemporaryDirectory(prefix="postbord-simulation-") as place, a_database(town) as database:
        yield {
            **{name: value for name, value in os.environ.items() if name not in LEFT_OUT},
            "PROFILE": "development",
            "STATE_DIR": place,
            "DATABASE_URL": database,
            "BROKER_URL": "memory://",
            "SECRET_KEY": "a simulation signs with this, and nobody plays there",
            "SEED_KEYS": KEY,
            "AUTHSERV_ID": "mx.play.localhost",
            "SMTP_TRUSTED_PEERS": "local",
            "PYTHONHASHSEED": "0",
            MARK: str(town),
        }


@contextmanager
def a_database(town: int) -> Iterator[str]:
    """Give the URL of an empty database: in memory, or one of its own on the server that is set."""
    if connection.vendor != "postgresql":
        yield "sqlite://:memory:"
        return
    name = f"postbord_simulation_{os.getpid()}_{town}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    try:
        yield urlsplit(settings.DATABASE_URL)._replace(path=f"/{name}").geturl()
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def run_apart(players: int, matches: int, days: int, seed: int) -> dict[str, Any]:
    """Simulate in processes of their own; give the figures of all together. Raises SystemExit."""
    began = time.monotonic()
    towns = max(1, round(players / TOWN))
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "simulate"]
    running: list[subprocess.Popen[bytes]] = []
    with ExitStack() as stack:
        for town in range(towns):
            here = stack.enter_context(a_place(town))
            sizes = (_share(players, town, towns), _share(matches, town, towns), days, seed)
            options = [f"{name}={size}" for name, size in zip(SIZES, sizes, strict=True)]
            running.append(subprocess.Popen([*command, *options], env=here, stdout=subprocess.PIPE))
        said = [process.communicate()[0] for process in running]
    if any(process.returncode for process in running):
        raise SystemExit("The simulation has failed.")
    return figures([json.loads(each) for each in said], seconds=time.monotonic() - began)


def run_here(players: int, matches: int, days: int, seed: int) -> dict[str, Any]:
    """Simulate one town in this process, which was started for it."""
    settings.MIGRATION_MODULES = {each.label: None for each in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, interactive=False, verbosity=0)  # tables at once, as models say
    return Town(players, matches, days, f"{seed}:{os.environ[MARK]}").run()


def is_apart() -> bool:
    """Whether this process was started for a town."""
    return MARK in os.environ


def _share(all_of_them: int, town: int, towns: int) -> int:
    return all_of_them * (town + 1) // towns - all_of_them * town // towns


def figures(towns: list[dict[str, Any]], *, seconds: float) -> dict[str, Any]:
    """Put the figures of all towns together, the most important first."""
    faults: Counter[str] = Counter()
    cases: dict[str, list[str]] = {}
    for town in towns:
        for kind, (count, shown) in town["faults"].items():
            faults[kind] += count
            cases.setdefault(kind, []).extend(shown)
    entries = _added(town["entries"] for town in towns)
    matches = _added(town["matches"] for town in towns)
    per_day = _added(town["mails_a_day"] for town in towns)
    outgoing = _added(town["mails_out"] for town in towns)
    incoming = _added(town["mails_in"] for town in towns)
    misses = sum(town["misses"] for town in towns)
    expired = sum(town["expired"] for town in towns)
    return {
        "misses": misses,
        "misses_share": round(misses / max(1, misses + sum(town["applied"] for town in towns)), 3),
        "wrong_reminders": faults["wrong_reminders"],
        "mails_per_player_day_p95": _quantile(per_day, 0.95),
        "stalled_matches": faults["stalled_matches"],
        "unanswered_mails": faults["unanswered_mails"],
        "early_expiries": faults["early_expiries"],
        "verify": f"{faults['differences']} differences" if faults["differences"] else "clean",
        "errors": faults["errors"],
        "wrong_deadlines": faults["wrong_deadlines"],
        "times_read": sum(town["times_read"] for town in towns),
        "expired_turns": expired,
        "expired_late_most_seconds": round(max(town["late"] for town in towns), 1),
        "answers_waiting": faults["answers_waiting"],
        "moves": entries.get("action", 0),
        "deals": sum(town["deals"] for town in towns),
        "matches": matches,
        "forfeits_and_resignations": entries.get("left", 0),
        "held_seats": entries.get("bot_held", 0),
        "substitutes": entries.get("substituted", 0),
        "mails_out": sum(outgoing.values()),
        "mails_in": sum(incoming.values()),
        "reminders": outgoing.get("reminder", 0),
        "digests": outgoing.get("digest", 0),
        "mails_out_by_kind": outgoing,
        "mails_in_by_kind": incoming,
        "outcomes": _added(town["outcomes"] for town in towns),
        "notices": _added(town["notices"] for town in towns),
        "entries": entries,
        "sweeps": sum(town["sweeps"] for town in towns),
        "lost_wakes": sum(town["lost_wakes"] for town in towns),
        "cases": cases,
        "cpu_seconds": round(sum(town["cpu_seconds"] for town in towns), 1),
        "seconds": round(seconds, 1),
    }


def _added(counts: Any) -> dict[str, int]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return dict(sorted(total.items()))


def _quantile(counts: dict[str, int], share: float) -> int:
    """Give the value below which that share lies; `counts` says how often each value was seen."""
    wanted, seen = share * sum(counts.values()), 0
    for value, count in sorted((int(value), count) for value, count in counts.items()):
        seen += count
        if seen >= wanted:
            return value
    return 0
