"""Bots: woken when it is their turn, and playing by the same path as people, one submission a turn."""

from __future__ import annotations

from hosting.matches.models import Match, Seat, Submission
from hosting.matches.playing import play
from hosting.matches.submitting import submit


def act(seat_id: int) -> None:
    """Let a bot play its turn, when it is its turn; any number of calls do it once."""
    seat = Seat.objects.select_related("match").get(pk=seat_id)
    if not seat.bot or seat.question is None or seat.match.state != Match.State.PLAYING:
        return
    submission = submit(
        seat,
        player=None,
        question=seat.question,
        source=Submission.Source.BOT,
        key=f"bot:{seat.match_id}:{seat.question}:{seat.number}",
    )
    play(submission.pk)


def waiting(most: int = 100) -> list[int]:
    """Find the bots whose turn it is."""
    to_act = Seat.objects.filter(match__state=Match.State.PLAYING, question__isnull=False).exclude(bot="")
    return list(to_act.values_list("pk", flat=True)[:most])
