"""What was said at a table, in a mail: so that no line of it is read as a command when it comes back.

Each line begins with the name of who said it, and its words are tied together: whatever a mail program does
with a copy, no part of what another player said stands alone at the beginning of a line.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hosting.mail.writing.lines import TIE, WIDTH, tied
from hosting.matches import talking
from hosting.matches.models import Notice, Press

Kind = Notice.Kind

TELLS: Final = frozenset(
    {
        Kind.PRESS,
        Kind.TURN,
        Kind.EXPIRED,
        Kind.STARTED,
        Kind.RESUMED,
        Kind.DEAL_ENDED,
        Kind.MATCH_ENDED,
        Kind.SEAT,
        Kind.MOVES,
        Kind.PAUSED,
    }
)
"""Kinds of mails that tell what was said: one that is about it, and those that tell what happened."""

LEAST_WIDTH: Final = 16


@dataclass(frozen=True, slots=True)
class Spoken:
    """What one player said: as lines of the plain part, and as lines that HTML wraps itself."""

    plain: tuple[str, ...]
    lines: tuple[str, ...]


def spoken(notice: Notice) -> tuple[Spoken, ...]:
    """Give what a mail to a seat tells of what was said."""
    if notice.kind not in TELLS or notice.seat_id is None:
        return ()
    return tuple(_of(press) for press in talking.unheard(notice))


def _of(press: Press) -> Spoken:
    written = [line for line in press.text.split("\n") if line.strip()]
    name = f"{TIE.join(press.name.split())}:"
    return Spoken(_plain(name, written), tuple(tied(f"{name}{TIE}{line}") for line in written))


def _plain(name: str, written: Sequence[str]) -> tuple[str, ...]:
    width = max(LEAST_WIDTH, WIDTH - len(name) - 1)
    pieces = [piece for line in written for piece in textwrap.wrap(line, width, break_on_hyphens=False)]
    return tuple(TIE.join((name, *piece.split())) for piece in pieces)
