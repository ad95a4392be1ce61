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
    at = models.DateTimeField(_("last well"))

    class Meta:
        verbose_name = _("process")
        verbose_name_plural = _("processes")

    def __str__(self) -> str:
        return self.name
