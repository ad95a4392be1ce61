"""A player's own settings."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from hosting.matches import digesting, talking
from hosting.matches.models import Match, Seat
from hosting.players.models import Player
from hosting.players.wishes import About
from hosting.rules.words import words
from hosting.web import feeds
from hosting.web.forms import Profile
from hosting.web.mail_wishes import Everywhere
from hosting.web.nights import Night
from hosting.web.readers import player_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the settings; keep name, language and zone."""
    player = player_of(request)
    if request.method != "POST":
        form = Profile(initial={"name": player.name, "language": player.language, "zone": str(player.zone)})
        return _page(request, form)
    form = Profile(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    before = player.zone
    form.keep(player)
    if player.zone != before:
        digesting.reschedule(player)
    with translation.override(player.language):
        messages.success(request, _("Your settings are saved."))
    return HttpResponseRedirect(reverse("settings"))


def _page(request: HttpRequest, form: Profile, status: int = 200) -> HttpResponse:
    player = player_of(request)
    context = {
        "form": form,
        "mails": Everywhere.of(player),
        "night": Night.of(player),
        "abouts": list(About),
        "muted": talking.muted_by(player),
        "calendar": feeds.address_of(player),
        "matches_with_news": _matches_with_news(player),
    }
    return render(request, "settings.html", context, status=status)


def _matches_with_news(player: Player) -> list[tuple[str, str]]:
    """Name the player's running matches, each with the address of its feed."""
    mine = Seat.objects.filter(player=player, match__state__in=[Match.State.PLAYING, Match.State.PAUSED])
    language = translation.get_language() or "en"
    return [
        (
            f"{words(seat.match.game, language).game_name} {seat.match_id}",
            feeds.address_of(player, seat.match_id),
        )
        for seat in mine.select_related("match").order_by("match_id")
        if player.feed_key
    ]
