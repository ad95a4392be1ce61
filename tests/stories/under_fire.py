"""A host whose processes are killed again and again while turns of many matches expire.

First the workers stand still while answers lie there, accepted a second before their deadlines. Then web,
mail, workers, sweeps, broker and database are killed in turn; at the end one sweep and the database are
spared. The story only tells what was seen; `test_deadlines_under_fire.py` says what it has to be.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import random
import signal
import smtplib
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from aiosmtpd.controller import Controller
from django.conf import settings
from django.core.management import call_command
from django.db import Error, connection

from hosting.mail.addresses import read_message_id
from hosting.matches.models import Entry, Heartbeat, Notice, Seat, Submission
from hosting.running import demo
from tests.servers import Broker
from tests.stories.apart import commands
from tests.stories.crew import Crew
from tests.stories.set_tables import BEFORE, Answer, a_turn, answer_of
from tests.waiting import until

SECOND: Final = dt.timedelta(seconds=1)
FIRST: Final = 3 * SECOND
"""From when it is said that turns are to end to the first deadline."""

UNDER_FIRE: Final = 0.6
"""How many of the turns that expire do so while everything is killed; the others when a sweep is spared."""

SILENT: Final = 3
"""Seats that do not answer while the workers stand still: their turns show that the sweeps went on."""

SWEEPS: Final = ("sweep-1", "sweep-2")
WORKERS: Final = ("moves", "mail")
SPARED: Final = ("sweep-1", "database")
PATIENCE: Final = 120.0


@dataclass
class Seen:
    """What was seen, for the test to judge. Instants are ISO."""

    kills: list[tuple[str, str]] = field(default_factory=list)
    expiring: list[int] = field(default_factory=list)
    calm_from: str = ""
    """When the fire had stopped for which nothing was spared."""
    round_trips: list[float] = field(default_factory=list)
    """Seconds for the least question to the database, now and then: what the machine has left."""
    spared: list[int] = field(default_factory=list)
    silent: list[int] = field(default_factory=list)
    answered: dict[int, str] = field(default_factory=dict)
    """By match: when the host had said 250 to an answer."""
    became: dict[int, str] = field(default_factory=dict)
    ended_before_workers: list[int] = field(default_factory=list)
    due: dict[int, str] = field(default_factory=dict)
    """By match: the deadline of its first turn."""
    ended: list[tuple[int, str, str]] = field(default_factory=list)
    """Of each turn that the host ended: the match, the deadline that the log keeps, and when."""
    moved: int = 0
    unknown_mails: list[str] = field(default_factory=list)
    not_seen: list[int] = field(default_factory=list)
    mails: int = 0


class Story:
    """One evening of the host."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.chance = random.Random(args.seed)
        self.seen = Seen()
        self.relay = demo.Relay()
        self.broker = Broker(Path(settings.BROKER_URL.removeprefix("redis+socket://")).parent)
        self.answers: list[Answer] = []
        self.seats: list[Seat] = []

    def run(self) -> Seen:
        """Set the tables, let it all happen, and look at the log."""
        sink = Controller(self.relay, hostname="127.0.0.1", port=int(settings.EMAIL_PORT), ident="sink")
        sink.start()
        self.broker.start()
        self.lay_tables()
        log = Path(settings.STATE_DIR) / "crew.log"
        try:
            with Crew(self.commands(), log) as crew:
                self.crew = crew
                self.begin()
                self.answer_while_workers_stand_still()
                self.fire()
                self.settle()
        finally:
            self.broker.stop()
            sink.stop()
        self.look()
        return self.seen

    def commands(self) -> dict[str, Any]:
        """Give the commands: two sweeps, everything else once."""
        web, smtp, moves, mail, sweep = commands()
        sweep = [*sweep, "--every", str(self.args.every)]
        return {"web": web, "smtp": smtp, "moves": moves, "mail": mail, "sweep-1": sweep, "sweep-2": sweep}

    def lay_tables(self) -> None:
        """Open the matches; every turn has an hour yet."""
        answering = self.args.answers + self.args.answers // 4  # some more, should one be taken too late
        self.seats = [a_turn(place) for place in range(answering + SILENT + self.args.deadlines)]
        matches = [seat.match_id for seat in self.seats]
        self.answers = [answer_of(seat) for seat in self.seats[:answering]]
        self.seen.silent = matches[answering : answering + SILENT]
        self.seen.expiring = matches[answering + SILENT :]

    def begin(self) -> None:
        """Start everything; when all are up, let the hours end one after the other."""
        self.crew.start()
        parts = Heartbeat.objects.filter(name__in=["sweep", "work", "smtp"])
        until(lambda: parts.count() == len({"sweep", "work", "smtp"}), seconds=PATIENCE, what="heartbeats")
        doors = (settings.PORT, settings.SMTP_PORT)
        until(lambda: all(map(demo.answers, doors)), seconds=PATIENCE, what="pages and mail")
        until(lambda: all(map(is_connected, SWEEPS)), seconds=PATIENCE, what="both sweeps")

    def let_end(self, seats: Sequence[Seat], gap: float) -> dt.datetime:
        """Let turns end one after the other from now on, instead of in an hour; give the last deadline."""
        at = clock() + FIRST
        for seat in seats:
            at += gap * SECOND
            seat.deadline_at = seat.allowance_ends_at = at
            self.seen.due[seat.match_id] = at.isoformat()
        Seat.objects.bulk_update(seats, ["deadline_at", "allowance_ends_at"])
        return at

    # ---- answers that nobody reads for a while

    def answer_while_workers_stand_still(self) -> None:
        """Send each answer a second before its deadline; the sweeps go on past all of them."""
        self.let_end(self.seats[: -self.args.deadlines], self.args.gap)
        self.crew.stop(*WORKERS)
        for answer in self.answers:
            if len(self.seen.answered) == self.args.answers:
                break
            self.send(answer, dt.datetime.fromisoformat(self.seen.due[answer.match]))
        silent = Entry.objects.filter(match__in=self.seen.silent, kind=Entry.Kind.EXPIRED)
        until(lambda: silent.count() == SILENT, seconds=PATIENCE, what="the sweeps ended the silent turns")
        ended = Entry.objects.filter(match__in=list(self.seen.answered), kind=Entry.Kind.EXPIRED)
        self.seen.ended_before_workers = list(ended.values_list("match", flat=True))
        self.crew.go_on(*WORKERS)

    def send(self, answer: Answer, deadline: dt.datetime) -> None:
        """Send an answer when a second is left; one whose 250 came after the deadline does not count."""
        threading.Event().wait((deadline - SECOND - clock()).total_seconds())
        with smtplib.SMTP("127.0.0.1", settings.SMTP_PORT, timeout=60) as door:
            door.sendmail(answer.sender, [answer.to], answer.mail)
        if (at := clock()) <= deadline:
            self.seen.answered[answer.match] = at.isoformat()

    # ---- killing

    def fire(self) -> None:
        """Kill everything in turn until most deadlines are past; then spare a sweep and the database."""
        victims = [*self.crew.commands, "broker", "database"]
        seats, gap = self.seats[-self.args.deadlines :], self.args.seconds / self.args.deadlines
        first = int(len(seats) * UNDER_FIRE)
        self.kill_until(self.let_end(seats[:first], gap), victims)
        self.seen.calm_from = clock().isoformat()
        until(lambda: is_connected("sweep-1"), seconds=PATIENCE, what="the spared sweep and the database")
        until(lambda: have_ended(seats[:first]), seconds=PATIENCE, what="what fell due under fire has ended")
        last = self.let_end(seats[first:], gap)
        self.seen.spared = [seat.match_id for seat in seats[first:]]
        self.kill_until(last, [name for name in victims if name not in SPARED])

    def kill_until(self, end: dt.datetime, victims: list[str]) -> None:
        """Kill one after the other, each as often as any other, in an order that chance gives."""
        row: list[str] = []
        while clock() < end:
            row = row or self.chance.sample(victims, len(victims))
            self.kill(row.pop())
            self.seen.round_trips.append(round_trip())
            threading.Event().wait(self.chance.uniform(0.5, 2 * self.args.calm - 0.5))

    def kill(self, name: str) -> None:
        """Kill one, and start it again at once."""
        self.seen.kills.append((name, clock().isoformat()))
        sys.stderr.write(f"{clock():%H:%M:%S.%f} -9 {name}\n")
        if name == "broker":
            self.broker.stop()
            self.broker.start()
        elif name == "database":
            kill_a_backend(self.chance)
        else:
            self.crew.kill(name)
            self.crew.start(name)

    # ---- looking

    def settle(self) -> None:
        """Nothing is killed any more: wait until every turn has ended and every answer was read."""
        with suppress(AssertionError):  # the test says what is missing
            until(lambda: have_ended(self.seats[-self.args.deadlines :]), seconds=PATIENCE)
            waiting = Submission.objects.filter(state__in=["unread", "ready"])
            until(lambda: not waiting.exists(), seconds=PATIENCE)

    def look(self) -> None:
        """Read what the log says, and whether every mail tells of something that is there."""
        for entry in Entry.objects.filter(kind=Entry.Kind.EXPIRED).order_by("at"):
            self.seen.ended.append((entry.match_id, str(entry.data["deadline_at"]), entry.at.isoformat()))
        self.seen.moved = Entry.objects.filter(kind=Entry.Kind.DEADLINE_MOVED).count()
        for match in self.seen.answered:
            said = Submission.objects.filter(match=match, source=Submission.Source.MAIL)
            self.seen.became[match] = ", ".join(said.values_list("state", flat=True))
        mails = [self.relay.mails.get() for _ in range(self.relay.mails.qsize())]
        numbers = {str(mail["Message-ID"]): read_message_id(str(mail["Message-ID"])) for mail in mails}
        known = set(Notice.objects.values_list("number", flat=True))
        self.seen.mails = len(mails)
        self.seen.unknown_mails = [name for name, number in numbers.items() if number not in known]
        sent = Notice.objects.filter(state=Notice.State.SENT).exclude(error=BEFORE)
        self.seen.not_seen = [notice.pk for notice in sent if notice.number not in set(numbers.values())]


