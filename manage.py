#!/usr/bin/env python3
"""The one door to every command of the host: `manage.py help` lists them."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

OFFLINE = {"playout", "read_mail", "timeout_value"}
"""Commands that touch no host: they need nothing of one's surroundings."""

if __name__ == "__main__":
    if OFFLINE & set(sys.argv[1:2]):
        os.environ.setdefault("PROFILE", "development")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hosting.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as refusal:
        sys.exit(str(refusal))  # the operator's mistake, told without a traceback
