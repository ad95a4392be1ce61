"""Finding Postfix, which no wheel brings, and saying why tests with it cannot run."""

import os
import shutil
import sys
from pathlib import Path
from typing import Final

MISSING: Final = "Postfix is not installed (Debian: sudo apt install postfix)"
NEEDS_ROOT: Final = "Postfix can be started by root only"
NO_PYTHON: Final = "there is no Python of this version that a user without rights can run"


def find_postfix() -> str | None:
    """Give the path of an installed Postfix."""
    return shutil.which("postfix", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def everybody_reaches(path: Path) -> bool:
    """Say whether all users may read what is there."""
    ways = {*path.absolute().parents, *path.resolve().parents}
    return all(place.stat().st_mode & 0o001 for place in ways)


def python_for_everybody() -> str | None:
    """Give an interpreter of this version that all users can run."""
    system = shutil.which(
        f"python{sys.version_info[0]}.{sys.version_info[1]}", path="/usr/bin:/usr/local/bin"
    )
    found = [sys.executable, *([system] if system else [])]
    return next((each for each in found if everybody_reaches(Path(each))), None)


def why_no_postfix() -> str:
    """Say why tests with Postfix cannot run here, or nothing."""
    if find_postfix() is None:
        return MISSING
    if os.geteuid() != 0:
        return NEEDS_ROOT
    return "" if python_for_everybody() else NO_PYTHON
