"""Real processes: a clock that jumps ends no turn early, twice or never; a silent listener costs no time."""

import datetime as dt
from pathlib import Path
from typing import Any

from tests.servers import private_broker, private_postgres
from tests.stories.telling import production, tell

MINUTE = dt.timedelta(minutes=1)


def test_two_sweeps_whose_clock_jumps_an_hour_to_and_fro_end_each_turn_once_and_none_early(
    tmp_path: Path,
) -> None:
    with private_postgres() as database:
        seen = tell("clocks", production(tmp_path, database, ""), "jumps", seconds=300)
    assert seen["an hour ahead"] == [0, 0, 0]
    assert seen["put right"] == [1, 0, 0]
    assert seen["an hour back"] == seen["put right again"] == seen["two minutes later"] == [1, 0, 0]
    thens, at_last = instants(seen["deadlines then"]), instants(seen["deadlines at last"])
    assert all(then <= moved <= then + 65 * MINUTE for then, moved in zip(thens, at_last, strict=True))
    assert seen["before the second"] == [1, 0, 0]
    assert seen["after the second"] == [1, 1, 0]
    assert seen["after the third"] == [1, 1, 1]
    assert "0 differences" in seen["said"]


def test_a_listener_that_was_silent_for_too_long_ends_no_turn_and_moves_each_deadline_once(
    tmp_path: Path,
) -> None:
    with private_postgres() as database, private_broker() as broker:
        seen = tell("clocks", production(tmp_path, database, broker.url), "silence", seconds=300)
    assert seen["ended while it was silent"] == [0]
    assert seen["told of"] == []
    assert seen["back"] == ["intake"]
    assert seen["ended"] == [0]
    assert seen["moves"] == ["outage"]
    assert seen["notices"] == 1
    before, after = instants(seen["deadlines"])
    assert after - before >= 11 * MINUTE
    assert after - dt.datetime.fromisoformat(seen["recovered"]) >= 60 * MINUTE
    assert "0 differences" in seen["said"]


def instants(texts: list[Any]) -> list[dt.datetime]:
    return [dt.datetime.fromisoformat(text) for text in texts]
