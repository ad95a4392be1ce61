"""Reading the paths of an SMTP envelope: `<anna@example.org> SIZE=100`."""

from __future__ import annotations

import re
from typing import Final

PATH: Final = re.compile(
    r"""< (?:@[^:<>"]*:)?                               # a source route is left aside (RFC 5321, 4.1.1.3)
        ( (?: "(?:[^"\\]|\\.)*" | [^\s<>"\\] )* ) >     # the address; the local part may be quoted
        (?: \s+ (.*) )? """,
    re.VERBOSE,
)
BARE: Final = re.compile(r"([^\s<>\"\\]+)(?:\s+(.*))?")


def read_path(text: str) -> tuple[str | None, str | None]:
    """Give the address and the parameters behind it; (None, None) when there is no address.

    The null sender is given as `<>`, for an empty address means that there is none.
    """
    found = PATH.fullmatch(text) or BARE.fullmatch(text)
    if found is None:
        return None, None
    return found[1] or "<>", found[2] or ""
