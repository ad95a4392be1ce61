"""All chance of a deal, drawn from its key alone, so that a replay and a proof give the same cards.

The byte layout, for whoever writes a second implementation (`verify_shuffle.py` is one):

- uuid: the 16 bytes of the match's UUID, big endian, as in RFC 9562.
- commitment: SHA-256("postbord commit" | uuid | master), shown in hex before the first deal.
- key of deal n: HMAC-SHA-256(key = master, message = "postbord deal" | uuid | n as 8 bytes, big endian |
  for each seat in order: the length of its words of luck as 4 bytes, big endian | the words in UTF-8, NFC).
- block i (i = 0, 1, 2 ...): SHA-256(key of the deal | i as 8 bytes, big endian). The blocks in order make
  one stream, read as 32-bit words, big endian, eight to a block. It runs on from use to use; no word is used
  twice.
- a number below n: take the next word w; while w >= 2**32 - 2**32 mod n, take the next. It is w mod n.
- pick of size n: a number below n.
- shuffle of size n: the list of positions 0..n-1; for i = n-1 down to 1, j = a number below i+1, swap the
  entries i and j. The result says for each new place which old position lies there now.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar
from uuid import UUID

T = TypeVar("T")

WORDS = 2**32


@dataclass(frozen=True, slots=True)
class Use:
    """One use of chance in a deal; a shuffle results in old positions in new order, a pick in a number."""

    number: int
    kind: Literal["shuffle", "pick"]
    size: int
    result: tuple[int, ...] | int


class Chance:
    """The chance of one deal. Every use is numbered from 1 and kept in `uses`."""

    __slots__ = ("_block", "_key", "_words", "uses")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: list[int] = []
        self.uses: list[Use] = []

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in an order of which all are equally likely; the argument is left as it was."""
        order = list(range(len(items)))
        for i in range(len(order) - 1, 0, -1):
            j = self._below(i + 1)
            order[i], order[j] = order[j], order[i]
        self.uses.append(Use(len(self.uses) + 1, "shuffle", len(order), tuple(order)))
        return [items[position] for position in order]

    def pick(self, size: int) -> int:
        """A number from 0 to size - 1, all equally likely."""
        if size < 1:
            raise ValueError("nothing to pick from")
        number = self._below(size)
        self.uses.append(Use(len(self.uses) + 1, "pick", size, number))
        return number

    def _below(self, size: int) -> int:
        limit = WORDS - WORDS % size
        while True:
            if not self._words:
                self._words = self._next_block()
            word = self._words.pop()
            if word < limit:
                return word % size

    def _next_block(self) -> list[int]:
        """The eight words of the next block, the first one last."""
        block = hashlib.sha256(self._key + self._block.to_bytes(8, "big")).digest()
        self._block += 1
        return list(struct.unpack(">8I", block))[::-1]


def deal_key(master: bytes, match_uuid: str, number: int, words: Sequence[str]) -> bytes:
    """The key of deal `number` (from 1), made of the master seed and every seat's words of luck."""
    message = b"postbord deal" + UUID(match_uuid).bytes + number.to_bytes(8, "big")
    for text in words:
        luck = unicodedata.normalize("NFC", text).encode()
        message += len(luck).to_bytes(4, "big") + luck
    return hmac.digest(master, message, "sha256")


def commitment(master: bytes, match_uuid: str) -> str:
    """What is published of the master seed before the first deal, in hex."""
    return hashlib.sha256(b"postbord commit" + UUID(match_uuid).bytes + master).hexdigest()
