"""What may happen to a match beside moves: slips, questions, silences, pauses, departures, moderators."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from hosting.games import GAMES
from hosting.matches import leaving, moderating, notices, queries
from hosting.matches.models import Match, Notice, Seat, Submission
from hosting.now import Offset
from hosting.players.models import Player
from hosting.rules.playout import ASK
from hosting.rules.words import words
from tests import people, table

WHY: Final = "because a test wants to see it"


def let(match: Match, scene: str) -> None:
    """Let it happen."""
    SCENES[scene](match)


def _moderator() -> Player:
    dan = people.dan()
    dan.is_staff = dan.is_superuser = True
    dan.save()
    return dan


def _typed(seat: Seat) -> str:
    """A legal move of a seat, as its player writes it."""
    assert seat.player
    seen = queries.situation(seat.match, seat)
    return words(seat.match.game, seat.player.language).command(seen.view.legal[-1], seen.view, seen.names)


def _asks(match: Match) -> None:
    """Everybody wants to be asked for each answer, in games that ask."""
    if ASK in GAMES[match.game].standing_orders:
        for seat in match.seats.select_related("player", "match").exclude(player=None):
            notice = Notice.objects.filter(seat=seat).latest("pk")
            table.write(seat, words(match.game, "en").order_command(ASK), notice=notice)


def _held(match: Match) -> None:
    seat = table.on_turn(match)
    submission = Submission.objects.create(
        match=match,
        seat=seat,
        player=seat.player,
        question=seat.question,
        source=Submission.Source.MAIL,
        key=f"held:{match.seq}",
        lines=[_typed(seat)],
        state=Submission.State.HELD,
    )
    notices.held(submission, sender="a***@elsewhere.example")


def _stale(match: Match) -> None:
    """A move comes that answers an old mail."""
    seat = table.on_turn(match)
    old = Notice.objects.filter(seat=seat, question__lt=seat.question or 0).earliest("pk")
    table.write(seat, _typed(seat), notice=old)


def _later(match: Match, span: timedelta) -> None:
    Offset.ahead += span
    table.sweep(match)


def _resign(match: Match) -> None:
    seat = table.on_turn(match)
    assert seat.player
    leaving.resign(seat, by=seat.player)


SCENES: Final[dict[str, Callable[[Match], object]]] = {
    "asks": _asks,
    "slip": lambda match: table.write(table.on_turn(match), "PLYA 7 7"),
    "refused": lambda match: table.write(table.on_turn(match), "99"),
    "tried": lambda match: table.write(table.on_turn(match), "TRY", _typed(table.on_turn(match))),
    "help": lambda match: table.write(table.on_turn(match), "HELP"),
    "held": _held,
    "pause": lambda match: moderating.pause(match.pk, by=_moderator(), reason=WHY),
    "resume": lambda match: moderating.resume(match.pk, by=_moderator(), reason=WHY),
    "reminder": lambda match: _later(match, timedelta(days=2, hours=22)),
    "silence": lambda match: _later(match, timedelta(days=4)),
    "stale": _stale,
    "ended by a moderator": lambda match: moderating.end_stalled_turn(match.pk, by=_moderator(), reason=WHY),
    "resign": _resign,
    "void": lambda match: moderating.void(match.pk, by=_moderator(), reason=WHY),
}
