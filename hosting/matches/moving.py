"""A player lets his mails go to another address: the former one is told, and can put it back for a week."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Final

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import F

from hosting.matches import notices, reaching
from hosting.matches.models import Notice, Seat
from hosting.now import now
from hosting.players import addresses
from hosting.players.models import Player

STOPPING: Final = dt.timedelta(days=7)
"""For so long whoever reads the former address can put a change back; until then it cannot be removed."""


def moved(player: Player, former: str) -> None:
    """Tell the former address. What was mailed there gives nobody a seat any more (P18)."""
    kept = [each for each in addresses.verified_addresses(player) if each != player.email.lower()]
    with transaction.atomic():
        _revoke(player)
        _tell(player, former, {"what": "changed", "new": player.email, "kept": kept})


def changes(player: Player) -> list[Notice]:
    """Give what former addresses were told lately, oldest first; each can still be put back."""
    told = Notice.objects.filter(player=player, kind=Notice.Kind.MAIL_TEST, data__what="changed")
    return list(told.filter(created_at__gt=now() - STOPPING).order_by("pk"))


def put_back(told: Notice) -> bool:
    """Undo a change of address because the reader of the former one says so. False when it is too late.

    His addresses are those that he had before, and whoever is signed in is signed out.
    """
    assert told.player_id is not None
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=told.player_id)
        if told.pk not in {change.pk for change in changes(player)} or _is_as_before(player, told):
            return False
        addresses.make_primary(player, told.address)
        addresses.keep_only(player, [told.address, *told.data["kept"]])
        addresses.sign_out_everywhere(player)
        _revoke(player)
        _tell(player, told.address, {"what": "put_back"})
        notices.moderators(None, "put_back", key=f"put_back:{told.pk}", player=player.pk)
    return True


def _is_as_before(player: Player, told: Notice) -> bool:
    """Say whether mails go to the former address and the other one is no longer his."""
    still = EmailAddress.objects.filter(user_id=player.pk, email__iexact=told.data["new"]).exists()
    return player.email.lower() == told.address.lower() and not still


def _revoke(player: Player) -> None:
    Seat.objects.filter(player_id=player.pk).update(token_epoch=F("token_epoch") + 1)


def _tell(player: Player, address: str, data: dict[str, object]) -> None:
    reaching.write(player, Notice.Kind.MAIL_TEST, address, data, key=secrets.token_hex(8))
