"""The app of hosting.web."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """See hosting/README.md for what stands here."""

    name = "hosting.web"
    label = "web"
    default_auto_field = "django.db.models.BigAutoField"
