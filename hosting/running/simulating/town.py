"""A town of people who play: the run of a simulation, from moving in to the last figures."""

from __future__ import annotations

import datetime as dt
import logging
import random
import time
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, Sum

from hosting.matches.models import Deal, Entry, Match, Notice, Seat, Submission
from hosting.now import now
from hosting.players.addresses import add_verified
from hosting.players.models import Player
from hosting.running.simulating import pages, people, relay, tables
from hosting.running.simulating.chance import chance_from
from hosting.running.simulating.mailing import Mailing
from hosting.running.simulating.people import DAY, HOUR, Person
from hosting.running.simulating.watching import Complaints
from hosting.running.simulating.world import World

BEGINS: Final = dt.datetime(2026, 10, 12, 6, tzinfo=dt.UTC)
"""Before the nights in which Europe's and America's clocks are put back."""

AFTER_THE_END: Final = dt.timedelta(minutes=10)
"""For so long the host goes on when nobody writes any more."""


class Town:
    """So many people who play so many matches for so many days; everything follows from the seed."""

    def __init__(self, players: int, matches: int, days: int, seed: str) -> None:
        self.players = players
        self.matches = matches
        self.days = days
        self.seed = seed
        self.ends = BEGINS + days * DAY
        self.world = World(BEGINS, random.Random(seed))  # noqa: S311 - a simulation is to be repeatable
        self.mailing = Mailing(self.world)

    def run(self) -> dict[str, Any]:
        """Live through it; give what was measured."""
        settings.EMAIL_BACKEND = relay.BACKEND
        relay.Relay.carry = self.mailing.carry
        logging.disable(logging.WARNING)
        logging.getLogger().addHandler(Complaints(self.world.watch.fault))
        with chance_from(self.seed), self.world.time.rules():
            self.settle_down()
            self.live()
            self.world.watch.settle()
            figures = self.world.watch.figures() | self.counts()
        return figures | {"cpu_seconds": time.process_time()}

    # ---- the beginning

    def settle_down(self) -> None:
        """Let people move in, and plan what is to happen."""
        rng, plan = self.world.rng, self.world.time.plan
        self.world.host.start()
        for number in range(self.players):
            self.move_in(people.a_person(number, rng, BEGINS, self.days))
        for match in tables.plans(self.matches, rng):
            at = BEGINS + rng.betavariate(1.2, 2) * self.days * DAY
            plan(at, partial(pages.open_match, self.world, match))
        for day in range(1, self.days + 1):
            plan(BEGINS + day * DAY, self.look_around)

    def move_in(self, person: Person) -> None:
        """Give somebody an account with wishes of his own, and plan his trips and troubles."""
        rng, plan, writer = self.world.rng, self.world.time.plan, person.writer
        player = Player.objects.create_user(
            writer.address, writer.name, language=writer.language, zone=person.zone.key
        )
        add_verified(player, player.email)
        person.player = player.pk
        self.world.people[player.email] = person
        player.text_only = rng.random() < 0.1
        if rng.random() < 0.1:
            player.sleeps_from, player.sleeps_until = 22, 6
        if rng.random() < 0.08:
            player.wishes, player.digest_hour = {"turn": "digest"}, rng.choice((6, 7, 18))
            player.digest_due_at = BEGINS + HOUR
        if rng.random() < 0.05:
            player.wishes = {**player.wishes, "moves": "mail"}
        player.save()
        for trip in person.trips:
            if trip.is_noted:
                noon = dt.datetime.combine(trip.first - DAY, dt.time(12), person.zone).astimezone(dt.UTC)
                plan(person.home(noon), partial(self.mailing.note_trip, person, trip))
        for trouble in person.troubles:
            plan(trouble.ends + HOUR, partial(pages.mend_mailbox, self.world, person))

    # ---- the run

    def live(self) -> None:
        """Go from act to act and from sweep to sweep, until the end; then let the host finish its work."""
        while True:
            sweep_at = self.world.sweep_at()
            act_at = self.world.time.next_at() or sweep_at
            if min(sweep_at, act_at) > self.ends:
                break
            if act_at < sweep_at:
                self.world.time.step()
            else:
                self.world.sweep()
        self.world.time.jump(self.ends)
        while self.world.sweep_at() < self.ends + AFTER_THE_END:
            self.world.sweep()
        self.world.watch.look_for_standstill(now())
        self.world.watch.look_for_standstill(now())

    def look_around(self) -> None:
        """Once a day: whether matches stand still, and who takes a seat that is offered."""
        self.world.watch.look_for_standstill(now())
        pages.take_offered_seats(self.world)

    # ---- the end

    def counts(self) -> dict[str, Any]:
        """Count rows of the database."""
        by_mail = Submission.objects.filter(source=Submission.Source.MAIL)
        return {
            "matches": _counted(Match.objects.all(), "state"),
            "entries": _counted(Entry.objects.all(), "kind"),
            "outcomes": _counted(by_mail, "outcome__code"),
            "notices": _counted(Notice.objects.all(), "state"),
            "applied": Submission.objects.filter(
                state=Submission.State.APPLIED, source__in=[Submission.Source.MAIL, Submission.Source.WEB]
            ).count(),
            "deals": Deal.objects.count(),
            "misses": Seat.objects.aggregate(total=Sum("misses_total"))["total"] or 0,
            "sweeps": self.world.host.sweeps,
            "lost_wakes": self.world.host.lost,
        }


def _counted(rows: Any, column: str) -> dict[str, int]:
    found = rows.values_list(column).annotate(count=Count("pk")).order_by(column)
    return {str(value): count for value, count in found}
