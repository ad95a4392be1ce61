"""The front page: what the host is, or, for a player, what waits for him."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from hosting import games
from hosting.matches import inviting, talking
from hosting.matches.models import Match
from hosting.matches.queries import Row, dashboard
from hosting.matches.standing_in import offered
from hosting.players.models import Player
from hosting.rules.words import words
from hosting.web.readers import held_for, player_of


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show a player his matches, everybody else what this is."""
    language = translation.get_language() or "en"
    names = {slug: words(slug, language).game_name for slug in games.GAMES}

    def last_event(row: Row) -> str:
        """Say the newest thing that the player saw happen."""
        told = words(row.match.game, language)
        said = (told.event(event, row.seat.number, row.names) for event in reversed(row.last_events))
        return next(filter(None, said), "")

    if not isinstance(request.user, Player):
        return render(request, "front.html", {"game_names": names})
    context = {
        "board": dashboard(request.user),
        "game_names": names,
        "held": held_for(request.user),
        "invitations": inviting.open_to(request.user),
        "seats_offered": len(offered(request.user)),
        "last_event": last_event,
        "unread": talking.unread(request.user),
    }
    return render(request, "dashboard.html", context)


@require_safe
@never_cache
@login_required
def next_match(request: HttpRequest) -> HttpResponse:
    """Go to the player's turn with the least time left, past the match `?after=`; else to his matches."""
    skipped = request.GET.get("after", "")
    mine = dashboard(player_of(request)).your_turn
    turns = [row.match.pk for row in mine if row.match.state == Match.State.PLAYING]
    later = [pk for pk in turns if str(pk) != skipped] or turns
    return HttpResponseRedirect(reverse("match", args=[later[0]]) if later else "/")
