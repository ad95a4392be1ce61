"""What stories share: no memory of earlier deals, and a relay that keeps the host's mails."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from hosting.matches import dealing
from tests.mail.sink import sink
from tests.stories.mailboxes import Post, send_by


@pytest.fixture(autouse=True)
def no_deal_is_remembered() -> Iterator[None]:
    """Forget the deals that a process keeps: after a test their row ids are used again."""
    dealing.forget()
    yield
    dealing.forget()


@pytest.fixture
def post(settings: Settings) -> Iterator[Post]:
    """The mails that this host sends."""
    with sink() as relay:
        send_by(settings, relay)
        yield Post(relay)
