"""What the rules of a game need to be shown, on a page or in a mail: its words, with cards of no match."""

from __future__ import annotations

from typing import Any

from hosting import games
from hosting.rules.game import Game
from hosting.rules.values import View
from hosting.rules.words import words


def facts(slug: str, language: str) -> dict[str, Any]:
    """Give what `templates/games/<slug>/rules.html` needs."""
    told, view = words(slug, language), example(slug)
    return {
        "words": told,
        "options": view.options,
        "limits": games.game(slug).options.limits(),
        "help": told.help(view),
        "slug": slug,
    }


def example(slug: str) -> View:
    """Deal a game of no match, so that the words can be shown with real cards."""
    rules_of: type[Game] = games.game(slug)
    seats = rules_of.seat_range.start
    return rules_of.start(seats=seats, options={}, key=bytes(32), opening={"opener": 0}).view(0)
