"""What the tests of pages share: nobody waits for a worker, and readers come with a browser each."""

import pytest
from django.core.cache import cache
from pytest_django import Settings

from hosting.matches import dealing


@pytest.fixture(autouse=True)
def no_waiting(settings: Settings) -> None:
    """Let a page answer at once: in these tests the worker is called by the test itself."""
    settings.FORM_WAIT = 0


@pytest.fixture(autouse=True)
def nobody_asked_before() -> None:
    """Begin each test with no request counted and no deal kept: row numbers come again after a rollback."""
    cache.clear()
    dealing.forget()
