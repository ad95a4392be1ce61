"""Closing and opening secrets at rest: master seeds and the bodies of sign-in mails (P17)."""

from __future__ import annotations

from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


class NoKeyFits(Exception):
    """None of the keys in SEED_KEYS opens what was closed with an earlier one."""


@lru_cache(maxsize=4)
def _box(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def seal(plain: bytes) -> bytes:
    """Close with the newest key."""
    return _box(tuple(settings.SEED_KEYS)).encrypt(plain)


def unseal(closed: bytes | memoryview) -> bytes:
    """Open with whichever key fits; raises NoKeyFits."""
    try:
        return _box(tuple(settings.SEED_KEYS)).decrypt(bytes(closed))
    except InvalidToken:
        raise NoKeyFits from None
