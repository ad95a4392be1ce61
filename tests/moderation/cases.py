"""A running match with secrets planted wherever the database has room for them, and people with roles."""

from dataclasses import dataclass, field
from typing import Final

from django.test import Client

from hosting.mail.addresses import reply_address
from hosting.mail.listening.storing import submission_key
from hosting.mail.models import InboundMail
from hosting.matches import opening, seeds
from hosting.matches.models import Entry, Heartbeat, Match, Notice, Seat, Submission
from hosting.moderation import roles
from hosting.now import now
from hosting.players.models import Player
from tests import people

GAME: Final = "spite-and-malice"
REASON: Final = "Ben is moving house this week"

CARD: Final = "canarycard"
DIGEST: Final = "canarydigest"
RAW: Final = "canaryraw"
SECRET_SUBJECT: Final = "canarysubject"
OWN_WORDS: Final = "canaryownwords"
PEER: Final = "203.0.113.77"
STRANGER: Final = "canarystranger"


@dataclass
class Case:
    """A match of Anna and Ben, one row of each kind beside it, and what nobody may ever read at the desk."""

    match: Match
    mail: InboundMail
    submission: Submission
    notice: Notice
    secrets: list[str] = field(default_factory=list)

    @property
    def pages(self) -> list[str]:
        """Every page that knows of this match, but lists."""
        return [
            f"/admin/matches/match/{self.match.pk}/change/",
            f"/admin/matches/match/{self.match.pk}/history/",
            f"/admin/matches/submission/{self.submission.pk}/change/",
            f"/admin/matches/notice/{self.notice.pk}/change/",
            f"/admin/mail/inboundmail/{self.mail.pk}/change/",
        ]


def running_match() -> Match:
    """Anna against Ben, just dealt."""
    match = opening.open_match(people.anna(), game=GAME, luck="canaryluck")
    opening.join(match, people.ben())
    match.refresh_from_db()
    return match


def planted() -> Case:
    """A running match with secrets in every row."""
    match = running_match()
    seat = match.seats.get(number=0)
    mail = InboundMail.objects.create(
        raw=(
            f"From: Anna <{people.anna().email}>\r\nTo: play+{RAW}@play.localhost\r\n"
            f"Subject: {SECRET_SUBJECT}\r\nMessage-ID: <{RAW}@mail.example.org>\r\n"
            f"Content-Type: text/plain\r\nX-Mailer: Pine\r\n\r\n{RAW}\r\n"
        ).encode(),
        mail_from=f"{STRANGER}@mail.example.org",
        peer=PEER,
        reason=f"refused by {STRANGER}@mail.example.org",
        recipients=[{"address": f"play+{RAW}@play.localhost", "kind": "token", "notice": None}],
    )
    notice = Notice.objects.filter(match=match).first()
    assert notice is not None
    notice.choices = [[f"play {CARD}"]]
    notice.data = {"lines": [CARD], "since": 0}
    notice.sent_lines = [DIGEST]
    notice.error = f"550 no such user {STRANGER}@mail.example.org"
    notice.sealed = CARD.encode()
    notice.state = Notice.State.FAILED
    notice.save()
    submission = Submission.objects.create(
        match=match,
        seat=seat,
        player=seat.player,
        notice=notice,
        question=seat.question,
        source="mail",
        key=submission_key(mail.pk, 0),
        lines=[OWN_WORDS],
        state="refused",
        outcome={"code": "nothing", "stopped": {"line": OWN_WORDS, "error": "ambiguous", "actions": [CARD]}},
    )
    Notice.objects.create(key="canary", kind="sign_in", address=f"{STRANGER}@mail.example.org", sealed=b"x")
    Heartbeat.objects.create(name="sweep", at=now())
    log(match, Entry.Kind.ACTION, action=f"play {CARD}")
    log(match, Entry.Kind.BROKEN, why=f"KeyError: {CARD}")
    Seat.objects.filter(match=match).update(orders={"order": CARD})
    return Case(match, mail, submission, notice, _secrets(match, notice))


def log(match: Match, kind: Entry.Kind, **data: object) -> None:
    """An entry of the log, with a digest that must not be seen."""
    match.seq += 1
    match.save()
    deal = match.deals.get()
    Entry.objects.create(match=match, seq=match.seq, deal=deal, seat=0, kind=kind, data=data, digest=DIGEST)


def _secrets(match: Match, notice: Notice) -> list[str]:
    return [
        CARD, DIGEST, RAW, SECRET_SUBJECT, PEER, STRANGER, "canaryluck",
        people.anna().email, people.ben().email,
        str(notice.number), reply_address(notice), match.join_code,
        seeds.master_of(match.pk).hex(), seeds.deal_key(match, 1, ["canaryluck", ""]).hex(),
    ]  # fmt: skip


def with_role(role: str, name: str = "Maja") -> Player:
    """Somebody with this role who plays nowhere."""
    player = Player.objects.create_user(f"{name.lower()}@mail.example.org", name)
    roles.give(player, role)
    return player


def signed_in(player: Player) -> Client:
    """A browser in which the player is signed in."""
    client = Client()
    client.force_login(player)
    return client
