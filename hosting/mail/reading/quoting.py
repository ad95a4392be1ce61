"""Which lines of a text its writer typed himself, and which are quoted, forwarded, signed or ours come back.

General rules only, and each errs towards leaving out: a line that is left out costs the player one more
mail, a quoted line that is taken for his own could play a card he never chose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from hosting.mail.reading.attribution import (
    attribution_start,
    begins_forward,
    begins_header_block,
    begins_original,
    inside_line,
    is_rule,
)
from hosting.mail.reading.phrases import phrases
from hosting.mail.reading.sent_lines import SentLines

_GAP: Final = 6
"""Lines between two recognised lines of ours that belong to the copy too, such as a time that has changed."""

_LONGEST_BETWEEN: Final = 25
"""Lines that somebody may have typed in one place between quoted lines; more are an earlier mail."""

_WRAPS_AT: Final = 60
"""From this length on a quoted line may have been re-wrapped, and the line under it may be its tail."""

_LONG_RULE: Final = 20

_BARS: Final = 3
"""Lines in a row that begin with a bar before the bar is taken for a mark of quotation."""

_DELIMITERS = ("--", "\u2014", "__")

_DEVICES = phrases("devices")


class _End(StrEnum):
    """Why the text above something ends there."""

    TEXT = "the text itself ends"
    QUOTE = "quoted lines begin"
    HISTORY = "an earlier mail begins, unmarked"
    FORWARD = "a forwarded mail begins"
    SIGNATURE = "a signature begins"


@dataclass(frozen=True, slots=True)
class Own:
    """What a writer typed himself.

    top:     the lines above everything that is quoted.
    below:   unquoted lines under or between quoted ones.
    quoted:  whether anything quoted was found.
    forward: whether it was led in as a forwarded mail.
    whole:   whether the lines on top reach to the end of the text.
    """

    top: tuple[str, ...]
    below: tuple[str, ...] = ()
    quoted: bool = False
    forward: bool = False
    whole: bool = False


def own_lines(lines: Sequence[str], sent: SentLines | None = None) -> Own:
    """Part the writer's own lines from the rest."""
    text = _unsigned(lines)
    quoted = _quoted(text, sent)
    end, why = _end_of_top(text, quoted)
    top = _glued(_trimmed(text[:end]), text, end, why)
    first_quoted = next((place for place in range(end, len(text)) if quoted[place]), len(text))
    marked = why in (_End.QUOTE, _End.SIGNATURE) and not _history(text, quoted, end, first_quoted)
    return Own(
        top=top,
        below=_below(text, quoted, first_quoted) if marked else (),
        quoted=why in (_End.QUOTE, _End.HISTORY, _End.FORWARD) or first_quoted < len(text),
        forward=why is _End.FORWARD,
        whole=why is _End.TEXT,
    )


def _unsigned(lines: Sequence[str]) -> list[str]:
    """Take the text out of an inline PGP signature."""
    bare = [line.strip() for line in lines]
    try:
        begin = bare.index("-----BEGIN PGP SIGNED MESSAGE-----")
    except ValueError:
        return list(lines)
    body = next((place for place in range(begin + 1, len(bare)) if not bare[place]), begin)
    end = next((n for n in range(body, len(bare)) if bare[n] == "-----BEGIN PGP SIGNATURE-----"), len(bare))
    return [line.removeprefix("- ") for line in lines[body + 1 : end]]


def _quoted(lines: Sequence[str], sent: SentLines | None) -> list[bool]:
    marks = [line.lstrip().startswith(">") for line in lines]
    begin = 0
    for place, line in enumerate([*lines, ""]):
        if not line.startswith("|"):
            if place - begin >= _BARS:
                marks[begin:place] = [True] * (place - begin)
            begin = place + 1
    if sent is None:
        return marks
    typed = _typed_between(lines)
    copied = [place for place, is_copy in enumerate(sent.copied(lines)) if is_copy and place not in typed]
    for place in copied:
        marks[place] = True
    for here, there in pairwise(copied):
        if there - here <= _GAP:
            marks[here:there] = [marks[place] or place not in typed for place in range(here, there)]
    return marks


def _typed_between(lines: Sequence[str]) -> set[int]:
    """Give the unmarked lines between two marked ones that stand in a paragraph of their own.

    They were typed there, even when they begin with words that stood there; the torn-off end of a quoted
    line stands right below that line.
    """
    marked = [place for place, line in enumerate(lines) if line.lstrip().startswith(">")]
    return {
        place
        for here, there in pairwise(marked)
        if there - here <= _LONGEST_BETWEEN
        for place in range(here + 1, there)
        if lines[place].strip() and not all(lines[n].strip() for n in range(here + 1, place))
    }


