"""The mails of a simulation, both ways: into mailboxes, before their readers' eyes, and back to the host."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from email.utils import format_datetime
from functools import partial
from typing import Final

from django.conf import settings

from hosting.now import now
from hosting.running.simulating import machines, minds, pages, relay
from hosting.running.simulating.letters import Letter, Part, read
from hosting.running.simulating.people import HOUR, Person, Trip
from hosting.running.simulating.programs import Heading, Writer, heading, mail
from hosting.running.simulating.watching import Written
from hosting.running.simulating.world import World

SECOND: Final = dt.timedelta(seconds=1)
HOST: Final = "host"
SMALL_TALK: Final = frozenset({"press", "match_ended", "seat"})
"""Kinds of mails after which people may say something to all at the table."""

FROM_ELSEWHERE: Final = 0.1
"""How often somebody who has another address writes from it."""


class Mailing:
    """Carries the host's mails to people, and lets people answer them."""

    def __init__(self, world: World) -> None:
        self.world = world

    # ---- from the host

    def carry(self, sender: str, to: str, raw: bytes) -> None:
        """Carry a mail of the host to its reader's mailbox. Raises Refused where it fails."""
        person, at = self.world.people[to], now()
        trouble = person.trouble_at(at)
        if trouble == "refused":
            raise relay.Refused(550, "5.1.1 no such user")
        if trouble == "full":
            raise relay.Refused(452, "4.2.2 the mailbox is full")
        letter = read(raw, sender, at, person.zone)
        self.world.watch.carried(person, letter)
        wait = self.world.rng.uniform(1, 90) * SECOND
        if trouble == "returned":
            self.world.time.plan(at + wait, partial(self.machine_writes, machines.bounce(person, letter)))
        else:
            self.world.time.plan(at + wait, partial(self.receive, person, letter))

    def receive(self, person: Person, letter: Letter) -> None:
        """A mail has come into a mailbox: a program may answer it, its owner plans to read it."""
        self.world.watch.received(person, letter)
        for part in letter.parts:
            if part.choices:
                person.keep(letter, part)
        at = now()
        trip = person.trip_at(at)
        if trip is not None and trip.has_machine and (answer := machines.absence(person, letter, trip, at)):
            self.machine_writes(answer)
        reminds = any(part.reminds for part in letter.parts)
        forgets = person.habits.forgets_reminders if reminds else person.habits.forgets
        if not person.is_gone(at) and person.rng.random() >= forgets:
            self.world.time.plan(person.reads_at(at), partial(self.deal_with, person, letter))

    def machine_writes(self, answer: machines.Automatic) -> None:
        """A program sends a mail."""
        self.world.touch(partial(self.world.host.take_in, answer.raw, answer.sender, answer.to))

    # ---- before their eyes

    def deal_with(self, person: Person, letter: Letter) -> None:
        """Somebody sits down before a mail."""
        if person.is_gone(now()):
            return
        asked = next((each for each in letter.answers if each in person.resigning), "")
        is_news = any(each in person.agreed for each in letter.answers)
        if asked or (letter.kind in minds.TO_BE_CONFIRMED and not is_news):
            match = person.resigning.pop(asked, 0)
            part = next((each for each in letter.parts if each.match == match), None)
            self.write(person, letter, part, minds.Said(minds.YES, (person.writer.speech.yes,)))
            return
        for part in letter.parts:
            if part.choices:
                self.deal_with_turn(person, letter, part)
            elif letter.kind in SMALL_TALK and person.rng.random() < person.habits.talks:
                speech = person.writer.speech
                said = minds.Said(minds.TALK, (f"{speech.talk} {person.rng.choice(speech.said)}",))
                self.write(person, letter, part, said)

    def deal_with_turn(self, person: Person, letter: Letter, part: Part) -> None:
        """Somebody is asked for moves: he answers this mail, an older one, or plays on the page."""
        chance, habits = person.rng.random, person.habits
        lies_below = person.newest.get(part.match, letter) is not letter
        is_done = (letter.message_id, part.match) in person.answered
        if (lies_below or is_done) and chance() >= habits.late:
            return
        if chance() < habits.on_page:
            pages.play(self.world, person, part.match)
            return
        older = person.older.get(part.match)
        if older is not None and chance() < habits.late:
            letter, part = older, next(each for each in older.parts if each.match == part.match)
        person.answered.add((letter.message_id, part.match))
        self.write(person, letter, part, minds.answer(person, letter, part))

    # ---- to the host

    def write(self, person: Person, letter: Letter, part: Part | None, said: minds.Said) -> None:
        """Write an answer as the person's mail program does, and send it, maybe twice."""
        to = part.address if part is not None else letter.reply_to
        if person.strips_plus and to.startswith("play+"):
            to = f"play@{settings.MAIL_DOMAIN}"
        writer, is_proved = person.writer, True
        if person.other_address and said.what != minds.YES and person.rng.random() < FROM_ELSEWHERE:
            writer, is_proved = Writer(writer.name, person.other_address, writer.language), False
        text, page = person.program(said.lines, letter, writer)
        head = heading(letter, to=to, message_id=self.message_id(person), verdict=person.verdict)
        match = part.match if part is not None else 0
        if said.what == minds.RESIGN:
            person.resigning[head.message_id] = match
        if said.what == minds.YES:
            person.agreed.add(head.message_id)
        written = Written(person, head.message_id, now(), said.what, match, said.lines, is_proved)
        raw = mail(writer, head, text, page, person.coding)
        self.send(written, raw, writer.address, to)
        if person.rng.random() < person.habits.doubles:
            self.send_again(written, raw, writer.address, to)

    def send_again(self, written: Written, raw: bytes, sender: str, to: str) -> None:
        """Send the same once more: a mail server at once, or its writer, who has not heard anything."""
        person, again = written.person, written.message_id
        wait = person.rng.uniform(0.5, 30) * SECOND
        if person.rng.random() < 0.5:
            again = self.message_id(person)
            raw = raw.replace(written.message_id.encode(), again.encode())
            wait += person.rng.uniform(0.01, 3) * HOUR
        copy = replace(written, message_id=again, copy_of=written.message_id)
        self.world.time.plan(now() + wait, partial(self.send, copy, raw, sender, to))

    def send(self, written: Written, raw: bytes, sender: str, to: str) -> None:
        """Send a mail to the host."""
        written.at = now()
        self.world.watch.wrote(written)
        written.reply = self.world.touch(partial(self.world.host.take_in, raw, sender, to))

    def note_trip(self, person: Person, trip: Trip) -> None:
        """Somebody tells the host that he is going to be away."""
        line = person.writer.speech.absence.format(first=trip.first.isoformat(), last=trip.last.isoformat())
        to, at = f"{HOST}@{settings.MAIL_DOMAIN}", now()
        number, date = self.message_id(person), format_datetime(at)
        head = Heading(to, "", number, references="", answers="", date=date, verdict=person.verdict)
        written = Written(person, number, at, HOST, 0, (line,), is_proved=True)
        self.send(written, mail(person.writer, head, line, "", person.coding), person.address, to)

    def message_id(self, person: Person) -> str:
        """Make an id for another mail of a person."""
        return f"<{person.number}.{self.world.number()}@mail.example.org>"
