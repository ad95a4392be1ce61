"""`manage.py roles`: who may enter the admin site, and as what."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hosting.moderation import roles
from hosting.players.addresses import player_of
from hosting.players.models import Player

CHOICES = (*roles.ROLES, roles.SUPERUSER)


class Command(BaseCommand):
    """Give and take roles, and list who has which."""

    help = (
        "Give a player a role at the admin site, take it, or list who has which. Sign-in is by mailed code."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`roles`, `roles --give moderator anna@example.org`, `roles --take moderator anna@example.org`."""
        way = parser.add_mutually_exclusive_group()
        way.add_argument("--give", choices=CHOICES, metavar="ROLE", help=", ".join(CHOICES))
        way.add_argument("--take", choices=CHOICES, metavar="ROLE")
        parser.add_argument("address", nargs="?", help="a confirmed address of the player")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Do it, then list everybody."""
        roles.set_up()
        if options["give"]:
            roles.give(_player(options["address"]), options["give"])
        elif options["take"]:
            roles.take(_player(options["address"]), options["take"])
        elif options["address"]:
            raise CommandError("Say what to do with it: --give ROLE or --take ROLE.")
        staff = Player.objects.filter(is_staff=True).order_by("pk")
        for player in staff:
            self.stdout.write(f"{player} ({player.email}): {', '.join(roles.roles_of(player)) or 'no role'}")
        if not staff:
            self.stdout.write("Nobody has a role yet.")


def _player(address: str | None) -> Player:
    if not address:
        raise CommandError("Whose role? Give an address.")
    player = player_of(address)
    if player is None:
        raise CommandError("No player has confirmed that address. Let him sign in with it first.")
    return player
