"""The host's own addresses: reply tokens, Message-IDs, bounce addresses; and whom a recipient means.

Each carries a notice's random 64-bit number and an 80-bit MAC, 29 signs of lower-case base32. The MAC of a
reply token covers number, seat, player and the seat's epoch; Message-IDs and bounce addresses have MACs for
purposes of their own, so that none of the three can be used as another. No address holds a sequential id.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from django.conf import settings

from hosting.mail.listening.prepared import PreparedQuery
from hosting.matches.models import Notice

REPLY: Final = "reply token"
MESSAGE: Final = "message id"
BOUNCE: Final = "bounce address"
STOP: Final = "stop of mails"

TOKEN_LENGTH: Final = 29
"""Signs of base32 without padding that hold 18 bytes: 8 of the number, 10 of the MAC."""

ADDRESS_LIMIT: Final = 320
"""Signs of the longest address that is looked at (64 of the local part, @, 255 of the domain)."""


class Kind(StrEnum):
    """What an envelope recipient is to us. The last two are refused, all others stored.

    TOKEN and OLD_TOKEN answer a notice to a seat, NOTICE one to a player, or to an address, that is
    about no seat.
    """

    TOKEN = "token"  # noqa: S105 - the name of a kind
    OLD_TOKEN = "old_token"  # noqa: S105 - the name of a kind
    NOTICE = "notice"
    PLAY = "play"
    HOST = "host"
    BOUNCE = "bounce"
    POSTMASTER = "postmaster"
    ABUSE = "abuse"
    UNKNOWN = "unknown"
    RELAY = "relay"


WITHOUT_SEAT: Final = frozenset(
    {
        Notice.Kind.HOST,
        Notice.Kind.CONFIRM,
        Notice.Kind.INVITATION,
        Notice.Kind.MAIL_TEST,
        Notice.Kind.BACK_SOON,
    }
)
"""Kinds of notices about no seat that can be answered nevertheless, by a reply address of their own."""

PLAIN: Final = {kind.value: kind for kind in (Kind.PLAY, Kind.HOST, Kind.POSTMASTER, Kind.ABUSE)}


@dataclass(frozen=True, slots=True)
class Recipient:
    """An envelope recipient, classified, with row ids and the question of the notice that it names."""

    address: str
    kind: Kind
    notice: int | None = None
    match: int | None = None
    seat: int | None = None
    player: int | None = None
    question: int | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether mail to it is stored."""
        return self.kind not in {Kind.UNKNOWN, Kind.RELAY}


NoticeRow = tuple[int, int | None, int | None, int | None, int, int | None, int | None]
"""Of a notice: id, match, seat, player, epoch, question; last, the epoch of its seat by now."""

Find = Callable[[int], NoticeRow | None]

# --- Making them ----------------------------------------------------------------------------------


def reply_address(notice: Notice) -> str:
    """Give the address that answers this notice: it names the seat, if any, its player and the question."""
    return f"play+{reply_token(notice)}@{settings.MAIL_DOMAIN}"


def reply_token(notice: Notice) -> str:
    """Give the token of a notice's reply address; ValueError for a notice that has none."""
    if not can_be_answered(notice):
        raise ValueError("This notice cannot be answered.")
    facts = reply_facts(notice.seat_id, notice.player_id, notice.epoch)
    return token(REPLY, notice.number, facts)


def can_be_answered(notice: Notice) -> bool:
    """Say whether a notice has a reply address: those to a seat have, and some of the others."""
    return notice.seat_id is not None or notice.kind in WITHOUT_SEAT


def stop_address(notice: Notice) -> str:
    """Give the page that stops the mails of which this one is one: signed for that purpose only."""
    facts = reply_facts(notice.seat_id, notice.player_id, notice.epoch)
    return f"{settings.SITE_URL}/stop/{token(STOP, notice.number, facts)}"


def message_id(number: int) -> str:
    """Give the Message-ID of the notice with this number, angle brackets and all."""
    return f"<{token(MESSAGE, number)}@{settings.MAIL_DOMAIN}>"


def bounce_address(number: int) -> str:
    """Give the envelope sender of the notice with this number: bounces of it come back there."""
    return f"bounce+{token(BOUNCE, number)}@{settings.MAIL_DOMAIN}"


def token(purpose: str, number: int, facts: bytes = b"") -> str:
    """Give the signed number as 29 signs of lower-case base32."""
    signed = number.to_bytes(8, "big", signed=True)
    signed += mac(settings.SECRET_KEY, purpose, number, facts)
    return base64.b32encode(signed).decode("ascii").rstrip("=").lower()


def mac(secret: str, purpose: str, number: int, facts: bytes) -> bytes:
    """Give the 80-bit MAC of a number and facts about it, for one purpose only."""
    message = number.to_bytes(8, "big", signed=True) + facts
    return hmac.digest(purpose_key(secret, purpose), message, "sha256")[:10]


@lru_cache(maxsize=32)
def purpose_key(secret: str, purpose: str) -> bytes:
    """Derive the key for one purpose from the host's secret."""
    return hmac.digest(secret.encode(), f"postbord {purpose}".encode(), "sha256")


def reply_facts(seat: int | None, player: int | None, epoch: int) -> bytes:
    """Give what a reply token says of its notice besides the number. Row ids begin at 1; 0 is nobody."""
    return b"".join(value.to_bytes(8, "big") for value in (seat or 0, player or 0, epoch))


