"""The Celery application: `celery -A hosting worker -Q moves` (or `-Q mail`).

Tasks are found in `hosting.tasks` when a worker starts; nobody who only wakes them imports them.
"""

import os
import signal
import threading
from typing import Any, Final

from celery import Celery, Task
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hosting.settings")

LONGEST: Final = 60
"""Seconds that one task may take."""


class Bounded(Task):  # type: ignore[type-arg]  # its arguments are row ids, whatever the task
    """A task that ends its process when it takes too long; the sweep finds what it was at.

    Celery's own limits hold only where it runs tasks in child processes; the one-command host does not.
    """

    def __call__(self, *args: Any, **more: Any) -> Any:
        """Run the task with the alarm set: nobody answers it, so it ends the process."""
        if threading.current_thread() is not threading.main_thread():
            return super().__call__(*args, **more)
        signal.alarm(LONGEST)
        try:
            return super().__call__(*args, **more)
        finally:
            signal.alarm(0)


app = Celery("hosting", task_cls=Bounded, include=["hosting.tasks"])
app.config_from_object("django.conf:settings", namespace="CELERY")


@setup_logging.connect
def keep_our_logging(**_facts: Any) -> None:
    """Tell Celery to leave logging as the settings have it, masking and all."""