def _end_of_top(lines: Sequence[str], quoted: Sequence[bool]) -> tuple[int, _End]:
    """Return where the text on top ends, and why."""
    begun = False  # whether anything was written above
    for place, line in enumerate(lines):
        if quoted[place]:
            return _above(lines, place), _End.QUOTE
        if not line.strip():
            continue
        found = _break_at(lines, quoted, place, begun=begun)
        if found is not None:
            return found
        begun = begun or not _from_device(line)
    return len(lines), _End.TEXT


def _above(lines: Sequence[str], place: int) -> int:
    """Return where the attribution above a quoted line begins, or that line's own place."""
    last = next((n for n in range(place - 1, max(-1, place - 5), -1) if lines[n].strip()), None)
    start = None if last is None else attribution_start(lines, last, quoted_below=True)
    return place if start is None else start


def _break_at(
    lines: Sequence[str], quoted: Sequence[bool], place: int, *, begun: bool
) -> tuple[int, _End] | None:
    """Say whether the writer's text ends at this unquoted line, and why. begun: he has written above it."""
    led_in = _attribution(lines, quoted, place)
    signed = _signature(lines, quoted, place, begun=begun) if led_in is None else None
    return _earlier_mail(lines, place) or signed or led_in


def _earlier_mail(lines: Sequence[str], place: int) -> tuple[int, _End] | None:
    line = lines[place]
    if begins_forward(line):
        return place, _End.FORWARD
    if begins_original(line):
        return place, _End.HISTORY
    if begins_header_block(lines, place):
        above = next((n for n in range(place - 1, max(-1, place - 3), -1) if lines[n].strip()), place)
        return above if is_rule(lines[above]) else place, _End.HISTORY
    return None


def _signature(
    lines: Sequence[str], quoted: Sequence[bool], place: int, *, begun: bool
) -> tuple[int, _End] | None:
    line = lines[place].strip()
    if line in _DELIMITERS or (begun and _from_device(line)):
        return place, _End.SIGNATURE
    if begun and is_rule(line) and line.count("_") >= _LONG_RULE:
        return place, _End.SIGNATURE if any(quoted[place:]) else _End.HISTORY
    return None


def _attribution(lines: Sequence[str], quoted: Sequence[bool], place: int) -> tuple[int, _End] | None:
    below = next((n for n in range(place + 1, min(len(lines), place + 6)) if lines[n].strip()), None)
    cited = below is not None and quoted[below]
    why = _End.QUOTE if cited else _End.HISTORY
    if inside_line(lines[place]) is not None:
        return place, why
    start = attribution_start(lines, place, quoted_below=cited)
    return None if start is None else (start, why)


def _from_device(line: str) -> bool:
    return len(line) <= 120 and line.strip().casefold().startswith(_DEVICES)


def _glued(top: list[str], lines: Sequence[str], end: int, why: _End) -> tuple[str, ...]:
    """Add the beginning of a line to whose end a client has glued an attribution."""
    place = inside_line(lines[end]) if why in (_End.QUOTE, _End.HISTORY) and end < len(lines) else None
    if place is not None:
        top = [*top, lines[end][:place].rstrip(" -")]
    if top and all(_from_device(line) or not line.strip() for line in top):
        return ()
    return tuple(top)


def _history(lines: Sequence[str], quoted: Sequence[bool], begin: int, end: int) -> bool:
    """Say whether an earlier mail begins unmarked between a signature and the first quoted line."""
    for place in range(begin, end):
        if lines[place].strip():
            found = _break_at(lines, quoted, place, begun=False)
            if found is not None and found[1] in (_End.HISTORY, _End.FORWARD):
                return True
    return False


def _below(lines: Sequence[str], quoted: Sequence[bool], begin: int) -> tuple[str, ...]:
    """Collect the unquoted lines under and between quoted ones, up to a signature or an earlier mail."""
    kept: list[str] = []
    for place in range(begin, len(lines)):
        line = lines[place]
        if quoted[place] or _is_tail(lines, quoted, place):
            continue
        if not line.strip():
            kept.append("")
            continue
        found = _break_at(lines, quoted, place, begun=True)
        if found is None:
            kept.append(line)
        elif found[1] is _End.QUOTE:
            del kept[max(0, len(kept) - (place - found[0])) :]
        else:
            break
    return tuple(_trimmed(kept))


def _is_tail(lines: Sequence[str], quoted: Sequence[bool], place: int) -> bool:
    """Say whether this line is what re-wrapping has torn off the quoted line above it."""
    if not lines[place].strip() or not quoted[place - 1] or len(lines[place - 1]) < _WRAPS_AT:
        return False
    return place + 1 < len(lines) and quoted[place + 1]


def _trimmed(lines: Sequence[str]) -> list[str]:
    filled = [place for place, line in enumerate(lines) if line.strip()]
    return list(lines[filled[0] : filled[-1] + 1]) if filled else []
