"""People of many habits: when they read their mail, how they answer, when they are away."""

from __future__ import annotations

import datetime as dt
import math
import random
from dataclasses import dataclass, field
from typing import Final
from zoneinfo import ZoneInfo

from hosting.running.simulating.letters import Letter, Part
from hosting.running.simulating.programs import CODINGS, PROGRAMS, Program, Writer

HOUR: Final = dt.timedelta(hours=1)
DAY: Final = dt.timedelta(days=1)


@dataclass(frozen=True)
class Habits:
    """How somebody deals with his mail. `hours` is how long he takes as a rule, the others are shares."""

    hours: float
    forgets: float = 0.01
    forgets_reminders: float = 0.03
    slips: float = 0.02
    chats: float = 0.01
    asks: float = 0.02
    talks: float = 0.02
    doubles: float = 0.02
    late: float = 0.01
    several: float = 0.1
    words: float = 0.2
    on_page: float = 0.03


HABITS: Final = {
    "quick": Habits(0.5),
    "steady": Habits(4.0),
    "slow": Habits(16.0),
    "forgetful": Habits(9.0, forgets=0.2, forgets_reminders=0.25, late=0.08),
    "talkative": Habits(3.0, talks=0.25, chats=0.08, asks=0.06),
    "clumsy": Habits(5.0, slips=0.2, doubles=0.12, asks=0.1, late=0.05),
    "wordy": Habits(4.0, words=0.9, several=0.3),
    "on the page": Habits(4.0, on_page=0.7),
}
SHARES: Final = (16, 26, 16, 14, 8, 8, 7, 5)
"""How many of a hundred people have each of these habits, in their order."""

PLACES: Final = (
    ("sv", "Europe/Stockholm"),
    ("sv", "Europe/Helsinki"),
    ("ms", "Asia/Kuala_Lumpur"),
    ("ms", "Asia/Kuching"),
    ("en", "Europe/London"),
    ("en", "America/New_York"),
    ("en", "Australia/Sydney"),
    ("en", "Asia/Kathmandu"),
)
NAMES: Final = {
    "sv": ("Åsa", "Björn", "Cecilia", "Dag", "Elsa", "Frida", "Göran", "Hilma", "Ivar", "Karin"),
    "ms": ("Aminah", "Farid", "Hafiz", "Indah", "Kamal", "Laila", "Nurul", "Osman", "Rahim", "Siti"),
    "en": ("Alice", "Ben", "Cilla", "Edward", "Grace", "Jack", "Liam", "Mary", "Owen", "Ruth"),
}


@dataclass(frozen=True)
class Trip:
    """Days on which somebody does not read his mail, both counted, where he lives.

    He has noted them with the host before, or a program answers for him, or neither.
    """

    first: dt.date
    last: dt.date
    is_noted: bool = False
    has_machine: bool = False


@dataclass(frozen=True)
class Trouble:
    """A time in which no mail reaches a mailbox: the relay hears so at once, or later, or for now only."""

    begins: dt.datetime
    ends: dt.datetime
    how: str


