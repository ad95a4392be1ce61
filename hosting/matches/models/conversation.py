"""What people say and offer to each other around a match."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hosting.matches.models.log import Submission
from hosting.matches.models.table import Match, Seat
from hosting.now import now


class Press(models.Model):
    """Something that a player said to all at the table. It is no entry: it changes nothing in the match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="press", verbose_name=_("match"))
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="press", verbose_name=_("seat"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("player"),
    )
    name = models.CharField(_("name"), max_length=40)
    text = models.TextField(_("text"))
    submission = models.ForeignKey(Submission, null=True, on_delete=models.SET_NULL, related_name="press")
    at = models.DateTimeField(_("said"), default=now)
    hidden_at = models.DateTimeField(_("hidden by a moderator"), null=True, blank=True)

    class Meta:
        verbose_name = _("said at a table")
        verbose_name_plural = _("said at tables")
        ordering = ("match", "at", "pk")
        indexes = (models.Index(fields=["match", "at"], name="press_of_match"),)

    def __str__(self) -> str:
        return f"{self.match_id} {self.name} {self.at:%Y-%m-%d %H:%M}"


class Offer(models.Model):
    """What a seat offers to the table: it comes about when every other person still in has accepted."""

    class Kind(models.TextChoices):
        PAUSE = "pause", _("a pause")
        RESUME = "resume", _("to go on")
        EXTENSION = "extension", _("more time")
        REMATCH = "rematch", _("another match")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        AGREED = "agreed", _("agreed")
        LAPSED = "lapsed", _("lapsed")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DECLINED = "declined", _("declined")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="offers", verbose_name=_("match"))
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="offers", verbose_name=_("seat"))
    kind = models.CharField(_("offer"), max_length=10, choices=Kind.choices)
    data = models.JSONField(_("what"), default=dict, blank=True)
    accepted = models.JSONField(_("seats that accepted"), default=list)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    offered_at = models.DateTimeField(_("offered"), default=now)
    lapses_at = models.DateTimeField(_("lapses"))
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        verbose_name = _("offer")
        verbose_name_plural = _("offers")
        indexes = (models.Index(fields=["lapses_at"], condition=Q(state="open"), name="offer_open"),)

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind} ({self.state})"


class Invitation(models.Model):
    """A seat offered to an address. It lapses with the match's start, end or cancelling."""

    class State(models.TextChoices):
        SENT = "sent", _("sent")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("lapsed")

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="invitations", verbose_name=_("match")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("invited by")
    )
    address = models.EmailField(_("e-mail address"), max_length=254)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.SENT)
    at = models.DateTimeField(_("invited"), default=now)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = (models.UniqueConstraint(fields=["match", "address"], name="invited_once"),)
        indexes = (models.Index(fields=["by", "at"], name="invitations_of_player"),)

    def __str__(self) -> str:
        return f"{self.match_id} to {self.address}"


class Report(models.Model):
    """Something that a player wants a moderator to look at."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="reports", verbose_name=_("match")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("by")
    )
    press = models.ForeignKey(
        Press,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="reports",
        verbose_name=_("about"),
    )
    kind = models.CharField(_("kind"), max_length=12, default="other")
    text = models.TextField(_("text"))
    at = models.DateTimeField(_("reported"), default=now)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("settled by"),
    )
    answer = models.TextField(_("answer"), blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = (models.Index(fields=["at"], condition=Q(settled_at=None), name="report_open"),)

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind}"
