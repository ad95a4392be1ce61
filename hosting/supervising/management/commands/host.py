"""`manage.py host`: the whole host with one command."""

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Becomes the supervisor, which does not carry Django about for as long as the host runs."""

    help = "Run a whole host: broker, web, mail, workers and sweep, restarted when they end."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Run until told to end."""
        os.execv(sys.executable, [sys.executable, "-m", "hosting.supervising"])  # noqa: S606 - no shell is wanted
