"""`manage.py forget_player ADDRESS`: erase a person who has asked for it; his matches stay (P25)."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand, CommandError

from hosting.moderation.forgetting import CannotForget, forget
from hosting.players.models import Player


class Command(BaseCommand):
    """Erases one player, found by an address of his."""

    help = "Erase a player: account, addresses, words and mails. His matches stay. Needs --yes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`forget_player anna@example.org --yes`."""
        parser.add_argument("address", help="an address of the player")
        parser.add_argument("--yes", action="store_true", help="do it, and not only say who it is")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Find him, and erase him if that is meant."""
        player = _found(options["address"])
        if not options["yes"]:
            self.stdout.write(f"That is player {player.pk}, {player.name}. With --yes he is erased.")
            return
        number = player.pk
        try:
            forget(player)
        except CannotForget:
            raise CommandError("He has a role at the desk: take it first (manage.py roles --take).") from None
        self.stdout.write(f"Player {number} is erased; his matches stay.")


def _found(address: str) -> Player:
    """Find a player by any address of his, also one whose account is not active."""
    known = EmailAddress.objects.filter(email__iexact=address, verified=True).first()
    player = Player.objects.filter(email__iexact=address).first()
    if known is not None:
        player = Player.objects.get(pk=known.user_id)
    if player is None:
        raise CommandError("Nobody has that address.")
    return player
