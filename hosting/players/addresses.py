"""Which addresses belong to whom. Only verified addresses count: the mail side trusts a sender by them."""

from __future__ import annotations

from typing import Final

from allauth.account.models import EmailAddress

from hosting.players.models import Player
from hosting.prepared import Prepared, Slot

verified_by_player: Final = Prepared(
    EmailAddress.objects.filter(user=Slot("player"), verified=True).values_list("email")
)


def verified_addresses(player: Player) -> frozenset[str]:
    """Give the player's verified addresses, in lower case."""
    return frozenset(address.lower() for (address,) in verified_by_player.tuples(player=player.pk))


def player_of(address: str) -> Player | None:
    """Find the active player who has proved that this address is his."""
    found = EmailAddress.objects.filter(
        email__iexact=address.strip(), verified=True, user__is_active=True
    ).first()
    return Player.objects.get(pk=found.user_id) if found else None


def add_verified(player: Player, address: str) -> None:
    """Give the player an address that has been proved some other way (sample players, tests)."""
    EmailAddress.objects.update_or_create(
        user_id=player.pk,
        email=address.lower(),
        defaults={"verified": True, "primary": address.lower() == player.email},
    )
