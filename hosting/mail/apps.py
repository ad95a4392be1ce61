"""The app of hosting.mail."""

from django.apps import AppConfig


class MailConfig(AppConfig):
    """See hosting/README.md for what stands here."""

    name = "hosting.mail"
    label = "mail"
    default_auto_field = "django.db.models.BigAutoField"
