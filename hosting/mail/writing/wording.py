"""What mails have in common: subject, thread, sentences, and the ways back to the host."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from django.conf import settings
from django.utils.translation import gettext as _

from hosting import games
from hosting.mail.addresses import can_be_answered, mac, reply_address
from hosting.mail.writing.templates import plain, said
from hosting.matches.models import Match, Notice, Seat
from hosting.rules.words import words

PART_LENGTH: Final = 90
"""Mails to a seat after which a new thread begins: mail programs tear longer ones apart."""

_GAPS: Final = re.compile(r"\n\s*\n")
THREAD: Final = "thread"


def subject(notice: Notice) -> str:
    """Give the subject: the same for all mails of a match to a seat, so it speaks the game's own language."""
    about = _without_seat(notice)
    if about or notice.match is None or notice.seat is None:
        return about
    game = words(notice.match.game, games.game(notice.match.game).languages[0]).game_name
    tagged = f"[Postbord {notice.match.pk}] {game}"
    part = _part(notice.seat)
    return tagged if part == 1 else f"{tagged}, " + _("part %(number)d") % {"number": part}


def _without_seat(notice: Notice) -> str:
    """Give the subject of a notice that is about no seat, or nothing for one that is."""
    named = {
        Notice.Kind.MODERATORS: _("[Postbord] For the moderators"),
        Notice.Kind.DIGEST: _("[Postbord] Your matches today"),
        Notice.Kind.MAIL_TEST: _("[Postbord] A test of your email"),
        Notice.Kind.BACK_SOON: _("[Postbord] Are you away?"),
    }
    if notice.kind == Notice.Kind.INVITATION and notice.match is not None:
        game = words(notice.match.game, games.game(notice.match.game).languages[0]).game_name
        return _("[Postbord] An invitation to %(game)s") % {"game": game}
    usual = "" if notice.match and notice.seat else _("[Postbord] About your email")
    return named.get(Notice.Kind(notice.kind), usual)


def thread_root(match: Match, seat: Seat) -> str:
    """Give the Message-ID to which all mails of a part of a match to a seat refer; no mail ever has it."""
    facts = f"{match.uuid}:{seat.number}:{_part(seat)}".encode()
    signed = base64.b32encode(mac(settings.SECRET_KEY, THREAD, 0, facts)).decode("ascii").lower()
    return f"<{signed}@{settings.MAIL_DOMAIN}>"


def _part(seat: Seat) -> int:
    return seat.notices_sent // PART_LENGTH + 1


def sentences(notice: Notice, told: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """Render the blocks of sentences: those that most mails share, and over them those of this kind."""
    if notice.kind == Notice.Kind.ANSWER and notice.submission is not None:
        template = f"answers/{notice.submission.outcome['code']}.txt"
    elif notice.data.get("asked_for"):
        template = "shown.txt"
    else:
        template = f"{notice.kind}.txt"
    own = said(template, told)
    return said("common.txt", told, without=own) | own


def ways_back(notice: Notice) -> dict[str, Any]:
    """Give what a choice is tapped with: a mail to the notice's own address with the number as its text."""
    if not can_be_answered(notice):
        return {"mailto": None}
    start = f"mailto:{reply_address(notice)}?subject={quote('Re: ' + subject(notice))}&body="
    return {"mailto": lambda line: start + quote(line)}


def laid_out(template: str, told: Mapping[str, Any]) -> str:
    """Give a plain part: never more than one blank line in a row."""
    text = plain().get_template(template).render(told)
    return _GAPS.sub("\n\n", text.strip()) + "\n"
