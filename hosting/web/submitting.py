"""From a posted form to a Submission, and the short wait until a worker has played it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import QueryDict

from hosting.matches.models import Seat, Submission
from hosting.matches.submitting import submit
from hosting.rules.values import Action

NONCE: Final = re.compile(r"[A-Za-z0-9_-]{8,40}")
LONGEST_TEXT: Final = 4000
LONGEST_ACTION: Final = 200
MOST_PICKS: Final = 200
TRY: Final = "TRY"
"""The line that the button for a trial puts above what was typed: the page and a mail ask in the same way."""

PARTS: Final = ("part0", "part1", "part2", "part3", "part4")
"""Verb and args of a folded family's member, chosen one by one."""

STEP: Final = 0.05
"""Seconds between two looks at a submission that is being played."""

WAITING: Final = {Submission.State.UNREAD, Submission.State.READY}


class BadForm(ValueError):
    """A form that no page of ours sends."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a form asks for: an action, a standing order, typed lines or pieces picked one by one.

    For the question that the page was drawn from.
    """

    question: int | None
    nonce: str
    action: str = ""
    order: str = ""
    lines: tuple[str, ...] = ()
    picks: tuple[str, ...] | None = None

    @property
    def key(self) -> str:
        """Say the same for a form that is sent twice, and never for two different wishes."""
        said = "\n".join((str(self.question), self.action, *self.lines))
        return f"{self.nonce}:{sha256(said.encode()).hexdigest()[:16]}"


def read_form(posted: QueryDict) -> Wish:
    """Read a form of the match page; raises BadForm for what only a meddler sends."""
    nonce = posted.get("nonce", "")
    if not NONCE.fullmatch(nonce):
        raise BadForm("nonce")
    question = _question(posted.get("question", ""))
    if "lines" in posted:
        text = posted.get("lines", "")
        if len(text) > LONGEST_TEXT or "\0" in text:
            raise BadForm("lines")
        above = (TRY,) if "try" in posted else ()
        return Wish(question, nonce, lines=(*above, *text.splitlines()))
    if "order" in posted:
        return Wish(question, nonce, order=posted.get("order", ""))
    if "picks" in posted:
        return Wish(question, nonce, picks=_picks(posted))
    return Wish(question, nonce, action=_action(posted))


def _question(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadForm("question")
    return int(text)


def _picks(posted: QueryDict) -> tuple[str, ...]:
    """Give the pieces that were picked; the hidden field `picks` tells that none is none, too."""
    picks = tuple(pick for pick in posted.getlist("pick") if pick)
    if len(picks) > MOST_PICKS or any(len(pick) > LONGEST_ACTION or not pick.isprintable() for pick in picks):
        raise BadForm("picks")
    return picks


def _action(posted: QueryDict) -> str:
    """Give the action of a button, or put one together from a folded family's parts."""
    parts = [posted.get(name, "") for name in PARTS if name in posted]
    text = " ".join(parts) if parts else posted.get("action", "")
    try:
        action = Action.parse(text)
    except ValueError:
        raise BadForm("action") from None
    if len(text) > LONGEST_ACTION or not text.isprintable():
        raise BadForm("action")
    return str(action)


def send(seat: Seat, wish: Wish) -> Submission:
    """Store the wish and wait a little for its outcome. Sending it again gives the same submission (P5)."""
    submission = submit(
        seat,
        player=seat.player,
        question=wish.question,
        lines=wish.lines,
        action=wish.action,
        source=Submission.Source.WEB,
        key=f"web:{seat.pk}:{wish.key}",
    )
    wait_for(submission)
    return submission


def wait_for(submission: Submission) -> None:
    """Look at the row until a worker has played it, for FORM_WAIT seconds at most."""
    ends = time.monotonic() + settings.FORM_WAIT
    submission.refresh_from_db()
    while submission.state in WAITING and time.monotonic() < ends:
        time.sleep(STEP)
        submission.refresh_from_db()
