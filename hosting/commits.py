"""Commits that need not reach the disk before we go on.

Every change to a match and every accepted mail is committed durably. Counts of attempts, leases and marks are
not worth a wait for the disk: losing one to a power failure costs a repeated look or a repeated mail with the
same Message-ID, nothing else. Losing one of our processes loses none of them.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def light() -> Iterator[None]:
    """Run a transaction whose commit survives the end of any process of ours.

    Perhaps it does not survive a crash of the database's server, or a power failure. Inside another
    transaction it is just a part of that one, as durable as it.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous = NORMAL")
        try:
            with transaction.atomic():
                yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA synchronous = FULL")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL synchronous_commit TO OFF")
            yield
