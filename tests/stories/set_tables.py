"""Tables at which a turn has begun, and mails that play it."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Final

from hosting.mail.addresses import reply_address
from hosting.matches import bots, opening
from hosting.matches.models import Notice, Seat
from hosting.now import now
from hosting.players.addresses import add_verified
from hosting.players.models import Player
from hosting.web.readers import note_seen
from tests import table

PAIRS: Final = 10
LANGUAGES: Final = ("sv", "ms", "en")

AGAINST_A_BOT: Final = 3
"""Every third match is one against the host's own player."""

BEFORE: Final = "before the story"
"""Marks notices that went out before the processes were started."""


def a_turn(place: int) -> Seat:
    """Let somebody's turn begin; he has seen it, so that it ends in time whatever becomes of mails."""
    first, second = (player(2 * (place % PAIRS) + side) for side in range(2))
    bot = "greedy" if place % AGAINST_A_BOT == 0 else ""
    match = opening.open_match(first, game=table.GAME, bot=bot)
    if bot:
        for waiting in bots.waiting():
            bots.act(waiting)
    else:
        opening.join(match, second)
    seat = table.on_turn(match)
    note_seen(seat)
    Notice.objects.filter(match=match).update(state=Notice.State.SENT, sent_at=now(), error=BEFORE)
    Seat.objects.filter(match=match).update(remind_at=None)
    return seat


def player(number: int) -> Player:
    """Give a player of the story, made when he is first asked for."""
    known = Player.objects.filter(email=f"player{number}@mail.example.org").first()
    if known is not None:
        return known
    language = LANGUAGES[number % len(LANGUAGES)]
    made = Player.objects.create_user(
        f"player{number}@mail.example.org", f"Player{number}", language=language, zone="Europe/Stockholm"
    )
    add_verified(made, made.email)
    return made


@dataclass(frozen=True, slots=True)
class Answer:
    """A mail that plays a turn."""

    match: int
    sender: str
    to: str
    mail: bytes


def answer_of(seat: Seat) -> Answer:
    """Write the answer of whoever is to act."""
    assert seat.player is not None
    notice = Notice.objects.filter(seat=seat, question=seat.question).latest("pk")
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = seat.player.email, reply_address(notice), "Re: Your turn"
    mail["Message-ID"] = make_msgid(domain="mail.example.org")
    mail.set_content(f"{table.discard(seat)}\n")
    return Answer(seat.match_id, seat.player.email, str(mail["To"]), mail.as_bytes())