# --- Reading them ---------------------------------------------------------------------------------


def read_message_id(text: str) -> int | None:
    """Give the number of the notice with this Message-ID, or None when it is none of ours."""
    local, at, domain = text.strip().strip("<>").lower().rpartition("@")
    if not at or domain != settings.MAIL_DOMAIN:
        return None
    return read_number(MESSAGE, local)


def read_stop(written: str) -> Notice | None:
    """Give the notice whose mails a stop address means, with seat and player; None when it is not good."""
    found = split_token(written.lower())
    related = Notice.objects.select_related("match", "seat", "player")
    notice = related.filter(number=found[0]).first() if found else None
    if found is None or notice is None:
        return None
    facts = reply_facts(notice.seat_id, notice.player_id, notice.epoch)
    return notice if is_good(STOP, notice.number, facts, found[1]) else None


def read_number(purpose: str, written: str) -> int | None:
    """Give the number in a token that was signed without further facts, or None when it is not good."""
    found = split_token(written)
    if found is None or not is_good(purpose, found[0], b"", found[1]):
        return None
    return found[0]


def split_token(written: str) -> tuple[int, bytes] | None:
    """Take a token apart into number and MAC, or give None for what cannot be one."""
    if len(written) != TOKEN_LENGTH or not written.isascii():
        return None
    try:
        signed = base64.b32decode(written.upper() + "===")
    except binascii.Error:
        return None
    if base64.b32encode(signed).decode("ascii").rstrip("=").lower() != written.lower():
        return None  # another spelling of the same bytes
    return int.from_bytes(signed[:8], "big", signed=True), signed[8:]


def is_good(purpose: str, number: int, facts: bytes, given: bytes) -> bool:
    """Say, in constant time, whether a MAC is ours; secrets that were replaced lately still count."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    matches = [hmac.compare_digest(mac(secret, purpose, number, facts), given) for secret in secrets]
    return any(matches)


# --- Whom a recipient means -----------------------------------------------------------------------


def classify(address: str, find: Find | None = None) -> Recipient:
    """Say whom an envelope recipient means: read only, and one query at most, which `find` may do.

    A token that was never made takes as long as a good one: number, query, MAC (P20).
    """
    local, at, domain = address.lower().rpartition("@")
    if not at:  # "RCPT TO:<postmaster>" has to work without a domain
        local, domain = domain, settings.MAIL_DOMAIN if domain == Kind.POSTMASTER else ""
    if len(address) > ADDRESS_LIMIT or domain.rstrip(".") != settings.MAIL_DOMAIN:
        return Recipient(address, Kind.RELAY if at else Kind.UNKNOWN)
    local = local.strip('"')
    if local in PLAIN:
        return Recipient(address, PLAIN[local])
    return signed_recipient(address, local, find or notice_row)


def signed_recipient(address: str, local: str, find: Find) -> Recipient:
    """Classify `play+TOKEN` and `bounce+TOKEN`; signs after a second `+` are left aside.

    A `-` is as good as the first `+`, which some mail servers do not let through.
    """
    name, _, written = local.partition("+" if "+" in local else "-")
    found = split_token(written[:TOKEN_LENGTH])
    ends_there = len(written) == TOKEN_LENGTH or written[TOKEN_LENGTH : TOKEN_LENGTH + 1] in {"+", "-", "="}
    if found is None or not ends_there or name not in {Kind.PLAY, Kind.BOUNCE}:
        return Recipient(address, Kind.UNKNOWN)
    number, given = found
    row = find(number)
    return (
        reply_recipient(address, number, given, row)
        if name == Kind.PLAY
        else bounce_recipient(address, number, given, row)
    )


def reply_recipient(address: str, number: int, given: bytes, row: NoticeRow | None) -> Recipient:
    """Classify a reply token: good, of an older epoch of its seat, about no seat, or unknown."""
    notice, match, seat, player, epoch, question, seat_epoch = row or (None, None, None, None, 0, None, 0)
    good = is_good(REPLY, number, reply_facts(seat, player, epoch), given)
    if good and seat is None and notice is not None:
        return Recipient(address, Kind.NOTICE, notice, player=player)
    if not good or seat is None or match is None:
        return Recipient(address, Kind.UNKNOWN)
    kind = Kind.TOKEN if epoch == seat_epoch else Kind.OLD_TOKEN
    return Recipient(address, kind, notice, match, seat, player, question)


def bounce_recipient(address: str, number: int, given: bytes, row: NoticeRow | None) -> Recipient:
    """Classify a bounce address; a notice that is gone by now does not make it unknown."""
    if not is_good(BOUNCE, number, b"", given):
        return Recipient(address, Kind.UNKNOWN)
    if row is None:
        return Recipient(address, Kind.BOUNCE)
    notice, match, seat, player, _, question, _ = row
    return Recipient(address, Kind.BOUNCE, notice, match, seat, player, question)


notice_by_number: Final = PreparedQuery(
    Notice.objects.filter(number=0).values_list(
        "id", "match_id", "seat_id", "player_id", "epoch", "question", "seat__token_epoch"
    )[:1]
)


def notice_row(number: int) -> NoticeRow | None:
    """Find the notice with this number."""
    row: NoticeRow | None = notice_by_number.first(number)
    return row
