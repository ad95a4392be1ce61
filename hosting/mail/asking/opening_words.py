"""What is said of a new match behind its game: with whom, how many, at what pace, with which options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from hosting import games
from hosting.mail.asking.lexicon import Word, joint, longest, said, table
from hosting.rules.words import languages_of
from hosting.rules.words import words as words_of

SECONDS: Final = {"hour": 3600, "day": 86400, "week": 7 * 86400}

POINTS: Final = ("target", "threshold")
"""What games call the points to which a match is played."""

Rest = Sequence[Word]
Addresses = Callable[[Rest, int], tuple[list[str], int]]


@dataclass
class Asked:
    """What was asked for. `allowance` is in seconds; `options` are unchecked, by the game's own names."""

    addresses: list[str] = field(default_factory=list)
    seats: int | None = None
    allowance: int | None = None
    bot: bool = False
    luck: str = ""
    options: dict[str, Any] = field(default_factory=dict)


def opening(game: str, rest: Rest, at: int, addresses: Addresses) -> Asked | None:
    """Read all of what stands behind the game's name; None when a word of it makes no sense."""
    asked = Asked()
    while at < len(rest):
        step = _with(asked, rest, at, addresses) or _said_of(asked, game, rest, at)
        if not step:
            return None
        at += step
    return asked


def _with(asked: Asked, rest: Rest, at: int, addresses: Addresses) -> int:
    """Read with whom; or the words of luck, which take all that follows."""
    if length := longest(rest, joint("luck"), at):
        asked.luck = " ".join(word.raw for word in rest[at + length :])
        return len(rest) - at if asked.luck else 0
    skipped = longest(rest, joint("with"), at) or longest(rest, joint("and"), at)
    bot = longest(rest, joint("filler"), at + skipped)
    if length := longest(rest, joint("bot"), at + skipped + bot):
        asked.bot = True
        return skipped + bot + length
    found, end = addresses(rest, at + skipped)
    asked.addresses.extend(address for address in found if address not in asked.addresses)
    return end - at if found else 0


def _said_of(asked: Asked, game: str, rest: Rest, at: int) -> int:
    """Read one option, its number before or behind it: "pace 2 days", "2 days", "points 20", "20 points"."""
    skipped = (
        longest(rest, joint("with"), at) or longest(rest, joint("and"), at) or longest(rest, joint("to"), at)
    )
    start = at + skipped
    length = longest(rest, table("options"), start)
    name = table("options")[tuple(word.said for word in rest[start : start + length])] if length else ""
    if name == "pace":
        taken = _span(asked, rest, start + length)
    elif name and start + length < len(rest):
        taken = _put(asked, game, name, rest[start + length].said)
    elif (own := _own_option(game, rest, start)) is not None:
        return skipped + own[1] + _put_own(asked, own[0], rest, start + own[1])
    else:
        return skipped + turned if (turned := _number_first(asked, game, rest, start)) else 0
    return skipped + length + taken if taken else 0


def _number_first(asked: Asked, game: str, rest: Rest, at: int) -> int:
    if at + 1 >= len(rest) or not rest[at].said.isdecimal():
        return 0
    if taken := _span(asked, rest, at):
        return taken
    length = longest(rest, table("options"), at + 1)
    name = table("options")[tuple(word.said for word in rest[at + 1 : at + 1 + length])] if length else "pace"
    return 1 + length if name != "pace" and _put(asked, game, name, rest[at].said) else 0


def _span(asked: Asked, rest: Rest, at: int) -> int:
    """Read a span of time: "2 days". An amount beyond every calendar is kept as it is, and refused later."""
    if at + 1 >= len(rest) or not rest[at].said.isdecimal() or len(rest[at].said) > 4:
        return 0
    length = longest(rest, table("units"), at + 1)
    if not length:
        return 0
    unit = table("units")[tuple(word.said for word in rest[at + 1 : at + 1 + length])]
    asked.allowance = int(rest[at].said) * SECONDS[unit]
    return 1 + length


def _put(asked: Asked, game: str, name: str, value: str) -> int:
    """Take a value for an option by one of our own words for it."""
    known = [entry.name for entry in fields(games.game(game).options)]
    if not value.isdecimal() or len(value) > 6:
        return 0
    if name == "seats":
        asked.seats = int(value)
        return 1
    wanted = POINTS if name == "points" else (name,)
    found = next((option for option in wanted if option in known), "")
    if found:
        asked.options[found] = value
    return 1 if found else 0


def _own_option(game: str, rest: Rest, at: int) -> tuple[str, int] | None:
    """Find an option by the game's name for it ("king_as_ace", "king as ace"), or by its label."""
    for entry in fields(games.game(game).options):
        labels = (words_of(game, language).option(entry.name) for language in languages_of(game))
        for phrase in (said(entry.name), said(entry.name.replace("_", " ")), *map(said, labels)):
            if tuple(word.said for word in rest[at : at + len(phrase)]) == phrase:
                return entry.name, len(phrase)
    return None


def _put_own(asked: Asked, name: str, rest: Rest, at: int) -> int:
    spoken = (rest[at].said,) if at < len(rest) else ()
    value = "on" if spoken in joint("on") else "off" if spoken in joint("off") else "".join(spoken)
    asked.options[name] = value or "on"
    return len(spoken)
