"""A line to the host, read: a command with all that it says, a likely slip, or something meant for people.

Pure: it knows words and no database. The whole line has to make sense; else it is no command, whatever it
begins with. So no sentence of ours, and none of a player's, is taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from hosting.mail.asking import lexicon
from hosting.mail.asking.lexicon import Word, joint, longest, table
from hosting.mail.asking.opening_words import opening
from hosting.rules.dates import days_in
from hosting.rules.folding import is_near
from hosting.rules.lines import Sort

LONGEST_SLIP: Final = 7
"""Words of a line that may be a slip of a command; longer ones are meant for people."""

LONGEST_SLIP_OF_A_WORD: Final = 3
SHORTEST_NEAR: Final = 4
LONGEST_NAME: Final = 6
ADDRESS: Final = re.compile(r"<?([^\s@<>()\[\],;:\"\\]{1,64}@[^\s@<>()\[\],;:\"\\]{3,189})>?")
LINK: Final = re.compile(r"(?:https?://\S+/)?(?:join/)?([a-km-np-z2-9]{10})/?", re.IGNORECASE)
NUMBER: Final = re.compile(r"#?(\d{1,9})")
NIGHT: Final = re.compile(
    r"(?:kl\.? ?)?(\d{1,2})(?:[:.]00)?(?: ?[-\u2013] ?| )(?:kl\.? ?)?(\d{1,2})(?:[:.]00)?"
)
ZONE: Final = re.compile(r"[A-Za-z0-9_+/\- ]{2,60}")

Args = dict[str, Any]
Rest = Sequence[Word]


@dataclass(frozen=True, slots=True)
class Command:
    """What a line asks for: a verb and what belongs to it, as plain data."""

    verb: str
    args: Args = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Slip:
    """A line that was likely meant as a command: the nearest verb, and the game that it names, if any."""

    verb: str
    game: str = ""


def read(line: str) -> Command | Slip | None:
    """Read a line; None when it is meant for people."""
    words = lexicon.split(line)
    if line.strip() == "?":
        return Command("help")
    if not words or all(word.said in lexicon.greetings() for word in words) or _is_a_tail(line, words):
        return None
    length = longest(words, table("verbs"))
    if not length:
        return _bare_setting(words) or _slip(words)
    verb = table("verbs")[tuple(word.said for word in words[:length])]
    args = READERS[verb](words[length:])
    if args is not None:
        return Command(verb, args)
    return _meant(verb, words[length:]) if len(words) <= LONGEST_SLIP else None


class HostGrammar:
    """Sorts the lines of a mail to the host, as a game's grammar sorts those of a move."""

    def sort(self, line: str) -> Sort:
        """Say what this line is."""
        found = read(line)
        if isinstance(found, Command):
            return Sort.COMMAND
        return Sort.UNCLEAR if found else Sort.CHATTER


def _is_a_tail(line: str, words: Rest) -> bool:
    """Whether a line is but a verb as the last words of a sentence are, which a mail program has wrapped."""
    return (
        line.strip()[:1].islower()
        and line.rstrip().endswith(".")
        and longest(words, table("verbs")) == len(words)
    )


def _slip(words: Rest) -> Slip | None:
    """A short line whose first word is one slip away from a verb."""
    first = words[0].said
    if len(words) > LONGEST_SLIP_OF_A_WORD or len(first) < SHORTEST_NEAR:
        return None
    near = (name for phrase, name in table("verbs").items() if is_near(first, phrase[0]))
    found = next(near, "")
    return _meant(found, words[1:]) if found else None


def _meant(verb: str, rest: Rest) -> Slip:
    at = _after_fillers(rest, "match", "filler")
    length = longest(rest, lexicon.names_of_games(), at)
    name = tuple(word.said for word in rest[at : at + length])
    return Slip(verb, lexicon.names_of_games().get(name, ""))


def _bare_setting(words: Rest) -> Command | None:
    """A setting without the word for settings before it: "digest 18", "language sv"."""
    args = _settings(words)
    return Command("settings", args) if args and args["key"] != "name" else None


# ---- what stands behind the verbs


def _nothing(rest: Rest) -> Args | None:
    return {} if _after_fillers(rest, "filler", "match") == len(rest) else None


def _game(rest: Rest) -> Args | None:
    at = _after_fillers(rest, "filler", "to")
    length = longest(rest, lexicon.names_of_games(), at)
    if at + length != len(rest):
        return None
    name = tuple(word.said for word in rest[at:])
    return {"game": lexicon.names_of_games()[name]} if length else {}


def _number(rest: Rest) -> Args | None:
    at = _after_fillers(rest, "match", "filler", "to")
    if at == len(rest):
        return {}
    found = NUMBER.fullmatch(rest[at].said) if at + 1 == len(rest) else None
    return {"match": int(found[1])} if found else None


