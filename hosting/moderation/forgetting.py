"""Erasing a person: his account, addresses, words and mails; his matches stay (P25)."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import transaction

from hosting.mail.models import InboundMail
from hosting.matches import forgetting
from hosting.matches.models import Invitation, Submission
from hosting.players import health
from hosting.players.addresses import sign_out_everywhere
from hosting.players.models import Player


class CannotForget(ValueError):
    """Who has a role at the desk cannot be erased: what he decided is to be answered for. Take it first."""


def forget(player: Player) -> None:
    """Erase a player. Raises CannotForget. When it is broken off, a second call goes on where it ended."""
    if player.is_staff:
        raise CannotForget
    player.is_active, player.feed_key = False, ""
    player.save(update_fields=["is_active", "feed_key"])
    sign_out_everywhere(player)
    mine = EmailAddress.objects.filter(user_id=player.pk).values_list("email", flat=True)
    addresses = {address.lower() for address in (player.email, *mine)}
    submissions = set(Submission.objects.filter(player=player).values_list("pk", flat=True))
    _forget_mails(player, addresses, submissions)
    forgetting.forget(player)
    with transaction.atomic(durable=True):
        for address in addresses:
            Invitation.objects.filter(address__iexact=address).delete()
        player.delete()
    for address in addresses:
        health.forget(address)


def _forget_mails(player: Player, addresses: set[str], submissions: set[int]) -> None:
    """Delete the mails that he wrote: what came from his addresses, or became something of his."""
    own = InboundMail.objects.filter(requests__player=player).values_list("pk", flat=True)
    written = set(own)
    rows = InboundMail.objects.values_list("pk", "mail_from", "recipients")
    for pk, sender, recipients in rows.iterator(chunk_size=500):
        became = {recipient.get("submission") for recipient in recipients}
        if sender.lower() in addresses or became & submissions:
            written.add(pk)
    InboundMail.objects.filter(pk__in=written).delete()
