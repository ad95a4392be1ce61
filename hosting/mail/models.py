"""Mails as they came in: stored before they are accepted, read afterwards."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hosting.now import now


class InboundMail(models.Model):
    """A mail exactly as it came. Every delivery is a row: nothing that a sender chose makes two equal.

    `recipients` lists the envelope's recipients as `{"address", "kind", "notice", "submission"}`: kind is a
    kind of `mail.addresses`; notice and submission are row ids where there is one.
    """

    class State(models.TextChoices):
        NEW = "new", _("unread")
        DONE = "done", _("done")
        QUIET = "quiet", _("recorded")
        SHUNTED = "shunted", _("set aside")

    raw = models.BinaryField()
    mail_from = models.CharField(_("envelope sender"), max_length=320, blank=True)
    peer = models.CharField(_("came from"), max_length=64, blank=True)
    recipients = models.JSONField(_("recipients"), default=list)
    received_at = models.DateTimeField(_("received"), default=now)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.NEW)
    kind = models.CharField(_("read as"), max_length=16, blank=True)
    reason = models.CharField(_("why"), max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    not_before = models.DateTimeField(_("not before"), null=True, blank=True)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)

    class Meta:
        verbose_name = _("incoming email")
        verbose_name_plural = _("incoming emails")
        indexes = (models.Index(fields=["received_at"], condition=Q(state="new"), name="mail_waiting"),)

    def __str__(self) -> str:
        return f"mail {self.pk}"


class Request(models.Model):
    """What a mail to the host's own address asked for. Held until its sender has confirmed it, where need be.

    `address` is the one that is answered: a registered one, or the sender's who signs up. `lines` are his
    own words; `outcome` says what became of each.
    """

    class State(models.TextChoices):
        NEW = "new", _("waiting")
        HELD = "held", _("held")
        DONE = "done", _("done")
        DROPPED = "dropped", _("dropped")
        LAPSED = "lapsed", _("lapsed")

    key = models.CharField(max_length=80, unique=True)
    mail = models.ForeignKey(InboundMail, null=True, on_delete=models.SET_NULL, related_name="requests")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="requests"
    )
    address = models.EmailField(_("e-mail address"), max_length=254, blank=True)
    lines = models.JSONField(_("lines"), default=list)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.NEW)
    outcome = models.JSONField(_("outcome"), default=list, blank=True)
    asked_at = models.DateTimeField(_("asked"), default=now)
    lapses_at = models.DateTimeField(_("lapses"), null=True, blank=True)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)

    class Meta:
        verbose_name = _("requests to the host")
        verbose_name_plural = _("requests to the host")
        indexes = (models.Index(fields=["lapses_at"], condition=Q(state="held"), name="request_held"),)

    def __str__(self) -> str:
        return self.key
