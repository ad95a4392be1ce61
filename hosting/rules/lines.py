"""Which of a player's lines are commands, and which of those may be applied.

A player writes into a mail or a text field; most of what he writes is meant for people. Each line is sorted
by the game's own grammar, and `pick` says what follows from the order in which the sorts stand:

- chatter before the first command is skipped;
- the commands end at the first chatter line after one; when more commands stand beyond it, nothing is applied
  and the player is asked which he means (they may be a quotation, or an afterthought);
- a line that looks like a slip before or between commands: nothing is applied, and the line is named, because
  the commands after it may have been meant for another position;
- slips after the last command are left aside and named; what was clear is done;
- more than twenty command lines: nothing is applied.

Never a guess: where this module is in doubt it applies nothing and says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

MOST_COMMANDS: Final = 20
"""Command lines in one mail or form above which nothing is applied; a turn needs a handful."""


class Sort(StrEnum):
    """What one line is.

    COMMAND: fits the grammar in any of the game's languages, legal at this moment or not.
    CHATTER: shares no verb, number, card or near-verb with the grammar, or is a greeting, a sign-off, a name.
    UNCLEAR: everything else; most likely a slip of the pen.
    """

    COMMAND = "command"
    CHATTER = "chatter"
    UNCLEAR = "unclear"


class Grammar(Protocol):
    """Knows the words of a game; it sorts a line without looking at any table."""

    def sort(self, line: str) -> Sort:
        """Say what this one line is; it is never blank and has no white space around it."""
        ...


@dataclass(frozen=True, slots=True)
class Picked:
    """What `pick` found, each part in the order written.

    commands: the first block of commands, up to the first chatter line after one.
    unclear:  likely slips before or between commands, or where there are no commands at all.
    aside:    likely slips after the last command.
    beyond:   commands that stand beyond the chatter which ended the block.
    too_many: more than `MOST_COMMANDS` command lines in all.
    """

    commands: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    too_many: bool = False

    @property
    def doubtful(self) -> bool:
        """True when nothing may be applied, whatever commands there are."""
        return bool(self.unclear or self.beyond or self.too_many)


def pick(lines: Sequence[str], grammar: Grammar) -> Picked:
    """Sort the player's own lines and say which commands may be applied. Blank lines count for nothing."""
    written = [line.strip() for line in lines]
    sorted_lines = [(line, grammar.sort(line)) for line in written if line]
    sorts = [sort for _, sort in sorted_lines]
    command_at = [place for place, sort in enumerate(sorts) if sort is Sort.COMMAND]
    slip_at = [place for place, sort in enumerate(sorts) if sort is Sort.UNCLEAR]
    if not command_at:
        return Picked(unclear=tuple(sorted_lines[place][0] for place in slip_at))

    first, last = command_at[0], command_at[-1]
    end = next((place for place in range(first, last) if sorts[place] is Sort.CHATTER), len(sorts))

    def at(places: Sequence[int]) -> tuple[str, ...]:
        return tuple(sorted_lines[place][0] for place in places)

    return Picked(
        commands=at([place for place in command_at if place < end]),
        unclear=at([place for place in slip_at if place < last]),
        aside=at([place for place in slip_at if place > last]),
        beyond=at([place for place in command_at if place > end]),
        too_many=len(command_at) > MOST_COMMANDS,
    )
