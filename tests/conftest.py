"""What every test can ask for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hosting.now import Offset

ROOT = Path(__file__).resolve().parent.parent


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
