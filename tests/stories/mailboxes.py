"""What stories about mails need: a relay that keeps what it takes, the sweep at work, and mails by reader."""

import re
from email.message import Message

from pytest_django import Settings

from hosting.matches import digesting
from hosting.players import wishes
from hosting.players.models import Player
from hosting.players.wishes import About, Way
from hosting.running.sweeping import sweep
from tests import table
from tests.mail.sink import Sink, words


def send_by(settings: Settings, sink: Sink) -> None:
    """Send by this relay."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_TIMEOUT = 10


class Post:
    """The mails that a relay has taken, by reader."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink

    def work(self) -> None:
        """Let the host do what is due: nobody hears a bell here, so the sweep does all of it."""
        table.the_host_was_well()
        sweep()
        sweep()  # what the first one made is sent by the second

    def to(self, player: Player) -> list[Message]:
        """All mails to a player."""
        return [mail for mail in self.sink.mails if mail["To"] == player.email]

    def new(self, player: Player) -> list[str]:
        """The texts of the mails to a player since they were last asked for, once the host has worked."""
        self.work()
        mails = self.to(player)
        self.sink.mails = [mail for mail in self.sink.mails if mail not in mails]
        return [text_of(mail) for mail in mails]


def text_of(mail: Message) -> str:
    """The plain part of a mail."""
    if mail.is_multipart():
        return words(mail, 0).replace("\N{NO-BREAK SPACE}", " ")
    raw = mail.get_payload(decode=True)
    assert isinstance(raw, bytes)
    return raw.decode().replace("\r\n", "\n").replace("\N{NO-BREAK SPACE}", " ")


def one_line(text: str) -> str:
    """A text without its line ends."""
    return re.sub(r"\s+", " ", text)


def wish(player: Player | None, *, hour: int | None = None, **ways: str) -> Player:
    """A player chooses how he is told of things, in all his matches; gives him in English."""
    assert player is not None
    player.language = "en"
    player.wishes = wishes.choose({About(about): Way(way) for about, way in ways.items()})
    player.digest_hour = hour
    player.save()
    digesting.reschedule(player)
    return player
