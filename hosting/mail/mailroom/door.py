"""Where the mailroom may be: on one's own machine and nowhere else, for it shows everybody's mail."""

from __future__ import annotations

import ipaddress
from typing import Final

from django.conf import settings
from django.http import HttpRequest

LOCAL_NAMES: Final = frozenset({"127.0.0.1", "localhost", "::1"})
FORWARDED: Final = ("HTTP_FORWARDED", "HTTP_X_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA", "HTTP_X_ORIGINAL")
"""Beginnings of the names under which Django keeps headers that only a proxy sets."""


def refusals() -> list[str]:
    """Say in the operator's words why the mailroom may not be here; empty when it may.

    A host whose mailroom is on (`settings.MAILROOM`) and for which this says anything refuses to start.
    """
    reasons = {
        "The mailroom is off.": not settings.MAILROOM,
        "The mailroom belongs to PROFILE=development.": settings.PRODUCTION,
        "The mailroom and a relay (EMAIL_URL) exclude each other.": bool(settings.EMAIL_URL),
        "The mailroom cannot be behind a proxy (TRUSTED_PROXY).": settings.TRUSTED_PROXY,
        "The mailroom needs a local SITE_URL.": settings.SITE.hostname not in LOCAL_NAMES,
    }
    return [reason for reason, holds in reasons.items() if holds]


def is_from_here(request: HttpRequest) -> bool:
    """Say whether a request was made on this machine: by its address, its host, and no proxy's header."""
    try:
        is_loopback = ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
    host = request.get_host().rpartition(":")[0] or request.get_host()
    is_forwarded = any(name.startswith(FORWARDED) for name in request.META)
    return is_loopback and not is_forwarded and host.strip("[]").lower() in LOCAL_NAMES
