"""The games of this host, one folder each, all alike. Nothing else lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from hosting.games.maldade_presenter import bot as maldade_presenter_bot
from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.games.spite_and_malice import bot as spite_and_malice_bot
from hosting.games.spite_and_malice.rules import SpiteAndMalice
from hosting.games.wicked_christmas import bot as wicked_christmas_bot
from hosting.games.wicked_christmas.rules import WickedChristmas
from hosting.rules.game import Game
from hosting.rules.values import Action, View

Bot = Callable[[View, Random], Action]
"""Chooses one of the viewer's legal actions from the view alone."""

GAMES: Final[Mapping[str, type[Game]]] = {
    game.slug: game for game in (SpiteAndMalice, MaldadePresenter, WickedChristmas)
}

BOTS: Final[Mapping[str, Mapping[str, Bot]]] = {
    SpiteAndMalice.slug: {"greedy": spite_and_malice_bot.greedy, "random": spite_and_malice_bot.random},
    MaldadePresenter.slug: {"greedy": maldade_presenter_bot.greedy, "random": maldade_presenter_bot.random},
    WickedChristmas.slug: {"greedy": wicked_christmas_bot.greedy, "random": wicked_christmas_bot.random},
}


def game(slug: str) -> type[Game]:
    """The rules of a game; KeyError when there is no such game."""
    return GAMES[slug]


def bots(slug: str) -> Mapping[str, Bot]:
    """The bots of a game by name: at least "greedy" and "random"."""
    return BOTS[slug]
