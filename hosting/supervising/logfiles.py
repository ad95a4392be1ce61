"""Logs that do not grow for ever."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

LIMIT: Final = 5_000_000
"""Bytes of one log; one older part of the same size is kept beside it."""


def keep_small(logs: Iterable[Path], limit: int = LIMIT) -> None:
    """Copy a log that is too long aside and empty it; its writer appends, so it needs to know nothing."""
    for log in logs:
        if log.exists() and log.stat().st_size > limit:
            shutil.copyfile(log, log.with_suffix(".1.log"))
            with log.open("r+b") as file:
                file.truncate(0)
