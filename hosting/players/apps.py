"""The players' app."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """People and their addresses."""

    name = "hosting.players"
    label = "players"
    default_auto_field = "django.db.models.BigAutoField"
