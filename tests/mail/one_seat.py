"""Run as a program: fills a new database with one seat that is to act, and says its reply address.

For tests of whole processes, which need a database that is not the one of the tests themselves.
"""

import sys

import django
from django.core.management import call_command

django.setup()

from hosting.mail.addresses import reply_address  # noqa: E402 - models can be had only after setup
from hosting.matches.models import Match, Notice, Seat  # noqa: E402
from hosting.players.models import Player  # noqa: E402


def main() -> None:
    """Migrate, fill, and write the address to standard output."""
    call_command("migrate", verbosity=0)
    Match.objects.all().delete()
    player, _ = Player.objects.get_or_create(email="anna@mail.example.org", defaults={"name": "Anna"})
    match = Match.objects.create(game="spite-and-malice", commitment="0" * 64)
    seat = Seat.objects.create(match=match, number=0, player=player, name="Anna")
    notice = Notice.objects.create(
        key=f"turn:{match.pk}:1:0", kind=Notice.Kind.TURN, player=player, match=match, seat=seat, question=1
    )
    sys.stdout.write(reply_address(notice))


if __name__ == "__main__":
    main()
