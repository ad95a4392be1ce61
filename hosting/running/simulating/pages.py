"""What people of a simulation do on the host's pages, by the functions that the pages call."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Final

from hosting.matches import opening, queries, reaching, standing_in
from hosting.matches.models import Match, Seat, Submission
from hosting.matches.submitting import submit
from hosting.now import now
from hosting.players.models import Player
from hosting.running.simulating.people import HOUR, Person
from hosting.running.simulating.tables import Plan
from hosting.running.simulating.world import World
from hosting.web.readers import note_seen

MINUTE: Final = dt.timedelta(minutes=1)
TAKES: Final = 0.3
"""How often on a day somebody takes a seat that is offered."""


def play(world: World, person: Person, match: int) -> None:
    """Open the page of a match and press a button there, and so on until the turn is over."""
    seat = Seat.objects.select_related("match").filter(match=match, player=person.player).first()
    if seat is None:
        return
    world.touch(partial(note_seen, seat))
    if seat.question is None or seat.match.state != Match.State.PLAYING or seat.bot:
        return
    legal = queries.situation(seat.match, seat).view.legal
    world.touch(
        partial(
            submit,
            seat,
            player=_player(person.address),
            question=seat.question,
            source=Submission.Source.WEB,
            key=f"web:{world.number()}",
            action=str(person.rng.choice(legal)),
        )
    )
    seat.refresh_from_db()
    if seat.question is not None:
        world.time.plan(now() + MINUTE, partial(play, world, person, match))


def open_match(world: World, plan: Plan) -> None:
    """Open a match; the others join within a day or so."""
    first, *others = world.rng.sample(sorted(world.people), 1 if plan.bot else plan.seats)
    match = world.touch(
        partial(
            opening.open_match,
            _player(first),
            game=plan.game,
            options=plan.options,
            terms=plan.terms,
            seats=plan.seats,
            luck=first[:8],
            bot=plan.bot,
        )
    )
    for address in others:
        wait = world.rng.expovariate(0.3) * HOUR
        world.time.plan(now() + wait, partial(join, world, match, address))


def join(world: World, match: Match, address: str) -> None:
    """Take a seat."""
    world.touch(partial(opening.join, match, _player(address), luck=address[:8]))


def take_offered_seats(world: World) -> None:
    """Take one or another of the seats that are offered to whoever wants them."""
    offered = Seat.objects.filter(offered_at__isnull=False, match__state=Match.State.PAUSED)
    here = [each for each in world.people.values() if not each.is_gone(now()) and not each.trip_at(now())]
    for seat in offered.order_by("pk"):
        if not here or world.rng.random() > TAKES:
            continue
        player = _player(world.rng.choice(here).address)
        if seat in standing_in.offered(player, most=1000):
            world.touch(partial(standing_in.take, seat, player))


def mend_mailbox(world: World, person: Person) -> None:
    """Say that one's mailbox works again."""
    world.touch(partial(reaching.try_again, _player(person.address), person.address))


def _player(address: str) -> Player:
    return Player.objects.get(email=address)
