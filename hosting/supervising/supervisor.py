"""Keeping a host running: start its processes, start again what ends, end all when told to."""

import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from types import FrameType
from typing import Final

from hosting.supervising import crew
from hosting.supervising.child import Child, Part
from hosting.supervising.guarding import Guard
from hosting.supervising.hold import Hold
from hosting.supervising.logfiles import keep_small
from hosting.surroundings import Surroundings

GRACE: Final = 6.0
"""Seconds in which processes finish what they are at, before they are killed."""

TEND_LOGS: Final = 60.0
"""Seconds between looks at the size of the logs."""


class Supervisor:
    """One running host."""

    def __init__(self, here: Surroundings, hold: Hold, site_url: str) -> None:
        self.here = here
        self.hold = hold
        self.site_url = site_url
        self.stopping = False
        self.up = False
        self.children: list[Child] = []
        self.silent: list[Part] = []
        self.bell, self.bell_end = os.pipe()  # any signal rings it, so that waiting ends at once
        for end in (self.bell, self.bell_end):
            os.set_blocking(end, False)
        self.listen()
        self.guard = Guard(keep_open=[hold.crew])

    def listen(self) -> None:
        """Take the signals that end a host, and the one that says that a process has ended."""
        signal.set_wakeup_fd(self.bell_end, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self.stop)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)

    def stop(self, _number: int, _frame: FrameType | None) -> None:
        """Remember that the host has to end."""
        self.stopping = True

    def rest(self, seconds: float) -> None:
        """Wait for a signal, at most so long."""
        if select.select([self.bell], [], [], max(0.0, seconds))[0]:
            os.read(self.bell, 4096)

    # --- Starting ----------------------------------------------------------------------------------

    def start(self) -> bool:
        """Bring everything up; False when the host cannot run or has been told to end."""
        broker = crew.broker(self.here)
        if broker:
            self.add([broker])
            self.wait_for([broker], seconds=5)
        if self.stopping or not self.prepare():
            return False
        doors = crew.doors(self.here)
        self.add(doors)
        self.wait_for(doors, seconds=30)
        self.add(crew.workshop(self.here))
        self.silent = [child.part for child in self.children if not answers(child.part)]
        self.up = not self.stopping
        self.report()
        return self.up

    def prepare(self) -> bool:
        """Make the database ready; say whether it is."""
        process = subprocess.Popen(
            crew.prepare(),
            stdin=subprocess.DEVNULL,
            preexec_fn=self.guard.enlist_me,  # noqa: PLW1509 - the supervisor has one thread
        )
        while process.poll() is None and not self.stopping:
            self.rest(1)
        if self.stopping:
            process.terminate()
        code = process.wait()
        self.guard.forget(process.pid)
        return code == 0 and not self.stopping

    def add(self, parts: Iterable[Part]) -> None:
        """Start more processes and keep them running from now on."""
        for part in parts:
            child = Child(part, self.guard.enlist_me)
            self.children.append(child)
            child.start()
        self.report()

    def wait_for(self, parts: Iterable[Part], *, seconds: float) -> None:
        """Wait until all answer where they should, at most so long; meanwhile none stays down."""
        missing = list(parts)
        deadline = time.monotonic() + seconds
        while missing and not self.stopping and time.monotonic() < deadline:
            self.tend()
            missing = [part for part in missing if not answers(part)]
            if missing:
                self.rest(0.03)

    # --- Running -----------------------------------------------------------------------------------

    def run(self) -> None:
        """Keep all processes running until told to end."""
        logs_due = 0.0
        while not self.stopping:
            self.tend()
            now = time.monotonic()
            if now >= logs_due:
                keep_small(child.part.log for child in self.children)
                logs_due = now + TEND_LOGS
            waiting = [child.due for child in self.children if child.process is None]
            self.rest(min([logs_due, *waiting]) - now)

    def tend(self) -> None:
        """Note what has ended, start again what is due, and keep the guard alive."""
        changed = self.guard.replace_if_dead(self.groups())
        for child in self.children:
            ended = child.ended()
            if ended is not None:
                self.guard.forget(ended)
                changed = True
            if child.process is None and time.monotonic() >= child.due:
                child.start()
                changed = True
        if changed:
            self.report()

    def groups(self) -> list[int]:
        """List the process groups that run."""
        return [child.pid for child in self.children if child.pid is not None]

    def report(self) -> None:
        """Write down for others what runs here."""
        self.hold.write(
            {
                "pid": os.getpid(),
                "url": self.site_url,
                "port": self.here.port,
                "smtp_port": self.here.smtp_port,
                "up": self.up,
                "written_at": datetime.now(UTC).isoformat(timespec="seconds"),
                "processes": {
                    "guard": self.guard.process.pid,
                    **{child.part.name: child.pid for child in self.children},
                },
            }
        )

    # --- Ending ------------------------------------------------------------------------------------

    def end(self) -> None:
        """End everything: those who work first, so that they can still use the broker; the broker last."""
        brokers = [child for child in self.children if child.part.name == "broker"]
        self.end_all([child for child in self.children if child not in brokers], GRACE)
        self.end_all(brokers, 2)
        self.guard.dismiss()
        self.hold.release()

    def end_all(self, children: list[Child], grace: float) -> None:
        """Ask, wait, kill."""
        for child in children:
            child.ask_to_end()
        deadline = time.monotonic() + grace
        while any(child.pid for child in children):
            late = time.monotonic() > deadline
            for child in children:
                if late:
                    child.signal_group(signal.SIGKILL)
                ended = child.ended()
                if ended is not None:
                    self.guard.forget(ended)
            self.rest(0.05)


def answers(part: Part) -> bool:
    """Say whether a part takes connections; one that takes none is always up."""
    if part.socket:
        return connects(socket.AF_UNIX, str(part.socket))
    return not part.port or connects(socket.AF_INET, ("127.0.0.1", part.port))


def connects(family: socket.AddressFamily, address: str | tuple[str, int]) -> bool:
    """Say whether somebody listens at an address."""
    with socket.socket(family) as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(address) == 0
