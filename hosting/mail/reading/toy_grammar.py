"""A grammar made of a few verbs, to try the reading of mail without any game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from hosting.rules.lines import Sort

_NUMBERED = re.compile(r"\d")


class ToyGrammar:
    """Knows verbs and nothing else.

    A command begins with a verb, or holds one in capitals ("On C1 PLAY 7H"). A line that holds a verb
    otherwise, a near-verb in front, or a figure in a short line, is a likely slip. All else is chatter.
    """

    def __init__(self, verbs: Iterable[str]) -> None:
        """Take the verbs, in capitals or not."""
        self.verbs = frozenset(verb.strip().upper() for verb in verbs if verb.strip())

    def sort(self, line: str) -> Sort:
        """Say what this line is."""
        words = [word.strip(".,;:!?*\"'()") for word in unicodedata.normalize("NFKC", line).split()]
        words = [word for word in words if any(map(str.isalnum, word))]
        if not words:
            return Sort.CHATTER
        if words[0].upper() in self.verbs or any(word in self.verbs for word in words):
            return Sort.COMMAND
        if any(word.upper() in self.verbs for word in words) or any(
            _near(words[0].upper(), v) for v in self.verbs
        ):
            return Sort.UNCLEAR
        return Sort.UNCLEAR if len(words) <= 4 and any(map(_NUMBERED.search, words)) else Sort.CHATTER


def _near(word: str, verb: str) -> bool:
    """Say whether one letter is changed, missing or too many, or two swapped; not in short words."""
    if abs(len(word) - len(verb)) > 1 or len(verb) < 4 or word == verb:
        return False
    same = next(
        (n for n, pair in enumerate(zip(word, verb, strict=False)) if pair[0] != pair[1]), len(verb) - 1
    )
    left, right = word[same:], verb[same:]
    swapped = left[:2] == right[1::-1] and left[2:] == right[2:]
    return swapped or left[1:] == right[1:] or left[1:] == right or left == right[1:]
