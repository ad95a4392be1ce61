"""What is measured while the host works, from outside: the mails as they come, and rows of the database.

The host's own opinion of what it did is never asked: what a mail says is read from the mail, and compared
with what stood in the database when it was sent.
"""

from __future__ import annotations

import datetime as dt
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from hosting.mail.models import InboundMail
from hosting.matches.models import Entry, Match, Notice, Seat, Submission
from hosting.matches.verifying import differences
from hosting.prepared import Prepared, Slot
from hosting.running.simulating.letters import Letter, Part
from hosting.running.simulating.minds import CHAT, SLIP, YES
from hosting.running.simulating.people import DAY, Person

MINUTE: Final = dt.timedelta(minutes=1)
SWEPT: Final = dt.timedelta(seconds=10)
"""Within this time after its deadline a turn is ended; until then an answer still counts (P9, P10)."""

SHOWN: Final = 10
"""So many cases of each fault are told."""

IDLE: Final = frozenset({CHAT, SLIP})
IDLE_A_DAY: Final = 3
"""So many mails without any command are answered in a day for each question, at most."""

MESSAGE_ID: Final = re.compile(rb"^Message-ID: (<.*?>)", re.MULTILINE)
State = Notice.State

seat_now: Final = Prepared(
    Seat.objects.filter(match=Slot("match"), player=Slot("player")).values_list(
        "question", "deadline_at", "match__state"
    )
)
ended_turns: Final = Prepared(
    Entry.objects.filter(pk__gt=Slot("after"), kind=Entry.Kind.EXPIRED)
    .order_by("pk")
    .values_list("pk", "match_id", "seat", "at", "data")
)


@dataclass
class Written:
    """A mail that a person has written, which one it is a copy of, if any, and what the door replied."""

    person: Person
    message_id: str
    at: dt.datetime
    what: str
    match: int
    lines: tuple[str, ...]
    is_proved: bool
    copy_of: str = ""
    reply: str = ""


class Complaints(logging.Handler):
    """Notes what the host itself calls an error."""

    def __init__(self, note: Callable[[str, str], None]) -> None:
        super().__init__(logging.ERROR)
        self.note = note

    def emit(self, record: logging.LogRecord) -> None:
        """Note an error."""
        fault = record.exc_info[1] if record.exc_info else ""
        self.note("errors", f"{record.getMessage()} {fault!r}"[:500])


