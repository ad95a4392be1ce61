"""A whole host for the browser: pages, listener, workers and mailroom, as on one's own machine."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.visitors import Site
from tests.house.hosts import host


@pytest.fixture(scope="package")
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Give a host that is up, with its sample players and matches, and a browser to visit it."""
    with host(tmp_path_factory.mktemp("host")) as running:
        running.start()
        yield Site(browser, f"http://127.0.0.1:{running.port}", running.place)
