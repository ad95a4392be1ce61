"""`manage.py record MATCH`: the published record of a match's chance."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hosting.matches.models import Match
from hosting.matches.queries import record


class Command(BaseCommand):
    """Print what `verify_shuffle.py` reads: keys of ended deals, the master seed after the end (P17)."""

    help = "Print the shuffle record of a match as JSON, for verify_shuffle.py."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the number of the match."""
        parser.add_argument("match", type=int)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print it."""
        match = Match.objects.filter(pk=options["match"]).first()
        if match is None:
            raise CommandError(f"There is no match {options['match']}.")
        self.stdout.write(json.dumps(record(match)))