@dataclass
class Watch:
    """All that is measured."""

    begins: dt.datetime
    written: list[Written] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)
    mails: Counter[tuple[int, int]] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    whats: Counter[str] = field(default_factory=Counter)
    faults: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    told: dict[tuple[int, int], dt.datetime] = field(default_factory=dict)
    late: list[float] = field(default_factory=list)
    untold: int = 0
    times_read: int = 0
    newest_entry: int = 0
    stood_still: set[int] = field(default_factory=set)
    rows: dict[str, list[int]] = field(default_factory=dict)

    # ---- mails out

    def carried(self, person: Person, letter: Letter) -> None:
        """A mail was handed to the relay."""
        self.answered.update(letter.answers)
        self.kinds[letter.kind] += 1
        self.mails[person.number, (letter.at - self.begins).days] += 1
        for part in letter.parts:
            self._compare(person, letter, part)

    def _compare(self, person: Person, letter: Letter, part: Part) -> None:
        """Compare what a mail says of time with what is so."""
        if letter.kind == "reminder" and (part.deadline is None or part.left is None):
            self.fault("wrong_reminders", f"match {part.match} to {person.writer.name}: no time can be read")
        if part.deadline is None:
            return
        self.times_read += 1
        ((question, deadline, state),) = seat_now.tuples(match=part.match, player=person.player)
        wrong = ""
        if state != Match.State.PLAYING or question is None or deadline is None:
            wrong = f"nothing is asked (the match is {state})"
        elif not -MINUTE <= deadline - part.deadline <= MINUTE:
            wrong = f"says {part.deadline}, is {deadline}"
        elif part.left is not None and not -MINUTE <= deadline - letter.at - part.left < part.unit + MINUTE:
            wrong = f"says that {part.left} is left, it is {deadline - letter.at}"
        elif letter.at > deadline + SWEPT:
            wrong = f"sent {letter.at - deadline} after the deadline"
        if wrong:
            kind = "wrong_reminders" if part.reminds or letter.kind == "reminder" else "wrong_deadlines"
            self.fault(
                kind, f"match {part.match}, {letter.kind} to {person.writer.name} at {letter.at}: {wrong}"
            )

    def received(self, person: Person, letter: Letter) -> None:
        """A mail has reached its reader's mailbox: from now on he knows what it says."""
        for part in letter.parts:
            if part.deadline is not None:
                self.told[person.player, part.match] = part.deadline

    # ---- mails in

    def wrote(self, mail: Written) -> None:
        """A person has written a mail."""
        self.written.append(mail)
        self.whats[mail.what] += 1

    # ---- turns ended

    def look(self) -> None:
        """Look at the turns that the host has ended by now."""
        for number, match, seat, at, data in ended_turns.tuples(after=self.newest_entry):
            self.newest_entry = number
            if data.get("by"):
                continue
            self.late.append((at - dt.datetime.fromisoformat(data["deadline_at"])).total_seconds())
            player = Seat.objects.values_list("player_id", flat=True).get(match=match, number=seat)
            told = self.told.get((player or 0, match))
            if told is None:
                self.untold += 1
            elif at < told:
                self.fault("early_expiries", f"match {match}, seat {seat}: ended {at}, told {told}")

    # ---- matches that stand still

    def look_for_standstill(self, at: dt.datetime) -> None:
        """Find the open matches in which no clock runs and nobody plays."""
        playing = Match.objects.filter(state=Match.State.PLAYING)
        clocked = Seat.objects.filter(deadline_at__isnull=False, question__isnull=False)
        still = set(playing.exclude(seats__in=clocked).values_list("pk", flat=True))
        for match in sorted(still & self.stood_still):
            self.fault("stalled_matches", f"match {match} at {at}")
        self.stood_still = still

    # ---- the end

    def settle(self) -> None:
        """Find the mails that nobody has answered, and compare every match with its log."""
        self.rows = _rows_of_mails()
        for mail in self.written:
            if mail.is_proved and mail.message_id not in self.answered:
                found = self._became(mail)
                if why := self._why_not(mail, found):
                    who, became = mail.person.writer.name, [f"{one.state} {one.outcome}" for one in found]
                    said = f"{mail.what} {mail.lines} of {who} in match {mail.match} at {mail.at}"
                    self.fault(why, f"{said}: {mail.reply}, {became}")
        for match in Match.objects.order_by("pk"):
            for line in differences(match):
                self.fault("differences", line)

    def _why_not(self, mail: Written, found: list[Submission]) -> str:
        """Say what sort of fault it is that a mail was not answered; nothing when that is as it should be."""
        if found and all(_was_done_before(one) for one in found):
            return ""
        if mail.what in IDLE and found and self._spoke_idly(mail, found[0].question):
            return ""
        if self._heard_of_the_end(mail, found):
            return ""
        if mail.what == YES and mail.copy_of in self.answered:
            return ""  # it was settled by the first
        if mail.what == YES and any(_answered_in_place_of(one) for one in found):
            return ""
        waits = Notice.objects.filter(submission__in=found, state__in=[State.NEW, State.FAILED])
        is_out_of_reach = bool(mail.person.troubles) and waits.exists()
        return "answers_waiting" if is_out_of_reach else "unanswered_mails"

    def _spoke_idly(self, mail: Written, question: int | None) -> bool:
        """Whether so much without a command, or the same, was said to a question on the day before."""
        before = [
            other
            for other in self.written
            if other.what in IDLE
            and (other.person, other.match) == (mail.person, mail.match)
            and mail.at - DAY < other.at < mail.at
            and question in {one.question for one in self._became(other)}
        ]
        return len(before) >= IDLE_A_DAY or any(other.lines == mail.lines for other in before)

    def _heard_of_the_end(self, mail: Written, found: list[Submission]) -> bool:
        """Whether a match was over for him, and an earlier mail to it was answered so: once is enough."""
        over = _ends({mail.match, *(one.match_id for one in found)}, mail.person)
        return any(
            other.message_id in self.answered
            for other in self.written
            if other.person == mail.person and other.match in over and over[other.match] < other.at < mail.at
        )

    def _became(self, mail: Written) -> list[Submission]:
        """Give what a mail said to matches."""
        return [each for row in self.rows.get(mail.message_id, ()) for each in _submissions(row)]

    def fault(self, kind: str, said: str) -> None:
        """Note a case of a fault."""
        self.faults[kind].append(said)

    def figures(self) -> dict[str, Any]:
        """Give all of it as data that can be added to that of another town."""
        return {
            "faults": {kind: (len(found), found[:SHOWN]) for kind, found in self.faults.items()},
            "mails_a_day": Counter(self.mails.values()),
            "mails_out": dict(self.kinds),
            "mails_in": dict(self.whats),
            "late": max(self.late, default=0.0),
            "expired": len(self.late),
            "untold": self.untold,
            "times_read": self.times_read,
        }


def _ends(matches: set[int], person: Person) -> dict[int, dt.datetime]:
    """Give when matches ended for a person: at their end, or when somebody else took his seat."""
    ended = Match.objects.filter(pk__in=matches).values_list("pk", "ended_at")
    taken = Entry.objects.filter(
        match__in=matches, kind=Entry.Kind.SUBSTITUTED, data__before_id=person.player
    ).order_by("pk")
    over = {match: at for match, at in ended if at is not None}
    return over | dict(taken.values_list("match", "at"))


def _rows_of_mails() -> dict[str, list[int]]:
    """Give the rows of the mails that came in, by the ids that their writers gave them."""
    found: dict[str, list[int]] = defaultdict(list)
    for number, raw in InboundMail.objects.values_list("pk", "raw").iterator():
        if named := MESSAGE_ID.search(bytes(raw)):
            found[named[1].decode()].append(number)
    return found


def _submissions(mail: int) -> list[Submission]:
    """Give what a mail said to matches."""
    return list(Submission.objects.filter(key__startswith=f"mail:{mail}:").select_related("notice"))


def _was_done_before(repeat: Submission) -> bool:
    """Whether the same lines for the same question were done before: a repetition is quiet."""
    done = Submission.objects.filter(
        seat=repeat.seat_id, question=repeat.question, state=Submission.State.APPLIED, pk__lt=repeat.pk
    )
    alike = [[line.casefold().split() for line in one.lines if line.strip()] for one in (repeat, *done)]
    return repeat.state == Submission.State.REPEAT and alike[0] in alike[1:]


def _answered_in_place_of(yes: Submission) -> bool:
    """Whether a yes to the question whose a mail was is answered by the answer to that mail."""
    held = yes.notice.submission_id if yes.notice is not None else None
    return Notice.objects.filter(submission=held, kind=Notice.Kind.ANSWER, state=State.SENT).exists()
