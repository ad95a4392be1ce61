"""The app of hosting.moderation."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    """See hosting/README.md for what stands here."""

    name = "hosting.moderation"
    label = "moderation"
    verbose_name = _("Moderation")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have the roles made whenever the tables are: Django makes their rights at the same moment."""
        from hosting.moderation import roles  # models can be imported only now

        post_migrate.connect(roles.set_up, sender=self, dispatch_uid="roles")
