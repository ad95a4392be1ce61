"""A host of separate processes, each by the command that `deploy/README.md` gives for it.

It plays the match of the demo.

Run as a program, in the environment of such a host: `python -m tests.stories.apart`.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command

from tests.waiting import until

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
QUIET_WORKER = ("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING")


def commands() -> list[Sequence[str | Path]]:
    """One command a process."""
    worker = (BIN / "celery", "-A", "hosting", "worker", "--concurrency", "1", *QUIET_WORKER)
    return [
        (
            BIN / "gunicorn",
            "hosting.wsgi",
            "--bind",
            f"127.0.0.1:{settings.PORT}",
            "--workers",
            "1",
            "--threads",
            "2",
        ),
        (sys.executable, "manage.py", "smtp"),
        (*worker, "-Q", "moves", "-n", "moves@localhost"),
        (*worker, "-Q", "mail", "-n", "mail@localhost"),
        (sys.executable, "manage.py", "sweep"),
    ]


class Apart:
    """The processes, started side by side; nobody looks after them but the test."""

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start each, and wait for pages and mail."""
        with (Path(settings.STATE_DIR) / "apart.log").open("ab") as log:
            for command in commands():
                self.processes.append(
                    subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
                )
        until(lambda: all(demo.answers(port) for port in (settings.PORT, settings.SMTP_PORT)), seconds=60)

    def tend(self) -> None:
        """Fail when one has ended by itself."""
        ended = [process.args for process in self.processes if process.poll() is not None]
        if ended:
            raise SystemExit(f"ended by itself: {ended}")

    def stop(self) -> None:
        """End all, as a service manager does."""
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        codes = [process.wait(timeout=30) for process in self.processes]
        if any(codes):
            raise SystemExit(f"did not end well: {codes}")


def say(text: str) -> None:
    """Say what the demo says."""
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hosting.settings")
    django.setup()
    from hosting.running import demo

    call_command("prepare")
    figures = demo.Demo("spite-and-malice", {"target": 1, "goal": 6}, 2, say).run(Apart())
    call_command("verify")
    sys.stdout.write(f"{demo.check_shuffles(figures['match'])}\n{demo.last_line(figures)}\n")
