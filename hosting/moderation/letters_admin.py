"""What came in and what goes out, as far as anybody may see it.

Of a player's lines his own words are shown, and nothing that the host made of them: its lists and reasons
name cards in hand. Of mails the envelope, masked headers and those lines; the source is not shown to anybody,
since replies quote the hand. Numbers of notices and addresses are the keys to a seat, so none is here.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from hosting.logs import mask
from hosting.mail.listening.storing import submission_key
from hosting.mail.models import InboundMail
from hosting.matches.models import Notice, Submission
from hosting.moderation.envelopes import headers_of
from hosting.moderation.own_matches import mails_of_others
from hosting.moderation.readonly import ReadOnly
from hosting.moderation.site import desk


@admin.register(Submission, site=desk)
class SubmissionAdmin(ReadOnly):
    """What players sent, in their own words, and what became of it."""

    way_to_match = "match"
    list_display = (
        "number",
        "match",
        "seat",
        "source",
        "state",
        "became",
        "accepted_at",
        "done_at",
        "attempts",
    )
    list_filter = ("state", "source", "accepted_at")
    list_select_related = ("match", "seat", "player")
    links = ("match__id__exact",)
    search_fields = ("=match__id", "=seat__name")
    search_help_text = _("the number of a match, or a name at the table")
    ordering = ("-id",)
    fields = (
        "match", "seat", "player", "source", "question", "own_words", "state", "became",
        "accepted_at", "done_at", "attempts", "not_before",
    )  # fmt: skip

    @admin.display(description=_("number"), ordering="id")
    def number(self, submission: Submission) -> int:
        """The submission's number."""
        return submission.pk

    @admin.display(description=_("became"))
    def became(self, submission: Submission) -> str:
        """The code of the outcome alone."""
        return str(submission.outcome.get("code", "-"))

    @admin.display(description=_("the player's own words"))
    def own_words(self, submission: Submission) -> SafeString:
        """The lines, or the button that was pressed."""
        return words_of(submission)


@admin.register(Notice, site=desk)
class NoticeAdmin(ReadOnly):
    """The outbox: what was sent to whom and when, never what it said."""

    way_to_match = "match"
    list_display = (
        "row", "kind", "player", "match", "seat", "state", "created_at", "sent_at", "bounced_at", "attempts",
    )  # fmt: skip
    list_filter = ("state", "kind", "created_at", "bounced_at")
    list_select_related = ("match", "seat", "player")
    links = ("match__id__exact",)
    search_fields = ("=match__id", "=player__name", "=address")
    search_help_text = _("the number of a match, a player's name, or a whole address")
    ordering = ("-id",)
    fields = (
        "kind", "player", "masked_address", "match", "seat", "seq", "question", "state", "created_at",
        "sent_at", "bounced_at", "attempts", "not_before", "relay_said",
    )  # fmt: skip

    @admin.display(description=_("row"), ordering="id")
    def row(self, notice: Notice) -> int:
        """The notice's row; its number stays secret."""
        return notice.pk

    @admin.display(description=_("address, when there is no player"))
    def masked_address(self, notice: Notice) -> str:
        """Where it belongs, not whose it is."""
        return mask(notice.address) or "-"

    @admin.display(description=_("what the relay said"))
    def relay_said(self, notice: Notice) -> str:
        """The relay's words without anybody's address."""
        return mask(notice.error) or "-"


@admin.register(InboundMail, site=desk)
class InboundMailAdmin(ReadOnly):
    """Mails as they came: when, from which domain, to which kinds of addresses, and how they were read."""

    list_display = (
        "number",
        "received_at",
        "sender",
        "sent_to",
        "state",
        "kind",
        "why",
        "attempts",
        "done_at",
    )
    list_filter = ("state", "kind", "received_at")
    ordering = ("-id",)

    def get_fields(self, request: HttpRequest, obj: InboundMail | None = None) -> tuple[str, ...]:  # noqa: ARG002 - Django's
        """The player's lines only for those who may see submissions."""
        seen = (
            "received_at", "sender", "sent_to", "headers", "state", "kind", "why", "attempts",
            "not_before", "done_at",
        )  # fmt: skip
        return (*seen, "own_words") if request.user.has_perm("matches.view_submission") else seen

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """All mails that concern no match in which the reader plays."""
        mails = super().get_queryset(request).defer("raw")
        return mails_of_others(mails, request.user)  # type: ignore[arg-type]  # only staff comes here

    @admin.display(description=_("number"), ordering="id")
    def number(self, mail: InboundMail) -> int:
        """The mail's number."""
        return mail.pk

    @admin.display(description=_("envelope sender"))
    def sender(self, mail: InboundMail) -> str:
        """Where it belongs, not whose it is."""
        return mask(mail.mail_from) or "<>"

    @admin.display(description=_("sent to"))
    def sent_to(self, mail: InboundMail) -> str:
        """The kinds of addresses, without any of them."""
        return ", ".join(str(recipient["kind"]) for recipient in mail.recipients)

    @admin.display(description=_("why"))
    def why(self, mail: InboundMail) -> str:
        """Why it was read so."""
        return mask(mail.reason) or "-"

    @admin.display(description=_("headers"))
    def headers(self, mail: InboundMail) -> SafeString:
        """The few that tell what kind of mail it is, masked."""
        if not mail.raw:
            return format_html("{}", _("no longer kept"))
        return format_html_join("", "<div>{}: {}</div>", headers_of(bytes(mail.raw)))

    @admin.display(description=_("the player's own words"))
    def own_words(self, mail: InboundMail) -> SafeString:
        """The lines that were read in it, for each seat it was sent to."""
        keys = [submission_key(mail.pk, index) for index in range(len(mail.recipients) + 1)]
        found = Submission.objects.filter(key__in=keys).select_related("seat").order_by("pk")
        return format_html_join("", "<div>{}</div>{}", ((each.seat, words_of(each)) for each in found))


def words_of(submission: Submission) -> SafeString:
    """What a player wrote or pressed, line by line."""
    lines = [submission.action] if submission.action else submission.lines
    return format_html("<pre>{}</pre>", "\n".join(lines))
