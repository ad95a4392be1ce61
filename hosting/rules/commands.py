"""What a player writes: one line made into one legal action, or a kind answer why not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from hosting.rules.choices import Choice
from hosting.rules.errors import Ambiguous, Illegal, Unknown
from hosting.rules.folding import BULLET, bare, fold, is_near, tokens
from hosting.rules.grammar import readings, verbs, vocabulary
from hosting.rules.lines import Sort
from hosting.rules.naming import named_in
from hosting.rules.ordering import order_words, standing_order
from hosting.rules.speaking import Word, begins_like_undo, first_words, host_word
from hosting.rules.values import Action, Reason, View
from hosting.rules.words import LANGUAGES, host, languages_of, load, words

__all__ = ["Ambiguous", "GameGrammar", "Illegal", "Unknown", "behind_try", "is_try", "read_line"]

TRY: Final = Word("try")

BARE: Final = re.compile(r"[#(\[]?\s*(\d{1,4})\s*[.)\]:,;!]?")
SHORTEST_NEAR: Final = 4
"""Letters of a word that may be a slip of a verb; shorter ones resemble too much."""

LONGEST_NEAR: Final = 6
"""Words of a line in which a slip of a verb is looked for anywhere; in longer lines only the first counts."""


def read_line(
    line: str,
    *,
    view: View,
    choices: Sequence[Choice],
    languages: Sequence[str],
    names: Sequence[str] = (),
) -> Action:
    """The one legal action that a line means. Raises Unknown, Illegal or Ambiguous; never guesses.

    `names` are the players' at the table, by seat; without them a player is only known by his seat.
    A bare number means the given list. Words are read in the first of `languages`, the player's, that makes
    sense of the whole line, then in the game's other ones, then in all of them mixed.
    """
    number = bare_number(line)
    if number is not None:
        return _chosen(number, choices)
    order = tuple(dict.fromkeys((*languages, *languages_of(view.slug))))
    found = readings(line, view.slug, order, names)
    if not found:
        raise Unknown(line)
    telling = words(view.slug, order[0])
    settled = [(telling.settle(reading.claims, view), reading.sure) for reading in found]
    legal = [(action, telling.facts(action, view)) for action in view.legal]
    fits = [
        (action, sure and telling.is_sure(facts, claims))
        for action, facts in legal
        for claims, sure in settled
        if telling.agrees(claims, facts)
    ]
    actions = tuple(dict.fromkeys(action for action, _ in fits))
    if not actions:
        raise Illegal(telling.why(settled[0][0], view))
    if len(actions) > 1 or not any(sure for _, sure in fits):
        raise Ambiguous(actions)
    return actions[0]


def bare_number(line: str) -> int | None:
    """The number when a line is nothing but the number of a choice: "3", "3.", "#3", "(3)", "number 3"."""
    folded = fold(bare(line)).strip()
    first, _, rest = folded.partition(" ")
    if rest and first.rstrip(".:") in _number_words():
        folded = rest.strip()
    match = BARE.fullmatch(folded)
    return int(match[1]) if match else None


def is_try(line: str) -> bool:
    """Whether a line is the word that makes a trial of the lines below it ("TRY"), in any language."""
    return host_word(line) == TRY


def behind_try(line: str) -> str:
    """What stands behind that word on its own line ("TRY 7 to 1"); nothing when the line has none."""
    first, _, rest = BULLET.sub("", line).strip().partition(" ")
    return rest.strip() if is_try(first) else ""


class GameGrammar:
    """Sorts a line by the words of one game, in all its languages; `names` are the players' at the table."""

    def __init__(self, slug: str, names: Sequence[str] = ()) -> None:
        self.slug = slug
        self._table = tuple(names)
        self.names = frozenset(token for name in names for token in tokens(name))
        self._languages = languages_of(slug)
        self._known = vocabulary(slug, self._languages)
        self._verbs = verbs(slug) | order_words(slug)
        self._everyday = _everyday(slug)

    def parts(self, line: str) -> tuple[str, ...]:
        """The commands of a line that says one thing after another ("blast, then 7 7"); else the line."""
        if rest := behind_try(line):
            tried = self.parts(rest)
            return (BULLET.sub("", line).split()[0], *tried) if self._all_clear(tried) else (line,)
        pieces = tuple(filter(None, (piece.strip(" ,;.") for piece in _joints().split(line))))
        return pieces if len(pieces) > 1 and self._all_clear(pieces) else (line,)

    def _all_clear(self, pieces: Sequence[str]) -> bool:
        return all(self.sort(piece) is Sort.COMMAND for piece in pieces)

    def sort(self, line: str) -> Sort:
        """Command, chatter or unclear, without looking at any table."""
        if bare_number(line) is not None or host_word(line) or standing_order(line, self.slug):
            return Sort.COMMAND
        if readings(line, self.slug, self._languages, self._table):
            return Sort.COMMAND
        said = tokens(line)
        if (rest := behind_try(line)) and (self.sort(rest) is not Sort.CHATTER or len(said) <= LONGEST_NEAR):
            # What is not played when it is to be tried, must not be played because the trial has a slip.
            return Sort.COMMAND if self._all_clear(self.parts(rest)) else Sort.UNCLEAR
        if begins_like_undo(line) and len(said) <= LONGEST_NEAR:
            return Sort.UNCLEAR  # what stands below it was meant for another position
        if self._is_greeting(said) or not (self._shares(said) or self._slipped(said)):
            return Sort.CHATTER
        return Sort.UNCLEAR

    def _is_greeting(self, said: Sequence[str]) -> bool:
        spoken = [token for token in said if token.isalpha()]
        return not any(token.isdecimal() for token in said) and all(
            token in self.names or token in _said("greetings") for token in spoken
        )

    def _shares(self, said: Sequence[str]) -> bool:
        """A verb, number or card of the game; one that is an everyday word too counts only among its like."""
        named = named_in(said, self._known.names)
        if any(len(name) > 1 or name[0] not in self._everyday for name in named):
            return True
        telling = {token for token in said if self._is_ours(token) and token not in self.names}
        if any(token not in self._everyday and (len(token) > 1 or token.isdecimal()) for token in telling):
            return True
        return bool(telling) and all(self._is_known(token) for token in said)

    def _is_ours(self, token: str) -> bool:
        known = self._known
        return token.isdecimal() or token in self._verbs or token in known.cards or token in known.numbers

    def _is_known(self, token: str) -> bool:
        return self._is_ours(token) or token in self._known.fillers or (token,) in self._known.phrases

    def _slipped(self, said: Sequence[str]) -> bool:
        """A word that is one slip away from a verb, or a whole line that is so from a word to the host."""
        if len(said) == 1 and any(len(word) == 1 and is_near(said[0], word[0]) for word in first_words()):
            return len(said[0]) >= SHORTEST_NEAR
        suspects = said if len(said) <= LONGEST_NEAR else said[:1]
        return any(
            len(token) >= SHORTEST_NEAR
            and token not in self._everyday
            and token not in _said("greetings")
            and token not in self.names
            and any(is_near(token, verb) for verb in self._verbs)
            for token in suspects
        )


