"""A mail, read: what kind it is, what its writer typed himself, and which of that are command lines.

Pure: bytes in, a `Reading` out; no clock, no database, no network, and no exception for any input. Nothing
here decides who may act or what is legal. The subject and attachments are never read for commands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from hosting.mail.reading import automatic
from hosting.mail.reading.automatic import Bounce
from hosting.mail.reading.away import LONGEST, speaks_of_it
from hosting.mail.reading.decoding import header_text, lines_of, text_of, unflow
from hosting.mail.reading.header_values import LONGEST_LIST, addresses, each_address, message_ids
from hosting.mail.reading.html_text import text_of_html
from hosting.mail.reading.parsing import Broken, Headers, Mail, Part, header_only, parse
from hosting.mail.reading.phrases import phrases
from hosting.mail.reading.quoting import Own, own_lines
from hosting.mail.reading.sent_lines import SentLines
from hosting.rules.lines import MOST_COMMANDS, Grammar, Picked, pick

__all__ = ["Bounce", "Kind", "Reading", "SentLines", "read", "read_text"]

_DELIVERED_TO = (
    "to",
    "cc",
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "x-envelope-to",
    "x-forwarded-to",
    "resent-to",
    "x-gm-original-to",
)
_PGP_MESSAGE = "-----BEGIN PGP MESSAGE-----"
_LONGEST_COMMAND = 200
_FORWARDED = phrases("forward_subjects")


class Kind(StrEnum):
    """What a mail is.

    LINES: a player's text. LIST: the same, come through a mailing list, so others have its address: to be
    held. FORWARD: a mail passed on without a word of one's own. EMPTY: nothing of one's own in it.
    TOO_MANY: more command lines than are read, or more text. BROKEN: passes a cap, so its header at most
    was read. OWN: ours, come back.
    """

    LINES = "lines"
    LIST = "list"
    AUTOMATIC = "automatic"
    BOUNCE = "bounce"
    READ_RECEIPT = "read_receipt"
    REACTION = "reaction"
    CALENDAR = "calendar"
    ENCRYPTED = "encrypted"
    FORWARD = "forward"
    EMPTY = "empty"
    TOO_MANY = "too_many"
    OWN = "own"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Reading:
    """A mail, read.

    reason:         why it is of this kind, for the log and the answer's choice of words; in English.
    lines:          the command lines picked, with blanks folded; whether they may be applied, `picked` says.
    own:            the player's own text, line by line, after cutting.
    picked:         what the rule for a player's lines made of them; None when no lines were looked for.
    from_addresses: as written, in From; none when it is not a plain list of addresses.
    message_id:     without brackets, empty when there is none.
    references:     likewise, oldest first, In-Reply-To last.
    auth_results:   the Authentication-Results fields, topmost first, unjudged.
    subject:        for people's eyes.
    recipients:     every address found in the fields that say where a mail was sent to.
    bounce:         what a bounce tells; None for other kinds.
    away:           subject and text, when they say that the writer is away and play nothing; else empty.
    """

    kind: Kind
    reason: str = ""
    lines: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    picked: Picked | None = None
    from_addresses: tuple[str, ...] = ()
    message_id: str = ""
    references: tuple[str, ...] = ()
    auth_results: tuple[str, ...] = ()
    subject: str = ""
    recipients: tuple[str, ...] = ()
    bounce: Bounce | None = None
    away: str = ""


def read(
    raw: bytes,
    *,
    grammar: Grammar,
    mail_from: str | None = None,
    sent: SentLines | None = None,
    own_domain: str = "",
) -> Reading:
    """Read a mail.

    mail_from:  the envelope's sender, empty for the null sender; None when unknown (then Return-Path is
    looked at).
    sent:       of the notice that is answered, to recognise an unquoted copy of it.
    own_domain: the domain we send from, to recognise our own mail come back.
    """
    try:
        mail = parse(raw)
    except Broken as broken:
        mail = header_only(raw)
        unread = Reading(Kind.BROKEN, str(broken))
        return _with_headers(_machine(mail, mail_from, own_domain) or unread, mail.headers, "")
    found = _machine(mail, mail_from, own_domain) or _by_hand(mail, grammar, sent)
    return _with_headers(found, mail.headers, _away(mail, found))


def _away(mail: Mail, found: Reading) -> str:
    """Give what a mail says of its writer's being away, whether a machine wrote it or he himself."""
    if found.kind is Kind.AUTOMATIC or (found.bounce is not None and not found.bounce.came_back):
        texts = map(text_of, _texts(mail, "text/plain"))
        pages = (text_of_html(text_of(part)) for part in _texts(mail, "text/html"))
        lines, _ = lines_of(next(filter(str.strip, (*texts, *pages)), "")[: 2 * LONGEST])
        own = own_lines(lines, None)
        text = "\n".join(own.top or own.below)
    elif found.kind is Kind.LINES and not found.lines:
        text = "\n".join(found.own)
    else:
        return ""
    told = f"{header_text(mail.headers.first('subject'))}\n{text}"
    return told if speaks_of_it(told if found.kind is not Kind.LINES else text) else ""


def read_text(text: str, *, grammar: Grammar, sent: SentLines | None = None, html: bool = False) -> Reading:
    """Read a bare body, or with `html` a page of it."""
    return _read_html(text, grammar, sent) if html else _read_lines(text, grammar, sent)


