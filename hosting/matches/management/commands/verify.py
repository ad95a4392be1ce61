"""`manage.py verify`: replay every deal of every match and compare it with what is kept."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from hosting.matches.models import Match
from hosting.matches.verifying import differences


class Command(BaseCommand):
    """Exit 0 when every match agrees with its log; else a line for each difference, and exit 1 (P7)."""

    help = "Replay every deal of every match; print a line for each difference; exit 1 when there is one."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the numbers of matches; none means all."""
        parser.add_argument("matches", nargs="*", type=int, help="only these matches")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Check, one match at a time."""
        chosen = Match.objects.filter(started_at__isnull=False).order_by("pk")
        if options["matches"]:
            chosen = chosen.filter(pk__in=options["matches"])
        checked, wrong = 0, 0
        for match in chosen.iterator():
            checked += 1
            for line in differences(match):
                wrong += 1
                self.stdout.write(line)
        matches = "match" if checked == 1 else "matches"
        self.stdout.write(f"{checked} {matches} checked, {wrong} differences")
        if wrong:
            sys.exit(1)
