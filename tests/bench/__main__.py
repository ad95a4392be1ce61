"""`python -m tests.bench`: progress on stderr, one JSON document on stdout."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from hosting.surroundings import ROOT
from tests.bench.facts import machine
from tests.bench.ports import free_port

PARTS: Final = ("accept", "latency", "throughput", "rest", "playouts")
LONGEST: Final = 180
"""Seconds after which a part is ended: it hangs."""

HOST_ONLY: Final = Path(__file__).parent / "host_only"
"""Hides what only the development environment has, and a library loads where it finds it."""

FOREIGN: Final = frozenset(
    {"DATABASE_URL", "BROKER_URL", "SITE_URL", "MAIL_DOMAIN", "SECRET_KEY", "SEED_KEYS", "CLOCK_AHEAD"}
)
"""What of our environment would change the embedded default that is measured."""


def main() -> None:
    """Measure what was asked for."""
    asked = arguments()
    place = Path(tempfile.mkdtemp(prefix="pb-bench-"))
    began = time.monotonic()
    document: dict[str, Any] = {"machine": machine(place), "size": asked.size, "parts": {}}
    failed = False
    try:
        if run("prepare", asked.size, place / "prepared")[0] != 0:
            sys.exit("A host cannot even be prepared here.")
        for name in asked.only or PARTS:
            part = measured(name, asked.size, place / name)
            failed = failed or "failed" in part
            document["parts"][name] = part
    finally:
        shutil.rmtree(place, ignore_errors=True)
    document["seconds"] = round(time.monotonic() - began, 1)
    json.dump(document, sys.stdout, indent=2)
    sys.stdout.write("\n")
    sys.exit(1 if failed else 0)


def arguments() -> argparse.Namespace:
    """Read what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description="Measure the host on this machine."
    )
    parser.add_argument(
        "--only", action="append", choices=PARTS, help="only this part; may be given several times"
    )
    parser.add_argument(
        "--quick", dest="size", action="store_const", const="quick", default="full", help="tiny counts"
    )
    return parser.parse_args()


def measured(name: str, size: str, place: Path) -> dict[str, Any]:
    """Measure one part in a process and a place of its own."""
    say(f"{name} ...")
    shutil.copytree(place.parent / "prepared", place)
    began = time.monotonic()
    status, output = run(name, size, place)
    seconds = round(time.monotonic() - began, 1)
    if status != 0:
        say(f"{name} has failed ({status}) after {seconds} s")
        return {"failed": status, "seconds": seconds, "figures": []}
    figures = json.loads(output)
    for figure in figures:
        say("  " + sentence(figure))
    return {"seconds": seconds, "figures": figures}


def run(name: str, size: str, place: Path) -> tuple[int, bytes]:
    """Run a part to its end, or for as long as is sensible; give its status and what it printed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.part", name, size],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=surroundings(place),
    )
    try:
        output, _ = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        process.terminate()
        output, _ = process.communicate()
    return process.returncode, output


def surroundings(place: Path) -> dict[str, str]:
    """Give the environment of a private host of the embedded default, its mails going to a sink of ours."""
    web, smtp, relay = (free_port() for _ in range(3))
    return {
        **{name: value for name, value in os.environ.items() if name not in FOREIGN},
        "PROFILE": "development",
        "STATE_DIR": str(place),
        "PORT": str(web),
        "SMTP_PORT": str(smtp),
        "EMAIL_URL": f"smtp://127.0.0.1:{relay}",
        "DJANGO_SETTINGS_MODULE": "hosting.settings",
        "PYTHONPATH": str(HOST_ONLY),
    }


def sentence(figure: dict[str, Any]) -> str:
    """Say a figure in a line."""
    said = (
        f"{figure['name']}: {figure['host']} {figure['unit']}, bare {figure['bare']}, ratio {figure['ratio']}"
    )
    if figure["goal"] is None:
        return said
    return f"{said}; {figure['goal']}: {'met' if figure['met'] else 'missed'}"


def say(words: str) -> None:
    """Tell how it goes."""
    sys.stderr.write(words + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
