"""The match that the host plays to show itself: two scripted players, real mails both ways, real processes.

The players know nothing but the mails that come out of the host, and say nothing but by SMTP. The runner
starts
a private host, stands as the relay that all its mails go to, and watches.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final, Protocol

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.db import connection

from hosting import games
from hosting.matches import opening
from hosting.matches.models import Entry, Match
from hosting.matches.queries import record
from hosting.players.addresses import add_verified
from hosting.players.models import Player
from hosting.running.scripted import Scripted

PATIENCE: Final = 60.0
"""Seconds without any mail after which the demo gives up."""

PEOPLE: Final = (
    ("Elsa", "sv", "Europe/Stockholm"),
    ("Farid", "ms", "Asia/Kuala_Lumpur"),
    ("Grace", "en", "Europe/London"),
    ("Hilma", "sv", "Europe/Helsinki"),
    ("Indah", "ms", "Asia/Kuching"),
    ("Jack", "en", "America/New_York"),
    ("Karin", "sv", "Europe/Stockholm"),
    ("Liam", "en", "Europe/Dublin"),
)
"""Who plays: name, language and zone."""

LOOKED_AT: Final = "spite-and-malice"
"""The game whose table a scripted player can read."""

SHOWN: Final = 6
"""Mails of the first turns that are printed."""


def free_port() -> int:
    """Find a port of this machine that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Relay:
    """Takes every mail that the host sends, as a mail provider would, and hands it on in order."""

    def __init__(self) -> None:
        self.mails: queue.Queue[EmailMessage] = queue.Queue()
        self.count = 0

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        """Take a mail."""
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.count += 1
        self.mails.put(mail)
        return "250 2.0.0 taken"


class AnyHost(Protocol):
    """What plays the host's part: it can be started, looked after and ended."""

    def start(self) -> None:
        """Start it and wait until both doors answer."""

    def tend(self) -> None:
        """Start again what somebody has killed."""

    def stop(self) -> None:
        """End it and wait for it."""


@dataclass
class Host:
    """A private host in processes of its own, started again when its supervisor is killed."""

    say: Callable[[str], None]
    process: subprocess.Popen[bytes] | None = None
    log: Path = field(default_factory=lambda: Path(settings.STATE_DIR) / "demo-host.log")

    def start(self) -> None:
        """Start it and wait until both doors answer."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(settings.BASE_DIR / "manage.py"), "host"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + 60
        while not all(answers(port) for port in (settings.PORT, settings.SMTP_PORT)):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"The private host did not start:\n{self.log.read_text()[-2000:]}")
            time.sleep(0.05)

    def tend(self) -> None:
        """Start it again when somebody has killed it."""
        if self.process is not None and self.process.poll() is not None:
            self.say(f"The supervisor has ended ({self.process.returncode}); starting it again.")
            self.start()

    def stop(self) -> None:
        """End it and wait for it."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=30)


