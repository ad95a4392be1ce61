"""Which addresses belong to whom. Only verified addresses count: the mail side trusts a sender by them."""

from __future__ import annotations

from collections.abc import Collection
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


def make_primary(player: Player, address: str) -> None:
    """Let mails go to one of the player's addresses, or to one that was his lately."""
    address = address.lower()
    mine = EmailAddress.objects.filter(user_id=player.pk)
    mine.exclude(email__iexact=address).update(primary=False)
    mine.update_or_create(
        user_id=player.pk,
        email__iexact=address,
        defaults={"verified": True, "primary": True},
        create_defaults={"user_id": player.pk, "email": address, "verified": True, "primary": True},
    )
    player.email = address
    player.save(update_fields=["email"])


def keep_only(player: Player, addresses: Collection[str]) -> None:
    """Take all other addresses away from the player."""
    kept = {address.lower() for address in addresses}
    for known in EmailAddress.objects.filter(user_id=player.pk):
        if known.email.lower() not in kept:
            known.delete()


def sign_out_everywhere(player: Player) -> None:
    """End all of a player's sessions: each is bound to what stands where other sites keep a password."""
    player.set_unusable_password()
    player.save(update_fields=["password"])
