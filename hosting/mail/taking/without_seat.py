"""Answers to notices that are about no seat, by their own reply addresses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hosting.mail.addresses import Kind as To
from hosting.mail.asking import taking as asking
from hosting.mail.models import InboundMail
from hosting.mail.reading.reader import Kind, Reading
from hosting.mail.taking import mail_tests, out_of_office, routing, senders
from hosting.matches.models import Notice

TO_THE_HOST: Final = frozenset({Notice.Kind.HOST, Notice.Kind.CONFIRM, Notice.Kind.INVITATION})
"""Answers and questions of the host: an answer to one is for the host itself."""


def hand_over(mail: InboundMail, reading: Reading) -> list[str]:
    """Do what a mail answers to such notices; say what became of each that asks something."""
    return [became for notice in _answered(mail, reading) if (became := _one(mail, notice))]


def note(mail: InboundMail, reading: Reading) -> None:
    """Note that a program answered: a test of the way of mails shows that, too."""
    for notice in _answered(mail, reading):
        if notice.kind == Notice.Kind.MAIL_TEST:
            mail_tests.answered(mail, reading, notice)


def _answered(mail: InboundMail, reading: Reading) -> Iterator[Notice]:
    """Find the notices that are answered, by reply address, or where that was cut off by reference."""
    ids = [each["notice"] for each in mail.recipients if each["kind"] == To.NOTICE]
    if ids:
        yield from Notice.objects.filter(pk__in=ids).select_related("player")
        return
    referred = routing.notices_referred_to(mail, reading) if routing.is_plain(mail) else []
    yield from [notice for notice in referred[:1] if notice.seat_id is None]


def _one(mail: InboundMail, notice: Notice) -> str:
    if notice.kind == Notice.Kind.MAIL_TEST:
        return mail_tests.answered(mail, routing.read_answer(mail, notice, mail_tests.AnyGame()), notice)
    if notice.kind == Notice.Kind.BACK_SOON:
        reading = routing.read_answer(mail, notice, routing.NoGrammar())
        if not senders.is_proved(notice.player, reading, mail.peer):
            return "unproved"
        return (
            out_of_office.answered(mail, reading, notice) if reading.kind is Kind.LINES else str(reading.kind)
        )
    if notice.kind in TO_THE_HOST:
        asking.take(mail, notice)
        return "asks the host"
    return ""
