"""Rows that the desk shows and nobody changes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern

from hosting.moderation.own_matches import of_others

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline

FILTERS: Final = ("", "__exact", "__isnull", "__gte", "__lt")
"""What the filters beside a list ask for. Anything else in an address could find out, letter by letter, what
the columns do not show (`?digest__startswith=a`)."""


class Careful(ModelAdmin):
    """Lists with only the lookups that they offer, no actions on many rows, and nothing deleted or added."""

    actions = None
    list_per_page = 50
    show_full_result_count = False
    links: tuple[str, ...] = ()
    """Further lookups that pages of the desk link to."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:  # noqa: ARG002 - Django's
        """Whether an address may ask this of a list."""
        offered = {f"{name}{end}" for name in self.list_filter for end in FILTERS if isinstance(name, str)}
        return lookup in offered or lookup in self.links

    def has_add_permission(self, request: HttpRequest, *_parent: Any) -> bool:  # noqa: ARG002 - Django's
        """Nobody adds rows here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002 - Django's
        """Nobody deletes rows here."""
        return False


class ReadOnly(Careful):
    """Rows to look at. `way_to_match` names their way to the match they belong to, when they do."""

    way_to_match = ""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """All rows that concern no match in which the reader plays."""
        rows = super().get_queryset(request)
        return of_others(rows, request.user, self.way_to_match) if self.way_to_match else rows  # type: ignore[arg-type]  # only staff comes here

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002 - Django's
        """Nobody changes rows here."""
        return False


class ListOnly(ReadOnly):
    """Rows that have no page of their own."""

    list_display_links = None

    def get_urls(self) -> list[URLPattern]:
        """Only the list."""
        return [url for url in super().get_urls() if str(url.name).endswith("_changelist")]
