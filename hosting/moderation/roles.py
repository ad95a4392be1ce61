"""Who may do what at the desk: three roles, each a Django group with as few rights as its work needs.

Rights belong to roles, never to a single person. A superuser has all of them, and is there to give roles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.db import transaction

from hosting.players.models import Player

SEE_MATCHES: Final = (
    "players.view_player",
    "account.view_emailaddress",
    "matches.view_match",
    "matches.view_seat",
    "matches.view_deal",
    "matches.view_submission",
    "matches.view_notice",
    "matches.view_offer",
    "players.view_absence",
    "players.view_addresshealth",
    "mail.view_inboundmail",
)

ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    "support": (*SEE_MATCHES, "moderation.see_host", "moderation.send_again"),
    "moderator": (
        *SEE_MATCHES,
        "matches.view_entry",
        "matches.view_press",
        "matches.view_report",
        "admin.view_logentry",
        "players.change_player",
        "moderation.moderate_match",
    ),
    "operator": (
        "matches.view_heartbeat",
        "matches.view_notice",
        "moderation.see_host",
        "moderation.run_again",
        "moderation.send_again",
    ),
}
"""support answers questions about matches and mails; moderator acts on matches; operator keeps the host going
and sees nothing of any game."""

SUPERUSER: Final = "superuser"


def set_up(**_signal: Any) -> None:
    """Make the roles, or set their rights right. Runs after every `migrate`; again does no harm."""
    for label in sorted({right.partition(".")[0] for wanted in ROLES.values() for right in wanted}):
        create_permissions(apps.get_app_config(label), verbosity=0)
    known = {
        f"{right.content_type.app_label}.{right.codename}": right
        for right in Permission.objects.select_related("content_type")
    }
    with transaction.atomic():
        for name, wanted in ROLES.items():
            role, _is_new = Group.objects.get_or_create(name=name)
            role.permissions.set([known[right] for right in wanted])


def give(player: Player, role: str) -> None:
    """Let a player into the desk in this role."""
    if role == SUPERUSER:
        player.is_superuser = True
    else:
        player.groups.add(Group.objects.get(name=role))
    player.is_staff = True
    player.save(update_fields=["is_superuser", "is_staff"])


def take(player: Player, role: str) -> None:
    """Take a role from a player; without any he does not come in any more."""
    if role == SUPERUSER:
        player.is_superuser = False
    else:
        player.groups.remove(Group.objects.get(name=role))
    player.is_staff = player.is_superuser or player.groups.filter(name__in=ROLES).exists()
    player.save(update_fields=["is_superuser", "is_staff"])


def roles_of(player: Player) -> list[str]:
    """Name the roles that a player has."""
    own = list(player.groups.filter(name__in=ROLES).order_by("name").values_list("name", flat=True))
    return [*([SUPERUSER] if player.is_superuser else []), *own]
