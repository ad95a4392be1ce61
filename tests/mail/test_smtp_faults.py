"""Faults of ours, wherever they happen, mean "try later" and say nothing of what they are (P2)."""

import asyncio
import errno
import smtplib
from typing import NoReturn

import pytest
from django.db import InterfaceError, OperationalError

from hosting.mail.addresses import Recipient
from hosting.mail.listening import replies
from hosting.mail.listening.limits import Limits
from hosting.mail.listening.smtp_session import Session
from hosting.mail.listening.storing import Letter
from tests.mail.listening import listening

SECRET = "password=hunter2"
FAULTS = [
    OperationalError(SECRET),
    InterfaceError(SECRET),
    TimeoutError(SECRET),
    MemoryError(SECRET),
    OSError(errno.ENOSPC, SECRET),
    KeyError(SECRET),
    RecursionError(SECRET),
    UnicodeEncodeError("utf-8", SECRET, 0, 1, SECRET),
]
each_fault = pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)


@each_fault
def test_a_fault_in_greeting(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_session: Session) -> NoReturn:
        raise fault

    monkeypatch.setattr(Session, "offers", broken)
    with listening() as host, host.talk(greet=False) as talk:
        talk.reply()
        assert talk.say("EHLO me.example.org") == replies.TRY_LATER
        assert talk.say("NOOP").startswith("250")


@each_fault
def test_a_fault_in_looking_at_the_disk(fault: Exception) -> None:
    def broken() -> NoReturn:
        raise fault

    with listening(free_disk=broken) as host, host.talk() as talk:
        assert talk.say("MAIL FROM:<anna@mail.example.org>") == replies.TRY_LATER
        assert talk.say("NOOP").startswith("250")


@each_fault
def test_a_fault_in_looking_up_a_recipient(fault: Exception) -> None:
    async def broken(_address: str) -> Recipient:
        raise fault

    with listening(classify=broken) as host, host.talk() as talk:
        assert talk.begin("play@play.localhost") == replies.TRY_LATER
        assert talk.say("NOOP").startswith("250")


@each_fault
def test_a_fault_in_storing(fault: Exception) -> None:
    async def broken(_letter: Letter) -> int:
        raise fault

    with listening(store=broken) as host, host.talk() as talk:
        assert talk.mail(b"Subject: x\r\n") == replies.TRY_LATER
        assert talk.say("NOOP").startswith("250")
        assert host.listener.budget.left == host.limits.memory


@each_fault
def test_a_fault_in_telling_of_a_fault(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(_letter: Letter) -> int:
        raise fault

    monkeypatch.setattr("hosting.mail.listening.smtp_session.log", Broken(fault))
    with listening(store=broken) as host, host.talk() as talk:
        assert talk.mail(b"Subject: x\r\n") == replies.TRY_LATER
        assert talk.say("NOOP").startswith("250")


def test_after_a_fault_the_same_mail_can_be_sent_again() -> None:
    tries: list[Letter] = []

    async def fails_once(letter: Letter) -> int:
        tries.append(letter)
        if len(tries) == 1:
            raise OperationalError(SECRET)
        return 1

    with listening(store=fails_once) as host, host.talk() as talk:
        assert talk.mail(b"Subject: x\r\n") == replies.TRY_LATER
        assert talk.mail(b"Subject: x\r\n") == replies.STORED


def test_storing_that_takes_too_long_is_given_up() -> None:
    with listening(store=for_ever, limits=Limits(storing=0.1)) as host, host.talk() as talk:
        assert talk.mail(b"Subject: x\r\n") == replies.TRY_LATER


def test_looking_up_that_takes_too_long_is_given_up() -> None:
    with listening(classify=for_ever, limits=Limits(lookup=0.1)) as host, host.talk() as talk:
        assert talk.begin("play@play.localhost") == replies.TRY_LATER


def test_a_mail_program_of_the_standard_library_hears_a_temporary_refusal() -> None:
    async def broken(_letter: Letter) -> int:
        raise OperationalError(SECRET)

    with (
        listening(store=broken) as host,
        smtplib.SMTP("127.0.0.1", host.port, timeout=20) as client,
        pytest.raises(smtplib.SMTPDataError) as refusal,
    ):
        client.sendmail("anna@mail.example.org", ["play@play.localhost"], "Subject: x\r\n\r\n1\r\n")
    assert refusal.value.smtp_code == 451
    assert SECRET not in str(refusal.value.smtp_error)


async def for_ever(_what: object) -> NoReturn:
    """Wait, like a database that does not answer."""
    await asyncio.Event().wait()
    raise AssertionError


class Broken:
    """A log that cannot be written."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault

    def warning(self, *_facts: object, **_more: object) -> NoReturn:
        raise self.fault
