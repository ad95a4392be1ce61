"""A player's own data as a file: what the host knows of him and what he wrote; no card of a hand (P25)."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from hosting.matches.models import Press, Report, Seat, Submission
from hosting.players.addresses import verified_addresses
from hosting.players.models import Player
from hosting.web.readers import player_of

Facts = dict[str, Any]


@require_safe
@never_cache
@login_required
def own_data(request: HttpRequest) -> JsonResponse:
    """Give it all in one file, with instants in UTC."""
    response = JsonResponse(told(player_of(request)), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response.headers["Content-Disposition"] = 'attachment; filename="postbord.json"'
    return response


def told(player: Player) -> Facts:
    """Gather what is kept of a player."""
    moves = Submission.objects.filter(player=player).order_by("pk")
    reports = Report.objects.filter(by=player).order_by("pk")
    requests = player.requests.order_by("pk")
    return {
        "account": _account(player),
        "absences": list(player.absences.values("first_day", "last_day", "announced_at")),
        "matches": [_match(seat) for seat in _seats(player)],
        "moves": list(moves.values("match", "source", "accepted_at", "lines", "action", "state")),
        "said": list(Press.objects.filter(player=player).values("match", "at", "text")),
        "reported": list(reports.values("match", "at", "kind", "text")),
        "asked_by_mail": list(requests.values("asked_at", "lines", "state")),
    }


def _account(player: Player) -> Facts:
    return {
        "name": player.name,
        "mails_go_to": player.email,
        "addresses": sorted(verified_addresses(player)),
        "language": player.language,
        "zone": str(player.zone),
        "joined_at": player.joined_at,
        "night": [player.sleeps_from, player.sleeps_until],
        "mails": {"wishes": player.wishes, "text_only": player.text_only, "daily_at": player.digest_hour},
        "does_not_read": list(player.mutes.values_list("muted__name", flat=True)),
    }


def _seats(player: Player) -> list[Seat]:
    return list(Seat.objects.filter(player=player).select_related("match").order_by("match"))


def _match(seat: Seat) -> Facts:
    match = seat.match
    return {
        "match": match.pk,
        "game": match.game,
        "name": seat.name,
        "luck": seat.luck,
        "state": match.state,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
        "turns_missed": seat.misses_total,
        "mails": seat.wishes,
    }
