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
        """Write letters in one transaction; give the ids of their submissions.

        Nobody else writes until it ends, so the ids are known beforehand, and each row is written once.
        """
        self.rows.execute("BEGIN IMMEDIATE")
        mail, submission = self.last("mail_inboundmail"), self.last("matches_submission")
        at = instant()
        for place, letter in enumerate(letters, 1):
            self.one(letter, mail + place, submission + place, at)
        self.rows.execute("COMMIT")
        return [submission + place for place in range(1, len(letters) + 1)]

    def last(self, table: str) -> int:
        """Give the id that was given last in a table."""
        (number,) = self.rows.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
        return int(number)

    def one(self, letter: Letter, mail: int, submission: int, at: str) -> None:
        """Write a mail and its submission."""
        match, player = self.seats[letter.seat]
        told = {"address": letter.recipient, "kind": "token", "notice": letter.seat, "submission": submission}
        self.mail(
            self.rows,
            id=mail,
            raw=letter.raw,
            mail_from=letter.sender,
            peer=letter.peer,
            recipients=json.dumps([told]),
            received_at=at,
        )
        self.submission(
            self.rows,
            id=submission,
            match_id=match,
            seat_id=letter.seat,
            player_id=player,
            key=f"mail:{mail}:0",
            accepted_at=at,
        )
