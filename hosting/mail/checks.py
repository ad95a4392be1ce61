"""What an operator is told of at each start, and by `manage.py check`: what does not go by mail here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Info

from hosting.players.vouching import has_verifier


def check_sign_up(app_configs: Sequence[AppConfig] | None, **_more: Any) -> list[CheckMessage]:
    """Say that nobody can sign up by mail while no mail server's verdict is believed."""
    del app_configs
    if has_verifier() or settings.MAILROOM:
        return []
    return [
        Info(
            "Sign-up by mail is off: no mail server says whose domain vouches for a sender.",
            hint="Set AUTHSERV_ID and SMTP_TRUSTED_PEERS to those of a mail server that checks DMARC.",
            id="mail.I001",
        )
    ]
