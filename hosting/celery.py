"""The Celery application: `celery -A hosting worker -Q moves` (or `-Q mail`).

Tasks are found in `hosting.tasks` when a worker starts; nobody who only wakes them imports them.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hosting.settings")

app = Celery("hosting", include=["hosting.tasks"])
app.config_from_object("django.conf:settings", namespace="CELERY")


@setup_logging.connect
def keep_our_logging(**_facts: Any) -> None:
    """Tell Celery to leave logging as the settings have it, masking and all."""
