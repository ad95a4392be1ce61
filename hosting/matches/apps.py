"""The app of hosting.matches."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """See hosting/README.md for what stands here."""

    name = "hosting.matches"
    label = "matches"
    default_auto_field = "django.db.models.BigAutoField"
