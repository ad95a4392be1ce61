"""`manage.py check`: Django's own, which also looks into the database unless told otherwise."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import check


class Command(check.Command):
    """Fails when a running match cannot go on: its seed stays closed, or its rules are not here."""

    def handle(self, *app_labels: Any, **options: Any) -> None:
        """Check, with the database."""
        super().handle(*app_labels, **{**options, "databases": options["databases"] or ["default"]})
