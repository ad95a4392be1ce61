"""The one clock."""

import datetime as dt
import os
import subprocess
import sys

import pytest
from django.db import connection

from hosting.now import database_clock, now, travel
from hosting.surroundings import ROOT

HOUR = dt.timedelta(hours=1)


@pytest.mark.storage
@pytest.mark.django_db
def test_now_is_an_aware_instant_in_utc() -> None:
    assert now().utcoffset() == dt.timedelta(0)
    assert abs(now() - dt.datetime.now(dt.UTC)) < HOUR


@pytest.mark.storage
@pytest.mark.django_db
def test_now_goes_on_within_a_transaction() -> None:
    first = now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert now() > first


@pytest.mark.django_db
def test_travel_moves_the_clock_inside_the_block_only() -> None:
    with travel(HOUR), travel(HOUR):
        assert now() - database_clock() > HOUR
    assert now() - database_clock() < HOUR


def test_a_process_that_a_test_starts_can_be_ahead() -> None:
    program = (
        "import django; django.setup(); from hosting.now import *; print((now() - database_clock()).days)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "hosting.settings", "CLOCK_AHEAD": "90000"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "1"