@dataclass
class Person:
    """Somebody with an account, his mail program and what lies in his mailbox."""

    number: int
    writer: Writer
    zone: ZoneInfo
    habits: Habits
    rng: random.Random
    program: Program
    coding: str
    verdict: str
    other_address: str
    strips_plus: bool
    trips: tuple[Trip, ...]
    troubles: tuple[Trouble, ...]
    gone_from: dt.datetime | None
    hours: tuple[int, int]
    player: int = 0
    newest: dict[int, Letter] = field(default_factory=dict)
    older: dict[int, Letter] = field(default_factory=dict)
    answered: set[tuple[str, int]] = field(default_factory=set)
    resigning: dict[str, int] = field(default_factory=dict)
    ordered: set[int] = field(default_factory=set)
    agreed: set[str] = field(default_factory=set)
    machine_wrote_at: dt.datetime | None = None

    @property
    def address(self) -> str:
        """Where his mails go."""
        return self.writer.address

    def trip_at(self, at: dt.datetime) -> Trip | None:
        """Give the trip on which he is then."""
        day = at.astimezone(self.zone).date()
        return next((trip for trip in self.trips if trip.first <= day <= trip.last), None)

    def trouble_at(self, at: dt.datetime) -> str:
        """Say how his mailbox fails then; nothing when it works."""
        return next((each.how for each in self.troubles if each.begins <= at < each.ends), "")

    def is_gone(self, at: dt.datetime) -> bool:
        """Say whether he has left for good, without a word."""
        return self.gone_from is not None and at >= self.gone_from

    def reads_at(self, at: dt.datetime) -> dt.datetime:
        """Say when he deals with a mail that came then: in his own time, awake, and at home."""
        return self.home(at + self.rng.lognormvariate(math.log(self.habits.hours), 0.9) * HOUR)

    def home(self, at: dt.datetime) -> dt.datetime:
        """Give the first instant from then on at which he is awake and not on a trip."""
        while (trip := self.trip_at(at)) is not None:
            back = dt.datetime.combine(trip.last + DAY, dt.time(self.hours[0]), self.zone)
            at = back.astimezone(dt.UTC) + self.rng.random() * 4 * HOUR
        here = at.astimezone(self.zone)
        wakes, sleeps = self.hours
        if wakes <= here.hour < sleeps:
            return at
        day = here.date() + (DAY if here.hour >= sleeps else dt.timedelta())
        morning = dt.datetime.combine(day, dt.time(wakes), self.zone).astimezone(dt.UTC)
        return self.home(morning + self.rng.random() * HOUR)

    def keep(self, letter: Letter, part: Part) -> None:
        """Put a mail that asks for something on top of the others of its match."""
        before = self.newest.get(part.match)
        if before is not None:
            self.older[part.match] = before
        self.newest[part.match] = letter


def a_person(number: int, rng: random.Random, begins: dt.datetime, days: int) -> Person:
    """Make up somebody."""
    language, zone = rng.choice(PLACES)
    (habit,) = rng.choices(list(HABITS), SHARES)
    names = NAMES[language]
    name = f"{names[number % len(names)]} {chr(65 + number // len(names) % 26)}"
    address = f"person{number}@{rng.choice(('mail', 'post', 'uni'))}.example.org"
    return Person(
        number=number,
        writer=Writer(name, address, language),
        zone=ZoneInfo(zone),
        habits=HABITS[habit],
        rng=random.Random(rng.random()),  # noqa: S311 - people of a simulation are to be repeatable
        program=rng.choice(PROGRAMS),
        coding=rng.choice(CODINGS),
        verdict=rng.choices(("pass", ""), (4, 1))[0],
        other_address=f"other{number}@elsewhere.example.org" if rng.random() < 0.04 else "",
        strips_plus=rng.random() < 0.02,
        trips=_trips(rng, begins.date(), days),
        troubles=_troubles(rng, begins, days),
        gone_from=begins + rng.uniform(0.2, 1) * days * DAY if rng.random() < 0.04 else None,
        hours=rng.choice(((6, 22), (7, 23), (8, 24), (5, 21))),
    )


def _trips(rng: random.Random, begins: dt.date, days: int) -> tuple[Trip, ...]:
    """Let one in four be away once, for some days."""
    if rng.random() > 0.25:
        return ()
    first: dt.date = begins + rng.randrange(2, max(3, days)) * DAY
    last = first + rng.randrange(1, 9) * DAY
    kind = rng.random()
    return (Trip(first, last, is_noted=kind < 0.4, has_machine=0.3 < kind < 0.75),)


def _troubles(rng: random.Random, begins: dt.datetime, days: int) -> tuple[Trouble, ...]:
    """Let the mailbox of one in twelve fail for a while."""
    if rng.random() > 0.08:
        return ()
    first = begins + rng.uniform(0.5, days) * DAY
    return (Trouble(first, first + rng.uniform(0.2, 6) * DAY, rng.choice(("refused", "returned", "full"))),)
