"""The web application, for gunicorn and for the server of the one-command host."""

import os
from threading import Thread

from django.core.wsgi import get_wsgi_application

from hosting.web.warming import warm

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hosting.settings")

application = get_wsgi_application()

Thread(target=warm, name="warming", daemon=True).start()  # who comes first waits no longer than others
