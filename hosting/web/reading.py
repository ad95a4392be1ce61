"""In which language and zone a page is read, and how a reader changes that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from hosting.players.models import Language, Player

COOKIE_AGE: Final = 365 * 24 * 3600
"""Seconds for which a chosen language is kept in a browser where nobody is signed in."""

Respond = Callable[[HttpRequest], HttpResponse]


class Reader:
    """Middleware: a player reads in his own language and zone, others as their browser asks and in UTC."""

    def __init__(self, respond: Respond) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Set language and zone for this request only."""
        player = request.user
        if not isinstance(player, Player):
            with timezone.override(ZoneInfo("UTC")):
                return self.respond(request)
        with translation.override(player.language), timezone.override(player.zone):
            request.LANGUAGE_CODE = player.language
            response = self.respond(request)
            response.headers["Content-Language"] = player.language
            return response


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Read on in another language: kept in a cookie, and with the player who is signed in."""
    language = request.POST.get("language", "")
    if language not in Language.values:
        return HttpResponseBadRequest()
    if isinstance(request.user, Player):
        Player.objects.filter(pk=request.user.pk).update(language=language)
    response = HttpResponseRedirect(safe_next(request))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return response


def safe_next(request: HttpRequest) -> str:
    """Give where the reader wants to go on, when that is a page of ours; else the front page."""
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if ours and wanted.startswith("/") else "/"
