"""Lines for a seat become a Submission: stored first, applied by a worker afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from hosting.matches.models import Seat, Submission
from hosting.players.models import Player
from hosting.wake import wake


def submit(
    seat: Seat,
    *,
    player: Player | None,
    question: int | None,
    source: str,
    key: str,
    lines: Sequence[str] = (),
    action: str = "",
) -> Submission:
    """Store what a seat wants; the same `key` again gives the submission that is there already (P5).

    `question` is the one that the player saw; None when nothing was asked.
    """
    with transaction.atomic(durable=True):
        submission, is_new = Submission.objects.get_or_create(
            key=key,
            defaults={
                "match_id": seat.match_id,
                "seat": seat,
                "player": player,
                "question": question,
                "source": source,
                "lines": list(lines),
                "action": action,
            },
        )
        if is_new:
            wake("play", submission.pk)
    return submission
