"""A story as a program of its own: `python -m tests.stories STORY ...`, in the environment of its host.

It calls `main` of that story with the arguments; what it gives is printed as the last line, as JSON.
"""

import json
import os
import sys
from importlib import import_module

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "hosting.settings"
django.setup()
told = import_module(f"tests.stories.{sys.argv[1]}").main(sys.argv[2:])
sys.stdout.write(f"\n{json.dumps(told)}\n")
