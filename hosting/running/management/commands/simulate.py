"""`manage.py simulate`: a month of many people, in simulated time, through the real code."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from hosting.running.simulating.running import is_apart, run_apart, run_here


class Command(BaseCommand):
    """Simulates on an empty database of its own; ends with an object of JSON."""

    help = "Let many people play many matches for a while, in simulated time, and measure what becomes of it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take how many, how long, and the seed from which all chance follows."""
        parser.add_argument("--players", type=int, default=200)
        parser.add_argument("--matches", type=int, default=300)
        parser.add_argument("--days", type=int, default=30)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--json", action="store_true", help="nothing but one line of JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Simulate, and print the figures."""
        size = (options["players"], options["matches"], options["days"], options["seed"])
        figures = run_here(*size) if is_apart() else run_apart(*size)
        self.stdout.write(json.dumps(figures, indent=None if options["json"] or is_apart() else 2))
