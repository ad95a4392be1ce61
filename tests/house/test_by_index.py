"""What the sweep looks for is found by an index, also on SQLite, which has to be told in its own words."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from hosting.mail.sending import outbox
from hosting.mail.taking import mails
from hosting.matches import digesting, expiring, offering, standing_in
from hosting.now import now
from hosting.running import sweeping

pytestmark = pytest.mark.django_db

LOOKS: dict[str, Callable[[], object]] = {
    "notices to be sent": lambda: outbox.due(now()),
    "how long notices wait": outbox.waits_for_relay_since,
    "emails to be read": lambda: mails.due(now()),
    "what was left over": lambda: sweeping._left_over(now()),
    "turns that end": lambda: expiring.due_turns(now()),
    "reminders": lambda: expiring.due_reminders(now()),
    "daily mails": lambda: digesting.due(now()),
    "offers that lapse": lambda: offering.due(now()),
    "pauses that end": lambda: standing_in.due(now()),
}


@pytest.mark.parametrize("what", LOOKS)
def test_the_sweep_reads_no_table_from_end_to_end(what: str) -> None:
    asked: list[tuple[str, Any]] = []

    def note(execute: Callable[..., Any], sql: str, values: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 - Django calls it so
        asked.append((sql, values))
        return execute(sql, values, many, context)

    with connection.execute_wrapper(note):
        LOOKS[what]()
    assert asked
    for sql, values in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", values)
            plan = [row[3] for row in cursor.fetchall()]
        assert not [step for step in plan if step.startswith("SCAN") and " INDEX " not in step], (sql, plan)
