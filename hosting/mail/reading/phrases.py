"""The words of `phrases.toml`: how mail programs lead in what they quote, forward, sign or send."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

_WORDS: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def phrases(name: str) -> tuple[str, ...]:
    """Return one list of the file; KeyError when there is none of that name."""
    return tuple(_WORDS[name])


def label_kinds() -> dict[str, str]:
    """Return for each name of a header field which kind it is: from, date, to or subject."""
    return {word: kind for kind, words in _WORDS["labels"].items() for word in words}


def months() -> dict[str, int]:
    """Return for each name of a month which one it is, 1 to 12."""
    return {word: number for number, words in enumerate(_WORDS["months"], start=1) for word in words}
