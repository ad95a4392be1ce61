"""`manage.py web`: the web server of the one-command host."""

import signal
import sys
from typing import Any

import waitress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from hosting.wsgi import application


class Command(BaseCommand):
    """Serves the pages in one process with a few threads; what it is at, it finishes before it ends."""

    help = "Serve the pages in one process (a host of many processes uses gunicorn instead)."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Say where to listen."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=settings.PORT, help="port (PORT)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Serve until told to end."""
        signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
        proxy = {
            "trusted_proxy": "127.0.0.1",
            "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
        }
        waitress.serve(
            application,
            listen=f"{options['host']}:{options['port']}",
            threads=4,
            connection_limit=200,
            channel_timeout=60,
            max_request_body_size=1_048_576,
            ident=None,
            clear_untrusted_proxy_headers=not settings.MAILROOM,  # which closes when it sees any of them
            **(proxy if settings.TRUSTED_PROXY else {}),
        )
