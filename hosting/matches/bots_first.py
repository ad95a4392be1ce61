"""One mail where two would come within a second: the host's own players move before a letter is sent.

Where only they are to act, the answer to a player's moves, and the news that his match has begun, wait a few
seconds. If it is his turn by then, his turn mail tells it all and they are dropped; else they are sent as
they are (P14). Nothing hangs on it: a letter that waits is sent by the sweep.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from hosting.matches.models import Entry, Match, Notice, Submission
from hosting.players import wishes
from hosting.players.wishes import About, Way

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hosting.matches.sitting import Sitting

PATIENCE: Final = dt.timedelta(seconds=5)
"""So long a letter waits for the host's own players at most."""

Kind = Notice.Kind
State = Notice.State

SAYS_MORE: Final = frozenset({"left", "aside", "done", "order", "stopped", "unclear", "beyond", "then"})
"""Parts of an outcome that only an answer tells: one that has them does not wait."""


def let_wait(sitting: Sitting, letters: Sequence[Notice]) -> None:
    """Let letters of this sitting wait for bots, if they alone are to act."""
    if not _only_bots_act(sitting):
        return
    for letter in letters:
        assert letter.seat is not None
        seat = sitting.seat(letter.seat_id)
        if (
            _may_wait(sitting, letter)
            and wishes.way(About.TURN, seat.wishes, seat.player_wishes or {}) is Way.MAIL
        ):
            letter.not_before = sitting.at + PATIENCE


def settle(sitting: Sitting, letters: Sequence[Notice]) -> list[int]:
    """After a bot's moves let turn mails take up what waited; give the ids of what need wait no more."""
    if sitting.submission is None or sitting.submission.source != Submission.Source.BOT:
        return []
    if _only_bots_act(sitting):
        return []
    waiting = Notice.objects.filter(
        match=sitting.match, kind__in=[Kind.ANSWER, Kind.STARTED], state=State.NEW, not_before__gt=sitting.at
    )
    turns = {letter.seat_id: letter for letter in letters if letter.kind == Kind.TURN}
    free = []
    for letter in waiting.order_by("pk"):
        same = Notice.objects.filter(pk=letter.pk, state=State.NEW)
        turn = turns.get(letter.seat_id)
        if turn is None:
            free += [letter.pk] if same.update(not_before=None) else []
        elif same.update(state=State.DROPPED):
            turn.data = {**turn.data, **_taken_up(letter)}
    return free


def _taken_up(letter: Notice) -> dict[str, object]:
    since = letter.data["since"]
    if letter.kind == Kind.ANSWER:
        return {"since": since, "done": True, "answers": letter.submission_id}
    return {"since": since, "begun": True}


def _only_bots_act(sitting: Sitting) -> bool:
    if sitting.match.state != Match.State.PLAYING:
        return False
    asked = [seat for seat in sitting.seats if seat.question is not None]
    return bool(asked) and all(seat.bot for seat in asked)


def _may_wait(sitting: Sitting, letter: Notice) -> bool:
    """Say whether a turn mail could tell the same."""
    if letter.kind == Kind.STARTED:
        return True
    submission = sitting.submission
    return (
        letter.kind == Kind.ANSWER
        and submission is not None
        and submission.outcome.get("code") == "applied"
        and not SAYS_MORE & {name for name, told in submission.outcome.items() if told}
        and not any(entry.kind in _ENDS for entry in sitting.entries)
        and not Notice.objects.filter(submission=submission, kind=Kind.HELD).exists()
    )


_ENDS: Final = frozenset({Entry.Kind.DEAL_ENDED, Entry.Kind.MATCH_ENDED, Entry.Kind.LEFT})
