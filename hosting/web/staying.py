"""Staying signed in: a sign-in lasts fourteen days from the last visit, not from the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

from hosting.now import now
from hosting.players.models import Player

DAY: Final = "day"
"""Where a session keeps the day of the last visit: it is written, and so lasts on, once a day."""


class Staying:
    """Middleware: whoever comes by within the time of a session need not sign in again."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponse]) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Note the day of the visit."""
        today = now().date().isoformat()
        if isinstance(request.user, Player) and request.session.get(DAY) != today:
            request.session[DAY] = today
        return self.respond(request)