def _chosen(number: int, choices: Sequence[Choice]) -> Action:
    for choice in choices:
        if choice.number == number:
            if len(choice.actions) > 1:
                raise Ambiguous(choice.actions)
            return choice.actions[0]
    raise Illegal(Reason("no_such_number", {"number": number, "last": len(choices)}))


@cache
def _said(kind: str) -> frozenset[str]:
    return frozenset(_tokens(word for language in LANGUAGES for word in host(language)["lines"][kind]))


@cache
def _everyday(slug: str) -> frozenset[str]:
    """Everyday words that the host lists, and those that a game adds because they are like its own."""
    own = (
        word
        for language in languages_of(slug)
        for word in load(slug, f"words/{language}").get("everyday", ())
    )
    return _said("everyday").union(_tokens(own))


@cache
def _joints() -> re.Pattern[str]:
    """Where one thing ends and "then ..." begins."""
    words_of_order = "|".join(
        re.escape(word) for language in LANGUAGES for word in host(language)["lines"]["then"]
    )
    return re.compile(rf"(?<=\S)[\s,;.]+(?=(?:{words_of_order})\b)", re.IGNORECASE)


@cache
def _number_words() -> frozenset[str]:
    return _said("number")


def _tokens(phrases: Iterable[str]) -> Iterable[str]:
    return (token for phrase in phrases for token in tokens(phrase))
