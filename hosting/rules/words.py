"""What a game says to people: its sentences and labels in one language, and the words it understands.

A game's words stand in `words/<language>.toml` in its folder, the forms of its commands in `forms.toml`.
Sentences that depend on the game's own rules are chosen by its `telling.py`, which holds a subclass of Words
under the name `Telling`. A text never is a command, and never ends in a bare number or card, so that no line
of it can be taken for a command when it comes back to the host, quoted, unquoted or wrapped anew.
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

from hosting.rules.values import Action, Event, MatchResult, Outcome, Reason, Scalar, View, Zone

WIDTH: Final = 58
"""Columns of a line of text, so that mail clients do not wrap it."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the table in words. `owner` is the seat whose cards it tells of, None for the middle.

    `is_drawn`: its lines only name cards, so that a mail that draws them need not write them as well.
    """

    heading: str
    lines: tuple[str, ...]
    owner: int | None = None
    is_drawn: bool = False


class Words(ABC):
    """The words of one game in one language. `names` are the players' names by seat, everywhere."""

    def __init__(self, language: str, texts: Mapping[str, Any]) -> None:
        self.language = language
        self.texts = texts

    # ---- names of things

    @property
    def game_name(self) -> str:
        """The game's name, as a title."""
        return self.text("game_name")

    @property
    def forfeit(self) -> str:
        """What comes of too many missed turns, inside a sentence: "the deal is lost"."""
        return self.text("misses.forfeit")

    @property
    def resigns(self) -> str:
        """What comes of resigning, in a sentence."""
        return self.text("leaving.resigns")

    def card(self, code: str) -> str:
        """A card inside a sentence: "6", "queen (Q)"."""
        return self.text(f"cards.{code}")

    def card_label(self, code: str | None) -> str:
        """The accessible name of a card on a page; None is one that lies face down."""
        return self.text("cards.hidden") if code is None else self.text(f"cards.{code}")

    def glyph(self, code: str) -> str:  # noqa: ARG002 - for games with cards of several kinds
        """A sign that tells a card of a special kind apart where a mail draws it; "" for a plain card."""
        return ""

    def border(self, code: str) -> str:
        """The border of a card where a mail draws it: solid, thick, dashed, dotted or double."""
        return "double" if self.glyph(code) else "solid"

    def option(self, name: str) -> str:
        """The label of a match option."""
        return self.text(f"options.{name}")

    def option_value(self, name: str, value: Scalar) -> str:
        """A number or a choice of a match option, as people read it."""
        named = self.texts.get("option_values", {}).get(name, {})
        return str(named.get(str(value), value))

    def order(self, name: str) -> str:
        """What a standing order does, in a sentence; for games that have some."""
        return self.text(f"order_says.{name}")

    def order_command(self, name: str) -> str:
        """What to write for a standing order: "RIPOSTE ASK"; for games that have some."""
        return f"{self._look_up('orders.word')[0]} {self._look_up(f'orders.{name}')[0]}"

    @abstractmethod
    def label(self, zone: Zone, names: Sequence[str]) -> str:
        """The name of a place on the table: "Side stack 2"."""

    # ---- what may be done

    @abstractmethod
    def choice(self, action: Action, view: View, names: Sequence[str]) -> str:
        """The sentence of a numbered list for one action, with what comes of it, and its final stop."""

    @abstractmethod
    def fold(self, actions: Sequence[Action], view: View, names: Sequence[str]) -> str:
        """The one sentence of a folded family, with how to type a member of it."""

    @abstractmethod
    def command(self, action: Action, view: View, names: Sequence[str] = ()) -> str:
        """What to type for this action; read_line(), given the same names, makes the action of it again."""

    @abstractmethod
    def example(self, view: View, names: Sequence[str] = ()) -> str:
        """A typed example with these cards inside a sentence, or "" when the viewer is not to act."""

    def help(self, view: View) -> tuple[str, ...]:  # noqa: ARG002 - a game may look at its options
        """The words for commands, a few sentences; who shows them lays them out."""
        lines: list[str] = self._look_up("help.lines")
        return tuple(lines)

    def picked(self, picks: Sequence[str]) -> Action:
        """The action of what was picked piece by piece on the game's own page, legal or not.

        Raises Illegal, which says why the pieces make none; any other ValueError is for pieces that no page
        of ours offers. For games whose `fold.html` lets a player pick.
        """
        raise ValueError(picks)

    def host_help(self) -> tuple[str, ...]:
        """The words to the host that are the same in all games, a few sentences."""
        lines: list[str] = self._look_up("to_host.help")
        return tuple(lines)

    # ---- what is and what happened

    @abstractmethod
    def sections(self, view: View, names: Sequence[str]) -> tuple[Section, ...]:
        """The table in words, as lines of at most 58 columns."""

    @abstractmethod
    def headline(self, view: View, names: Sequence[str]) -> str:
        """The one thing that matters now, in a sentence, or ""."""

    @abstractmethod
    def timeout(self, view: View, names: Sequence[str]) -> str:
        """What the host does if the viewer stays silent, computed from these cards; "" when not to act."""

    @abstractmethod
    def event(self, event: Event, viewer: int | None, names: Sequence[str]) -> str:
        """What happened, in a sentence, or "" when there is nothing to tell."""

    def expired(self, event: Event, viewer: int | None, names: Sequence[str]) -> str:
        """That a turn was ended, and by whom: the clock, or a moderator by name. The same in all games."""
        assert event.seat is not None
        who = "you" if event.seat == viewer else "other"
        by = str(event.args.get("by", ""))
        return self.text(f"expired.{who}_by" if by else f"expired.{who}", name=names[event.seat], by=by)

    def took_back(self, event: Event, viewer: int | None, names: Sequence[str]) -> str:
        """That a seat has taken back its newest moves. The same in all games."""
        assert event.seat is not None
        who = "you" if event.seat == viewer else "other"
        count = event.args["count"]
        key = f"took_back.{who}" if count == 1 else f"took_back.{who}_more"
        return self.text(key, name=names[event.seat], count=count)

    @abstractmethod
    def reason(self, reason: Reason, names: Sequence[str]) -> str:
        """Why an action is not legal, in a sentence."""

    @abstractmethod
    def outcome(self, outcome: Outcome, viewer: int | None, names: Sequence[str]) -> str:
        """How a deal ended, in a sentence or two."""

    @abstractmethod
    def result(self, result: MatchResult, viewer: int | None, names: Sequence[str]) -> str:
        """How a match ended, in a sentence or two."""

    # ---- for reading commands

    @abstractmethod
    def facts(self, action: Action, view: View) -> Mapping[str, Scalar]:
        """What an action is about in this view (its card, say), to be held against what a line claims."""

    def settle(
        self,
        claims: Mapping[str, Scalar],
        view: View,  # noqa: ARG002 - a game may look at its table
    ) -> Mapping[str, Scalar]:
        """What a line claims, once the table has filled in what it leaves open by a rule of the game."""
        return claims

    def is_sure(
        self,
        facts: Mapping[str, Scalar],  # noqa: ARG002 - a game may look
        claims: Mapping[str, Scalar],  # noqa: ARG002 - a game may look
    ) -> bool:
        """Whether an action with these facts may follow from a line unasked; not when a slip costs dearly."""
        return True

    def agrees(self, claims: Mapping[str, Scalar], facts: Mapping[str, Scalar]) -> bool:
        """Whether a line that claims this may mean an action with those facts."""
        return claims.items() <= facts.items()

    @abstractmethod
    def why(self, claims: Mapping[str, Scalar], view: View) -> Reason:
        """Why no legal action has the facts that a line claims, from the view alone."""

    # ---- texts

    def text(self, key: str, **slots: Scalar) -> str:
        """The text under a dotted key, with its slots filled."""
        text: str = self._look_up(key)
        return text.format(**slots) if slots else text

    def count(self, number: int, thing: str) -> str:
        """A number of things, in the right form: "1 card", "2 cards"."""
        one, many = self._look_up(f"counts.{thing}")
        return f"{number} {one if number == 1 else many}"

    def _look_up(self, key: str) -> Any:  # Any: a text, or a list of texts, as the file has it
        found: Any = self.texts
        for part in key.split("."):
            found = found[part]
        return found


