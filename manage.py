#!/usr/bin/env python3
"""The one door to every command of the host: `manage.py help` lists them."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

OFFLINE = {"playout", "read_mail", "timeout_value"}
"""Commands that touch no host: they need nothing of one's surroundings."""

PATIENT = {"receive_mail"}
"""Commands that a mail server runs: whatever else keeps them from working, it has to keep the mail."""

MEANT = {os.EX_OK, os.EX_USAGE, os.EX_DATAERR, os.EX_NOUSER, os.EX_TEMPFAIL}
"""What such a command exits with when it has done its work."""


def run() -> None:
    """Run the command that was asked for."""
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as refusal:
        sys.exit(str(refusal))  # the operator's mistake, told without a traceback


def run_patiently() -> None:
    """Run a command of which every failure means "try later"."""
    try:
        run()
    except SystemExit as end:
        if end.code in MEANT:
            raise
        sys.stderr.write(f"{end.code}\n")
    except Exception as fault:  # noqa: BLE001 - whatever it is, the mail must not be lost
        sys.stderr.write(f"{type(fault).__name__}\n")
    sys.exit(os.EX_TEMPFAIL)


if __name__ == "__main__":
    if OFFLINE & set(sys.argv[1:2]):
        os.environ.setdefault("PROFILE", "development")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hosting.settings")
    run_patiently() if PATIENT & set(sys.argv[1:2]) else run()
