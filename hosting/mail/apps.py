"""The app of hosting.mail."""

from django.apps import AppConfig
from django.core.checks import register
from django.utils.translation import gettext_lazy as _


class MailConfig(AppConfig):
    """See hosting/README.md for what stands here."""

    name = "hosting.mail"
    label = "mail"
    verbose_name = _("Mail")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what an operator is told at a start."""
        from hosting.mail import checks  # settings have to be there first

        register(checks.check_sign_up)
