"""A whole host: what starts, what comes back, and what is left when it ends."""

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hosting.surroundings import ROOT, broker_binary
from tests.house.hosts import Host, answers, host, running
from tests.waiting import until

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at processes in /proc")

PARTS = {"guard", "web", "smtp", "sweep"}
if broker_binary():
    PARTS |= {"broker", "worker-moves", "worker-mail"}


@pytest.fixture(scope="module")
def steady(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host that runs while the tests of this file look at it."""
    with host(tmp_path_factory.mktemp("steady") / "var") as one:
        one.start()
        yield one


def test_a_host_is_made_of_its_processes(steady: Host) -> None:
    assert set(steady.pids()) == PARTS
    assert answers(steady.port)
    assert answers(steady.smtp_port)


def test_every_process_leads_a_group_of_its_own(steady: Host) -> None:
    for name, pid in steady.pids().items():
        assert os.getpgid(pid) == pid, name


def test_a_second_start_says_where_the_first_one_runs(steady: Host) -> None:
    second = steady.command()
    text = second.communicate(timeout=30)[0]
    assert second.returncode == 0
    assert f"http://127.0.0.1:{steady.port}" in text
    assert str(steady.facts()["pid"]) in text
    assert not steady.ended()


def test_a_port_that_is_taken_is_named_with_what_to_do(steady: Host, tmp_path: Path) -> None:
    with host(tmp_path) as other:
        other.process = other.command(PORT=str(steady.port))
        text = other.output()
        assert other.process.returncode == 1
    assert f"Port {steady.port} cannot be used" in text
    assert "make run PORT=" in text


def test_whatever_is_killed_comes_back(steady: Host) -> None:
    until(lambda: set(steady.pids()) == PARTS, what="all run")
    before = steady.pids()
    for pid in before.values():
        os.kill(pid, signal.SIGKILL)

    def all_back() -> bool:
        now = steady.pids()
        return set(now) == PARTS and not set(now.values()) & set(before.values())

    until(all_back, seconds=50, what="all run again")
    until(lambda: answers(steady.port) and answers(steady.smtp_port), seconds=50, what="the doors are open")


def test_nothing_is_left_when_a_host_is_told_to_end(tmp_path: Path) -> None:
    with host(tmp_path / "var") as one:
        one.start()
        assert len(running(one.place)) >= len(PARTS)
        one.signal(signal.SIGTERM)
        text = one.output()
        assert running(one.place) == []
        assert one.process is not None
        assert one.process.returncode == 0
        assert "Ending" in text
        assert not (one.place / "host.json").exists()


def test_the_children_end_with_a_supervisor_that_is_killed_and_the_next_start_goes_on(tmp_path: Path) -> None:
    with host(tmp_path / "var") as one:
        one.start()
        guard = one.pids()["guard"]
        os.kill(guard, signal.SIGKILL)
        until(lambda: one.pids().get("guard") not in {guard, None}, what="a new guard")
        one.signal(signal.SIGKILL)
        one.output()
        one.start()
        assert answers(one.port)
        assert set(one.pids()) == PARTS


def test_a_host_in_production_says_all_that_it_lacks_and_does_not_start(tmp_path: Path) -> None:
    with host(tmp_path) as one:
        del one.environ["SECRET_KEY"], one.environ["SEED_KEYS"]
        one.process = one.command(PROFILE="production")
        text = one.output()
        assert one.process.returncode == 1
    for name in ("SITE_URL", "MAIL_DOMAIN", "SECRET_KEY", "SEED_KEYS"):
        assert f"{name} is missing" in text


def test_a_port_in_use_by_a_stranger_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger, host(tmp_path) as one:
        port = stranger.getsockname()[1]
        one.process = one.command(SMTP_PORT=str(port))
        assert "SMTP_PORT=" in one.output()
        assert one.process.returncode == 1
        assert not (tmp_path / "log").exists()


def test_the_supervisor_carries_no_framework_about() -> None:
    text = (ROOT / "hosting" / "supervising" / "__main__.py").read_text()
    assert "django" not in text
