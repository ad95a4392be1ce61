"""A running host, a thousand mails from programs, and a relay behind which a program answers every mail.

Run as a program, in the environment of a private host: `python -m tests.stories.automatic_mail`. Its last
line of output is JSON: what came in, what went out, and what the host made of it.
"""

import collections
import email
import json
import queue
import smtplib
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.core.management import call_command

from tests.stories.answering_machines import BACK, FROM, REPLY, Got, Machine, Sent, machines

MAILS = 1000
AT_ONCE = 4
A_CONNECTION = 10
QUIET = 1.0


class Box:
    """All mailboxes: takes every mail of the host; the program of whoever gets it answers at once."""

    def __init__(self) -> None:
        self.machines: dict[str, Machine] = {}
        self.newest: dict[str, Got] = {}
        self.count: collections.Counter[str] = collections.Counter()
        self.answers: queue.Queue[Sent] = queue.Queue()

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd calls it so
        """Take a mail and answer it."""
        assert isinstance(envelope.content, bytes)
        person = envelope.rcpt_tos[0].lower()
        got = Got(person, envelope.mail_from or "", email.message_from_bytes(envelope.content))
        self.count[person] += 1
        self.newest[person] = got
        if person in self.machines:
            self.answers.put(self.machines[person].answer(got))
        return "250 2.0.0 taken"


class Sender:
    """Sends mails by SMTP, ten to a connection, as several mail servers at once."""

    def __init__(self) -> None:
        self.sent = 0
        self.lock = threading.Lock()

    def send(self, mails: list[Sent]) -> None:
        """Send all of these; a refusal at the door is an end, too."""
        parts = [mails[at : at + A_CONNECTION] for at in range(0, len(mails), A_CONNECTION)]
        with ThreadPoolExecutor(AT_ONCE) as threads:
            list(threads.map(self.connect, parts))

    def connect(self, mails: list[Sent]) -> None:
        """Send some mails over one connection."""
        with smtplib.SMTP("127.0.0.1", settings.SMTP_PORT, timeout=30) as door:
            for mail in mails:
                door.sendmail(mail.sender, [mail.to], mail.raw)
                with self.lock:
                    self.sent += 1


def people(box: Box) -> list[str]:
    """Seat one player with each kind of program, two at a table; and two people who answer by hand."""
    from hosting.matches import opening
    from hosting.players.addresses import add_verified
    from hosting.players.models import Player

    kinds: list[Machine | None] = [*machines(), None, None]
    players = []
    for number, kind in enumerate([*kinds, *([None] * (len(kinds) % 2))]):
        language = ("en", "sv", "ms")[number % 3]
        player = Player.objects.create_user(
            f"p{number}@mail.example.org", f"Player {number}", language=language
        )
        add_verified(player, player.email)
        players.append(player)
        if kind is not None:
            box.machines[player.email] = kind
    for first, second in zip(players[::2], players[1::2], strict=True):
        match = opening.open_match(first, game="spite-and-malice", options={"goal": 6})
        opening.join(match, second)
    return [player.email for player in players]


def settle(box: Box, sender: Sender) -> None:
    """Send on what the programs answer until nothing moves any more."""
    from hosting.mail.models import InboundMail
    from hosting.matches.models import Notice

    still_since = time.monotonic()
    deadline = still_since + 120
    while time.monotonic() - still_since < QUIET:
        if time.monotonic() > deadline:
            raise SystemExit("It does not come to rest.")
        waiting = []
        while not box.answers.empty():
            waiting.append(box.answers.get())
        sender.send(waiting)
        busy = (
            bool(waiting)
            or InboundMail.objects.filter(state="new").exists()
            or Notice.objects.filter(state__in=["new", "leased"], not_before=None).exists()
        )
        if busy:
            still_since = time.monotonic()
        time.sleep(0.1)


def storm(box: Box, so_far: int) -> list[Sent]:
    """Every program answers its newest mail again and again, by every way there is."""
    made: list[Sent] = []
    ways = ("", "", REPLY, BACK, FROM)
    while so_far + len(made) < MAILS:
        for person, machine in box.machines.items():
            got = box.newest[person]
            made.append(machine.answer(got, ways[(len(made) // len(box.machines)) % len(ways)]))
    return made


def play_by_hand(box: Box, sender: Sender) -> bool:
    """One of the two who have no program answers the newest mail with a move; say whether it was played."""
    from hosting.matches import queries
    from hosting.matches.models import Entry, Seat

    turns = Seat.objects.filter(question__isnull=False).select_related("player", "match")
    seat = next(seat for seat in turns if seat.player and seat.player.email not in box.machines)
    assert seat.player is not None
    actions = queries.situation(seat.match, seat).view.legal
    line = str(next(action for action in actions if action.verb == "discard"))
    got = box.newest[seat.player.email]
    sender.send([Machine("hand", REPLY, lambda got: ([f"Subject: Re: {got.subject}"], line)).answer(got)])
    settle(box, sender)
    return Entry.objects.filter(match=seat.match, kind="action").exists()


def run() -> dict[str, Any]:
    """Let it happen and say what came of it."""
    from hosting.mail.models import InboundMail
    from hosting.matches.models import Entry, Notice
    from hosting.players.models import Absence
    from hosting.running import demo

    box, sender = Box(), Sender()
    relay = Controller(box, hostname="127.0.0.1", port=int(settings.EMAIL_PORT))
    relay.start()
    everybody = people(box)
    host = demo.Host(print)
    try:
        host.start()
        settle(box, sender)
        before = collections.Counter(box.count)
        first_answers = sender.sent
        sender.send(storm(box, sender.sent))
        settle(box, sender)
        moves_by_programs = Entry.objects.filter(kind="action").count()
        played = play_by_hand(box, sender)
    finally:
        host.stop()
        relay.stop()
    begun = Notice.objects.filter(kind__in=["turn", "started"], seq__lte=2)
    at_the_start = collections.Counter(begun.values_list("player__email", flat=True))
    by_machines = {person: box.count[person] - at_the_start[person] for person in box.machines}
    mails = InboundMail.objects.all()
    return {
        "mails_in": mails.count(),
        "mails_out": sum(box.count.values()),
        "first_answers": first_answers,
        "everybody_was_told": all(before[person] for person in everybody),
        "more_than_one": {box.machines[who].name: more for who, more in by_machines.items() if more > 1},
        "offers": Notice.objects.filter(kind="back_soon").count(),
        "away_kinds": sum(machine.is_away for machine in box.machines.values()),
        "moves_by_programs": moves_by_programs,
        "absences": Absence.objects.count(),
        "unfinished": mails.exclude(state__in=["done", "quiet"]).count(),
        "without_reason": mails.filter(reason="").count(),
        "played_by_hand": played,
    }


if __name__ == "__main__":
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    sys.stdout.write("\n" + json.dumps(run()))
