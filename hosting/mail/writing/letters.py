"""Notices into mails, at the moment when they are sent: subject, two parts, headers (P13, P14, P16).

The reader's language and zone hold for every word. The first line says how the match stands and until
when; the subject never does, so all mails of a match make one thread in the reader's mail program.
"""

from __future__ import annotations

import datetime as dt
from email.utils import format_datetime
from typing import Any, Final

from django.conf import settings
from django.utils import timezone, translation

from hosting.mail.addresses import (
    WITHOUT_SEAT,
    bounce_address,
    can_be_answered,
    message_id,
    reply_address,
    stop_address,
)
from hosting.mail.reading.automatic import LOOP_HEADER
from hosting.mail.sending.outgoing import WrittenMail
from hosting.mail.writing import daily
from hosting.mail.writing.asked import asked, attachments, language_of, never_link
from hosting.mail.writing.telling import telling
from hosting.mail.writing.templates import marked_up
from hosting.mail.writing.wording import laid_out, sentences, subject, thread_root, ways_back
from hosting.matches import notices
from hosting.matches.models import Notice
from hosting.matches.sealing import unseal

FRAMES: Final = {str(Notice.Kind.DIGEST): ("daily_frame.txt", "daily.html")}
ORGANISATION: Final = "postbord"

NO_ANSWERS_WANTED: Final = "OOF, AutoReply, DR, RN, NRN"
"""What Exchange is asked not to send back; bounces it may."""


def write(notice: Notice, at: dt.datetime, *, replies_to: str = "") -> WrittenMail:
    """Write the mail of a notice as of `at`; `replies_to` is the Message-ID of the mail that it answers.

    Raises whatever a template or the rules raise; the caller counts that against this one notice (P8).
    """
    if notice.kind == Notice.Kind.SIGN_IN:
        return _sign_in(notice, at)
    language, player = language_of(notice), notice.player
    with translation.override(language), timezone.override(player.zone if player else dt.UTC):
        told = daily.told(notice, at) if notice.kind == Notice.Kind.DIGEST else _told(notice, at)
        told |= {"subject": subject(notice), "language": language}
        text, page = FRAMES.get(notice.kind, ("frame.txt", "frame.html"))
        is_marked_up = player is None or not player.text_only
        return WrittenMail(
            to=notice.address or (player.email if player else ""),
            sender=bounce_address(notice.number),
            subject=told["subject"],
            text=laid_out(text, told),
            html=marked_up().get_template(page).render(told) if is_marked_up else "",
            headers=headers(notice, at, replies_to=replies_to) | told.get("headers", {}),
            attachments=attachments(notice),
            tells=told.get("tells", ()),
        )


def _told(notice: Notice, at: dt.datetime) -> dict[str, Any]:
    told = telling(notice, at) | ways_back(notice) | asked(notice)
    if notice.kind == Notice.Kind.MODERATORS:
        told |= _desk(notice)
    told["said"] = sentences(notice, told)
    return told


def headers(notice: Notice, at: dt.datetime, *, replies_to: str = "") -> dict[str, str]:
    """Give all headers but Subject and To. Nothing that a player chose gets into one."""
    game = notice.match.game if notice.match else "site"
    made = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Date": format_datetime(at),
        "Message-ID": message_id(notice.number),
        "Auto-Submitted": "auto-replied" if _is_answer(notice) else "auto-generated",
        "X-Auto-Response-Suppress": NO_ANSWERS_WANTED,
        "Feedback-ID": f"{notice.kind}:{game}:mail:{ORGANISATION}",
        LOOP_HEADER: settings.MAIL_DOMAIN,
    }
    if notice.player_id is not None and notices.can_be_stopped(notice):
        made["List-Unsubscribe"] = f"<{stop_address(notice)}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    if can_be_answered(notice):
        made["Reply-To"] = reply_address(notice)
    if replies_to:
        made["In-Reply-To"] = made["References"] = replies_to
    if notice.seat is not None and notice.match is not None:
        root = thread_root(notice.match, notice.seat)
        made["In-Reply-To"] = replies_to or root
        made["References"] = f"{root} {replies_to}".strip()
    elif replies_to:
        made["In-Reply-To"] = made["References"] = replies_to
    if notice.kind == Notice.Kind.INVITATION:
        made["List-Unsubscribe"] = f"<{never_link(notice)}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return made


def _is_answer(notice: Notice) -> bool:
    about_mail = notice.kind in WITHOUT_SEAT or notice.kind == Notice.Kind.WRITE_HERE
    is_answer = notice.kind == Notice.Kind.ANSWER or "answers" in notice.data
    return is_answer or (about_mail and "mail" in notice.data)


def _desk(notice: Notice) -> dict[str, Any]:
    facts = {name: value for name, value in notice.data.items() if name not in {"what", "match"}}
    return {
        "what": notice.data.get("what", ""),
        "number": notice.data.get("match"),
        "facts": tuple(facts.items()),
        "link": f"{settings.SITE_URL}/admin/{_place(notice.data)}",
    }


def _place(facts: dict[str, Any]) -> str:
    """Give the page of the desk that shows what a mail to moderators is about: the nearest that it names."""
    named = (f"{page}/{facts[name]}/change/" for name, page in AT_THE_DESK.items() if facts.get(name))
    return next(named, "")


AT_THE_DESK: Final = {
    "report": "matches/report",
    "mail": "mail/inboundmail",
    "submission": "matches/submission",
    "notice": "matches/notice",
    "player": "players/player",
    "match": "matches/match",
}
"""What such a mail may be about, and where the desk shows it: the exact thing before the whole match."""


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
