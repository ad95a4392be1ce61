"""The headers of a mail that moderators may see: what kind it is, who vouches for it, and no person in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hosting.logs import mask
from hosting.mail.reading.decoding import header_text
from hosting.mail.reading.header_values import addresses
from hosting.mail.reading.parsing import Broken, parse

SHOWN: Final = (
    "Date",
    "Content-Type",
    "Auto-Submitted",
    "Precedence",
    "List-Id",
    "X-Mailer",
    "User-Agent",
    "Authentication-Results",
)
"""Never Subject, To, Message-ID or References: words of the player, reply tokens, signed numbers."""

LONGEST: Final = 300
MOST: Final = 5


def headers_of(raw: bytes) -> Iterator[tuple[str, str]]:
    """Yield (name, masked value) of what may be shown."""
    try:
        headers = parse(raw).headers
    except Broken as broken:
        yield "-", str(broken)
        return
    yield "From", ", ".join(map(mask, addresses(headers.all("from")))) or "-"
    for name in SHOWN:
        for value in headers.all(name.lower())[:MOST]:
            yield name, mask(header_text(value))[:LONGEST]
