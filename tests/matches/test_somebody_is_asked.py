"""Whatever happens to a match, while it is played somebody is asked, and has a deadline (or is a bot)."""

import datetime as dt
import os
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from hosting.matches import (
    bots,
    dealing,
    expiring,
    leaving,
    moderating,
    opening,
    queries,
    standing_in,
    verifying,
)
from hosting.matches.models import Deal, Match, Seat, Submission
from hosting.matches.playing import play
from hosting.matches.submitting import submit
from hosting.matches.terms import Terms
from hosting.now import now, travel
from hosting.players.models import Player
from tests import people, table

pytestmark = pytest.mark.django_db(transaction=True)

STEPS = 60
EVENINGS = range(40 if os.environ.get("FULL_STORIES") == "1" else 2)

WHY = "so that something happens"


@dataclass
class Table:
    """A match to which chance lets everything happen that may happen to one."""

    match: Match
    chance: random.Random
    moderator: Player
    ahead: dt.timedelta = dt.timedelta()
    done: list[str] = field(default_factory=list)

    def seats(self) -> list[Seat]:
        """The seats as they are now."""
        return list(
            Seat.objects.select_related("player", "match").filter(match=self.match).order_by("number")
        )

    def asked(self) -> list[Seat]:
        """The seats that are asked something."""
        return [seat for seat in self.seats() if seat.question is not None]

    def send(self, seat: Seat, **what: object) -> None:
        """Send something from the page of the match."""
        key = f"web:{secrets.token_hex(8)}"
        sent = submit(seat, player=seat.player, question=seat.question, source="web", key=key, **what)  # type: ignore[arg-type]  # lines or an action
        play(sent.pk)

    def move(self) -> None:
        """Somebody who is asked does something that he may do."""
        seat = self.chance.choice(self.asked())
        if not seat.bot:
            self.send(seat, action=str(self.chance.choice(queries.situation(self.match, seat).view.legal)))

    def take_back(self) -> None:
        """Somebody takes his moves back, if he can."""
        self.send(self.chance.choice(self.asked()), lines=["undo all"])

    def out_of_turn(self) -> None:
        """Somebody says a word, in turn or out of it."""
        self.send(
            self.chance.choice(self.seats()), lines=[self.chance.choice(["help", "talk hello", "1", "?"])]
        )

    def silence(self) -> None:
        """The time of whoever is asked is up."""
        for seat in self.asked():
            if seat.deadline_at is None or seat.question is None:
                continue
            Seat.objects.filter(pk=seat.pk).update(seen_at=now())
            self.ahead += max(dt.timedelta(), seat.deadline_at - now())
            with travel(max(dt.timedelta(), seat.deadline_at - now())):
                expiring.expire(seat.pk, seat.question)

    def bots_play(self) -> None:
        """The bots play."""
        for seat in bots.waiting():
            bots.act(seat)

    def resign(self) -> None:
        """Somebody resigns."""
        seat = self.chance.choice(self.seats())
        if seat.player is not None and leaving.may_leave(seat):
            leaving.resign(seat, by=seat.player)

    def pause(self) -> None:
        """A moderator pauses the match."""
        moderating.pause(self.match.pk, by=self.moderator, reason=WHY)

    def end_stalled_turn(self) -> None:
        """A moderator ends a turn."""
        if any(not seat.bot for seat in self.asked()):
            moderating.end_stalled_turn(self.match.pk, by=self.moderator, reason=WHY)

    def go_on(self) -> None:
        """Let a match that rests go on: a seat is taken, or is not in time, or a moderator says so."""
        offered = [seat for seat in self.seats() if seat.offered_at is not None]
        if offered and self.chance.random() < 0.5:
            here = {seat.player_id for seat in self.seats()}
            others = (people.anna(), people.ben(), people.cilla(), people.dan())
            standing_in.take(offered[0], next(player for player in others if player.pk not in here))
        elif offered:
            with travel(standing_in.OFFERED_FOR):
                standing_in.lapse(self.match.pk)
        else:
            moderating.resume(self.match.pk, by=self.moderator, reason=WHY)


HAPPENINGS: dict[Callable[[Table], None], int] = {
    Table.move: 60,
    Table.bots_play: 12,
    Table.silence: 12,
    Table.take_back: 6,
    Table.out_of_turn: 6,
    Table.pause: 3,
    Table.end_stalled_turn: 2,
    Table.resign: 1,
}
"""What may happen to a match that is played, and how often."""


def check(match: Match) -> None:
    """What has to be true at every moment."""
    match.refresh_from_db()
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    asked = {seat.number for seat in seats if seat.question is not None}
    for seat in seats:
        if seat.number not in asked:
            assert (seat.deadline_at, seat.remind_at, seat.allowance_ends_at) == (None, None, None)
        elif seat.bot:
            assert seat.deadline_at is None
        else:
            assert seat.deadline_at is not None
            assert seat.asked_at is not None
            assert seat.deadline_at > seat.asked_at
    if match.state in {"playing", "paused"}:
        deal = Deal.objects.filter(match=match).latest("number")
        with dealing.looking_at(match, deal, seats) as laid:
            assert asked == set(laid.game.to_act()) != set()
    else:
        assert asked == set()
    assert (match.paused_at is not None) == (match.state == "paused")
    assert not Submission.objects.filter(match=match, state__in=["unread", "ready"]).exists()


@pytest.mark.parametrize("evening", EVENINGS)
@pytest.mark.parametrize("after_misses", Match.AfterMisses.values)
@pytest.mark.parametrize(
    ("game", "seats"), [("spite-and-malice", 2), ("maldade-presenter", 3), ("wicked-christmas", 3)]
)
def test_somebody_is_asked_at_every_moment_of_a_match(
    game: str, seats: int, after_misses: str, evening: int
) -> None:
    chance = random.Random(f"{game} {after_misses} {evening}")
    terms = Terms(allowance=24 * 3600, after_misses=after_misses, misses_allowed=2)
    match = opening.open_match(people.anna(), game=game, seats=seats, terms=terms)
    table.stack_the_deck(match, chance.randbytes(32))
    for player in (people.ben(), people.cilla())[: seats - 1]:
        opening.join(match, player)
    moderator = Player.objects.create_user("maja@mail.example.org", "Maja", is_staff=True)
    at = Table(match, chance, moderator)
    check(match)
    for _ in range(STEPS):
        if match.state not in {"playing", "paused"}:
            break
        what = chance.choices(list(HAPPENINGS), list(HAPPENINGS.values()))[0]
        what = Table.go_on if match.state == "paused" else what
        at.done.append(what.__name__)
        with travel(at.ahead):
            what(at)
            check(match)
    assert list(verifying.differences(match)) == [], at.done
