"""verify_shuffle.py, the second implementation, agrees with the engine on every use of chance."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hosting.games import GAMES
from hosting.rules.chance import commitment, deal_key
from tests.games.walks import lingering, uses_of_chance

PROGRAM = Path(__file__).parents[2] / "hosting" / "web" / "static" / "verify_shuffle.py"
MATCH = "0b0e6a52-3a35-4a4c-9a75-1d6e4a9f6a11"
MASTER = bytes(range(100, 132))
DEALS = 30
LUCK = ["fyra klöver på e\u0301n äng", "semoga berjaya 🍀"]


def record(slug: str, deals: int) -> dict[str, Any]:
    """Give the published record of a finished match."""
    shown = []
    for number in range(1, deals + 1):
        key = deal_key(MASTER, MATCH, number, LUCK)
        game = GAMES[slug].start(seats=GAMES[slug].seat_range[-1], options={}, key=key, opening={})
        lingering(game, Random(number))
        uses = [
            {"number": u.number, "kind": u.kind, "size": u.size, "result": u.result} for u in game.chance.uses
        ]
        shown.append({"number": number, "key": key.hex(), "uses": uses})
    head = {"format": 1, "match": MATCH, "number": 12, "game": slug, "commitment": commitment(MASTER, MATCH)}
    told: dict[str, Any] = json.loads(
        json.dumps({**head, "master": MASTER.hex(), "words": LUCK, "deals": shown})
    )
    return told


def run(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(PROGRAM), *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False, encoding="utf-8")


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_it_agrees_with_the_engine_for_every_use_of_chance(slug: str) -> None:
    told = record(slug, DEALS)
    found = run(json.dumps(told))
    assert found.stderr == ""
    assert found.returncode == 0
    assert "commitment: right" in found.stdout
    assert (
        sum(line.startswith("deal ") and line.endswith("are right") for line in found.stdout.splitlines())
        == DEALS
    )


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_every_kind_of_chance_that_a_game_uses_is_among_what_is_checked(slug: str) -> None:
    """Shuffles, reshuffles in the middle of a deal, and picks: whatever the game's own source asks for."""
    uses = [use for deal in record(slug, DEALS)["deals"] for use in deal["uses"]]
    asked = uses_of_chance(slug)
    assert {use["kind"] for use in uses} == {kind for kind, places in asked.items() if places}
    if asked["shuffle"] > 1:
        assert any(use["kind"] == "shuffle" and use["number"] > 1 for use in uses)


def test_it_reads_a_file_too(tmp_path: Path) -> None:
    place = tmp_path / "record.json"
    place.write_text(json.dumps(record("spite-and-malice", 1)), "utf-8")
    assert run("", str(place)).returncode == 0


def _swap_cards(told: dict[str, Any]) -> None:
    result = told["deals"][0]["uses"][0]["result"]
    result[3], result[4] = result[4], result[3]


def _other_luck(told: dict[str, Any]) -> None:
    told["words"][1] = "something else"


def _other_key(told: dict[str, Any]) -> None:
    told["deals"][1]["key"] = told["deals"][0]["key"]


def _other_master(told: dict[str, Any]) -> None:
    told["master"] = bytes(32).hex()


def _other_promise(told: dict[str, Any]) -> None:
    told["commitment"] = bytes(32).hex()


def _key_kept_back(told: dict[str, Any]) -> None:
    told["deals"][0]["key"] = None


def _use_left_out(told: dict[str, Any]) -> None:
    del told["deals"][0]["uses"][0]


@pytest.mark.parametrize(
    "fraud",
    [_swap_cards, _other_luck, _other_key, _other_master, _other_promise, _key_kept_back, _use_left_out],
)
def test_it_finds_every_fraud(fraud: Callable[[dict[str, Any]], None]) -> None:
    told = record("spite-and-malice", 2)
    fraud(told)
    found = run(json.dumps(told))
    assert found.returncode == 1
    assert "WRONG" in found.stdout


def test_a_running_match_is_checked_as_far_as_it_is_shown() -> None:
    told = record("spite-and-malice", 2)
    told["master"] = None
    told["deals"][1].update(key=None, uses=[])
    found = run(json.dumps(told))
    assert found.returncode == 0
    assert "deal 2: not yet shown" in found.stdout


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not JSON",
        "[]",
        "{}",
        "null",
        '{"format": 2}',
        '{"format": 1, "match": "no uuid", "master": null, "words": [], "deals": []}',
        json.dumps({"format": 1, "match": MATCH, "number": 1, "game": "x", "commitment": "", "master": "zz"}),
        json.dumps(
            {
                "format": 1,
                "match": MATCH,
                "number": 1,
                "game": "x",
                "commitment": "",
                "master": None,
                "words": [],
                "deals": [
                    {
                        "number": 1,
                        "key": "00",
                        "uses": [{"number": 1, "kind": "pick", "size": 0, "result": 0}],
                    }
                ],
            }
        ),
    ],
)
def test_bad_input_is_answered_in_a_friendly_way(text: str) -> None:
    found = run(text)
    assert found.returncode == 1
    assert "cannot be checked" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_missing_file_is_answered_in_a_friendly_way(tmp_path: Path) -> None:
    found = run("", str(tmp_path / "none.json"))
    assert found.returncode == 1
    assert "cannot be read" in found.stderr


def test_it_stands_alone_on_the_standard_library() -> None:
    source = PROGRAM.read_text("utf-8")
    imports = {
        line.split()[1].split(".")[0] for line in source.splitlines() if line.startswith(("import ", "from "))
    }
    assert imports <= set(sys.stdlib_module_names)
