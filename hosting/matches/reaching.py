"""Whether our mails reach a player, and what follows when they do not.

Notices to a player none of whose addresses takes mail wait in the outbox: those that have been overtaken
meanwhile are dropped as always, the others go out when an address is well again. A turn does not expire for
want of mails that never arrived (see `expiring`): it gets more time, and the pages tell the player why.
"""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Any, Final

from hosting.matches import notices
from hosting.matches.models import Notice
from hosting.now import now
from hosting.players import health
from hosting.players.models import Player
from hosting.wake import wake

NO_ADDRESS: Final = "no address of the player takes mail"
"""The error of a notice that waits for an address to become well."""

PATIENCE: Final = dt.timedelta(days=30)
"""For so long a notice waits."""

TEST_LIMITS: Final = ((3, dt.timedelta(hours=1)), (10, dt.timedelta(days=1)))
"""So many mails to try the way go to a player in such a time at most (P15)."""


def came_back(notice: Notice, *, hard: bool, what: str) -> None:
    """Note that a notice came back; when its address dies of that, say so to whom it concerns."""
    player = notice.player
    if player is None:
        return
    address = notice.address or player.email
    if not health.came_back(address, hard=hard, what=what):
        return
    notices.moderators(None, "address_dead", key=f"address_dead:{player.pk}:{notice.pk}", player=player.pk)
    other = health.address_for(player)
    if other:
        _write(player, other, {"what": "moved", "dead": address})


def answered(player: Player, notice: Notice | None, sender: str) -> None:
    """Note a mail of the player himself: when it came from where our notice went to, that address is well."""
    sent_to = (notice.address or player.email) if notice is not None else ""
    if sent_to.casefold() == sender.casefold() and health.answered(sender):
        release(player)


def try_again(player: Player, address: str) -> bool:
    """Write to a dead address again, beginning with a mail to be answered; say whether it was dead."""
    if not health.try_again(address):
        return False
    _write(player, address, {"what": "test"})
    release(player)
    return True


def release(player: Player) -> None:
    """Send what has waited for an address of the player to become well."""
    waiting = Notice.objects.filter(player=player, state=Notice.State.NEW, error=NO_ADDRESS)
    found = list(waiting.order_by("created_at").values_list("pk", flat=True))
    waiting.update(not_before=None)
    wake("deliver", *found)


def waiting_for_an_address(player: Player) -> int:
    """Count the notices that wait because no address of the player takes mail."""
    return Notice.objects.filter(player=player, state=Notice.State.NEW, error=NO_ADDRESS).count()


def send_test(player: Player) -> Notice | None:
    """Send the player a mail that he asked for, to be answered; None when he has asked often enough."""
    at = now()
    sent = Notice.objects.filter(player=player, kind=Notice.Kind.MAIL_TEST, data__what="test")
    if any(sent.filter(created_at__gt=at - span).count() >= most for most, span in TEST_LIMITS):
        return None
    return _write(player, "", {"what": "test"})


def newest_test(player: Player) -> Notice | None:
    """Give the newest mail of that sort, to see what became of it."""
    sent = Notice.objects.filter(player=player, kind=Notice.Kind.MAIL_TEST, data__what="test")
    return sent.order_by("pk").last()


def write(player: Player, kind: Notice.Kind, address: str, data: dict[str, Any], *, key: str) -> Notice:
    """Put a notice about the player's mail into the outbox; `address` "" lets it go to where his mails go."""
    notice = Notice.objects.create(
        key=f"{kind}:{key}", kind=kind, player=player, address=address, data=data, created_at=now()
    )
    wake("deliver", notice.pk)
    return notice


def _write(player: Player, address: str, data: dict[str, Any]) -> Notice:
    return write(player, Notice.Kind.MAIL_TEST, address, data, key=secrets.token_hex(8))
