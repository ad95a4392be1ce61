"""The app of hosting.matches."""

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """See hosting/README.md for what stands here."""

    name = "hosting.matches"
    label = "matches"
    verbose_name = _("Matches")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what must hold before a host may run."""
        from hosting.matches import checks  # models have to be there first

        register(checks.check_running_matches, Tags.database)
