"""The web application, for gunicorn and for the server of the one-command host."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hosting.settings")

application = get_wsgi_application()
