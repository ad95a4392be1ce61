"""What the host keeps beside the matches: their secret seeds, and how its processes are."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from hosting.matches.models.table import Match


class Seed(models.Model):
    """The master seed of a match, encrypted. It stands apart: no admin page, log line or error shows it."""

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE, related_name="+")
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return f"seed of {self.match_id}"

    def __repr__(self) -> str:
        return f"<Seed of {self.match_id}>"


class Heartbeat(models.Model):
    """When a process of the host was last well."""

    name = models.CharField(_("name"), max_length=40, primary_key=True)
    at = models.DateTimeField(_("last healthy"))

    class Meta:
        verbose_name = _("process")
        verbose_name_plural = _("processes")

    def __str__(self) -> str:
        return self.name


class Outage(models.Model):
    """A time in which the host, or a part of it, did not work; open deadlines were moved by as much."""

    class Part(models.TextChoices):
        INTAKE = "intake", _("receiving email")
        WORK = "work", _("reading and playing")
        SENDING = "sending", _("sending email")
        ALL = "all", _("the whole host")

    part = models.CharField(_("what failed"), max_length=8, choices=Part.choices)
    began_at = models.DateTimeField(_("began"))
    ended_at = models.DateTimeField(_("ended"))
    credited_at = models.DateTimeField(_("deadlines moved"), null=True, blank=True)
    matches = models.PositiveIntegerField(_("matches whose deadlines moved"), default=0)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        indexes = (
            models.Index(fields=["began_at"], condition=models.Q(credited_at=None), name="outage_uncredited"),
        )

    def __str__(self) -> str:
        return f"{self.part} {self.began_at:%Y-%m-%d %H:%M}"
