"""`manage.py demo`: a private host plays a match before your eyes."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from hosting import games
from hosting.running import demo

MARK = "POSTBORD_DEMO"


class Command(BaseCommand):
    """Starts itself again in the surroundings of a private host, so that nothing of a real one is touched."""

    help = "Start a private host and let scripted players play a match by mail; ends with a line of JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the game and its length."""
        parser.add_argument("--game", default=os.environ.get("GAME", "spite-and-malice"), choices=games.GAMES)
        parser.add_argument("--seats", type=int, default=int(os.environ.get("SEATS", "0")))
        parser.add_argument("--points", type=int, default=int(os.environ.get("POINTS", "10")))
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
        )
        parser.add_argument("--keep", action="store_true", help="leave the private host's files for a look")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play, check, and print the figures last."""
        if MARK not in os.environ:
            place = tempfile.mkdtemp(prefix="postbord-demo-")
            os.execve(sys.executable, [sys.executable, *sys.argv], {**demo.surroundings(place), MARK: "1"})  # noqa: S606 - no shell is wanted
        try:
            call_command("migrate", interactive=False, verbosity=0)
            game = options["game"]
            given = dict(option.split("=", 1) for option in options["option"])
            chosen = {**demo.short_options(game, options["points"]), **given}
            seats = options["seats"] or games.game(game).seat_range[0]
            figures = demo.Demo(game, chosen, seats, self.stdout.write).run()
            call_command("verify", stdout=self.stdout)
            self.stdout.write(demo.check_shuffles(figures["match"]))
            self.stdout.write(demo.last_line(figures))
        finally:
            if not options["keep"]:
                shutil.rmtree(settings.STATE_DIR, ignore_errors=True)
