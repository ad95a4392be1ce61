"""The rows of an accepted mail: the mail and its submission."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.bare.rows import Insert, instant


@dataclass(frozen=True, slots=True)
class Letter:
    """An accepted mail; `seat` is the number in its recipient."""

    raw: bytes
    sender: str
    peer: str
    recipient: str
    seat: int


class Storing:
    """Writes letters."""

    def __init__(self, rows: sqlite3.Connection) -> None:
        self.rows = rows
        unread = {"attempts": 0, "done_at": None, "not_before": None}
        self.mail = Insert.like(rows, "mail_inboundmail", "1", state="new", kind="", reason="", **unread)
        self.submission = Insert.like(
            rows, "matches_submission", "source = 'mail'", state="unread", lines="[]", outcome="{}", **unread
        )
        found = rows.execute("SELECT id, match_id, player_id FROM matches_seat")
        self.seats = {seat: (match, player) for seat, match, player in found}

    def together(self, letters: Sequence[Letter]) -> list[int]:
        """Write letters in one transaction; give the ids of their submissions."""
        self.rows.execute("BEGIN IMMEDIATE")
        numbers = [self.one(letter) for letter in letters]
        self.rows.execute("COMMIT")
        return numbers

    def one(self, letter: Letter) -> int:
        """Write a letter: its submission needs the mail's id, and the mail then the submission's."""
        at = instant()
        match, player = self.seats[letter.seat]
        mail = self.mail(
            self.rows,
            raw=letter.raw,
            mail_from=letter.sender,
            peer=letter.peer,
            recipients="[]",
            received_at=at,
        )
        submission = self.submission(
            self.rows,
            match_id=match,
            seat_id=letter.seat,
            player_id=player,
            key=f"mail:{mail}:0",
            accepted_at=at,
        )
        told = {"address": letter.recipient, "kind": "token", "notice": letter.seat, "submission": submission}
        self.rows.execute(
            "UPDATE mail_inboundmail SET recipients = ? WHERE id = ?", (json.dumps([told]), mail)
        )
        return submission
