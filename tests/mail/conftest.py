"""What every test of mails starts from."""

from collections.abc import Iterator

import pytest

from hosting.matches import dealing


@pytest.fixture(autouse=True)
def no_deal_is_remembered() -> Iterator[None]:
    """Forget the deals that a process keeps: after a test their row ids are used again."""
    dealing.forget()
    yield
    dealing.forget()
