"""The bare pipeline behind the listener: a task that writes the rows of a move, one that sends its mails."""

from __future__ import annotations

import os
import secrets
import smtplib
import sqlite3
from functools import cache
from pathlib import Path
from typing import Final

from celery import Celery

from tests.bench.bare.rows import Insert, connect, instant

app: Final = Celery("bare", broker=os.environ.get("BARE_BROKER", "memory://"))
app.conf.update(
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    task_routes={"bare_move": {"queue": "moves"}, "bare_mail": {"queue": "mail"}},
    worker_prefetch_multiplier=1,
    broker_connection_retry_on_startup=True,
)

SENDER: Final = "play@play.localhost"


def wake_move(submission: int) -> None:
    """Hand a stored submission to the first worker."""
    app.send_task("bare_move", args=(submission,))


@cache
def database(*, durable: bool) -> sqlite3.Connection:
    """Give this process's connection."""
    return connect(os.environ["BARE_DATABASE"], durable=durable)


@cache
def relay() -> smtplib.SMTP:
    """Give this process's connection to the relay, which is kept."""
    return smtplib.SMTP("127.0.0.1", int(os.environ["BARE_RELAY"]))


@cache
def prepared(kind: str) -> bytes:
    """Give a mail of this kind that the host has sent."""
    return (Path(os.environ["BARE_MAILS"]) / f"{kind}.eml").read_bytes()


class Moving:
    """The rows of a move: like those of the host's last one, entry for entry."""

    def __init__(self, rows: sqlite3.Connection) -> None:
        self.rows = rows
        self.entries = [
            Insert.like(rows, "matches_entry", f"id = {number}")
            for (number,) in rows.execute(
                "SELECT id FROM matches_entry WHERE submission_id ="
                " (SELECT max(id) FROM matches_submission WHERE state = 'applied') ORDER BY seq"
            )
        ]
        fresh = {"state": "new", "lease_until": None, "attempts": 0, "sent_at": None, "sent_lines": "[]"}
        self.turn = Insert.like(rows, "matches_notice", "kind = 'turn'", **fresh)
        self.answer = Insert.like(rows, "matches_notice", "kind = 'answer'", **fresh)
        (self.outcome,) = rows.execute(
            "SELECT outcome FROM matches_submission WHERE state = 'applied' ORDER BY id DESC"
        ).fetchone()

    def __call__(self, submission: int) -> list[int]:
        """Write them in one transaction; give the two notices, the one to who is to act first."""
        rows = self.rows
        rows.execute("BEGIN IMMEDIATE")
        match, seat, seq = rows.execute(
            "SELECT m.id, s.seat_id, m.seq FROM matches_submission s"
            " JOIN matches_match m ON m.id = s.match_id WHERE s.id = ?",
            (submission,),
        ).fetchone()
        at = instant()
        self.log(match, submission, seq, at)
        seq += len(self.entries)
        rows.execute("UPDATE matches_match SET seq = ? WHERE id = ?", (seq, match))
        notices = []
        for each, player, number in rows.execute(
            "SELECT id, player_id, number FROM matches_seat WHERE match_id = ? ORDER BY id = ?", (match, seat)
        ).fetchall():
            who = {"match_id": match, "seat_id": each, "player_id": player, "seq": seq, "created_at": at}
            who["number"] = secrets.randbits(64) - 2**63
            if each == seat:
                self.rest(each, seq)
                key = f"answer:{submission}"
                notices.append(self.answer(rows, key=key, submission_id=submission, question=None, **who))
            else:
                self.ask(each, seq, at)
                notices.append(self.turn(rows, key=f"turn:{match}:{seq}:{number}", question=seq, **who))
        self.close(submission, at)
        rows.execute("COMMIT")
        return notices

    def log(self, match: int, submission: int, seq: int, at: str) -> None:
        """Add the entries."""
        for place, entry in enumerate(self.entries, 1):
            entry(self.rows, match_id=match, submission_id=submission, seq=seq + place, at=at)

    def rest(self, seat: int, seq: int) -> None:
        """The seat that has moved is asked no more."""
        self.rows.execute(
            "UPDATE matches_seat SET question = NULL, asked_at = NULL, deadline_at = NULL, remind_at = NULL,"
            " acted_seq = ? WHERE id = ?",
            (seq, seat),
        )

    def ask(self, seat: int, seq: int, at: str) -> None:
        """The other seat is asked."""
        self.rows.execute(
            "UPDATE matches_seat SET question = ?, asked_at = ?, deadline_at = ?, remind_at = ? WHERE id = ?",
            (seq, at, at, at, seat),
        )

    def close(self, submission: int, at: str) -> None:
        """Mail and submission are done."""
        self.rows.execute(
            "UPDATE matches_submission SET state = 'applied', outcome = ?, done_at = ? WHERE id = ?",
            (self.outcome, at, submission),
        )
        self.rows.execute(
            "UPDATE mail_inboundmail SET state = 'done', kind = 'lines', attempts = 1, done_at = ? WHERE id ="
            " (SELECT CAST(substr(key, 6) AS INTEGER) FROM matches_submission WHERE id = ?)",
            (at, submission),
        )


@cache
def moving() -> Moving:
    """Give this process's writer of moves."""
    return Moving(database(durable=True))


@app.task(name="bare_move")
def move(submission: int) -> None:
    """Write a move, and wake the second worker."""
    app.send_task("bare_mail", args=moving()(submission))


@app.task(name="bare_mail")
def mail(*notices: int) -> None:
    """Send the mails of these notices, and mark them as sent."""
    rows = database(durable=False)
    marks = ", ".join("?" * len(notices))
    waiting = rows.execute(
        "SELECT n.id, n.kind, p.email, n.seat_id FROM matches_notice n"  # noqa: S608 - question marks
        f" JOIN players_player p ON p.id = n.player_id WHERE n.id IN ({marks}) ORDER BY n.kind DESC",
        notices,
    ).fetchall()
    for _, kind, address, _ in waiting:
        relay().sendmail(SENDER, [address], prepared(kind))
    rows.execute("BEGIN IMMEDIATE")
    for number, _, _, seat in waiting:
        rows.execute(
            "UPDATE matches_notice SET state = 'sent', sent_at = ? WHERE id = ?", (instant(), number)
        )
        rows.execute("UPDATE matches_seat SET notices_sent = notices_sent + 1 WHERE id = ?", (seat,))
    rows.execute("COMMIT")
