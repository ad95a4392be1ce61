"""Memory and processor time of processes, from /proc."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
"""Seconds in which the kernel counts processor time."""


def family(roots: Mapping[str, int]) -> dict[int, str]:
    """Give all processes that come from these, with the name of the nearest root above each."""
    parents = {pid: parent for pid in pids() if (parent := parent_of(pid)) is not None}
    names = {pid: name for name, pid in roots.items()}
    found = {}
    for pid in parents:
        above: int | None = pid
        while above is not None and above not in names:
            above = parents.get(above)
        if above is not None:
            found[pid] = names[above]
    return found


def pids() -> list[int]:
    """List all processes."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def parent_of(pid: int) -> int | None:
    """Give the parent of a process, None when it has gone."""
    fields = stat(pid)
    return int(fields[1]) if fields else None


def stat(pid: int) -> list[str]:
    """Give the fields of /proc/PID/stat from the third on; none when it has gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def cpu_seconds(processes: Iterable[int]) -> dict[int, float]:
    """Give the processor seconds of each process so far, with those of its children that have ended."""
    return {pid: sum(map(int, fields[11:15])) * TICK for pid in processes if (fields := stat(pid))}


def pss(pid: int) -> float:
    """Give a process's share of memory in MiB: its own pages, and its part of those it shares."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


class Meter:
    """Processor time of a family of processes from its making on, by name."""

    def __init__(self, roots: Mapping[str, int]) -> None:
        self.roots = roots
        self.before = self.so_far()

    def read(self) -> dict[str, float]:
        """Give the seconds used since the start by each."""
        return {name: seconds - self.before[name] for name, seconds in self.so_far().items()}

    def so_far(self) -> dict[str, float]:
        """Give the seconds used by each since it was started."""
        names = family(self.roots)
        used: dict[str, float] = dict.fromkeys(self.roots, 0.0)
        for pid, seconds in cpu_seconds(names).items():
            used[names[pid]] += seconds
        return used


def memory(roots: Mapping[str, int]) -> dict[str, float]:
    """Give the memory in MiB of each root with all that it has started."""
    used: dict[str, float] = dict.fromkeys(roots, 0.0)
    for pid, name in family(roots).items():
        used[name] += pss(pid)
    return used
