"""Mail that no player wrote: bounces, receipts, automatic replies, reactions, calendars, our own come back.

Recognised before a line is read, and never answered. Each sign is one that machines set and people do not.
Two that look like signs are none: `X-Auto-Response-Suppress`, which Exchange puts on what people write, and
`Precedence: bulk`, which says nothing about who wrote.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from hosting.mail.reading.decoding import header_text, text_of
from hosting.mail.reading.header_values import addresses, each_address, message_ids
from hosting.mail.reading.parsing import Headers, Mail, Part, parse_headers
from hosting.mail.reading.phrases import phrases

LOOP_HEADER: Final = "X-Host-Loop"
"""Set on everything we send, with our mail domain as its value; whatever brings it back is our own."""

MOST_HOPS: Final = 50
"""Received fields above which a mail goes round in circles."""

OWN_NAMES: Final = frozenset({"play", "host", "bounce", "postmaster", "abuse"})
"""Local parts, up to a plus, of our own addresses."""

_SAYS_AUTOMATIC = (
    "x-autoreply",
    "x-autorespond",
    "x-autoresponder",
    "x-auto-reply",
    "x-auto-response",
    "x-vacation",
)
_DAEMONS = ("mailer-daemon", "mail-daemon", "mailerdaemon")
_NOT_DELIVERED = phrases("bounce_subjects")
_ANSWERED_BY_MACHINE = phrases("automatic_subjects")
_TAG = re.compile(r"^\[[^\]]{1,80}\]\s*")
_ONLY_LATE = phrases("delay_subjects")
_STATUS = re.compile(r"\b([245])\.\d{1,3}\.\d{1,3}\b")


@dataclass(frozen=True, slots=True)
class Bounce:
    """What a bounce tells.

    recipients: addresses that could not be reached.
    status:     such as "5.1.1", or empty when it is not told.
    permanent:  True and False as the status says; None when nobody knows.
    original:   ids of the mail that came back, without brackets.
    came_back:  whether the mail was given up; not for a report that it is late, or was delivered, nor for
                what only has the sender of a bounce.
    """

    recipients: tuple[str, ...] = ()
    status: str = ""
    permanent: bool | None = None
    original: tuple[str, ...] = ()
    came_back: bool = False


def why_receipt(mail: Mail) -> str:
    """Say why this is a read receipt, or nothing."""
    if _report(mail) == "disposition-notification" or _has(mail, "message/disposition-notification"):
        return "read receipt"
    return ""


def why_bounce(mail: Mail, mail_from: str | None) -> str:
    """Say why this is a bounce, or nothing. mail_from: the envelope's sender; empty for the null sender."""
    headers = mail.headers
    senders = [name.casefold() for name in each_address(headers.all("from"))]
    if _report(mail) == "delivery-status" or _has(mail, "message/delivery-status"):
        return "delivery report"
    if headers.first("x-failed-recipients"):
        return "names failed recipients"
    raw_from = headers.first("from").casefold()
    if any(sender.startswith(_DAEMONS) for sender in senders) or raw_from.startswith(_DAEMONS):
        return "from a mail daemon"
    subject = header_text(headers.first("subject")).casefold()
    returned = subject.startswith(_NOT_DELIVERED)
    if returned and any(sender.startswith(("postmaster@", "noreply@", "no-reply@")) for sender in senders):
        return "from a postmaster, about a mail that came back"
    if _null_sender(mail, mail_from) and (returned or not why_automatic(mail)):
        return "null sender"
    return ""


def bounce_of(mail: Mail) -> Bounce:
    """Read who could not be reached, why, and which mail it was."""
    reports = [leaf for leaf in mail.leaves if leaf.type == "message/delivery-status"]
    fields = [fields for leaf in reports for fields in _blocks(leaf)]
    told = [
        value for block in fields for value in block.all("final-recipient") + block.all("original-recipient")
    ]
    failed = each_address(
        (*(value.rpartition(";")[2] for value in told), mail.headers.first("x-failed-recipients"))
    )
    status = next((found[0] for block in fields if (found := _STATUS.search(block.first("status")))), "")
    if not status:
        texts = (
            text_of(leaf)[:4000] for leaf in mail.leaves if leaf.type == "text/plain" and not leaf.forwarded
        )
        status = next((found[0] for text in texts if (found := _STATUS.search(text))), "")
    inner = [part.headers for part in mail.carried]
    originals = message_ids(tuple(value for headers in inner for value in headers.all("message-id")))
    return Bounce(
        recipients=tuple(dict.fromkeys(failed)),
        status=status,
        permanent={"5": True, "4": False, "2": False}.get(status[:1]),
        original=originals or message_ids(mail.headers.all("in-reply-to") + mail.headers.all("references")),
        came_back=_came_back(mail, [block.first("action").casefold() for block in fields], status),
    )


