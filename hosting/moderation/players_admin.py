"""Players at the desk: found by their whole address, which is never shown."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.forms import CheckboxSelectMultiple
from django.forms.models import ModelMultipleChoiceField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from hosting.logs import mask
from hosting.moderation.readonly import Careful, ListOnly
from hosting.moderation.site import desk
from hosting.players.models import Absence, AddressHealth, Player

ROLES_ONLY_BY_SUPERUSERS = ("is_staff", "is_superuser", "groups")


@admin.register(Player, site=desk)
class PlayerAdmin(Careful):
    """Name, language, zone, and whether the account is open. Roles are given by superusers only.

    Who is no superuser cannot change the rows of anybody who has a role, his own among them.
    """

    list_display = ("name", "number", "masked_address", "language", "is_active", "is_staff", "joined_at")
    list_filter = ("language", "is_active", "is_staff")
    search_fields = ("name", "=email")
    search_help_text = _("a part of the name, or the whole address")
    ordering = ("-id",)

    def get_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:  # noqa: ARG002 - Django's
        """Roles are not even seen by others."""
        own = ("name", "masked_address", "language", "zone", "is_active", "joined_at")
        return (*own, *ROLES_ONLY_BY_SUPERUSERS) if request.user.is_superuser else own

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:  # noqa: ARG002 - Django's
        """The address changes only by its owner's hand, confirmed at both ends."""
        return ("masked_address", "joined_at")

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Whether the reader may change this player."""
        may = super().has_change_permission(request, obj)
        return may and (obj is None or request.user.is_superuser or not obj.is_staff)

    def formfield_for_manytomany(
        self, db_field: Any, request: HttpRequest, **options: Any
    ) -> ModelMultipleChoiceField[Any] | None:
        """Show the few roles as boxes to tick."""
        options["widget"] = CheckboxSelectMultiple
        return super().formfield_for_manytomany(db_field, request, **options)

    @admin.display(description=_("number"), ordering="id")
    def number(self, player: Player) -> int:
        """The player's number."""
        return player.pk

    @admin.display(description=_("emails go to"))
    def masked_address(self, player: Player) -> str:
        """Where it belongs, not whose it is."""
        return mask(player.email)


@admin.register(EmailAddress, site=desk)
class AddressAdmin(ListOnly):
    """The addresses of players: which are confirmed, and to which mails go."""

    list_display = ("user", "masked_address", "verified", "primary")
    list_filter = ("verified", "primary")
    search_fields = ("user__name", "=email")
    search_help_text = _("a part of the player's name, or the whole address")
    list_select_related = ("user",)
    ordering = ("-id",)

    @admin.display(description=_("address"))
    def masked_address(self, address: Any) -> str:
        """Where it belongs, not whose it is."""
        return mask(address.email)


@admin.register(Absence, site=desk)
class AbsenceAdmin(ListOnly):
    """Announced leave: on these days no clock of the player runs, where a match allows it."""

    list_display = ("player", "first_day", "last_day", "announced_at")
    list_filter = ("first_day", "last_day")
    list_select_related = ("player",)
    links = ("player__id__exact", "player__seats__match__id__exact")
    search_fields = ("player__name",)
    search_help_text = _("a part of the player's name")
    ordering = ("-id",)


@admin.register(AddressHealth, site=desk)
class AddressHealthAdmin(ListOnly):
    """Addresses from which mails came back, and those that get none for it."""

    list_display = ("masked_address", "failures", "failed_at", "is_dead", "said")
    list_filter = ("is_dead", "failed_at")
    search_fields = ("=address",)
    search_help_text = _("the whole address")
    ordering = ("-failed_at", "-id")

    @admin.display(description=_("address"))
    def masked_address(self, health: AddressHealth) -> str:
        """Where it belongs, not whose it is."""
        return mask(health.address)

    @admin.display(description=_("what was said"))
    def said(self, health: AddressHealth) -> str:
        """What the other server said, without addresses."""
        return mask(health.what)
