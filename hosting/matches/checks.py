"""What must hold before a host may run on its database: `manage.py check` and every start ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps.config import AppConfig
from django.core.checks import CheckMessage, Critical, Error
from django.db import connection

from hosting import games
from hosting.matches.models import Deal, Match
from hosting.matches.seeds import all_open

RUNNING = (Match.State.PLAYING, Match.State.PAUSED)


def check_running_matches(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **_more: Any
) -> list[CheckMessage]:
    """Find seeds of running matches that no key opens (no host may start), and rules that are not here."""
    del app_configs
    if not databases or "matches_deal" not in connection.introspection.table_names():
        return []
    return [*_keys(), *_rules()]


def _keys() -> list[CheckMessage]:
    if all_open():
        return []
    return [
        Critical(
            "SEED_KEYS does not open the seeds of the running matches.",
            hint="Put the key that was lost back, behind the newest one. Without it they cannot go on.",
            id="matches.C001",
        )
    ]


def _rules() -> list[CheckMessage]:
    running = Deal.objects.filter(outcome__isnull=True, match__state__in=RUNNING)
    found = running.values_list("match_id", "match__game", "rules_version")
    return [
        Error(
            f"Match {match} runs under rules that are not here: {slug}, version {version}.",
            hint="It will be stopped, and the others served, until these rules are back.",
            id="matches.E001",
        )
        for match, slug, version in found
        if slug not in games.GAMES or games.game(slug).rules_version != version
    ]
