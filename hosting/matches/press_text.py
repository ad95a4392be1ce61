"""What a player says, made fit for others: no secrets of his mails, no signs that hide or turn text."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

LEFT_OUT: Final = "[…]"
"""Stands where something was taken out."""

_UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_JOINERS: Final = frozenset("\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}")
"""Unseen signs that some scripts and pictures need."""

_TOKEN: Final = re.compile(r"(?<![a-z0-9])[a-z2-7]{29}(?![a-z0-9])", re.IGNORECASE)
"""What our reply tokens look like, wherever they were torn off from."""

_GAPS: Final = re.compile(r"\n{3,}")
_PUBLIC: Final = re.compile(r"/(match/\d+|rules(/[a-z-]+)?|help|join/[a-z0-9]+)?/?")
"""Pages whose addresses open nothing that is somebody's own."""


def cleaned(text: str) -> str:
    """Give a text without signs that nobody sees, our addresses and tokens, and links that are somebody's."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " "))
    text = "".join(sign for sign in text if sign == "\n" or _is_seen(sign))
    text = _links().sub(_without_secrets, text)
    text = _addresses().sub(LEFT_OUT, text)
    text = _TOKEN.sub(LEFT_OUT, text)
    return _GAPS.sub("\n\n", "\n".join(line.rstrip() for line in text.split("\n"))).strip()


def _is_seen(sign: str) -> bool:
    return sign in _JOINERS or unicodedata.category(sign) not in _UNSEEN


def _without_secrets(found: re.Match[str]) -> str:
    link = found[0].rstrip(".,;:!?)")
    parts = urlsplit(link if "://" in link else f"http://{link}")
    plain = _PUBLIC.fullmatch(parts.path) and not parts.query and not parts.fragment
    return found[0] if plain else LEFT_OUT + found[0][len(link) :]


@cache
def _links() -> re.Pattern[str]:
    host = re.escape(urlsplit(settings.SITE_URL).netloc)
    return re.compile(rf"(?:https?://)?(?<![\w.-]){host}(?![\w.-]*\.\w)[^\s<>\"]*", re.IGNORECASE)


@cache
def _addresses() -> re.Pattern[str]:
    return re.compile(rf"[\w.+=-]+@{re.escape(settings.MAIL_DOMAIN)}\b", re.IGNORECASE)
