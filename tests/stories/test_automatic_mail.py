"""A thousand mails from forty kinds of programs: no ping-pong, nothing played, one friendly mail at most."""

import json
import subprocess
import sys
from pathlib import Path

from hosting.running.demo import surroundings
from tests.stories.answering_machines import machines

ROOT = Path(__file__).resolve().parents[2]


def test_a_thousand_mails_of_programs_play_nothing_and_start_no_talk(tmp_path: Path) -> None:
    environment = surroundings(str(tmp_path))
    environment["DJANGO_SETTINGS_MODULE"] = "hosting.settings"
    done = subprocess.run(
        [sys.executable, "-m", "tests.stories.automatic_mail"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-3000:]
    told = json.loads(done.stdout.strip().splitlines()[-1])
    assert told["mails_in"] >= 1000
    assert told["everybody_was_told"]
    assert told["moves_by_programs"] == 0
    assert told["absences"] == 0
    assert told["more_than_one"] == {}
    assert 0 < told["offers"] <= told["away_kinds"]
    assert (told["unfinished"], told["without_reason"]) == (0, 0)
    assert told["played_by_hand"]


def test_there_are_more_than_thirty_kinds_of_programs() -> None:
    assert len({machine.name for machine in machines()}) > 30