def _join(rest: Rest) -> Args | None:
    at = _after_fillers(rest, "match", "filler")
    luck = next((place for place in range(at, len(rest)) if longest(rest, joint("luck"), place)), len(rest))
    if luck - at != 1:
        return None
    args: Args = {"luck": " ".join(word.raw for word in rest[luck + 1 :])} if luck < len(rest) else {}
    number, link = NUMBER.fullmatch(rest[at].said), LINK.fullmatch(rest[at].raw.strip("<>.,"))
    if number:
        return {"match": int(number[1]), **args}
    return {"code": link[1].lower(), **args} if link and _is_code(rest[at].raw, link[1]) else None


def _is_code(raw: str, code: str) -> bool:
    """Ten letters may be a word; a code stands in a link, or holds a digit, or makes no word that we know."""
    return "/" in raw or any(sign.isdigit() for sign in code) or (code,) not in table("verbs")


def _invite(rest: Rest) -> Args | None:
    addresses, at = _addresses(rest, 0)
    if not addresses:
        return None
    more = _number(rest[at:])
    return None if more is None else {"addresses": addresses, **more}


def _addresses(rest: Rest, at: int) -> tuple[list[str], int]:
    found: list[str] = []
    while at < len(rest):
        address = ADDRESS.fullmatch(rest[at].raw.strip(",;.:!"))
        if address:
            found.append(address[1].lower())
            at += 1
        elif found and (length := longest(rest, joint("and"), at)):
            at += length
        else:
            break
    return found, at


def _new(rest: Rest) -> Args | None:
    at = _after_fillers(rest, "filler", "match")
    length = longest(rest, lexicon.names_of_games(), at)
    if not length:
        return None
    game = lexicon.names_of_games()[tuple(word.said for word in rest[at : at + length])]
    asked = opening(game, rest, at + length, _addresses)
    return None if asked is None else {"game": game, **asdict(asked)}


def _absence(rest: Rest) -> Args | None:
    if tuple(word.said for word in rest) in joint("none", "off"):
        return {"none": True}
    days = days_in(" ".join(word.raw for word in rest))
    return {"days": [asdict(day) for day in days]} if days else ({} if not rest else None)


def _stop(rest: Rest) -> Args | None:
    if tuple(word.said for word in rest) in joint("off", "none"):
        return {"off": True}
    return _nothing(rest)


def _settings(rest: Rest) -> Args | None:
    if not rest:
        return {}
    length = longest(rest, table("settings"))
    if not length or length == len(rest):
        return None
    key = table("settings")[tuple(word.said for word in rest[:length])]
    value = VALUES[key](rest[length:])
    return None if value is None else {"key": key, "value": value}


def _language(rest: Rest) -> str | None:
    spoken = tuple(word.said for word in rest)
    code = spoken[0] if len(spoken) == 1 else ""
    return code if code in table("languages").values() else table("languages").get(spoken)


def _zone(rest: Rest) -> str | None:
    text = " ".join(word.raw for word in rest).strip(".,;")
    return text if ZONE.fullmatch(text) and len(rest) <= 4 else None


def _hour(rest: Rest) -> int | str | None:
    if tuple(word.said for word in rest) in joint("off", "none"):
        return "off"
    found = re.fullmatch(r"(?:kl\.? ?)?(\d{1,2})(?:[:.]00)?", " ".join(word.said for word in rest))
    return int(found[1]) if found and int(found[1]) < 24 else None


def _night(rest: Rest) -> list[int] | str | None:
    if tuple(word.said for word in rest) in joint("off", "none"):
        return "off"
    found = NIGHT.fullmatch(
        " ".join(word.said for word in rest if (word.said,) not in joint("from", "until", "to"))
    )
    return [int(found[1]), int(found[2])] if found else None


def _switch(rest: Rest) -> bool | None:
    spoken = tuple(word.said for word in rest)
    return True if spoken in joint("on") else False if spoken in joint("off") else None


def _free_name(rest: Rest) -> str | None:
    text = " ".join(word.raw for word in rest).strip(",;:!\"'")
    return text if len(rest) <= LONGEST_NAME and "@" not in text else None


def _signup(rest: Rest) -> Args | None:
    name = _free_name(rest)
    return None if name is None else {"name": name} if name else {}


def _after_fillers(rest: Rest, *kinds: str) -> int:
    known, at = joint(*kinds), 0
    while length := longest(rest, known, at):
        at += length
    return at


VALUES: Final[Mapping[str, Callable[[Rest], Any]]] = {
    "language": _language,
    "sleep": _night,
    "zone": _zone,
    "digest": _hour,
    "text_only": _switch,
    "name": _free_name,
}

READERS: Final[Mapping[str, Callable[[Rest], Args | None]]] = {
    "help": _nothing,
    "games": _nothing,
    "rules": _game,
    "new": _new,
    "tutorial": _game,
    "join": _join,
    "invite": _invite,
    "list": _nothing,
    "show": _number,
    "absence": _absence,
    "settings": _settings,
    "stop": _stop,
    "again": _number,
    "record": _number,
    "resign": _number,
    "signup": _signup,
}
