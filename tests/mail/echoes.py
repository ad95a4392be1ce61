"""What comes back of our mails: whole and unquoted, wrapped anew, with its effects, if it had any."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import parseaddr
from functools import cache
from typing import Any, Final

from django.apps import apps
from django.db import connection

from hosting.games import bots
from hosting.mail.models import InboundMail, Request
from hosting.mail.reading.sent_lines import SentLines
from hosting.mail.sending.outgoing import WrittenMail
from hosting.mail.taking.mails import take
from hosting.matches import notices, opening, queries
from hosting.matches.models import Match, Notice, Seat, Submission
from tests import people, table
from tests.mail import gallery, maldade_scenes, test_writing_wicked_christmas
from tests.mail.letters import letter
from tests.mail.listening import Talk, storing
from tests.mail.test_writing_kinds import WIDTHS, reflowed, wrapped

STORED: Final = "250"
STEPS: Final = 24
"""Actions of a match that is played by bots for its notices."""

PASSES: Final = frozenset(
    {"matches.submission", "matches.notice", "mail.inboundmail", "mail.request", "matches.heartbeat"}
)
"""Tables in which a mail leaves traces that are no effects."""

CHANGES: Final = {"matches.seat": {"notices_sent"}}
"""Columns likewise."""


def all_notices(slug: str) -> Iterator[Notice]:
    """Give the notices of a game, each to be looked at before the next comes about."""
    gallery.moderator()
    if slug == table.GAME:
        yield from gallery.everything()
        yield whole_sign_in()
    elif slug == maldade_scenes.GAME:
        yield from (notice for _name, notice in maldade_scenes.scenes())
    elif slug == test_writing_wicked_christmas.GAME:
        yield from (notice for _name, notice in test_writing_wicked_christmas.key_mails())
    yield from of_a_tutorial(slug)
    yield from of_a_played_match(slug)


def whole_sign_in() -> Notice:
    """A mail with a code."""
    return notices.sign_in("anna@mail.example.org", subject="Your code", body="The code is ABCD.\n\nBye.")


def of_a_tutorial(slug: str) -> Iterator[Notice]:
    """The mail with which a newcomer's first match begins."""
    match = opening.open_tutorial(people.cilla(), slug)
    yield gallery.whole(Notice.objects.filter(match=match).latest("pk"))


def of_a_played_match(slug: str) -> Iterator[Notice]:
    """The notices of a match of people that is played by chance, and answers to odd lines in its midst."""
    match, rng = a_match(slug), random.Random(slug)
    last = 0
    for step in range(STEPS):
        for notice in Notice.objects.filter(match=match, pk__gt=last).order_by("pk"):
            last = notice.pk
            yield gallery.whole(notice)
        match.refresh_from_db()
        if match.state != Match.State.PLAYING:
            return
        seat = table.on_turn(match)
        odd = list(gallery.LINES.values())
        yield gallery.answer(seat, odd[step % len(odd)])
        last = Notice.objects.latest("pk").pk
        seat = table.on_turn(match)
        table.press(seat, str(bots(slug)["random"](queries.situation(match, seat).view, rng)))


def a_match(slug: str) -> Match:
    """Anna, Ben and, where there is room, Cilla."""
    match = opening.open_match(people.anna(), game=slug)
    table.stack_the_deck(match)
    opening.join(match, people.ben())
    match.refresh_from_db()
    if match.state == Match.State.OPEN:
        opening.join(match, people.cilla())
        match.refresh_from_db()
    return match


# --- Ways in which a text comes back


def ways_back(text: str) -> list[str]:
    """Give a text as it was sent, and as programs of several widths pass it on."""
    lines = text.split("\n")
    again = ["\n".join(piece for line in lines for piece in wrapped(line, width)) for width in WIDTHS]
    filled = ["\n".join(reflowed(text, width)) for width in WIDTHS]
    return list(dict.fromkeys([text, *again, *filled]))


def lines_back(text: str) -> set[str]:
    """Give every line that such a text has, however it comes back."""
    found = {line.strip() for way in ways_back(text) for line in way.split("\n")}
    return found - {""}


# --- Sending them back


class Echo:
    """Sends mails back through a real listener and says what came of it."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk

    def of(self, mail: WrittenMail, text: str) -> list[Notice]:
        """Send this text back where the mail asks for answers; give the notices that came of it."""
        last = Notice.objects.latest("pk").pk
        to = parseaddr(mail.headers.get("Reply-To", mail.headers["From"]))[1]
        raw = letter(text.replace("\n", "\r\n"), sender=mail.to, subject=f"Re: {mail.subject}")
        answer = self.talk.mail(raw.replace(b"\r\n.", b"\r\n.."), to)
        assert answer.startswith(STORED), answer
        take(InboundMail.objects.latest("pk").pk)
        return list(Notice.objects.filter(pk__gt=last).order_by("pk"))


@contextmanager
def echoing() -> Iterator[Echo]:
    """Run a listener that stores into the test's database, and talk to it."""
    with storing(trusted=["127.0.0.1"]) as running, running.talk() as talk:
        yield Echo(talk)


def remember(notice: Notice, mail: WrittenMail) -> None:
    """Keep what the notice said, as its sender does."""
    notice.sent_lines = SentLines.of(mail.text).to_data()
    Notice.objects.filter(pk=notice.pk).update(sent_lines=notice.sent_lines)


@contextmanager
def as_if_it_had_not_come(notice: Notice) -> Iterator[None]:
    """Take the traces of an answer to a notice away afterwards, so that the next one finds the same."""
    last = Notice.objects.latest("pk").pk
    before = Submission.objects.order_by("pk").values_list("pk", flat=True).last() or 0
    asked = Request.objects.order_by("pk").values_list("pk", flat=True).last() or 0
    sent = Seat.objects.filter(pk=notice.seat_id or 0).values_list("notices_sent", flat=True).first()
    yield
    with connection.cursor() as cursor:  # nothing else hangs on these rows, so nothing has to be looked for
        cursor.execute("DELETE FROM matches_notice WHERE id > %s", [last])
        cursor.execute("DELETE FROM matches_submission WHERE id > %s", [before])
        cursor.execute("DELETE FROM mail_request WHERE id > %s", [asked])
        cursor.execute("UPDATE mail_request SET mail_id = NULL")
        cursor.execute("DELETE FROM mail_inboundmail")
    if sent is not None:
        Seat.objects.filter(pk=notice.seat_id or 0).update(notices_sent=sent)


def standing() -> dict[str, Any]:
    """Give all rows of the host that a mail may not change unless a player means it."""
    return {
        model._meta.label_lower: [
            {name: value for name, value in row.items() if name not in CHANGES.get(label(model), ())}
            for row in model._default_manager.order_by("pk").values()
        ]
        for model in watched()
    }


@cache
def watched() -> list[Any]:
    """Name the tables of the host but for those in which every mail leaves traces."""
    ours = ("players", "matches", "mail", "moderation")
    models = [model for name in ours for model in apps.get_app_config(name).get_models()]
    return [model for model in models if model._meta.managed and label(model) not in PASSES]


def label(model: Any) -> str:
    """Name a table."""
    return str(model._meta.label_lower)


def differences(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Name what differs between two standings."""
    found = []
    for name, rows in before.items():
        if len(rows) != len(after[name]):
            found.append(f"{name} {len(rows)} -> {len(after[name])}")
            continue
        for old, new in zip(rows, after[name], strict=True):
            found += [f"{name}.{column}" for column, value in old.items() if value != new[column]]
    return found
