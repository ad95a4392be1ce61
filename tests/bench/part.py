"""One part of a measurement in a process of its own: `python -m tests.bench.part NAME full|quick`.

The part `prepare` measures nothing: it makes the keys and the empty database that the others get a copy of.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Final

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from tests.bench.size import FULL, QUICK

PREPARE: Final = "prepare"


def main() -> None:
    """Measure it, in the environment that `tests.bench` has made; print its figures as JSON."""
    name, size = sys.argv[1:]
    django.setup()
    if name == PREPARE:
        call_command("migrate", interactive=False, verbosity=0)
        return
    measured = import_module(f"tests.bench.{name}").measure(QUICK if size == "quick" else FULL)
    connection.close()
    sys.stdout.write(json.dumps([figure.as_dict() for figure in measured]))


if __name__ == "__main__":
    assert settings.DATABASE_URL.startswith("sqlite"), "the embedded default is measured"
    main()
