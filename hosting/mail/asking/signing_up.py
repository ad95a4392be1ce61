"""An account by mail alone: asked for once a day, made when the owner of the address says yes (P4, P20).

Only a sender whose domain vouches for him (DMARC passed, as our own mail server found) is written to at all.
Without such a server nobody can sign up by mail: start-up and the help page say so.
"""

from __future__ import annotations

import datetime as dt
from email.utils import parseaddr
from typing import Final
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import transaction

from hosting.mail.asking import lexicon
from hosting.mail.asking.requests import Item
from hosting.mail.models import InboundMail, Request
from hosting.mail.reading.decoding import header_text
from hosting.mail.taking.answered import head_of
from hosting.matches.models import Notice
from hosting.now import now
from hosting.players.addresses import add_verified, player_of
from hosting.players.models import Language, Player
from hosting.players.names import LONGEST, check_name, clean_name

REST: Final = dt.timedelta(days=1)
"""An unknown address is asked once in this time at most."""

SPOKEN_IN: Final = {"sv": "Europe/Stockholm", "ms": "Asia/Kuala_Lumpur", "en": "UTC"}
"""The zone of a newcomer until he says another: the mail that welcomes him names it."""

NAMELESS: Final = "Player"


def may_ask(address: str) -> bool:
    """Whether an unknown address may be asked now: it is nobody's, and was not asked since yesterday."""
    if _is_closed(address):
        return False
    asked = Notice.objects.filter(kind=Notice.Kind.CONFIRM, address=address, player=None)
    return not asked.filter(created_at__gt=now() - REST).exists()


def _is_closed(address: str) -> bool:
    """Whether the address belongs to somebody whose account is closed."""
    owned = EmailAddress.objects.filter(email__iexact=address, verified=True, user__is_active=False)
    return owned.exists() or Player.objects.filter(email__iexact=address, is_active=False).exists()


def facts(mail: InboundMail, items: list[Item], own: tuple[str, ...]) -> dict[str, str]:
    """Give what an account made from this mail would have: a name, asked for or that in From; a language."""
    asked = next(
        (item["args"].get("name", "") for item in items if item["verb"] == "signup" and "args" in item), ""
    )
    language = lexicon.language_of(own) or Language.ENGLISH.value
    return {"name": _usable(asked) or _usable(_from_name(mail)) or NAMELESS, "language": language}


def _from_name(mail: InboundMail) -> str:
    fields = head_of(bytes(mail.raw))
    value = fields.first("from") if fields else ""
    name, address = parseaddr(value)
    return header_text(name) or address.partition("@")[0]


def _usable(text: str) -> str:
    """Make a name of what stands there, or nothing when it cannot be one."""
    spoken = "".join(sign if sign.isalnum() or sign in " -'." else " " for sign in text)
    name = clean_name(spoken)[:LONGEST].strip(" -'.")
    try:
        check_name(name)
    except ValidationError:
        return ""
    return name


def make(request: Request, data: dict[str, str]) -> Player | None:
    """Give the player whose address this is, made now if need be; None when it can have no account."""
    known = player_of(request.address)
    if known is not None or _is_closed(request.address):
        return known
    language = data["language"]
    zone = ZoneInfo(SPOKEN_IN[language])
    with transaction.atomic():
        unfinished = Player.objects.filter(email__iexact=request.address).first()
        if unfinished is None:
            player = Player.objects.create_user(request.address, data["name"], language=language, zone=zone)
        else:  # somebody began to sign up on the pages and never proved the address
            player = unfinished
            Player.objects.filter(pk=player.pk).update(name=data["name"], language=language, zone=zone)
        add_verified(player, request.address)
    return Player.objects.get(pk=player.pk)
