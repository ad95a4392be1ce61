"""Notices into mails, at the moment when they are sent: subject, two parts, headers (P13, P14, P16).

The reader's language and zone hold for every word. The first line says how the match stands and until
when; the subject never does, so all mails of a match make one thread in the reader's mail program.
"""

from __future__ import annotations

import base64
import datetime as dt
import re
from email.utils import format_datetime
from typing import Any, Final
from urllib.parse import quote

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from hosting import games
from hosting.mail.addresses import bounce_address, can_be_answered, mac, message_id, reply_address
from hosting.mail.reading.automatic import LOOP_HEADER
from hosting.mail.sending.outgoing import WrittenMail
from hosting.mail.writing.telling import telling
from hosting.mail.writing.templates import marked_up, plain, said
from hosting.matches.models import Match, Notice, Seat
from hosting.matches.sealing import unseal
from hosting.rules.words import words

PART_LENGTH: Final = 90
"""Mails to a seat after which a new thread begins: mail programs tear longer ones apart."""

_GAPS: Final = re.compile(r"\n\s*\n")
THREAD: Final = "thread"
ORGANISATION: Final = "postbord"

NO_ANSWERS_WANTED: Final = "OOF, AutoReply, DR, RN, NRN"
"""What Exchange is asked not to send back; bounces it may."""


def write(notice: Notice, at: dt.datetime, *, replies_to: str = "") -> WrittenMail:
    """Write the mail of a notice as of `at`; `replies_to` is the Message-ID of the mail that it answers.

    Raises whatever a template or the rules raise; the caller counts that against this one notice (P8).
    """
    if notice.kind == Notice.Kind.SIGN_IN:
        return _sign_in(notice, at)
    assert notice.player is not None
    with translation.override(notice.player.language):
        told = telling(notice, at) | _ways_back(notice)
        if notice.kind == Notice.Kind.MODERATORS:
            told |= _desk(notice)
        told["said"] = _sentences(notice, told)
        told |= {"subject": subject(notice), "language": notice.player.language}
        return WrittenMail(
            to=notice.player.email,
            sender=bounce_address(notice.number),
            subject=told["subject"],
            text=_text(told),
            html=marked_up().get_template("frame.html").render(told),
            headers=headers(notice, at, replies_to=replies_to),
        )


def subject(notice: Notice) -> str:
    """Give the subject: the same for all mails of a match to a seat, so it speaks the game's own language."""
    if notice.kind == Notice.Kind.MODERATORS:
        return _("[Postbord] For the moderators")
    if notice.match is None or notice.seat is None:
        return _("[Postbord] About your mail")
    game = words(notice.match.game, games.game(notice.match.game).languages[0]).game_name
    tagged = f"[Postbord {notice.match.pk}] {game}"
    part = _part(notice.seat)
    return tagged if part == 1 else f"{tagged}, " + _("part %(number)d") % {"number": part}


def headers(notice: Notice, at: dt.datetime, *, replies_to: str = "") -> dict[str, str]:
    """Give all headers but Subject and To. Nothing that a player chose gets into one."""
    game = notice.match.game if notice.match else "site"
    made = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Date": format_datetime(at),
        "Message-ID": message_id(notice.number),
        "Auto-Submitted": "auto-replied" if notice.kind == Notice.Kind.ANSWER else "auto-generated",
        "X-Auto-Response-Suppress": NO_ANSWERS_WANTED,
        "Feedback-ID": f"{notice.kind}:{game}:mail:{ORGANISATION}",
        LOOP_HEADER: settings.MAIL_DOMAIN,
    }
    if can_be_answered(notice):
        made["Reply-To"] = reply_address(notice)
    if notice.seat is not None and notice.match is not None:
        root = thread_root(notice.match, notice.seat)
        made["In-Reply-To"] = replies_to or root
        made["References"] = f"{root} {replies_to}".strip()
    return made


def thread_root(match: Match, seat: Seat) -> str:
    """Give the Message-ID to which all mails of a part of a match to a seat refer; no mail ever has it."""
    facts = f"{match.uuid}:{seat.number}:{_part(seat)}".encode()
    signed = base64.b32encode(mac(settings.SECRET_KEY, THREAD, 0, facts)).decode("ascii").lower()
    return f"<{signed}@{settings.MAIL_DOMAIN}>"


def _part(seat: Seat) -> int:
    return seat.notices_sent // PART_LENGTH + 1


def _sentences(notice: Notice, told: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """Render the blocks of sentences: those that most mails share, and over them those of this kind."""
    if notice.kind == Notice.Kind.ANSWER and notice.submission is not None:
        template = f"answers/{notice.submission.outcome['code']}.txt"
    else:
        template = f"{notice.kind}.txt"
    own = said(template, told)
    return said("common.txt", told, without=own) | own


def _ways_back(notice: Notice) -> dict[str, Any]:
    """Give what a choice is tapped with: a mail to the notice's own address with the number as its text."""
    if notice.seat_id is None:
        return {"mailto": None}
    start = f"mailto:{reply_address(notice)}?subject={quote('Re: ' + subject(notice))}&body="
    return {"mailto": lambda line: start + quote(line)}


def _desk(notice: Notice) -> dict[str, Any]:
    facts = {name: value for name, value in notice.data.items() if name not in {"what", "match"}}
    return {
        "what": notice.data.get("what", ""),
        "number": notice.data.get("match"),
        "facts": tuple(facts.items()),
        "link": f"{settings.SITE_URL}/admin/",
    }


def _text(told: dict[str, Any]) -> str:
    text = plain().get_template("frame.txt").render(told)
    return _GAPS.sub("\n\n", text.strip()) + "\n"


def _sign_in(notice: Notice, at: dt.datetime) -> WrittenMail:
    """Open the closed words of a sign-in mail: the first line is its subject. They are written elsewhere."""
    assert notice.sealed is not None
    title, _newline, body = unseal(notice.sealed).decode("utf-8").partition("\n")
    page = marked_up().get_template("sign_in.html")
    return WrittenMail(
        to=notice.address,
        sender=bounce_address(notice.number),
        subject=" ".join(title.split()),
        text=body.strip() + "\n",
        html=page.render(title=title, language="", pieces=body.strip().split("\n\n")),
        headers=headers(notice, at),
    )
