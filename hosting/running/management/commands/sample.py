"""`manage.py sample`: sample players and running matches."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from hosting.running.sample import lay_out


class Command(BaseCommand):
    """Lay out the sample of the development profile; a host that has players is left as it is."""

    help = "Make sample players and running matches, on one's own machine only."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Refuse where real people play."""
        if settings.PRODUCTION:
            raise CommandError("Sample players exist in the development profile only.")
        if lay_out():
            self.stdout.write("Sample players Anna, Ben, Cilla and the moderator Maja are here.")
