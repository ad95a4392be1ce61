"""The rights that the desk knows beyond "may see these rows". Nothing is stored here."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Right(models.Model):
    """Bears the permissions of the desk; it has no table and no rows."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions = (
            ("moderate_match", _("May pause, resume or void a match, and end a stalled turn")),
            ("see_host", _("May see the state of the host")),
            ("run_again", _("May run again what was set aside")),
            ("send_again", _("May send again a notice that was given up")),
        )

    def __str__(self) -> str:
        return "right"


MODERATE = "moderation.moderate_match"
SEE_HOST = "moderation.see_host"
RUN_AGAIN = "moderation.run_again"
SEND_AGAIN = "moderation.send_again"
