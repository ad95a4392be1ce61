"""Sample players and running matches, so that a newcomer finds something to look at. Development only."""

from __future__ import annotations

import random
import secrets
from typing import Final

from hosting import games
from hosting.matches import opening, queries
from hosting.matches.models import Match, Seat, Submission
from hosting.matches.playing import play
from hosting.matches.submitting import submit
from hosting.players.addresses import add_verified
from hosting.players.models import Player

GAME: Final = "spite-and-malice"
DOMAIN: Final = "sample.localhost"
PEOPLE: Final = (
    ("Anna", "sv", "Europe/Stockholm"),
    ("Ben", "ms", "Asia/Kuala_Lumpur"),
    ("Cilla", "en", "Europe/London"),
)
MODERATOR: Final = ("Maja", "en", "Europe/London")
TURNS_PLAYED: Final = 7


def lay_out() -> bool:
    """Make sample players, their matches and a moderator, unless there are players already. Says whether."""
    if Player.objects.exists():
        return False
    anna, ben, cilla = (_person(*who) for who in PEOPLE)
    moderator = _person(*MODERATOR)
    moderator.is_staff = moderator.is_superuser = True
    moderator.save()
    match = opening.open_match(anna, game=GAME, options={"target": 20}, luck="lycka till")
    opening.join(match, ben, luck="semoga berjaya")
    _play_some_turns(match, TURNS_PLAYED)
    opening.open_match(cilla, game=GAME, options={"target": 10}, bot="greedy")
    opening.open_match(ben, game=GAME)
    return True


def address_of(name: str) -> str:
    """The address of a sample player."""
    return f"{name.lower()}@{DOMAIN}"


def _person(name: str, language: str, zone: str) -> Player:
    player = Player.objects.create_user(address_of(name), name, language=language, zone=zone)
    add_verified(player, player.email)
    return player


def _play_some_turns(match: Match, turns: int) -> None:
    """Let both seats play as the greedy bot would, one action at a time, by the path that a button takes."""
    choose = games.bots(match.game)["greedy"]
    chance = random.SystemRandom()
    while turns > 0:
        match.refresh_from_db()
        seat = Seat.objects.filter(match=match, question__isnull=False).select_related("player").first()
        if seat is None:
            return
        view = queries.situation(match, seat).view
        submission = submit(
            seat,
            player=seat.player,
            question=seat.question,
            source=Submission.Source.WEB,
            key=f"sample:{secrets.token_hex(8)}",
            action=str(choose(view, chance)),
        )
        play(submission.pk)
        still = Seat.objects.filter(pk=seat.pk, question__isnull=False).exists()
        turns -= 0 if still else 1
