"""Small parts of the supervisor: the pauses of a child, the hold on a place, the size of logs."""

import os
import signal
import sys
from pathlib import Path

import pytest

from hosting.supervising import crew
from hosting.supervising.child import PAUSES, Child, Part
from hosting.supervising.hold import Hold, Running
from hosting.supervising.logfiles import keep_small
from hosting.surroundings import broker_binary, ready
from tests.waiting import until


def own_group() -> None:
    os.setpgid(0, 0)


def test_a_child_that_ends_at_once_is_started_again_after_longer_and_longer_pauses(tmp_path: Path) -> None:
    child = Child(Part("short", ("/bin/true",), tmp_path / "log"), own_group)
    pauses = []
    for _ in range(len(PAUSES) + 1):
        child.start()
        until(child.ended, what="it has ended")
        pauses.append(PAUSES[min(child.failures, len(PAUSES)) - 1])
    assert pauses == [*PAUSES, PAUSES[-1]]
    child.log.close()


def test_no_pause_is_longer_than_the_time_in_which_a_process_has_to_be_back() -> None:
    assert max(PAUSES) < 5


def test_what_a_child_leaves_of_its_group_is_killed(tmp_path: Path) -> None:
    script = "sleep 1000 & echo $! ; exit"
    child = Child(Part("leaver", ("/bin/sh", "-c", script), tmp_path / "log"), own_group)
    child.start()
    until(child.ended, what="it has ended")
    left = int((tmp_path / "log").read_text())
    until(lambda: not_running(left), what="what it left has ended")
    child.log.close()


def not_running(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z"


def test_a_child_asked_to_end_may_finish(tmp_path: Path) -> None:
    program = (
        "import signal, sys; signal.signal(signal.SIGTERM, lambda *_: sys.exit(7)); print(1); signal.pause()"
    )
    child = Child(Part("polite", (sys.executable, "-uc", program), tmp_path / "log"), own_group)
    child.start()
    until((tmp_path / "log").read_text, what="it runs")
    assert child.process
    process = child.process
    child.ask_to_end()
    until(child.ended, what="it has ended")
    assert process.returncode == 7
    child.log.close()


def test_one_host_holds_a_place_at_a_time(tmp_path: Path) -> None:
    first = Hold(tmp_path)
    first.write({"url": "http://127.0.0.1:1"})
    with pytest.raises(Running) as caught:
        Hold(tmp_path)
    assert caught.value.facts == {"url": "http://127.0.0.1:1"}
    first.release()
    Hold(tmp_path).release()


def test_a_log_is_cut_when_it_is_too_long_and_its_writer_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    with log.open("ab", buffering=0) as writer:
        writer.write(b"old\n" * 10)
        keep_small([log, tmp_path / "absent.log"], limit=20)
        writer.write(b"new\n")
    assert log.read_bytes() == b"new\n"
    assert (tmp_path / "web.1.log").read_bytes() == b"old\n" * 10


def test_a_host_with_a_broker_of_its_own_runs_workers_and_one_without_runs_none(tmp_path: Path) -> None:
    def names(**more: str) -> list[str]:
        here = ready({"PROFILE": "development", "STATE_DIR": str(tmp_path), **more})
        broker = crew.broker(here)
        return [
            part.name for part in [*([broker] if broker else []), *crew.doors(here), *crew.workshop(here)]
        ]

    assert names(BROKER_URL="") == ["web", "smtp", "sweep"]
    assert names(BROKER_URL="redis://elsewhere/0")[2:] == ["sweep", "worker-moves", "worker-mail"]
    if broker_binary():
        assert names()[0] == "broker"


def test_a_frozen_child_is_woken_to_hear_that_it_has_to_end(tmp_path: Path) -> None:
    child = Child(Part("frozen", ("/bin/sleep", "1000"), tmp_path / "log"), own_group)
    child.start()
    child.signal_group(signal.SIGSTOP)
    child.ask_to_end()
    until(child.ended, what="it has ended")
    child.log.close()
