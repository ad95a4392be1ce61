"""Feeds that other programs of a player read: his deadlines as a calendar, the news of a match.

Whoever has the secret address reads them, without signing in; so they only read, show no hidden card, and
their addresses can be made anew at any time. They know no cookie, and an address that does not count (any
more) is answered like one that never did.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from hosting.matches.models import Seat
from hosting.players.models import Player
from hosting.web import deadlines, news
from hosting.web.readers import player_of

Respond = Callable[[HttpRequest], HttpResponse]

PLACE: Final = "/feeds/"
"""Where all feeds stand; nothing else does."""


class Nameless:
    """Middleware: feeds are asked for and answered without cookies, and no search engine shows them."""

    def __init__(self, respond: Respond) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Forget who asks."""
        if not request.path.startswith(PLACE):
            return self.respond(request)
        request.META.pop("HTTP_COOKIE", None)
        request.META.pop("HTTP_ACCEPT_LANGUAGE", None)
        response = self.respond(request)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        response.headers["Cache-Control"] = "private"
        response.headers.pop("Vary", None)
        return response


def _reader_of(key: str) -> Player:
    """Give the player whose feeds have that secret. One that was renewed is as unknown as any other."""
    player = Player.objects.filter(feed_key=key, is_active=True).exclude(feed_key="").first()
    if player is None:
        raise Http404
    return player


def _answer(player: Player, content_type: str, write: Callable[[], str | bytes]) -> HttpResponse:
    """Give a feed in the language and zone of the player whose it is."""
    with translation.override(player.language), timezone.override(player.zone):
        response = HttpResponse(write(), content_type=f"{content_type}; charset=utf-8")
    response.headers["Content-Language"] = player.language
    return response


@require_safe
def calendar(_request: HttpRequest, key: str) -> HttpResponse:
    """Give a player's deadlines and absences."""
    player = _reader_of(key)
    return _answer(player, "text/calendar", lambda: deadlines.calendar_of(player))


@require_safe
def match_news(_request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Give what happened in a match in which the player sits."""
    player = _reader_of(key)
    seat = Seat.objects.select_related("match").filter(match=number, player=player).first()
    if seat is None:
        raise Http404
    address = address_of(player, number)
    return _answer(player, "application/atom+xml", lambda: news.feed_of(seat.match, address=address))


def address_of(player: Player, match: int | None = None) -> str:
    """Give the address of a player's calendar, or of the news of a match; "" while he has made none."""
    if not player.feed_key:
        return ""
    path = (
        reverse("calendar", args=[player.feed_key])
        if match is None
        else reverse("news", args=[player.feed_key, match])
    )
    return f"{settings.SITE_URL}{path}"


@require_POST
@login_required
def renew(request: HttpRequest) -> HttpResponse:
    """Make the addresses of a player's feeds anew, or do away with them; the old ones are gone at once."""
    player = player_of(request)
    stops = bool(request.POST.get("stop"))
    Player.objects.filter(pk=player.pk).update(feed_key="" if stops else new_key())
    said: Any = _("Your feeds are off.") if stops else _("Your feeds have new addresses.")
    messages.success(request, said)
    return HttpResponseRedirect(f"{reverse('settings')}#feeds")


def new_key() -> str:
    """Make the secret of a player's feeds: 160 random bits."""
    return base64.b32encode(secrets.token_bytes(20)).decode().lower()
