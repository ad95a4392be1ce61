"""Whatever two processes do at the same moment, it is done once, in one order, and nothing is lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.servers import private_postgres
from tests.stories.telling import production, tell


@contextmanager
def a_database(kind: str, place: Path) -> Iterator[str]:
    if kind == "SQLite":
        yield f"sqlite:///{place}/postbord.sqlite3"
        return
    with private_postgres() as url:
        yield url


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def seen(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Let everything happen, on each kind of database; what was seen is looked at one by one."""
    place = tmp_path_factory.mktemp("at_once")
    with a_database(request.param, place) as database:
        return tell("at_once", production(place, database, ""), seconds=300)


def each(seen: dict[str, Any], what: str, *names: str) -> list[tuple[Any, ...]]:
    """How it went each time: these facts."""
    return [tuple(facts[name] for name in names) for facts in seen[what]]


@pytest.mark.parametrize(
    ("what", "codes", "moves"),
    [
        ("one mail in two workers", ["applied"], 1),
        ("a form sent twice", ["applied"], 1),
        ("the same mail twice", ["applied", "repeat"], 1),
        ("a mail and a button", ["applied", "repeat"], 1),
        ("two answers to one mail", ["applied", "stale"], 1),
        ("an old mail and the new one", ["applied", "applied", "applied", "stale"], 3),
        ("a move and what the other changes", ["applied"], 1),
        ("a move and what its player changes", ["applied"], 1),
        ("a move and talk", ["applied"], 1),
        ("a move and a pause", ["applied"], 1),
    ],
)
def test_a_move_counts_once_and_the_first_valid_one_wins(
    seen: dict[str, Any], what: str, codes: list[str], moves: int
) -> None:
    for found in each(seen, what, "codes", "action"):
        assert found == (codes, moves)


def test_each_of_two_different_answers_is_answered_and_a_repeat_is_quiet(seen: dict[str, Any]) -> None:
    assert set(each(seen, "two answers to one mail", "answers", "both instants")) == {(2, True)}
    assert set(each(seen, "the same mail twice", "answers")) == {(1,)}
    assert set(each(seen, "one mail in two workers", "answers")) == {(1,)}


def test_a_reply_to_an_old_mail_plays_nothing_beside_the_reply_to_the_new_one(seen: dict[str, Any]) -> None:
    assert set(each(seen, "an old mail and the new one", "asked", "answers")) == {(True, 2)}


def test_what_is_changed_beside_a_move_is_not_lost(seen: dict[str, Any]) -> None:
    assert set(each(seen, "a move and what the other changes", "kept")) == {(True,)}
    assert set(each(seen, "a move and what its player changes", "kept")) == {(True,)}
    assert set(each(seen, "a move and talk", "said")) == {(1,)}
    assert set(each(seen, "a move and a pause", "paused")) == {(1,)}


def test_a_turn_is_ended_either_by_the_clock_or_by_a_late_answer(seen: dict[str, Any]) -> None:
    assert set(each(seen, "two sweeps at one turn", "expired")) == {(1,)}
    for ended, played, codes in each(seen, "the deadline and a late answer", "expired", "action", "codes"):
        assert (ended, played, codes) in [(1, 0, ["stale"]), (0, 1, ["applied"])]


def test_nobody_is_told_the_same_twice(seen: dict[str, Any]) -> None:
    assert set(each(seen, "one notice", "mails", "state")) == {(1, "sent")}
    assert set(each(seen, "two reminders", "reminders")) == {(1,)}
    assert set(each(seen, "two daily mails", "daily mails")) == {(1,)}


def test_a_bot_plays_its_turn_once(seen: dict[str, Any]) -> None:
    for played, turned in each(seen, "a bot in two workers", "played", "turned"):
        assert (played, turned) == (["applied"], True)


def test_whoever_resigns_first_has_lost_and_a_move_counts_before_that_only(seen: dict[str, Any]) -> None:
    for state, left, played, codes in each(
        seen, "a move and a resignation", "state", "left", "action", "codes"
    ):
        assert (state, left) == ("finished", 1)
        assert (played, codes) in [(1, ["applied"]), (0, ["over"])]
    for state, left, raised in each(seen, "both resign", "state", "left", "raised"):
        assert (state, left, raised) == ("finished", 1, ["", "CannotLeave"])


def test_the_last_seat_is_taken_once_and_the_match_dealt_once(seen: dict[str, Any]) -> None:
    for raised, state, dealt in each(seen, "the last seat", "raised", "state", "dealt"):
        assert (raised, state, dealt) == (["", "CannotJoin"], "playing", 1)


def test_two_sweeps_make_an_outage_good_once_in_every_match(seen: dict[str, Any]) -> None:
    found = seen["an outage"]
    assert set(found["moved"]) == {1}
    assert found["matches"] == [len(found["moved"])] == [12]
    assert found["left"] == 0


def test_afterwards_every_match_equals_its_replay(seen: dict[str, Any]) -> None:
    assert " 0 differences" in seen["said"]
