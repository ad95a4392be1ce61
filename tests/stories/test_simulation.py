"""Many people and many habits in simulated time: what must never happen does not."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def simulated(**size: int) -> dict[str, Any]:
    """What the command prints."""
    words = [str(word) for name, value in size.items() for word in (f"--{name}", value)]
    command = [sys.executable, str(ROOT / "manage.py"), "simulate", "--json", *words]
    environment = {**os.environ, "DATABASE_URL": ""}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def test_nobody_is_told_anything_wrong_or_left_without_an_answer_in_ten_days_of_many_habits() -> None:
    figures = simulated(players=12, matches=15, days=10, seed=1)
    wrong = ["wrong_reminders", "wrong_deadlines", "early_expiries", "unanswered_mails", "stalled_matches"]
    assert {name: figures[name] for name in wrong} == dict.fromkeys(wrong, 0), figures["cases"]
    assert figures["verify"] == "clean", figures["cases"]
    assert figures["errors"] == 0, figures["cases"]
    assert figures["moves"] > 100
    assert figures["times_read"] > 100
    assert figures["reminders"] > 10
    assert figures["expired_turns"] > 10


def test_a_simulation_with_the_same_seed_goes_the_same_way() -> None:
    one, other = (simulated(players=5, matches=4, days=3, seed=7) for _ in range(2))
    for figures in (one, other):
        del figures["seconds"], figures["cpu_seconds"]
    assert one == other
