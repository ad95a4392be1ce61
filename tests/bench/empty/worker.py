"""A worker without any task: `celery -A tests.bench.empty.worker worker`."""

import os

import django
from celery import Celery

django.setup()
app = Celery("empty", broker=os.environ["EMPTY_BROKER"])
