"""Matches of the measured host, and players who answer their mails at once.

They read the choices from the notice's row instead of from the mail, to leave the processors to the host; but
every mail is a real one, with the whole text of the host's mail quoted below the answer, as people send them.
"""

from __future__ import annotations

import asyncio
import binascii
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.utils import formatdate, make_msgid
from pathlib import Path
from typing import Final

from django.conf import settings

from hosting.mail.addresses import split_token
from hosting.matches import opening
from hosting.players.addresses import add_verified
from hosting.players.models import Player
from tests.bench.evening import Evening
from tests.bench.postman import Mail, wired
from tests.bench.sink import open_sink

GAME: Final = "spite-and-malice"
LANGUAGES: Final = ("sv", "ms", "en")
ZONES: Final = ("Europe/Stockholm", "Asia/Kuala_Lumpur", "Europe/London")

HEADER: Final = {
    name: re.compile(rb"^" + name.encode() + rb": (.+?)\r?$", re.MULTILINE)
    for name in ("Subject", "Message-ID", "Reply-To", "Feedback-ID")
}
BOUNDARY: Final = re.compile(rb'boundary="([^"]+)"')


def people(count: int) -> list[Player]:
    """Make players, before the host starts: a host that has players lays out no sample."""
    made = []
    for number in range(count):
        place = number % len(LANGUAGES)
        player = Player.objects.create_user(
            f"player{number}@bench.localhost",
            f"Player{number}",
            language=LANGUAGES[place],
            zone=ZONES[place],
        )
        add_verified(player, player.email)
        made.append(player)
    return made


def open_tables(players: Sequence[Player]) -> int:
    """Let them sit down two by two, to matches that outlast any measurement; say how many."""
    pairs = list(zip(players[::2], players[1::2], strict=True))
    for first, second in pairs:
        match = opening.open_match(first, game=GAME, options={"target": 500, "ties": 20})
        opening.join(match, second)
    return len(pairs)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a notice asked: the question, and its numbered list as action data."""

    question: int | None
    choices: list[list[str]]


class Reader:
    """Reads the host's mails for all players, and answers those that ask for a move."""

    def __init__(self, database: Path) -> None:
        self.rows = sqlite3.connect(f"file:{database}?mode=ro", uri=True, isolation_level=None)
        self.samples: dict[str, bytes] = {}
        self.sent: bytes = b""

    def answer(self, recipient: str, data: bytes) -> Mail | None:
        """Give the reply to a mail, None when it asks for none."""
        kind = header(data, "Feedback-ID").partition(":")[0]
        self.samples[kind] = data
        address = header(data, "Reply-To")
        asked = self.asked(address) if address else None
        if asked is None or asked.question is None:
            return None
        self.sent = reply(recipient, data, lines(asked.choices))
        return Mail(recipient, address, self.sent)

    def asked(self, address: str) -> Asked | None:
        """Look up what the notice with this reply address asked."""
        token = split_token(address.partition("@")[0].partition("+")[2])
        if token is None:
            return None
        query = "SELECT question, choices FROM matches_notice WHERE number = ?"
        row = self.rows.execute(query, (token[0],)).fetchone()
        return None if row is None else Asked(row[0], json.loads(row[1]))


def header(data: bytes, name: str) -> str:
    """Give a header of a mail as it came, "" without it."""
    found = HEADER[name].search(data)
    return found[1].decode() if found else ""


def lines(choices: Sequence[Sequence[str]]) -> list[str]:
    """Say what a player writes: the first play of the list, if any, and the first discard beside it."""
    actions = [action for group in choices for action in group]
    discards = [action for action in actions if action.startswith("discard")]
    play = next((action for action in actions if action.startswith("play")), "")
    _verb, _from, card, *_to = [*play.split(), "", "", ""]
    beside = [action for action in discards if action.split()[1] != card] if "hand" in play else discards
    if play and beside:
        return ["1" if choices[0] == [play] else play, typed(beside[0])]
    return [typed(discards[0])]


def typed(discard: str) -> str:
    """Say a discard as a player does."""
    _verb, card, to = discard.split()
    return f"DISCARD {card} TO {to}"


def reply(sender: str, data: bytes, answer: Sequence[str]) -> bytes:
    """Write the reply as a mail program does: the answer above, the whole mail quoted below."""
    message_id = header(data, "Message-ID")
    head = [
        f"From: {sender.partition('@')[0].title()} <{sender}>",
        f"To: Postbord <{header(data, 'Reply-To')}>",
        f"Subject: Re: {header(data, 'Subject')}",
        f"Date: {formatdate(localtime=True)}",
        f"Message-ID: {make_msgid(domain='bench.localhost')}",
        f"In-Reply-To: {message_id}",
        f"References: {message_id}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=UTF-8",
        "Content-Transfer-Encoding: 8bit",
    ]
    quoted = [f"> {line}".rstrip() for line in text_of(data).splitlines()]
    said = ["", *answer, "", "On Tue, 3 Nov 2026 at 09:41, Postbord <play@play.localhost> wrote:", ""]
    return wired("\n".join([*head, *said, *quoted]))


def text_of(data: bytes) -> str:
    """Give the plain part of a mail of the host."""
    boundary = BOUNDARY.search(data)
    part = data.split(b"--" + boundary[1])[1] if boundary else data
    head, _, body = part.partition(b"\r\n\r\n")
    if b"quoted-printable" in head:
        body = binascii.a2b_qp(body)
    return body.decode("utf-8", "replace").strip().replace("\r\n", "\n")


def bare_addresses(database: Path) -> dict[str, str]:
    """Where the bare listener takes a player's mail: its token is the number of the seat."""
    query = "SELECT p.email, s.id FROM matches_seat s JOIN players_player p ON p.id = s.player_id"
    with sqlite3.connect(database) as rows:
        return {email: f"play+{seat}@play.localhost" for email, seat in rows.execute(query)}


@asynccontextmanager
async def begun(evening: Evening, tables: int) -> AsyncIterator[None]:
    """Open the matches, and wait until the first mails have come; the sink is open as long as this lasts."""
    sink = await open_sink(int(settings.EMAIL_PORT), evening.take)
    players = await asyncio.to_thread(lambda: list(Player.objects.order_by("pk")))
    await asyncio.to_thread(open_tables, players)
    await evening.settled(tables)
    try:
        yield
    finally:
        sink.close()
