"""A player's answer to a question of the host, as one line or one bare word."""

from __future__ import annotations

from typing import Final

from hosting.mail.reading.reader import Reading

STOP: Final = frozenset({"stop", "stopp", "stoppa", "henti", "hentikan", "berhenti"})


def first_line(reading: Reading) -> str:
    """Give the first line of the player's own text."""
    return next((line.strip() for line in reading.own if line.strip()), "")


def says_stop(reading: Reading) -> bool:
    """Say whether the first line is the one word STOP."""
    return first_line(reading).strip(" \t.,;:!\"'“”*_").casefold() in STOP
