"""The app of hosting.running; it has commands and no models."""

from django.apps import AppConfig


class RunningConfig(AppConfig):
    """See hosting/README.md for what stands here."""

    name = "hosting.running"
    label = "running"
