"""The app of hosting.moderation."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """See hosting/README.md for what stands here."""

    name = "hosting.moderation"
    label = "moderation"
    default_auto_field = "django.db.models.BigAutoField"
