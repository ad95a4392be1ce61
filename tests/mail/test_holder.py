"""Leases of processes that are gone."""

import os
import socket
import subprocess
import sys

import pytest

from hosting.mail.sending.holder import is_gone, this_process
from hosting.mail.sending.outbox import due
from hosting.matches.models import Notice
from hosting.now import now
from tests import table


def ended_process() -> str:
    """The name of a process of this machine that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return f"{socket.gethostname()[:60]}:{process.pid}"


def test_this_process_is_not_gone() -> None:
    assert not is_gone(this_process())


def test_a_process_that_has_ended_is_gone() -> None:
    assert is_gone(ended_process())


def test_nobody_knows_of_processes_on_other_machines() -> None:
    assert not is_gone(f"elsewhere:{os.getpid()}")
    assert not is_gone("")


@pytest.mark.django_db(transaction=True)
@pytest.mark.storage
def test_what_a_dead_process_was_sending_is_due_again_at_once() -> None:
    table.a_match()
    first, second = Notice.objects.order_by("pk")
    for notice, holder in ((first, ended_process()), (second, this_process())):
        notice.state, notice.lease_until, notice.lease_holder = "leased", now() + table.HOUR, holder
        notice.save()
    assert due(now()) == [first.pk]
