"""`manage.py playout GAME`: play single deals out with bots and show how long they last."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hosting.games import GAMES, bots
from hosting.rules.playout import figures


class Command(BaseCommand):
    """Turns of a deal, share of ties, actions a second."""

    help = "Play single deals of a game out with bots and show how many turns they last."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say which game, how many seats and deals, which bot and which seed."""
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("--seats", type=int, help="seats at the table (default: fewest)")
        parser.add_argument("--bot", default="greedy", help="the bot in every seat (default: greedy)")
        parser.add_argument("--count", type=int, default=1000, help="deals to play (default: 1000)")
        parser.add_argument("--seed", type=int, default=1, help="a seed makes it repeatable (default: 1)")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        """Play and print."""
        game = GAMES[options["game"]]
        seats = game.seat_range.start if options["seats"] is None else options["seats"]
        if seats not in game.seat_range:
            raise CommandError(f"{game.slug} may be played by {', '.join(map(str, game.seat_range))}")
        if options["bot"] not in bots(game.slug):
            raise CommandError(f"the bots of {game.slug} are {', '.join(bots(game.slug))}")
        if options["count"] < 1:
            raise CommandError("at least one deal has to be played")
        found = figures(
            game, bots(game.slug)[options["bot"]], seats=seats, count=options["count"], seed=options["seed"]
        )
        if options["json"]:
            self.stdout.write(json.dumps(asdict(found)))
            return
        turns = found.turns
        self.stdout.write(f"Turns: median {turns['median']}, p90 {turns['p90']}, max {turns['max']}.")
        self.stdout.write(f"Ties: {found.ties:.1%}. Actions a second: {found.actions_per_second}.")
