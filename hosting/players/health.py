"""How mails to an address fare: what comes back is counted, and a dead address gets none until it is well.

Only addresses that a player has proved to be his are counted, so nobody else's stands in that table. Three
mails in a row that came back for good make an address dead, or six of which nobody knows that it was for
good; one that was answered from there makes it well.
"""

from __future__ import annotations

from typing import Final

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import F

from hosting.now import now
from hosting.players.models import AddressHealth, Player
from hosting.prepared import Prepared, Slot

HARD: Final = 2
SOFT: Final = 1
DEAD_AT: Final = 6
ON_TRIAL: Final = DEAD_AT - HARD
"""What counts against an address on trial: the next mail that comes back for good ends it."""

LONGEST_WORDS: Final = 200

in_trouble: Final = Prepared(AddressHealth.objects.filter(address=Slot("address")))


def came_back(address: str, *, hard: bool, what: str) -> bool:
    """Count a mail that came back from an address; say whether the address has died of it just now."""
    address = address.lower()
    if not EmailAddress.objects.filter(email__iexact=address, verified=True).exists():
        return False
    with transaction.atomic():
        AddressHealth.objects.get_or_create(address=address)
        health = AddressHealth.objects.filter(address=address)
        health.update(
            failures=F("failures") + (HARD if hard else SOFT), failed_at=now(), what=what[:LONGEST_WORDS]
        )
        return bool(health.filter(is_dead=False, failures__gte=DEAD_AT).update(is_dead=True))


def is_dead(address: str) -> bool:
    """Say whether an address gets no mail."""
    return any(health.is_dead for health in in_trouble.rows(address=address.lower()))


def answered(address: str) -> bool:
    """Note that a mail was answered from where it was sent to; say whether that made a dead address well."""
    was_dead = False
    for health in in_trouble.rows(address=address.lower()):
        was_dead = health.is_dead
        health.delete()
    return was_dead


def try_again(address: str) -> bool:
    """Send to a dead address once more, on trial; say whether it was dead."""
    dead = AddressHealth.objects.filter(address=address.lower(), is_dead=True)
    return bool(dead.update(is_dead=False, failures=ON_TRIAL))


def forget(address: str) -> None:
    """Keep nothing of an address that is nobody's any more."""
    if not EmailAddress.objects.filter(email__iexact=address, verified=True).exists():
        AddressHealth.objects.filter(address=address.lower()).delete()


def address_for(player: Player) -> str:
    """Give the address that mails to a player go to: the one he chose, or, when that is dead, another one.

    Nothing when none of his proved addresses takes mail.
    """
    if not is_dead(player.email):
        return player.email
    others = EmailAddress.objects.filter(user_id=player.pk, verified=True).order_by("pk")
    return next((other.email for other in others if not is_dead(other.email)), "")


def dead_addresses(player: Player) -> dict[str, AddressHealth]:
    """Give the player's proved addresses that get no mail, in lower case."""
    mine = EmailAddress.objects.filter(user_id=player.pk, verified=True).values_list("email", flat=True)
    dead = AddressHealth.objects.filter(address__in=[address.lower() for address in mine], is_dead=True)
    return {health.address: health for health in dead}
