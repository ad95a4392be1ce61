"""`manage.py receive_mail --sender=A --recipient=B < message`: take one mail from a mail server's pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from hosting.mail.listening.handed import exit_status, receive


class Command(BaseCommand):
    """Exits with 0 when it is stored, 75 for trouble of ours, 64, 65 or 67 for what its sender can mend.

    What it says on standard output begins with the status code that Postfix puts into a bounce.
    """

    help = "Store one mail from standard input. Exits with 0, 64, 65, 67 or 75, as sysexits.h has it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the envelope."""
        parser.add_argument(
            "--sender", required=True, help="envelope sender; nothing, <> or MAILER-DAEMON for a bounce"
        )
        parser.add_argument(
            "--recipient",
            required=True,
            nargs="+",
            action="extend",
            help="envelope recipient, or several",
        )

    def handle(self, *_args: Any, sender: str, recipient: Sequence[str], **_options: Any) -> None:
        """Store it, and say so by the exit status."""
        reply = receive(sys.stdin.buffer, sender, recipient)
        self.stdout.write(reply[4:])
        self.stdout.flush()
        sys.exit(exit_status(reply))
