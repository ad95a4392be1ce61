"""Reports and talk at the desk: open reports first, each settled with an answer; talk can be hidden."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from hosting.matches.models import Press, Report
from hosting.moderation import deciding
from hosting.moderation.models import MODERATE
from hosting.moderation.readonly import ReadOnly
from hosting.moderation.site import desk


class Decided(ReadOnly):
    """Rows about which a moderator decides on pages of their own, each with words of his."""

    change_form_template = "moderation/decided.html"
    decisions: tuple[str, ...] = ()

    def get_urls(self) -> list[URLPattern]:
        """Add the page of a decision."""
        name = f"decide_{self.opts.model_name}"
        own = path("<int:row>/decide/<slug:name>/", self.admin_site.admin_view(self.decide), name=name)
        return [own, *super().get_urls()]

    def decide(self, request: HttpRequest, row: int, name: str) -> HttpResponse:
        """The page of one decision; see `deciding`."""
        rows = self.get_queryset(request)
        return deciding.page(request, rows, row, name, self.decisions, self.admin_site.each_context(request))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Offer what can be decided."""
        row = self.get_object(request, object_id)
        may = row is not None and request.user.has_perm(MODERATE)
        offered = deciding.offered(row, self.decisions) if row is not None and may else ()
        context = {**(extra_context or {}), "offered": offered}
        return super().change_view(request, object_id, form_url, context)


@admin.register(Report, site=desk)
class ReportAdmin(Decided):
    """The queue: what players have reported, the oldest open one first."""

    way_to_match = "match"
    decisions = ("settle",)
    list_display = ("number", "match", "kind", "by", "at", "is_settled", "settled_by")
    list_filter = ("kind", "at", "settled_at")
    list_select_related = ("match", "by", "settled_by")
    links = ("match__id__exact", "settled_at__isnull")
    search_fields = ("=match__id", "=by__name")
    search_help_text = _("the number of a match, or the name of whoever reported")
    fields = ("match", "by", "kind", "text", "said", "at", "settled_at", "settled_by", "answer")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Open ones first, oldest first; none of a match in which the reader plays."""
        return super().get_queryset(request).order_by(F("settled_at").asc(nulls_first=True), "pk")

    @admin.display(description=_("number"), ordering="id")
    def number(self, report: Report) -> int:
        """The report's number."""
        return report.pk

    @admin.display(description=_("settled"), boolean=True, ordering="settled_at")
    def is_settled(self, report: Report) -> bool:
        """Whether somebody has answered it."""
        return report.settled_at is not None

    @admin.display(description=_("about what was said"))
    def said(self, report: Report) -> str:
        """The words that it is about."""
        return "-" if report.press is None else f"{report.press.name}: {report.press.text}"


@admin.register(Press, site=desk)
class PressAdmin(Decided):
    """What was said at tables in which the reader does not play."""

    way_to_match = "match"
    decisions = ("hide", "show", "silence", "allow")
    list_display = ("number", "match", "name", "player", "beginning", "at", "hidden_at")
    list_filter = ("at", "hidden_at")
    list_select_related = ("match", "player")
    links = ("match__id__exact",)
    search_fields = ("=match__id", "=name")
    search_help_text = _("the number of a match, or a name at the table")
    ordering = ("-id",)
    fields = ("match", "seat", "player", "name", "text", "at", "hidden_at")

    @admin.display(description=_("number"), ordering="id")
    def number(self, press: Press) -> int:
        """The number of what was said."""
        return press.pk

    @admin.display(description=_("text"))
    def beginning(self, press: Press) -> str:
        """How it begins."""
        return press.text[:80]