def answers(port: int) -> bool:
    """Whether somebody listens at a port of this machine."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


@dataclass
class Demo:
    """One match, from the first mail to the last."""

    game: str
    options: Mapping[str, object]
    seats: int
    out: Callable[[str], None]
    relay: Relay = field(default_factory=Relay)
    players: dict[str, Scripted] = field(default_factory=dict)
    sent: int = 0
    shown: int = 0

    def run(self, host: AnyHost | None = None) -> dict[str, Any]:
        """Play it; give the figures. Raises SystemExit when it does not come to its end."""
        host = host or Host(self.out)
        sink = Controller(
            self.relay, hostname="127.0.0.1", port=_port_of(settings.EMAIL_PORT), ident="demo relay"
        )
        sink.start()
        people = self.people()  # before the start: a host that has players lays out no sample
        try:
            host.start()
            self.out(
                f"A private host is up: pages on {settings.SITE_URL}, mail on port {settings.SMTP_PORT}."
            )
            began = time.monotonic()
            match = self.open(people)
            self.play(match, host)
            seconds = time.monotonic() - began
        finally:
            host.stop()
            sink.stop()
        connection.close()
        return {
            "match": match.pk,
            "mails_in": self.sent,
            "mails_out": self.relay.count,
            "actions": Entry.objects.filter(match=match, kind=Entry.Kind.ACTION).count(),
            "seconds": round(seconds, 1),
        }

    def people(self) -> list[Player]:
        """Make as many people as there are seats, each with a language and a zone of his own."""
        return [self.person(*PEOPLE[seat]) for seat in range(self.seats)]

    def open(self, people: list[Player]) -> Match:
        """Let them sit down."""
        first, *others = people
        match = opening.open_match(
            first, game=self.game, options=self.options, seats=self.seats, luck="halvmåne"
        )
        for player in others:
            opening.join(match, player, luck=f"{player.name} 7")
        return match

    def person(self, name: str, language: str, zone: str) -> Player:
        """Make a player and the script that reads his mail."""
        player = Player.objects.create_user(
            f"{name.lower()}@demo.localhost", name, language=language, zone=zone
        )
        add_verified(player, player.email)
        self.players[player.email] = Scripted(
            name=name, address=player.email, language=language, taps=self.game != LOOKED_AT
        )
        return player

    def play(self, match: Match, host: AnyHost) -> None:
        """Hand each mail to its reader and send what he answers, until everybody has read how it ended."""
        last = time.monotonic()
        latest: list[EmailMessage] = []
        while not all(player.has_read_the_end for player in self.players.values()):
            host.tend()
            try:
                mail = self.relay.mails.get(timeout=0.5)
            except queue.Empty:
                if time.monotonic() - last > PATIENCE:
                    self.show(latest[-1])
                    raise SystemExit(
                        f"Nothing has come for {PATIENCE:.0f} s; match {match.pk} did not end."
                    ) from None
                continue
            last = time.monotonic()
            latest = [*latest[-1:], mail]
            if self.shown < SHOWN:
                self.shown += 1
                self.show(mail)
            answer = self.players[str(mail["To"])].answer(mail)
            if answer is not None:
                self.send(answer, host)
                if self.shown < SHOWN:
                    self.out(f"----- {answer['From']} answers -----\n{answer.get_content()}")
        self.out("\nThe last mails:\n")
        for mail in latest:
            self.show(mail)

    def show(self, mail: EmailMessage) -> None:
        """Print a mail as its reader sees it."""
        body = mail.get_body(("plain",))
        text = body.get_content() if body is not None else ""
        self.out(f"===== To {mail['To']}: {mail['Subject']} =====\n{text}")

    def send(self, mail: EmailMessage, host: AnyHost) -> None:
        """Send a mail as a mail server would: it tries again until the host has taken it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with smtplib.SMTP("127.0.0.1", settings.SMTP_PORT, timeout=10) as door:
                    door.send_message(mail)
            except (OSError, smtplib.SMTPException):
                if time.monotonic() > deadline:
                    raise
                host.tend()
                time.sleep(0.2)
            else:
                self.sent += 1
                return


def check_shuffles(match_id: int) -> str:
    """Let the published verifier, a program of its own, check every shuffle. Raises SystemExit."""
    verifier = find("verify_shuffle.py")
    assert isinstance(verifier, str)
    published = json.dumps(record(Match.objects.get(pk=match_id)))
    done = subprocess.run(
        [sys.executable, verifier, "-"], input=published, text=True, capture_output=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"verify_shuffle.py does not agree:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def short_options(game: str, points: int) -> dict[str, object]:
    """Give the options that make a match of that game short enough to watch."""
    known = games.game(game).options().as_dict()
    return {name: value for name, value in {"target": points, "rounds": 1}.items() if name in known}


def _port_of(port: int | str) -> int:
    return int(port)


def last_line(figures: dict[str, Any]) -> str:
    """Give the figures as one line of JSON."""
    return json.dumps(figures)


def surroundings(state_dir: str) -> dict[str, str]:
    """Give the environment of a private host on free ports, its mails going to a relay of our own."""
    web, smtp, relay = free_port(), free_port(), free_port()
    private = {
        "PROFILE": "development",
        "STATE_DIR": state_dir,
        "PORT": str(web),
        "SMTP_PORT": str(smtp),
        "EMAIL_URL": f"smtp://127.0.0.1:{relay}",
    }
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "BROKER_URL", "SITE_URL"}
    }
    return {**kept, **private}
