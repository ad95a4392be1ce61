"""`manage.py timeout_value GAME`: show what staying silent is worth against the best turn."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hosting.games import GAMES, bots
from hosting.rules.timeout_value import timeout_value


class Command(BaseCommand):
    """Auto-turn minus best turn, in points of the absent seat."""

    help = "Show what the auto-turn is worth against the best legal turn: below 0, silence does not pay."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say which game, how many positions and which seed."""
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("--positions", type=int, default=500, help="positions to try (default: 500)")
        parser.add_argument("--seed", type=int, default=1, help="a seed makes it repeatable (default: 1)")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        """Try and print."""
        if options["positions"] < 2:
            raise CommandError("at least two positions have to be tried")
        slug = options["game"]
        found = timeout_value(GAMES[slug], bots(slug), positions=options["positions"], seed=options["seed"])
        if options["json"]:
            self.stdout.write(json.dumps(found))
            return
        for name, figure in ("all", found), *found["groups"].items():
            self.stdout.write(
                f"{name}: {figure['positions']} positions, difference {figure['difference']},"
                f" standard error {figure['standard_error']}"
            )
