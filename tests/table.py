"""A table to test at: Anna against Ben, and the short ways to do what players and clock do there."""

import datetime as dt
import secrets
import uuid
from typing import Any

from hosting.matches import expiring, opening, queries
from hosting.matches.models import Heartbeat, Match, Notice, Seat, Seed, Submission
from hosting.matches.playing import play
from hosting.matches.sealing import seal
from hosting.matches.submitting import submit
from hosting.now import now
from hosting.players.models import Player
from hosting.rules import chance
from hosting.rules.values import Action
from tests import people

GAME = "spite-and-malice"


def a_match(**options: Any) -> Match:
    """Anna opened it, Ben joined, the first deal is dealt: the same cards in every run of a test."""
    match = opening.open_match(people.anna(), game=GAME, options=options, luck="lycka")
    stack_the_deck(match)
    opening.join(match, people.ben(), luck="tuah")
    match.refresh_from_db()
    return match


def stack_the_deck(match: Match, master: bytes = b"the same cards in every test run") -> None:
    """Give a match that has not begun a seed that is known, so that no test depends on luck."""
    match.uuid = uuid.UUID(int=Match.objects.count())
    match.commitment = chance.commitment(master, str(match.uuid))
    match.save()
    Seed.objects.filter(match=match).update(sealed=seal(master))


def on_turn(match: Match) -> Seat:
    """The seat whose turn it is."""
    return Seat.objects.select_related("player", "match").get(match=match, question__isnull=False)


def waiting(match: Match) -> Seat:
    """The seat that waits for the other."""
    return Seat.objects.select_related("player", "match").get(match=match, question__isnull=True)


def legal(seat: Seat) -> list[Action]:
    """What the seat may do now."""
    return list(queries.situation(seat.match, seat).view.legal)


def discard(seat: Seat) -> str:
    """An action that ends the turn."""
    return str(next(action for action in legal(seat) if action.verb == "discard"))


def press(
    seat: Seat, action: str, *, question: int | None = None, player: Player | None = None
) -> Submission:
    """Press a button of the match page, and let the worker take it up."""
    submission = submit(
        seat,
        player=player or seat.player,
        question=seat.question if question is None else question,
        source=Submission.Source.WEB,
        key=f"web:{secrets.token_hex(8)}",
        action=action,
    )
    play(submission.pk)
    submission.refresh_from_db()
    return submission


def write(seat: Seat, *lines: str, notice: Notice | None = None, player: Player | None = None) -> Submission:
    """Write lines in answer to a notice (the given one, else the newest that asks); a worker takes it up."""
    notice = notice or Notice.objects.filter(seat=seat, question__isnull=False).latest("pk")
    submission = Submission.objects.create(
        match_id=seat.match_id,
        seat=seat,
        player=player or seat.player,
        notice=notice,
        question=notice.question,
        source=Submission.Source.MAIL,
        key=f"mail:{secrets.token_hex(8)}:0",
        lines=list(lines),
    )
    play(submission.pk)
    submission.refresh_from_db()
    return submission


def deliver_all(match: Match) -> None:
    """All notices of the match have reached their readers."""
    Notice.objects.filter(match=match, state=Notice.State.NEW).update(state=Notice.State.SENT, sent_at=now())


def the_host_was_well() -> None:
    """Nothing stood still in the time that a test leaps over."""
    Heartbeat.objects.exclude(name="daily").update(at=now())


def sweep(match: Match) -> None:
    """What the sweep does about the clocks of this match, with mails that arrive."""
    at = now()
    for seat, question in expiring.due_reminders(at):
        expiring.remind(seat, question)
    deliver_all(match)
    for seat, question in expiring.due_turns(at):
        expiring.expire(seat, question)
    deliver_all(match)


HOUR = dt.timedelta(hours=1)
DAY = dt.timedelta(days=1)
