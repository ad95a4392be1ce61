"""Every check and every test, and one line of counts at the end: what `make test` runs.

The tests run on SQLite, and those that bear on storage on PostgreSQL too, the one that DATABASE_URL names or
a private one. Two runs go side by side, each with a database and a place of its own; what a run says is shown
when it ends. A check counts as one test.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, STDOUT
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browsers import MISSING, find_chromium  # noqa: E402 - the path has to be there first
from tests.postfixes import why_no_postfix  # noqa: E402 - likewise
from tests.servers import private_postgres  # noqa: E402 - likewise

BIN = Path(sys.executable).parent
CHECKS = {
    "ruff: how it reads": [BIN / "ruff", "check", "--quiet", "--output-format=concise", "."],
    "ruff: how it is laid out": [BIN / "ruff", "format", "--check", "--output-format=concise", "."],
    "mypy: types": [BIN / "mypy", "--cache-dir=/dev/null"],
    "import-linter: floors": [BIN / "lint-imports"],
}

AT_ONCE = 2
"""Runs side by side; a host is tested on two processors or more."""

WHOLE_HOSTS = ("tests/stories", "tests/browser", "tests/moderation", "tests/mail", "tests/bench")
"""Where the tests are that wait much for processes, mails and browsers."""


@dataclass
class Counts:
    """How many tests went how."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def add(self, other: "Counts") -> None:
        """Add another run."""
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped


def check(name: str, command: list[str | Path]) -> Counts:
    """Run one check; show what it says only when it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    print(f"{name}: {'failed' if done.returncode else 'passed'}", flush=True)
    if done.returncode:
        print(done.stdout + done.stderr, flush=True)
    return Counts(failed=1) if done.returncode else Counts(passed=1)


def tests(title: str, arguments: Sequence[str], environ: Mapping[str, str]) -> Counts:
    """Run pytest and show what it said; a run that breaks without counting a failure counts as one."""
    with tempfile.TemporaryDirectory() as place:
        report = Path(place) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "--no-header", f"--junitxml={report}", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=dict(environ), stdout=PIPE, stderr=STDOUT, text=True, check=False
        )
        counts = read(report) if report.exists() else Counts()
    if done.returncode and not counts.failed:
        counts.failed = 1
    print(f"\n{title}\n{done.stdout}", flush=True)
    return counts


def read(report: Path) -> Counts:
    """Read the counts that pytest wrote."""
    counts = Counts()
    for suite in ET.parse(report).iter("testsuite"):  # noqa: S314 - pytest wrote it just now
        failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped = int(suite.get("skipped", 0))
        counts.add(Counts(int(suite.get("tests", 0)) - failed - skipped, failed, skipped))
    return counts


@contextmanager
def postgres() -> Iterator[str]:
    """Give the PostgreSQL of DATABASE_URL, or a private one."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    with private_postgres() as url:
        yield url


def on_sqlite_whole_hosts() -> Counts:
    """Run the tests that wait much: for processes, mails and browsers."""
    return tests("Tests with mails, browsers and whole hosts, on SQLite", WHOLE_HOSTS, without_database())


def on_sqlite_all_else() -> Counts:
    """Run all other tests."""
    others = [f"--ignore={place}" for place in WHOLE_HOSTS]
    return tests("All other tests, on SQLite", others, without_database())


def on_postgres() -> Counts:
    """Run the tests that bear on storage once more."""
    try:
        with postgres() as url:
            environ = {**os.environ, "DATABASE_URL": url}
            return tests("Tests that bear on storage, on PostgreSQL", ["-m", "storage"], environ)
    except (OSError, AssertionError, subprocess.SubprocessError) as error:
        print(f"\nPostgreSQL did not start: {error}")
        return Counts(failed=1)


def without_database() -> dict[str, str]:
    """Give the environment without DATABASE_URL: the tests then take SQLite."""
    return {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}


def main() -> int:
    """Run everything; return the exit status."""
    total = Counts()
    for name, command in CHECKS.items():
        total.add(check(name, command))
    with ThreadPoolExecutor(AT_ONCE) as hands:
        for counts in hands.map(lambda run: run(), (on_sqlite_whole_hosts, on_sqlite_all_else, on_postgres)):
            total.add(counts)
    if find_chromium() is None:
        print(f"\nBrowser tests did not run: {MISSING}.")
    if reason := why_no_postfix():
        print(f"\nTests with Postfix did not run: {reason}.")
    print(f"\n{total.passed} passed, {total.failed} failed, {total.skipped} skipped", flush=True)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
