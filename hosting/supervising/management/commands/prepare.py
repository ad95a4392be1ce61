"""`manage.py prepare`: make the database ready for the code that is going to run on it."""

from io import StringIO
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


class Command(BaseCommand):
    """Checks, migrates, collects the pages' files; lays out sample matches on one's own machine."""

    help = "Check the host, bring the database up to date, and lay out the sample matches of development."
    requires_system_checks = "__all__"

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Do what is needed, and nothing when nothing is."""
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", interactive=False, verbosity=0)
        call_command("check", fail_level="CRITICAL", stdout=StringIO())  # lesser faults stop single matches
        if settings.PRODUCTION:
            call_command("collectstatic", interactive=False, verbosity=0)
        if not settings.PRODUCTION and "sample" in get_commands():
            call_command("sample")