def _came_back(mail: Mail, actions: list[str], status: str) -> bool:
    """Say whether a mail was given up: as its report says, or, where there is none, as far as words tell."""
    told = [action for action in actions if action]
    if told:
        return any(action.startswith("failed") for action in told)
    subject = header_text(mail.headers.first("subject")).casefold()
    if any(words in subject for words in _ONLY_LATE):
        return False
    returned = subject.startswith(_NOT_DELIVERED) or bool(mail.headers.first("x-failed-recipients"))
    return returned or bool(status)


def why_own(mail: Mail, own_domain: str) -> str:
    """Say why this is a mail of ours that has come back, or one that goes round; or nothing."""
    headers = mail.headers
    if headers.first(LOOP_HEADER.lower()) and (
        not own_domain or own_domain.casefold() in headers.first(LOOP_HEADER.lower()).casefold()
    ):
        return "carries our own loop header"
    if len(headers.all("received")) > MOST_HOPS:
        return f"more than {MOST_HOPS} hops"
    for sender in addresses(headers.all("from")) if own_domain else ():
        name, _, domain = sender.casefold().rpartition("@")
        if domain == own_domain.casefold() and name.partition("+")[0] in OWN_NAMES:
            return "from one of our own addresses"
    return ""


def why_automatic(mail: Mail) -> str:
    """Say why a machine wrote this, or nothing."""
    headers = mail.headers
    for value in headers.all("auto-submitted"):
        if value.partition(";")[0].partition("(")[0].strip().casefold() not in ("no", ""):
            return "Auto-Submitted says so"
    for name in _SAYS_AUTOMATIC:
        if headers.first(name) and headers.first(name).casefold() not in ("no", "false", "0"):
            return f"{name} says so"
    if any(value.casefold() in ("auto_reply", "auto-reply") for value in headers.all("precedence")):
        return "Precedence says so"
    if _report(mail):
        return "a report"
    subject = header_text(headers.first("subject")).casefold()
    untagged = _TAG.sub("", subject)  # what the desks of companies put before an answer: "[example.org #12]"
    if subject.startswith(_ANSWERED_BY_MACHINE) or untagged.startswith(_ANSWERED_BY_MACHINE):
        return "its subject is that of an automatic reply"
    return ""


def why_list(mail: Mail) -> str:
    """Say why this came through a mailing list, or nothing."""
    if mail.headers.first("list-id"):
        return "List-Id"
    if any(value.casefold() == "list" for value in mail.headers.all("precedence")):
        return "Precedence: list"
    return ""


def why_reaction(mail: Mail) -> str:
    """Say why this is an emoji put on a mail, or nothing."""
    for leaf in (mail.top, *mail.leaves):
        if not leaf.forwarded and (leaf.disposition == "reaction" or "reaction" in leaf.type):
            return "an emoji put on a mail"
    return ""


def why_calendar(mail: Mail) -> str:
    """Say why this is a calendar's mail, or nothing."""
    for leaf in mail.leaves:
        if leaf.type == "text/calendar" and not leaf.forwarded and leaf.disposition != "attachment":
            return "a calendar's mail"
    return ""


def why_encrypted(mail: Mail) -> str:
    """Say why nobody but the addressee of a key could read this, or nothing."""
    if mail.top.type == "multipart/encrypted":
        return "encrypted"
    for leaf in mail.leaves:
        if leaf.type in ("application/pkcs7-mime", "application/x-pkcs7-mime") and not leaf.forwarded:
            signed = leaf.parameter("smime-type").casefold() == "signed-data"
            return "signed so that its text cannot be read" if signed else "encrypted"
    return ""


def _report(mail: Mail) -> str:
    if mail.top.type != "multipart/report":
        return ""
    return mail.top.parameter("report-type").casefold() or "report"


def _has(mail: Mail, kind: str) -> bool:
    return any(leaf.type == kind and not leaf.forwarded for leaf in mail.leaves)


def _null_sender(mail: Mail, mail_from: str | None) -> bool:
    if mail_from is not None:
        return not mail_from.strip(" <>")
    return any(not value.strip(" <>") for value in mail.headers.all("return-path"))


def _blocks(leaf: Part) -> list[Headers]:
    return [parse_headers(block) for block in leaf.body.strip(b"\n").split(b"\n\n")[:50]]