@cache
def words(slug: str, language: str) -> Words:
    """The words of a game in a language; read once a process."""
    package = package_of(slug)
    telling: type[Words] = import_module(f"{package}.telling").Telling
    return telling(language, {**host(language), **load(slug, f"words/{language}")})


@cache
def load(slug: str, name: str) -> Mapping[str, Any]:
    """The content of a file of a game: "words/sv" or "forms"."""
    return tomllib.loads(files(package_of(slug)).joinpath(*f"{name}.toml".split("/")).read_text("utf-8"))


@cache
def host(language: str) -> Mapping[str, Any]:
    """The words that the host itself understands in a language, and the texts that all games share."""
    return tomllib.loads(files("hosting.rules").joinpath("words", f"host.{language}.toml").read_text("utf-8"))


@cache
def languages_of(slug: str) -> tuple[str, ...]:
    """The languages that a game has words in."""
    folder = files(package_of(slug)).joinpath("words")
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir()))


LANGUAGES: Final = ("en", "ms", "sv")
"""The languages that the host itself has words in."""


def package_of(slug: str) -> str:
    """Where a game's folder is: spite-and-malice is the package hosting.games.spite_and_malice."""
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", slug):
        raise ValueError(f"not the slug of a game: {slug!r}")
    return f"hosting.games.{slug.replace('-', '_')}"


def wrap(text: str) -> list[str]:
    """Text as lines of at most 58 columns; a longer word stands alone."""
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
