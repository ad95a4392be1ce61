"""Whether there is a mail server whose word on a sender's domain is believed; sign-up by mail hangs on it."""

from __future__ import annotations

from django.conf import settings


def has_verifier() -> bool:
    """Whether a verdict on a sender's domain (DMARC) can reach us: AUTHSERV_ID and its peers are set."""
    return bool(settings.AUTHSERV_ID and settings.SMTP_TRUSTED_PEERS)
