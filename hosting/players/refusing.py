"""Addresses whose owners want no invitations: kept as keyed hashes, so the list tells nobody's address."""

from __future__ import annotations

import hmac
from typing import Final

from django.conf import settings

from hosting.players.models import NeverAgain

PURPOSE: Final = b"postbord never again "


def refuse(address: str) -> None:
    """Note that this address is to get no invitation, ever. A second time changes nothing."""
    NeverAgain.objects.get_or_create(mark=_mark(settings.SECRET_KEY, address))


def refuses(address: str) -> bool:
    """Whether its owner wants no invitations; secrets that were replaced lately still count."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return NeverAgain.objects.filter(mark__in=[_mark(secret, address) for secret in secrets]).exists()


def _mark(secret: str, address: str) -> str:
    return hmac.new(secret.encode(), PURPOSE + address.strip().casefold().encode(), "sha256").hexdigest()
