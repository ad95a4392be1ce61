"""A private host in real processes that plays a match, for stories in which something happens to it."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hosting.running.demo import surroundings
from tests.waiting import until

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class PlayingHost:
    """The demo at work; its state directory tells what runs and what has come in."""

    place: Path
    process: subprocess.Popen[str]

    def facts(self) -> dict[str, Any]:
        """What the supervisor says of itself; {} while none is up."""
        try:
            facts: dict[str, Any] = json.loads((self.place / "host.json").read_text("utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return {}
        return facts if facts.get("up") else {}

    def mails_in(self) -> int:
        """How many mails have been accepted so far."""
        try:
            with closing(sqlite3.connect(f"file:{self.place}/postbord.sqlite3?mode=ro", uri=True)) as base:
                return int(base.execute("SELECT count(*) FROM mail_inboundmail").fetchone()[0])
        except sqlite3.OperationalError:  # not made yet, or just being written
            return 0

    def after_more_mails(self, more: int) -> None:
        """Wait until so many more mails have come in, or the match has ended."""
        goal = self.mails_in() + more
        until(
            lambda: self.process.poll() is not None or self.mails_in() >= goal, seconds=60, what="more mails"
        )

    def kill(self, name: str, *, but_not: int = 0) -> int:
        """End a process of the host by -9 as soon as it is there; give its number."""
        pid = until(lambda: self.number_of(name, but_not), seconds=30, what=f"{name} runs")
        os.kill(pid, signal.SIGKILL)
        return pid

    def number_of(self, name: str, but_not: int = 0) -> int:
        """The process number of a part of the host; 0 while it is not there."""
        facts = self.facts()
        pid = int(
            (facts.get("processes", {}).get(name) or 0) if name != "supervisor" else facts.get("pid", 0)
        )
        return 0 if pid == but_not else pid

    def end(self) -> dict[str, Any]:
        """Wait for the end of the match; give what the last line says. The end must be a good one."""
        said, complaints = self.process.communicate(timeout=150)
        assert self.process.returncode == 0, said[-3000:] + complaints[-3000:]
        assert "0 differences" in said
        assert "All that can be checked is right." in said
        figures: dict[str, Any] = json.loads(said.strip().splitlines()[-1])
        return figures


@contextmanager
def playing_host(place: Path) -> Iterator[PlayingHost]:
    """Start a private host and its two scripted players; see to it that nothing of it stays."""
    environment = {**surroundings(str(place)), "POSTBORD_DEMO": "1"}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "demo", "--points", "1", "--option", "goal=6", "--keep"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield PlayingHost(place, process)
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=30)
