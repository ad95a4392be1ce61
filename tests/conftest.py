"""What every test can ask for."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from pytest_django import Settings

from hosting.now import Offset
from hosting.wake import bell
from tests.browsers import MISSING, find_chromium, required
from tests.servers import Broker, private_broker, private_postgres

ROOT = Path(__file__).resolve().parent.parent

QUIET = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""What keeps Chromium from asking anything of the world: tests reach this machine only."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests with a browser come last: its event loop then runs in the main thread until the end."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def shared() -> Path:
    """Give the folder of shared samples that may stand beside the repository; skip without it."""
    place = ROOT.parent / "shared"
    if not place.is_dir():
        pytest.skip("there are no shared samples beside this repository")
    return place


@pytest.fixture(autouse=True)
def clock_stands_right() -> Iterator[None]:
    """See to it that no test leaves the clock moved."""
    before = Offset.ahead
    yield
    Offset.ahead = before


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Give the DATABASE_URL of a real PostgreSQL: the one that is set, else one of our own."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    with private_postgres() as url:
        yield url


@pytest.fixture(scope="session")
def broker_url() -> Iterator[str]:
    """Give the BROKER_URL of a real broker: the one that is set, else one of our own."""
    if os.environ.get("BROKER_URL"):
        yield os.environ["BROKER_URL"]
        return
    with private_broker() as broker:
        yield broker.url


@pytest.fixture
def broker(broker_url: str, settings: Settings) -> Iterator[str]:
    """Let this process wake workers at a real broker; give its BROKER_URL."""
    settings.BROKER_URL = broker_url
    bell.begin()
    yield broker_url
    bell.begin()


@pytest.fixture
def breakable_broker(settings: Settings) -> Iterator[Broker]:
    """Give a broker that the test may freeze, kill and start again; this process wakes workers there."""
    with private_broker() as server:
        settings.BROKER_URL = server.url
        bell.begin()
        yield server
    bell.begin()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give a real browser. Without Chromium the test is skipped, or fails where nothing may be skipped."""
    program = find_chromium()
    if program is None:
        if required():
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the browser's event loop runs in the thread of the tests
    with sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        chromium = playwright.chromium.launch(executable_path=program, args=[*QUIET, *sandbox])
        yield chromium
        chromium.close()
