"""What came in for a match, and the log of what was done."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hosting.matches.models.table import Deal, Match, Seat
from hosting.now import now


class Submission(models.Model):
    """Lines for a seat and a question, from whatever way they came. `key` makes its effect happen once.

    `lines` are a person's words; `action` is what a button posts instead. `outcome` says what became of it.
    """

    class State(models.TextChoices):
        UNREAD = "unread", _("unread")
        READY = "ready", _("ready")
        HELD = "held", _("held")
        APPLIED = "applied", _("applied")
        REFUSED = "refused", _("refused")
        REPEAT = "repeat", _("repeat")
        SHUNTED = "shunted", _("set aside")

    class Source(models.TextChoices):
        MAIL = "mail", _("mail")
        WEB = "web", _("web")
        BOT = "bot", _("bot")
        CLOCK = "clock", _("clock")
        MODERATOR = "moderator", _("moderator")

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="submissions", verbose_name=_("match")
    )
    seat = models.ForeignKey(
        Seat, on_delete=models.CASCADE, related_name="submissions", verbose_name=_("seat")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("player"),
    )
    notice = models.ForeignKey("Notice", null=True, on_delete=models.SET_NULL, related_name="submissions")
    question = models.PositiveIntegerField(_("question"), null=True)
    source = models.CharField(_("came by"), max_length=10, choices=Source.choices)
    key = models.CharField(max_length=80, unique=True)
    lines = models.JSONField(_("lines"), default=list)
    action = models.CharField(_("action"), max_length=200, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.READY)
    outcome = models.JSONField(_("outcome"), default=dict, blank=True)
    accepted_at = models.DateTimeField(_("accepted"), default=now)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    not_before = models.DateTimeField(_("not before"), null=True, blank=True)

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        indexes = (
            models.Index(
                fields=["accepted_at"], condition=Q(state__in=["unread", "ready"]), name="submission_waiting"
            ),
            models.Index(fields=["seat", "question"], name="submission_question"),
        )

    def __str__(self) -> str:
        return f"{self.key} ({self.state})"


class Entry(models.Model):
    """A row of a match's log. `seq` is dense, never reused and never falls; rows are only ever added.

    `digest` stands on the last entry of each transaction: an HMAC with the deal's key over the digest before,
    the entries since and every seat's view. It never leaves the database.
    """

    class Kind(models.TextChoices):
        STARTED = "started", _("the match started")
        DEALT = "dealt", _("a deal began")
        ACTION = "action", _("an action")
        EXPIRED = "expired", _("the host ended a turn")
        LEFT = "left", _("a seat left the deal")
        DEAL_ENDED = "deal_ended", _("a deal ended")
        MATCH_ENDED = "match_ended", _("the match ended")
        PAUSED = "paused", _("paused")
        RESUMED = "resumed", _("resumed")
        VOIDED = "voided", _("declared void")
        DEADLINE_MOVED = "deadline_moved", _("a deadline moved")
        BROKEN = "broken", _("stopped by a fault")
        UNDONE = "undone", _("actions were taken back")
        AWAY = "away", _("an absence was announced")
        BOT_HELD = "bot_held", _("a bot took over a seat")
        BACK = "back", _("a player came back")
        SEAT_OFFERED = "seat_offered", _("a seat was offered to a substitute")
        SUBSTITUTED = "substituted", _("a seat changed hands")

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="entries", verbose_name=_("match")
    )
    seq = models.PositiveIntegerField(_("number"))
    deal = models.ForeignKey(
        Deal, null=True, on_delete=models.CASCADE, related_name="entries", verbose_name=_("deal")
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    kind = models.CharField(_("kind"), max_length=16, choices=Kind.choices)
    data = models.JSONField(_("what"), default=dict)
    submission = models.ForeignKey(Submission, null=True, on_delete=models.SET_NULL, related_name="entries")
    at = models.DateTimeField(_("at"), default=now)
    undone_by = models.PositiveIntegerField(_("taken back by entry"), null=True, blank=True)
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("match", "seq")
        constraints = (models.UniqueConstraint(fields=["match", "seq"], name="entry_seq"),)

    def __str__(self) -> str:
        return f"{self.match_id}.{self.seq} {self.kind}"
