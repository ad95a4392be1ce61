"""A player's matches in words: whose turn it is, how much time is left, who is waited for."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from hosting import games
from hosting.mail.writing.lines import named
from hosting.matches import inviting, queries
from hosting.matches.models import Invitation, Match
from hosting.matches.queries import Row
from hosting.matches.terms import Terms, told
from hosting.players.models import Player
from hosting.players.times import instant, time_left
from hosting.rules.words import words

Facts = dict[str, Any]

MOST_FINISHED = 5


def listed(player: Player) -> Facts:
    """Gather what the list of a player's matches tells."""
    board = queries.dashboard(player)
    return {
        "turns": [_row(row, player) for row in board.your_turn],
        "waiting": [_row(row, player) for row in board.waiting],
        "open": [_row(row, player) | waiting_for_players(row.match, player) for row in board.open],
        "finished": [_row(row, player) for row in board.finished[:MOST_FINISHED]],
        "invitations": [_invitation(each, player) for each in inviting.open_to(player)],
    }


def _row(row: Row, player: Player) -> Facts:
    return {
        "number": row.match.pk,
        "game": _game(row.match, player),
        "others": named([seat.name for seat in row.opponents if seat.name]),
        "state": row.match.state,
        "mover": ", ".join(seat.name for seat in row.waiting_for),
        "deadline": instant(row.deadline_at, player.zone) if row.deadline_at else "",
        "left": time_left(row.deadline_at),
    }


def _invitation(invitation: Invitation, player: Player) -> Facts:
    match = invitation.match
    return {
        "number": match.pk,
        "game": _game(match, player),
        "by": invitation.by.name,
        "pace": pace_of(match),
    }


def waiting_for_players(match: Match, player: Player) -> Facts:
    """Say how a match that has not begun is joined, and who is invited by this player."""
    return {
        "join_code": match.join_code,
        "link": f"{settings.SITE_URL}/join/{match.join_code}",
        "free": match.seats.filter(player=None, bot="").count(),
        "invited": ", ".join(inviting.waiting_by(match, player)),
    }


def pace_of(match: Match) -> str:
    """Say the pace of a match, with all its terms of time."""
    return told(Terms.of(match))


def _game(match: Match, player: Player) -> str:
    known = games.game(match.game).languages
    return words(match.game, player.language if player.language in known else known[0]).game_name
