"""`manage.py sweep`: the process that goes over the database for ever."""

from __future__ import annotations

import signal
import threading
from typing import Any

import structlog
from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections, connection

from hosting.running.sweeping import sweep
from hosting.wake import broker_down

log = structlog.get_logger(__name__)

PERIOD = 5.0
ALONE = 0.2
"""Seconds between two rounds, and where there is no broker at all and the sweep does all the work."""


class Command(BaseCommand):
    """Loop until told to stop; a round that fails is logged, and the next one comes all the same."""

    help = "Find what has fallen due or was left over, and see that it is done; for ever, or --once."

    requires_system_checks = ()  # they would load every page; `prepare` has made them

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the period of the loop."""
        parser.add_argument("--once", action="store_true", help="one round, then end")
        parser.add_argument("--every", type=float, default=PERIOD, help="seconds between rounds")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Run the loop."""
        if options["once"]:
            sweep()
            return
        stopped = threading.Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, lambda *_: stopped.set())
        while not stopped.is_set():
            self._round()
            stopped.wait(min(ALONE, options["every"]) if broker_down() else options["every"])

    def _round(self) -> None:
        try:
            close_old_connections()
            sweep()
        except Exception:
            log.exception("sweep_round_failed")
            connection.close()
