"""A post office for tests: mails go in by real SMTP, a worker takes them up, and answers come out."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.core import mail as django_mail
from pytest_django import Settings

from hosting.mail import addresses
from hosting.mail.addresses import Kind, Recipient
from hosting.mail.listening.storing import Letter, store
from hosting.mail.models import InboundMail
from hosting.mail.sending import outbox
from hosting.mail.sending.outgoing import OutgoingMail, WrittenMail
from hosting.mail.taking.mails import take
from hosting.matches import bots
from hosting.now import now
from tests.mail.letters import letter
from tests.mail.listening import Running, listening

HOST = "host@play.localhost"
SERVER = "mx.ours.example"


async def anything_here(address: str) -> Recipient:
    """Let in whatever is for this domain: whom it means is found out in the thread that has the database."""
    is_here = address.endswith("@play.localhost")
    return Recipient(address, Kind.PLAY if is_here else Kind.RELAY)


class Post:
    """The way of mails to the host and back."""

    def __init__(self, running: Running) -> None:
        self.running = running

    def write(
        self,
        sender: str,
        *lines: str,
        to: str = HOST,
        dmarc: str = "pass",
        name: str = "",
        more: Sequence[str] = (),
    ) -> InboundMail:
        """Send a mail to the host, and let a worker take it up; `dmarc`: what our mail server says of it."""
        domain = sender.rpartition("@")[2]
        verdict = f"Authentication-Results: {SERVER}; dmarc={dmarc} header.from={domain}"
        raw = letter("\r\n".join(lines), *([verdict] if dmarc else []), *more, sender=f"{name} <{sender}>")
        with self.running.talk() as talk:
            answer = talk.mail(raw.replace(b"\r\n.", b"\r\n.."), to, sender=f"<{sender}>")
        assert answer.startswith("250"), answer
        return self._taken(self.running.letters.pop())

    def _taken(self, got: Letter) -> InboundMail:
        recipients = tuple(addresses.classify(each.address) for each in got.recipients)
        assert all(each.is_accepted for each in recipients), recipients
        [number] = store([Letter(got.raw, got.mail_from, got.peer, recipients)])
        take(number)
        self.work()
        return InboundMail.objects.get(pk=number)

    def work(self) -> None:
        """Let bots move and all mails go out."""
        for _round in range(100):
            waiting = list(bots.waiting())
            for seat in waiting:
                bots.act(seat)
            if not waiting:
                break
        outbox.deliver(outbox.due(now()))

    def to(self, address: str) -> list[WrittenMail]:
        """What the host has written to an address, oldest first."""
        sent = (each.mail for each in django_mail.outbox if isinstance(each, OutgoingMail))
        return [mail for mail in sent if mail.to == address]

    def newest(self, address: str) -> WrittenMail:
        """The newest mail to an address."""
        return self.to(address)[-1]

    def reply(self, answered: WrittenMail, *lines: str, dmarc: str = "pass", sender: str = "") -> InboundMail:
        """Answer a mail as a mail program does, with the mail quoted below."""
        quotation = [f"> {line}".rstrip() for line in answered.text.splitlines()]
        to = answered.headers["Reply-To"]
        text = (*lines, "", "On Tuesday the host wrote:", *quotation)
        more = [f"References: {answered.headers['Message-ID']}"]
        return self.write(sender or answered.to, *text, to=to, dmarc=dmarc, more=more)


@contextmanager
def post_office(settings: Settings) -> Iterator[Post]:
    """Run a listener behind a mail server whose verdicts are believed."""
    settings.AUTHSERV_ID, settings.SMTP_TRUSTED_PEERS = SERVER, ("127.0.0.0/8",)
    with listening(classify=anything_here) as running:
        yield Post(running)


def flat(text: str) -> str:
    """A text without its line breaks, so that a sentence can be looked for."""
    return re.sub(r"\s+", " ", text)
