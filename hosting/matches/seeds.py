"""The secret behind every shuffle of a match, and what is published of it (P17)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from hosting.matches.models import Match, Seed
from hosting.matches.sealing import NoKeyFits, seal, unseal
from hosting.rules import chance

SEED_BYTES = 32


def plant(match: Match) -> None:
    """Draw the master seed of a new match, keep it closed, and set the match's commitment (unsaved)."""
    master = secrets.token_bytes(SEED_BYTES)
    match.commitment = chance.commitment(master, str(match.uuid))
    Seed(match=match, sealed=seal(master)).save(force_insert=True)


def master_of(match_id: int) -> bytes:
    """Give the master seed. Raises NoKeyFits; never show the result before the match has ended."""
    return unseal(Seed.objects.values_list("sealed", flat=True).get(match_id=match_id))


def deal_key(match: Match, number: int, luck: Sequence[str]) -> bytes:
    """Give the key of deal `number`, made of the master seed and every seat's words of luck."""
    return chance.deal_key(master_of(match.pk), str(match.uuid), number, luck)


def all_open() -> bool:
    """Whether the keys open the seeds of all running matches; else the host must not start."""
    running = Seed.objects.exclude(match__state__in=["finished", "void", "cancelled"])
    try:
        for closed in running.values_list("sealed", flat=True).iterator():
            unseal(closed)
    except NoKeyFits:
        return False
    return True
