"""Every task of the workers.

Each takes row ids, calls one function that may be called any number of times, and is done.

The database is the truth; a task that is lost is found by the sweep. So nothing here retries.
"""

from __future__ import annotations

from hosting.celery import app
from hosting.mail.sending import outbox as sending
from hosting.mail.taking import mails as taking
from hosting.matches import bots, outages, playing


@app.task(name="take_mail")
def take_mail(*inbound_ids: int) -> None:
    """Read stored mails and apply what they say. Mails that came at once share a task."""
    for inbound_id in inbound_ids:
        taking.take(inbound_id)


@app.task(name="play")
def play(submission_id: int) -> None:
    """Apply a submission."""
    playing.play(submission_id)


@app.task(name="act_bot")
def act_bot(seat_id: int) -> None:
    """Let a bot play its turn."""
    bots.act(seat_id)


@app.task(name="beat")
def beat() -> None:
    """Say that work is done."""
    outages.beat("work")


@app.task(name="deliver")
def deliver(*notice_ids: int) -> None:
    """Send notices."""
    sending.deliver(list(notice_ids))
