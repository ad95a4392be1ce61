"""Mails that came back: which notice each was, and what that says about the address it was sent to.

A notice is named by the signed address that the bounce came to, or by its signed Message-ID inside the
report when a server sent it elsewhere. So nobody can make an address look dead who has not got our mails;
and each notice counts once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hosting.mail import addresses
from hosting.mail.addresses import Kind
from hosting.mail.models import InboundMail
from hosting.mail.reading.reader import Reading
from hosting.matches import digesting, reaching
from hosting.matches.models import Notice

NAMED_BY: Final = frozenset({Kind.BOUNCE, Kind.TOKEN, Kind.OLD_TOKEN, Kind.NOTICE})


def note(mail: InboundMail, reading: Reading) -> None:
    """Note which notices came back, and count that against their addresses; one that is late says nothing."""
    if reading.bounce is None or not reading.bounce.came_back:
        return
    said = reading.bounce.status or reading.reason
    for notice in _notices(mail, reading):
        fresh = Notice.objects.filter(pk=notice.pk, bounced_at=None)
        if fresh.update(bounced_at=mail.received_at):
            digesting.note_bounced(notice, mail.received_at)
            reaching.came_back(notice, hard=reading.bounce.permanent is True, what=said)


def _notices(mail: InboundMail, reading: Reading) -> Iterator[Notice]:
    """Find the notices that a bounce is about."""
    assert reading.bounce is not None
    found = [each["notice"] for each in mail.recipients if each["kind"] in NAMED_BY and each["notice"]]
    if found:
        yield from Notice.objects.filter(pk__in=found).select_related("player")
        return
    numbers = filter(None, map(addresses.read_message_id, reading.bounce.original))
    yield from Notice.objects.filter(number__in=list(numbers)).select_related("player")
