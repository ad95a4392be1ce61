#!/usr/bin/env python3
"""Check that the cards of a match were shuffled as promised before it began.

    python3 verify_shuffle.py record.json        (or: ... | python3 verify_shuffle.py)

Needs nothing but Python 3.9 or newer, and shares no code with the host. Before the first deal the host
publishes a commitment, the hash of a secret master seed. Players may add words of luck until the start.
When a deal ends, the host shows the key of the deal; when the match ends, the master seed. From these this
program works out every shuffle and every random pick anew, and compares.

What the record says (JSON):

    {"format": 1, "match": "UUID", "number": 12, "game": "spite-and-malice",
     "commitment": "hex", "master": "hex, or null until the match has ended",
     "words": ["words of luck of seat 0", "of seat 1"],
     "deals": [{"number": 1, "key": "hex, or null until the deal has ended",
                "uses": [{"number": 1, "kind": "shuffle", "size": 104, "result": [17, 3, ...]},
                         {"number": 2, "kind": "pick", "size": 2, "result": 1}]}]}

How everything is made ("|" puts bytes one after the other, numbers are big endian):

    uuid        the 16 bytes of the match's UUID
    commitment  SHA-256("postbord commit" | uuid | master)
    key of n    HMAC-SHA-256(key = master, message = "postbord deal" | uuid | n as 8 bytes | for each seat in
                order: length of its words of luck in bytes, as 4 bytes | the words in UTF-8, NFC)
    block i     SHA-256(key of the deal | i as 8 bytes), i = 0, 1, 2, ...
    stream      the blocks of a deal in order, read as 32-bit numbers, eight to a block; it runs on from one
                use of chance to the next
    below n     the next number w of the stream that is smaller than 2^32 - (2^32 mod n); then w mod n
    pick        of size n: below n
    shuffle     of size n: a list 0, 1, ..., n-1; for i = n-1 down to 1: j = below i+1, swap entries i and j.
                Entry p of the result says which old place the card now at place p had.

Exit status: 0 when all that can be checked is right, 1 when something is wrong or the record cannot be read.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
import unicodedata
import uuid
from pathlib import Path
from typing import Any


class Unreadable(Exception):
    """The record is not as described above."""


class Stream:
    """The numbers that come out of the key of one deal."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.block = 0
        self.waiting = b""

    def next(self) -> int:
        """Give the next 32-bit number."""
        if not self.waiting:
            self.waiting = hashlib.sha256(self.key + self.block.to_bytes(8, "big")).digest()
            self.block += 1
        word, self.waiting = self.waiting[:4], self.waiting[4:]
        return int.from_bytes(word, "big")

    def below(self, size: int) -> int:
        """Give a number below size, each as likely as the others."""
        fair = 2**32 - 2**32 % size
        while True:
            word = self.next()
            if word < fair:
                return word % size

    def use(self, kind: str, size: int) -> list[int] | int:
        """Give the result of one use of chance."""
        if kind == "pick":
            return self.below(size)
        places = list(range(size))
        for last in reversed(range(1, size)):
            other = self.below(last + 1)
            places[last], places[other] = places[other], places[last]
        return places


def commitment_of(match: uuid.UUID, master: bytes) -> str:
    """Give what was to be published before the first deal."""
    return hashlib.sha256(b"postbord commit" + match.bytes + master).hexdigest()


def key_of(match: uuid.UUID, master: bytes, number: int, words: list[str]) -> bytes:
    """Give the key of deal `number`."""
    parts = [b"postbord deal", match.bytes, number.to_bytes(8, "big")]
    for text in words:
        luck = unicodedata.normalize("NFC", text).encode("utf-8")
        parts += [len(luck).to_bytes(4, "big"), luck]
    return hmac.new(master, b"".join(parts), hashlib.sha256).digest()


def check_uses(key: bytes, uses: list[Any]) -> list[str]:
    """The faults found in the uses of chance of one deal, as sentences."""
    stream = Stream(key)
    faults = []
    for place, use in enumerate(uses, 1):
        kind, size = use["kind"], use["size"]
        if kind not in ("shuffle", "pick") or not isinstance(size, int) or not 1 <= size <= 100000:
            raise Unreadable(f"use {place} is neither a shuffle nor a pick of a sensible size")
        if use["number"] != place:
            faults.append(f"use {place} is numbered {use['number']}")
        if stream.use(kind, size) != use["result"]:
            faults.append(f"use {place} ({kind} of {size}) should have come out otherwise")
    return faults


def check_deal(deal: Any, match: uuid.UUID, master: bytes | None, words: list[str]) -> tuple[str, bool]:
    """One line about a deal, and whether it is right."""
    name = f"deal {deal['number']}"
    if deal["key"] is None:
        if master is not None:
            return f"{name}: WRONG: the match has ended but the key is not shown", False
        return f"{name}: not yet shown; its key comes when it ends", True
    key = from_hex(deal["key"], f"the key of {name}")
    faults = []
    if master is not None and key != key_of(match, master, deal["number"], words):
        faults.append("the key does not follow from master seed and words of luck")
    faults += check_uses(key, deal["uses"])
    if faults:
        return f"{name}: WRONG: " + "; ".join(faults), False
    origin = "key and" if master is not None else "the key waits for the master seed;"
    return f"{name}: {origin} all {len(deal['uses'])} uses of chance are right", True


def check(record: Any) -> tuple[list[str], bool]:
    """Lines about a whole record, and whether everything that can be checked is right."""
    if record["format"] != 1:
        raise Unreadable(f"format {record['format']!r} is not known; get the newest verify_shuffle.py")
    match = uuid.UUID(record["match"])
    master = None if record["master"] is None else from_hex(record["master"], "the master seed")
    words = record["words"]
    lines = [f"match {record['number']}, {record['game']}, {match}"]
    right = True
    if master is None:
        lines.append("commitment: cannot be checked before the match has ended")
    elif hmac.compare_digest(commitment_of(match, master), record["commitment"].lower()):
        lines.append("commitment: right, the master seed is the one promised")
    else:
        lines.append("commitment: WRONG, this is not the master seed that was promised")
        right = False
    for place, deal in enumerate(record["deals"], 1):
        if deal["number"] != place:
            raise Unreadable(f"deal {place} is missing or out of order")
        line, good = check_deal(deal, match, master, words)
        lines.append(line)
        right = right and good
    lines.append("All that can be checked is right." if right else "NOT RIGHT: see above.")
    return lines, right


def from_hex(text: str, what: str) -> bytes:
    """Read bytes that are written in hex."""
    try:
        return bytes.fromhex(text)
    except (TypeError, ValueError):
        raise Unreadable(f"{what} is not written in hex") from None


def read(arguments: list[str]) -> Any:
    """The record from the file named, or from standard input."""
    try:
        if arguments and arguments[0] != "-":
            return json.loads(Path(arguments[0]).read_text("utf-8"))
        return json.load(sys.stdin)
    except OSError as problem:
        raise Unreadable(f"the file cannot be read: {problem.strerror}") from None
    except ValueError:
        raise Unreadable("this is not JSON") from None


def main(arguments: list[str]) -> int:
    """Check one record and print what was found."""
    if arguments[:1] in (["-h"], ["--help"]):
        sys.stdout.write(__doc__ or "")
        return 0
    try:
        lines, right = check(read(arguments))
    except Unreadable as problem:
        sys.stderr.write(f"This record cannot be checked: {problem}.\n")
        return 1
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as problem:
        sys.stderr.write(f"This record cannot be checked: something is missing or malformed ({problem}).\n")
        return 1
    sys.stdout.write("\n".join([*lines, ""]))
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
