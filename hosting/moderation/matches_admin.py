"""Matches at the desk: rows to look at; what is done to a match has pages of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from hosting.matches.models import Deal, Entry, Heartbeat, Match, Notice, Offer, Seat, Submission
from hosting.matches.terms import Terms, told
from hosting.moderation import acting
from hosting.moderation.models import MODERATE
from hosting.moderation.own_matches import of_others
from hosting.moderation.readonly import ListOnly, ReadOnly, TabularInline
from hosting.moderation.site import desk

SAID: Final = (
    "number",
    "why",
    "by",
    "plays_in_it",
    "before",
    "until",
    "deadline_at",
    "scores",
    "winners",
    "reason",
)
"""What the list of entries shows of an entry's data. Actions are not among it: they may name hidden cards."""

ROWS_OF_A_MATCH: Final = {
    "entry": Entry,
    "deal": Deal,
    "submission": Submission,
    "notice": Notice,
    "offer": Offer,
}

INSTANTS: Final = frozenset({"before", "until", "deadline_at"})


class SeatInline(TabularInline):
    """Who sits at the table; empty for somebody who sits there himself."""

    model = Seat
    fields = (
        "number",
        "player",
        "bot",
        "asked_at",
        "deadline_at",
        "misses",
        "misses_total",
        "is_out",
        "seen_at",
    )
    readonly_fields = fields
    can_delete = False
    extra = max_num = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The seats of matches in which the reader does not play."""
        seats = super().get_queryset(request).select_related("player")
        return of_others(seats, request.user)  # type: ignore[arg-type]  # only staff comes here


@admin.register(Match, site=desk)
class MatchAdmin(ReadOnly):
    """The match and its table: as much as its page tells a spectator."""

    list_display = ("number", "game", "state", "seq", "opened_at", "started_at", "paused_at", "ended_at")
    list_filter = ("state", "game", "opened_at", "started_at")
    search_fields = ("=id", "=seats__name")
    search_help_text = _("the number of a match, or a name at the table")
    ordering = ("-id",)
    fields = (
        "game", "options", "state", "seq", "pace", "misses_allowed", "creator",
        "opened_at", "started_at", "paused_at", "ended_at", "result",
    )  # fmt: skip
    inlines = (SeatInline,)
    change_form_template = "moderation/match.html"

    def get_urls(self) -> list[URLPattern]:
        """Add the page of what may be done to a match."""
        act = path("<int:match_id>/act/<slug:name>/", self.admin_site.admin_view(self.act), name="act")
        return [act, *super().get_urls()]

    def act(self, request: HttpRequest, match_id: int, name: str) -> HttpResponse:
        """The page of one act; see `acting`."""
        return acting.page(request, match_id, name, self.admin_site.each_context(request))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: Mapping[str, Any] | None = None,
    ) -> HttpResponse:
        """Offer the acts that are possible now, and the ways to the rows of this match."""
        match = self.get_object(request, object_id)
        offered = acting.offered(match) if match and request.user.has_perm(MODERATE) else ()
        ways = [
            (
                reverse(f"admin:matches_{name}_changelist") + f"?match__id__exact={object_id}",
                model._meta.verbose_name_plural,  # noqa: SLF001 - Django's documented way to names
            )
            for name, model in ROWS_OF_A_MATCH.items()
            if request.user.has_perm(f"matches.view_{name}")
        ]
        if request.user.has_perm("players.view_absence"):
            of_players = f"?player__seats__match__id__exact={object_id}"
            ways.append((reverse("admin:players_absence_changelist") + of_players, _("absences")))
        context = {**(extra_context or {}), "acts": offered, "ways": ways}
        return super().change_view(request, object_id, form_url, context)

    @admin.display(description=_("match"), ordering="id")
    def number(self, match: Match) -> int:
        """The match's number."""
        return match.pk

    @admin.display(description=_("pace"))
    def pace(self, match: Match) -> str:
        """How much time a turn has."""
        return told(Terms.of(match))


@admin.register(Seat, site=desk)
class SeatAdmin(ListOnly):
    """Who sits where, whose clock runs until when."""

    way_to_match = "match"
    list_display = (
        "match",
        "number",
        "name",
        "player",
        "bot",
        "deadline_at",
        "misses",
        "misses_total",
        "seen_at",
        "is_out",
    )
    list_filter = ("is_out", "deadline_at")
    list_select_related = ("match", "player")
    links = ("match__id__exact", "player__id__exact")
    search_fields = ("=match__id", "name")
    search_help_text = _("the number of a match, or a name at the table")
    ordering = ("-match_id", "number")


@admin.register(Deal, site=desk)
class DealAdmin(ListOnly):
    """The deals of matches and how they ended."""

    way_to_match = "match"
    list_display = ("match", "number", "rules_version", "opener", "first_seq", "last_seq", "outcome")
    list_select_related = ("match",)
    links = ("match__id__exact",)
    search_fields = ("=match__id",)
    search_help_text = _("the number of a match")
    ordering = ("-id",)


@admin.register(Offer, site=desk)
class OfferAdmin(ListOnly):
    """What players offered each other, and what came of it."""

    way_to_match = "match"
    list_display = ("match", "seat", "kind", "state", "offered_at", "lapses_at", "settled_at")
    list_filter = ("kind", "state", "offered_at")
    list_select_related = ("match", "seat")
    links = ("match__id__exact",)
    search_fields = ("=match__id",)
    search_help_text = _("the number of a match")
    ordering = ("-id",)


@admin.register(Entry, site=desk)
class EntryAdmin(ListOnly):
    """The log: what kind of thing was done when; not which cards it was done with."""

    way_to_match = "match"
    list_display = ("match", "seq", "deal", "seat", "kind", "said", "at")
    list_filter = ("kind", "at")
    list_select_related = ("match", "deal")
    links = ("match__id__exact",)
    search_fields = ("=match__id",)
    search_help_text = _("the number of a match")
    ordering = ("-id",)

    @admin.display(description=_("what"))
    def said(self, entry: Entry) -> str:
        """The facts that hide nothing."""
        if entry.kind == Entry.Kind.BROKEN:
            return str(entry.data.get("why", "")).partition(":")[0]  # the rest may name cards
        shown = ((name, entry.data[name]) for name in SAID if entry.data.get(name) not in (None, ""))
        return "; ".join(f"{name}: {instant(value) if name in INSTANTS else value}" for name, value in shown)


@admin.register(Heartbeat, site=desk)
class HeartbeatAdmin(ListOnly):
    """When each process of the host was last well."""

    list_display = ("name", "at")


@admin.register(LogEntry, site=desk)
class LogEntryAdmin(ListOnly):
    """What was done at the desk, by whom, to what, and why."""

    list_display = ("action_time", "user", "content_type", "object_repr", "change_message")
    list_filter = ("action_time",)
    list_select_related = ("user", "content_type")
    search_fields = ("=user__name",)
    search_help_text = _("the name of whoever did it")


def instant(written: str) -> str:
    """An instant of an entry's data, in the reader's zone."""
    found = parse_datetime(written)
    return date_format(timezone.localtime(found), "DATETIME_FORMAT") if found else written