def clock() -> dt.datetime:
    """Give the instant by the database's clock, also while it is down: it is this machine's."""
    return dt.datetime.now(dt.UTC)


def is_connected(name: str) -> bool:
    """Say whether a process has a connection to the database, and so has come up."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_stat_activity WHERE application_name = %s", [name])
            return cursor.fetchone() is not None
    except Error:
        connection.close()
        return False


def have_ended(seats: Sequence[Seat]) -> bool:
    """Say whether the host has ended the turn of each."""
    ended = Entry.objects.filter(match__in=[seat.match_id for seat in seats], kind=Entry.Kind.EXPIRED)
    return ended.count() >= len(seats)


def round_trip() -> float:
    """Measure how long the least question to the database takes."""
    connection.ensure_connection()
    with connection.cursor() as cursor:
        began = time.monotonic()
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return time.monotonic() - began


def kill_a_backend(chance: random.Random) -> None:
    """Kill a backend by -9: PostgreSQL ends all others, recovers from its log and begins anew."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
            " AND pid <> pg_backend_pid() AND application_name <> ''"
        )
        backends = [pid for (pid,) in cursor.fetchall()]
    if not backends:
        return
    try:
        os.kill(chance.choice(backends), signal.SIGKILL)
    except ProcessLookupError:
        return
    until(is_cut, seconds=PATIENCE, what="PostgreSQL has ended our own connection, too")
    until(is_up, seconds=PATIENCE, what="PostgreSQL again")


def is_cut() -> bool:
    """Say whether the database has ended our connection."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        connection.close()
        return True
    return False


def is_up() -> bool:
    """Say whether the database answers."""
    try:
        connection.ensure_connection()
    except Error:
        connection.close()
        return False
    return True


def main(arguments: Sequence[str]) -> dict[str, Any]:
    """Tell the story, as long as the arguments say."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--deadlines", type=int, required=True, help="turns that expire under fire")
    parser.add_argument("--seconds", type=float, required=True, help="the time in which they do")
    parser.add_argument("--answers", type=int, required=True, help="answers while the workers stand still")
    parser.add_argument("--gap", type=float, required=True, help="seconds from one such deadline to the next")
    parser.add_argument("--every", type=float, required=True, help="seconds between rounds of a sweep")
    parser.add_argument("--calm", type=float, required=True, help="seconds between kills, about")
    call_command("prepare")
    seen = Story(parser.parse_args(arguments)).run()
    call_command("verify")
    return asdict(seen)
