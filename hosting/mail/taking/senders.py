"""Who wrote a mail: whether its sender is proved to be the player whose seat a token names.

A token says which seat is meant, never who writes: tokens are forwarded and copied. A sender is proved
when the mail has exactly one From, which is a verified address of the seat's present player, and the
check of his domain (DMARC) did not fail; with the setting `strict` it has to have passed. A verdict is
believed only from our own mail server, over a connection from it.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from django.conf import settings

from hosting.mail.listening.peers import is_trusted
from hosting.mail.reading.reader import Reading
from hosting.players.addresses import player_of, verified_addresses
from hosting.players.models import Player

_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT: Final = re.compile(r"\([^()]*\)")
_DMARC: Final = re.compile(r"dmarc\s*(?:/\s*\d+\s*)?=\s*([a-z]+)(?:\s|$)")
_OF: Final = re.compile(r"\sheader\.from\s*=\s*([^\s;]+)")
DEEPEST_COMMENT: Final = 10


class Verdict(StrEnum):
    """What our own mail server found out about the domain of a sender."""

    PASSED = "passed"
    FAILED = "failed"
    NONE = "none"


class Doubt(StrEnum):
    """Why a sender is not proved to be a player: no one sender, none of his, failed, or not checked."""

    NO_SENDER = "no_sender"
    NOT_YOURS = "not_yours"
    FAILED = "failed"
    UNCHECKED = "unchecked"


def verdict(reading: Reading, peer: str) -> Verdict:
    """Read the verdict from the topmost field, set by our own server; what others wrote is worth nothing."""
    if not (settings.AUTHSERV_ID and reading.auth_results and is_trusted(peer, settings.SMTP_TRUSTED_PEERS)):
        return Verdict.NONE
    server, *results = _bare(reading.auth_results[0]).casefold().split(";")
    if server.split()[:1] != [settings.AUTHSERV_ID.casefold()]:
        return Verdict.NONE
    found = [result.strip() for result in results if _DMARC.match(result.strip())]
    words = {match[1] for match in map(_DMARC.match, found) if match}
    if "fail" in words or not all(_is_of(result, reading) for result in found):
        return Verdict.FAILED
    return Verdict.PASSED if words == {"pass"} else Verdict.NONE


def doubt(player: Player | None, reading: Reading, peer: str) -> Doubt | None:
    """Say why it is not proved that this player wrote the mail; None when it is, as far as a mail can."""
    if len(reading.from_addresses) != 1:
        return Doubt.NO_SENDER
    sender = reading.from_addresses[0].casefold()
    if player is None or not player.is_active or sender not in verified_addresses(player):
        return Doubt.NOT_YOURS
    return _doubt_of_domain(reading, peer)


def is_proved(player: Player | None, reading: Reading, peer: str) -> bool:
    """Say whether this player wrote the mail, as far as a mail can show it."""
    return doubt(player, reading, peer) is None


def proved_player(reading: Reading, peer: str) -> Player | None:
    """Find the player who wrote a mail that names no seat; None when nobody is proved."""
    if len(reading.from_addresses) != 1 or _doubt_of_domain(reading, peer) is not None:
        return None
    return player_of(reading.from_addresses[0])


def _doubt_of_domain(reading: Reading, peer: str) -> Doubt | None:
    """Say what the check of the sender's domain leaves in doubt."""
    found = verdict(reading, peer)
    if found is Verdict.FAILED:
        return Doubt.FAILED
    is_enough = found is Verdict.PASSED or settings.SENDER_CHECK == "normal"
    return None if is_enough else Doubt.UNCHECKED


def masked(reading: Reading) -> str:
    """Name the sender of a doubtful mail so that the player knows his own, and learns nobody else's."""
    if len(reading.from_addresses) != 1:
        return ""
    name, _at, domain = reading.from_addresses[0].casefold().rpartition("@")
    return f"{name[:1]}…@{domain[:60]}"


def _bare(value: str) -> str:
    """Leave out quoted texts and comments, in which anything may be written."""
    value = _QUOTED.sub('""', value)
    for _depth in range(DEEPEST_COMMENT):
        value, count = _COMMENT.subn(" ", value)
        if not count:
            break
    return value.partition("(")[0]


def _is_of(result: str, reading: Reading) -> bool:
    """Say whether a result is about the sender's own domain."""
    about = _OF.search(result)
    domain = reading.from_addresses[0].rpartition("@")[2].casefold() if reading.from_addresses else ""
    return about is None or about[1].rpartition("@")[2] == domain
