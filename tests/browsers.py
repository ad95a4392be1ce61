"""Finding Chromium, the one thing for the tests that no wheel brings."""

import os
import shutil
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")

MISSING: Final = "Chromium is not installed (Debian: sudo apt install chromium)"


def find_chromium() -> str | None:
    """Give the path of an installed Chromium."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def required() -> bool:
    """Say whether a skipped browser test counts as failed: on the machine that checks every change."""
    return os.environ.get("CI", "").lower() in {"1", "true"}
