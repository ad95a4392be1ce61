"""Text for files that other programs read: signs that XML and calendars cannot have are left out."""

from __future__ import annotations

import re
from typing import Final

UNWRITABLE: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")


def writable(text: str) -> str:
    """Leave out what cannot be written."""
    return UNWRITABLE.sub("", text)
