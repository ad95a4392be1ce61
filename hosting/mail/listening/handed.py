"""A mail that a program hands over on its standard input, as Postfix' pipe does (P1, P2).

The same checks and the same storing as by SMTP. One answer stands for all recipients: it is stored for all of
them, or for none.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import BinaryIO, Final, TypeVar

import structlog

from hosting.mail.listening import replies
from hosting.mail.listening.intake import once_each, sender_of, why_not_from, why_not_to
from hosting.mail.listening.limits import Limits
from hosting.mail.listening.peers import LOCAL
from hosting.mail.listening.serving import free_disk, look_up
from hosting.mail.listening.storing import Letter, store_what_can_be
from hosting.wake import wake_now

NULL_SENDERS: Final = frozenset({"", "<>", "MAILER-DAEMON"})
"""How programs write that a mail is a bounce; the last is Postfix' own way."""

EXITS: Final = {
    "250": os.EX_OK,
    "501": os.EX_USAGE,
    "550": os.EX_NOUSER,
    "500": os.EX_DATAERR,
    "552": os.EX_DATAERR,
}
"""The exit status for a reply: what the sender can mend has one of its own, all else is "try later" (P2)."""

T = TypeVar("T")
log = structlog.get_logger(__name__)


def exit_status(reply: str) -> int:
    """Give the exit status, in the words of sysexits.h, that tells a mail server what a reply says."""
    return EXITS.get(reply[:3], os.EX_TEMPFAIL)


def receive(mail: BinaryIO, sender: str, recipients: Sequence[str], *, limits: Limits | None = None) -> str:
    """Store a mail for its recipients; give the reply that SMTP would. Raises nothing."""
    limits = limits or Limits()
    try:
        raw = read_bounded(mail, limits)
        return why_not_read(raw, limits) or store_for(raw, sender, recipients, limits)
    except Exception as fault:  # noqa: BLE001 - whatever it is, the mail server keeps the mail (P2)
        log.warning("mail_not_received", fault=type(fault).__name__)
        return replies.TRY_LATER


def read_bounded(mail: BinaryIO, limits: Limits) -> bytes:
    """Read a mail, a byte more than is allowed at most; what follows is read and let go, within bounds."""
    raw = mail.read(limits.message + 1)
    left = limits.drained if len(raw) > limits.message else 0
    while left > 0 and (piece := mail.read(limits.line)):
        left -= len(piece)
    return raw


def why_not_read(raw: bytes, limits: Limits) -> str:
    """Say why a mail is refused whoever it is for, or nothing."""
    if len(raw) > limits.message:
        return replies.TOO_BIG
    too_long = any(len(line) > limits.line for line in raw.split(b"\n"))
    return replies.LINE_TOO_LONG if too_long else ""


def store_for(raw: bytes, sender: str, recipients: Sequence[str], limits: Limits) -> str:
    """Look the recipients up and store the mail for all of them."""
    sender = "" if sender in NULL_SENDERS else sender_of(sender)
    if refusal := why_not_enveloped(sender, recipients, limits):
        return refusal
    found = [settled(answer) for answer in look_up(recipients)]
    refusals = filter(None, map(why_not_to, found))
    if refusal := next(refusals, ""):
        return refusal
    (answer,) = store_what_can_be([Letter(raw, sender, LOCAL, once_each(found))])
    wake_now("take_mail", settled(answer))
    return replies.STORED


def why_not_enveloped(sender: str, recipients: Sequence[str], limits: Limits) -> str:
    """Say why an envelope is refused before its recipients are looked up, or nothing."""
    if not all(text.isprintable() for text in (sender, *recipients)):
        return replies.BAD_SIGNS
    if len(recipients) > limits.recipients:
        return replies.TOO_MANY_RECIPIENTS
    return why_not_from(sender, free_disk(), limits)


def settled(answer: T | Exception) -> T:
    """Give an answer, or raise the fault that came in its place."""
    if isinstance(answer, Exception):
        raise answer
    return answer