def _machine(mail: Mail, mail_from: str | None, own_domain: str) -> Reading | None:
    """Recognise what no player wrote; the surest signs first."""
    reasons = {
        Kind.READ_RECEIPT: automatic.why_receipt(mail),
        Kind.OWN: automatic.why_own(mail, own_domain),
        Kind.BOUNCE: automatic.why_bounce(mail, mail_from),
        Kind.AUTOMATIC: automatic.why_automatic(mail),
        Kind.REACTION: automatic.why_reaction(mail),
        Kind.CALENDAR: automatic.why_calendar(mail),
    }
    kind = next((kind for kind, reason in reasons.items() if reason), None)
    if kind is None:
        return None
    return Reading(kind, reasons[kind], bounce=automatic.bounce_of(mail) if kind is Kind.BOUNCE else None)


def _by_hand(mail: Mail, grammar: Grammar, sent: SentLines | None) -> Reading:
    """Read what a player wrote: his plain text, or the HTML when there is none."""
    plain = "\n\n".join(filter(str.strip, map(_plain, _texts(mail, "text/plain"))))
    html = "" if plain else next(filter(str.strip, map(text_of, _texts(mail, "text/html"))), "")
    if not plain and not html:
        return _without_text(mail)
    if _PGP_MESSAGE in plain[:2000]:
        return Reading(Kind.ENCRYPTED, "encrypted")
    found = _read_lines(plain, grammar, sent) if plain else _read_html(html, grammar, sent)
    if found.kind is Kind.EMPTY and _passed_on(mail):
        return Reading(Kind.FORWARD, "a forwarded mail and no word of one's own")
    if found.kind is Kind.LINES and (reason := automatic.why_list(mail)):
        return Reading(Kind.LIST, reason, found.lines, found.own, found.picked)
    return found


def _without_text(mail: Mail) -> Reading:
    if reason := automatic.why_encrypted(mail):
        return Reading(Kind.ENCRYPTED, reason)
    if mail.carried:
        return Reading(Kind.FORWARD, "a mail attached and no word of one's own")
    if any(leaf.type == "application/ms-tnef" for leaf in mail.leaves):
        return Reading(Kind.EMPTY, "only a winmail.dat, which is not opened")
    if any(leaf.attached for leaf in mail.leaves):
        return Reading(Kind.EMPTY, "only attachments, which are not opened")
    return Reading(Kind.EMPTY, "no text")


def _texts(mail: Mail, kind: str) -> list[Part]:
    return [leaf for leaf in mail.leaves if leaf.type == kind and not leaf.attached and not leaf.forwarded]


def _plain(part: Part) -> str:
    text = text_of(part)
    if part.parameter("format").casefold() == "flowed":
        return unflow(text, delete_space=part.parameter("delsp").casefold() == "yes")
    return text


def _passed_on(mail: Mail) -> bool:
    return header_text(mail.headers.first("subject")).casefold().startswith(_FORWARDED)


def _read_html(html: str, grammar: Grammar, sent: SentLines | None) -> Reading:
    """Read a page; when all of it counts as cited, once more without what its markup says of citing."""
    found = _read_lines(text_of_html(html), grammar, sent)
    if found.kind is Kind.EMPTY:
        return _read_lines(text_of_html(html, cited=False), grammar, sent)
    return found


def _read_lines(text: str, grammar: Grammar, sent: SentLines | None) -> Reading:
    lines, cut_off = lines_of(text)
    found = own_lines(lines, sent)
    own, picked = _pick(found, grammar)
    if not any(own):
        return _nothing_own(found)
    if picked.too_many:
        return Reading(Kind.TOO_MANY, f"more than {MOST_COMMANDS} commands", picked.commands, own, picked)
    if cut_off and found.whole:
        return Reading(Kind.TOO_MANY, "more text than is read", picked.commands, own, picked)
    return Reading(Kind.LINES, "", picked.commands, own, picked)


def _nothing_own(found: Own) -> Reading:
    if found.forward:
        return Reading(Kind.FORWARD, "a forwarded mail and no word of one's own")
    return Reading(Kind.EMPTY, "only quoted text" if found.quoted else "no text")


def _pick(found: Own, grammar: Grammar) -> tuple[tuple[str, ...], Picked]:
    """Take the text on top; what stands under or between quoted lines only when it plays nothing."""
    picked = pick(_folded(found.top), grammar)
    if not found.below or picked.commands or picked.unclear:
        return found.top, picked
    own = (*found.top, *([""] if found.top else []), *found.below)
    with_below = pick(_folded(own), grammar)
    if found.top and not (with_below.commands or with_below.unclear):
        return found.top, picked
    return own, with_below


def _folded(lines: Sequence[str]) -> list[str]:
    return [" ".join(line.split())[:_LONGEST_COMMAND] for line in lines]


def _with_headers(found: Reading, headers: Headers, away: str) -> Reading:
    named = message_ids(headers.all("message-id"))
    return Reading(
        kind=found.kind,
        reason=found.reason,
        lines=found.lines,
        own=found.own,
        picked=found.picked,
        from_addresses=addresses(headers.all("from")),
        message_id=named[0] if named else headers.first("message-id")[:500],
        references=message_ids(headers.all("references") + headers.all("in-reply-to")),
        auth_results=tuple(value[:LONGEST_LIST] for value in headers.all("authentication-results")),
        subject=header_text(headers.first("subject")),
        recipients=each_address(tuple(value for name in _DELIVERED_TO for value in headers.all(name))),
        bounce=found.bounce,
        away=away,
    )
