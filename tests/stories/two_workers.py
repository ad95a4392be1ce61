"""Two processes that do one thing each at the same moment, and what such a process can do."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from hosting.mail.sending import outbox
from hosting.mail.taking import mails
from hosting.matches import bots, digesting, expiring, leaving, moving, opening, outages, talking, wishing
from hosting.matches.models import Match, Seat, Submission
from hosting.matches.playing import play
from hosting.matches.submitting import submit
from hosting.now import now
from hosting.players.models import Player
from hosting.players.wishes import About, Way
from hosting.web.readers import note_seen
from tests.stories.meeting import PATIENCE, begin, meet

Doing = tuple[Callable[..., object], *tuple[Any, ...]]


class Two:
    """Two worker processes; each has its own connection and its own memory of deals."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self.pool = pool

    def at_once(self, first: Doing, second: Doing) -> list[str]:
        """Let each do its thing as soon as both are ready; give what they raised, by name."""
        both = [self.pool.submit(meet, *doing) for doing in (first, second)]
        return [each.result(PATIENCE) for each in both]


@contextmanager
def two_workers() -> Iterator[Two]:
    """Start two processes; they end with the block."""
    spawn = multiprocessing.get_context("spawn")
    barrier = spawn.Barrier(2)
    with ProcessPoolExecutor(2, mp_context=spawn, initializer=begin, initargs=(barrier,)) as pool:
        yield Two(pool)


# ---- what a process does, by row ids


def take(mail: int) -> None:
    """Read a mail and apply what it says."""
    mails.take(mail)


def apply(submission: int) -> None:
    """Apply what was submitted."""
    play(submission)


def press(seat_id: int, question: int, action: str, key: str) -> None:
    """Press a button of the match page."""
    seat = Seat.objects.select_related("player").get(pk=seat_id)
    source = Submission.Source.WEB
    play(submit(seat, player=seat.player, question=question, source=source, key=key, action=action).pk)


def end_turn(seat: int, question: int) -> None:
    """End a turn that is due, as a sweep does."""
    expiring.expire(seat, question)


def remind(seat: int, question: int) -> None:
    """Remind of a turn, as a sweep does."""
    expiring.remind(seat, question)


def play_bot(seat: int) -> None:
    """Let a bot play."""
    bots.act(seat)


def send(notice: int) -> None:
    """Send a notice."""
    outbox.deliver([notice])


def write_daily(player: int) -> None:
    """Make a daily mail that is due."""
    digesting.make(player)


def make_good() -> None:
    """Make outages good, as a sweep does."""
    outages.make_good(now())


def take_seat(match: int, player: int) -> None:
    """Take the next free seat."""
    opening.join(Match.objects.get(pk=match), Player.objects.get(pk=player))


def leave(seat_id: int) -> None:
    """Resign."""
    seat = Seat.objects.select_related("match", "player").get(pk=seat_id)
    assert seat.player is not None
    leaving.resign(seat, by=seat.player)


def talk(seat_id: int, text: str) -> None:
    """Say something at the table."""
    seat = Seat.objects.select_related("player").get(pk=seat_id)
    assert seat.player is not None
    talking.say(seat, text, by=seat.player)


def change_beside(seat_id: int) -> None:
    """Do what a player may do beside the match: look at the page, choose mails, let them go elsewhere."""
    seat = Seat.objects.select_related("player").get(pk=seat_id)
    assert seat.player is not None
    note_seen(seat)
    talking.note_read(seat, now())
    wishing.choose_for(seat, {About.PRESS: Way.NONE})
    moving.moved(seat.player, "former@mail.example.org")
