"""Deadlines fall once and never early while everything is killed, and late readers cost no player his turn.

With FULL_STORIES=1 it is told at full length: 500 deadlines in a minute, 200 answers. SEED repeats a run.
"""

import datetime as dt
import os
import random
import statistics
import sys
from collections import Counter
from typing import Any

import pytest

from tests.servers import private_place, private_postgres
from tests.stories.telling import production, tell

FULL = os.environ.get("FULL_STORIES") == "1"
LENGTH = (
    {"deadlines": 500, "seconds": 60, "answers": 200, "gap": 0.15, "every": 5, "calm": 1.5}
    if FULL
    else {"deadlines": 60, "seconds": 15, "answers": 30, "gap": 0.1, "every": 1, "calm": 1.5}
)

LATEST = dt.timedelta(seconds=10)
LATEST_WHEN_STARVED = dt.timedelta(seconds=60)
STARVED = 0.002
"""Seconds that the least question to the database takes on a machine that has too little left for a host: the
processes of this one then wait for a processor at each of the twenty questions of an expiry."""


@pytest.fixture(scope="module")
def seen() -> dict[str, Any]:
    """Tell the story once; what it saw is looked at from several sides."""
    seed = int(os.environ.get("SEED") or random.SystemRandom().randrange(10**6))
    arguments = [word for name, value in LENGTH.items() for word in (f"--{name}", value)]
    with private_postgres() as database, private_place() as place:
        environment = production(place, database, f"redis+socket://{place}/broker.sock")
        told = tell("under_fire", environment, "--seed", seed, *arguments, seconds=1800)
    late = {match: (instant(at) - instant(due)).total_seconds() for match, due, at in told["ended"]}
    spared = max(late[match] for match in told["spared"])
    question = statistics.median(told["round_trips"]) * 1000
    said = (
        f"late: {max(late.values())} s, where a sweep was spared {spared} s; a question {question:.1f} ms\n"
    )
    said += "".join(line for line in told["said"].splitlines(keepends=True) if not line.startswith("{"))
    sys.stdout.write(f"SEED={seed}\n{said}")  # shown when a test fails
    return told


def instant(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def test_each_expired_turn_is_ended_once_and_none_before_its_deadline(seen: dict[str, Any]) -> None:
    answered = set(map(int, seen["answered"]))
    ended = [(match, deadline, at) for match, deadline, at in seen["ended"] if match not in answered]
    times = Counter(match for match, *_ in ended)
    assert set(times.values()) == {1}
    assert len(seen["kills"]) > 5
    expiring = set(map(int, seen["expiring"]))
    assert expiring <= set(times)
    assert len(expiring) == LENGTH["deadlines"]
    for match, deadline, at in ended:
        assert deadline == seen["due"][str(match)]
        assert instant(at) >= instant(deadline)
    assert seen["moved"] == 0


def test_none_is_ended_late_where_a_sweep_and_the_database_were_up_and_all_soon_after_the_last_kill(
    seen: dict[str, Any],
) -> None:
    late = {match: instant(at) - instant(due) for match, due, at in seen["ended"]}
    assert len(seen["spared"]) >= LENGTH["deadlines"] / 3
    assert max(late[match] for match in seen["spared"]) <= (
        LATEST_WHEN_STARVED if statistics.median(seen["round_trips"]) > STARVED else LATEST
    )
    burnt = [instant(at) for match, _, at in seen["ended"] if match not in seen["spared"]]
    assert max(burnt) <= instant(seen["calm_from"]) + dt.timedelta(minutes=1)


def test_every_answer_taken_before_its_deadline_counts_though_it_is_read_long_after(
    seen: dict[str, Any],
) -> None:
    assert len(seen["answered"]) == LENGTH["answers"]
    for match, at in seen["answered"].items():
        assert instant(at) <= instant(seen["due"][match])
    assert seen["ended_before_workers"] == []
    assert set(seen["became"].values()) == {"applied"}
    assert len(seen["silent"]) == 3


def test_every_mail_tells_of_something_that_is_there_and_none_is_marked_that_was_not_sent(
    seen: dict[str, Any],
) -> None:
    assert seen["mails"] > 0
    assert seen["unknown_mails"] == []
    assert seen["not_seen"] == []


def test_what_is_kept_equals_a_replay(seen: dict[str, Any]) -> None:
    assert "0 differences" in seen["said"]
