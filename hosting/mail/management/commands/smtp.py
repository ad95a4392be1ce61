"""Take mail by SMTP, and by LMTP where that is set, until told to stop."""

from __future__ import annotations

import asyncio
import ssl
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from hosting.mail.listening.serving import serve


class Command(BaseCommand):
    """`manage.py smtp`: SIGTERM stops it, within 10 s and without losing a mail that it accepted."""

    help = "Take mail by SMTP (and LMTP_PORT, LMTP_SOCKET). Every mail is stored before it is accepted."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Say where to listen, and with which certificate."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=settings.SMTP_PORT, help="port (SMTP_PORT)")
        parser.add_argument("--tls-certificate", default="", help="PEM file with the certificate chain")
        parser.add_argument("--tls-key", default="", help="PEM file with its key")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Run."""
        context: ssl.SSLContext | None = None
        if options["tls_certificate"]:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(options["tls_certificate"], options["tls_key"] or None)
        try:
            asyncio.run(serve(options["host"], options["port"], tls_context=context))
        except OSError as fault:  # a door that cannot be opened; nothing of a mail raises out of the sessions
            raise CommandError(f"Cannot listen: {fault}") from fault
