"""The host at work in simulated time: its doors, its workers and its sweep, with nobody else in between.

Wake-ups go over a broker in this process and are taken up at once, but for a few that are lost, as a queue
may lose them: the sweep finds what they were about. The sweep is run at the instants at which it would find
something, and a few seconds later, as it would be.
"""

from __future__ import annotations

import datetime as dt
import random
from io import BytesIO
from typing import Any, Final

from kombu import Connection

import hosting.tasks  # noqa: F401 - what the workers can do
from hosting.celery import app
from hosting.mail.listening import handed
from hosting.mail.models import InboundMail
from hosting.matches.models import Heartbeat, Match, Notice, Offer, Seat, Submission
from hosting.now import now
from hosting.players.models import Player
from hosting.prepared import Prepared, is_one_of
from hosting.running.sweeping import DAY, LEFT_OVER, sweep

BROKER: Final = "memory://"
QUEUES: Final = ("moves", "mail")
LOST: Final = 0.002
"""How many wake-ups are lost."""

BETWEEN: Final = dt.timedelta(seconds=5)
"""How often the sweep looks."""

LAZY: Final = dt.timedelta(minutes=15)
"""How long what is tried again may wait for another reason to sweep: many retries share one then."""

WELL: Final = ("sweep", "smtp", "work", "sending")

State = Notice.State
asked: Final = Seat.objects.filter(match__state=Match.State.PLAYING, question__isnull=False)
unread: Final = InboundMail.objects.filter(is_one_of("state", InboundMail.State.NEW))
waiting: Final = is_one_of("state", Submission.State.UNREAD, Submission.State.READY)
ready: Final = Submission.objects.filter(waiting, state=Submission.State.READY)
unsent: Final = Notice.objects.filter(is_one_of("state", State.NEW, State.LEASED), state=State.NEW)
offered: Final = Offer.objects.filter(is_one_of("state", Offer.State.OPEN))
paused: Final = Match.objects.filter(state=Match.State.PAUSED, resume_at__isnull=False)


def _first(query: Any, column: str) -> Prepared[Any]:
    return Prepared(query.filter(**{f"{column}__isnull": False}).order_by(column).values_list(column)[:1])


DUE: Final = (
    (_first(asked, "deadline_at"), dt.timedelta()),
    (_first(asked, "remind_at"), dt.timedelta()),
    (_first(Player.objects, "digest_due_at"), dt.timedelta()),
    (_first(paused, "resume_at"), dt.timedelta()),
    (_first(offered, "lapses_at"), dt.timedelta()),
    (_first(unread.filter(not_before=None), "received_at"), LEFT_OVER),
    (_first(unread, "not_before"), dt.timedelta()),
    (_first(ready.filter(not_before=None), "accepted_at"), LEFT_OVER),
    (_first(ready, "not_before"), dt.timedelta()),
    (_first(unsent.filter(not_before=None), "created_at"), dt.timedelta()),
    (_first(unsent.filter(error=""), "not_before"), dt.timedelta()),
    (_first(unsent.exclude(error=""), "not_before"), LAZY),
    (_first(asked.exclude(bot=""), "asked_at"), dt.timedelta()),
    (_first(Heartbeat.objects.filter(name="daily"), "at"), DAY),
)
"""When the sweep would find something: the first instant of each thing that it looks for, and what to add."""


class Host:
    """The host, as its processes would be: mails come in, workers work, the sweep sweeps."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.channel: Any = Connection(BROKER).channel()
        self.swept_at: dt.datetime | None = None
        self.sweeps = 0
        self.lost = 0

    def take_in(self, raw: bytes, sender: str, recipient: str) -> str:
        """Take a mail in as from a mail server of the host's own; give the reply. Then the workers work."""
        reply = handed.receive(BytesIO(raw), sender, [recipient])
        self.work()
        return reply

    def work(self) -> None:
        """Let the workers do what they are woken for, until nothing is left."""
        while any(self._work_off(queue) for queue in QUEUES):
            pass

    def _work_off(self, queue: str) -> bool:
        message = self.channel.basic_get(queue, no_ack=True)
        if message is None:
            return False
        if self.rng.random() < LOST:
            self.lost += 1
            return True
        (ids, _named, _embedded) = message.decode()
        app.tasks[message.headers["task"]].run(*ids)  # without the alarm: nobody is in a hurry here
        return True

    def due_at(self) -> dt.datetime:
        """Say when the sweep has something to do next: never sooner than it looks again."""
        found = [row[0] + more for query, more in DUE for row in query.tuples()]
        due = min(found, default=now())
        return due if self.swept_at is None else max(due, self.swept_at + BETWEEN)

    def sweep(self) -> None:
        """Sweep, in a host whose parts were well all the time; then the workers work."""
        Heartbeat.objects.filter(name__in=WELL).update(at=now())
        self.sweeps += 1
        sweep()
        self.work()
        self.swept_at = now()

    def start(self) -> None:
        """Have the heart of every part beat."""
        at = now()
        Heartbeat.objects.bulk_create([Heartbeat(name=name, at=at) for name in (*WELL, "daily")])
