"""For each game: all its cards, and the same deal with other hidden cards. A new game adds its own here."""

from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from random import Random
from typing import Final

from hosting.games.maldade_presenter.cards import in_order
from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.games.spite_and_malice.rules import SpiteAndMalice
from hosting.games.wicked_christmas.rules import WickedChristmas
from hosting.rules.game import Game


def _spite_and_malice_piles(game: Game) -> list[list[str]]:
    assert isinstance(game, SpiteAndMalice)
    return [game.stock, *game.payoff, *game.hands, *game.centre, *game.side[0], *game.side[1]]


def _spite_and_malice_cards(game: Game) -> Counter[str]:
    return Counter(card for pile in _spite_and_malice_piles(game) for card in pile)


def _spite_and_malice_permuted(game: Game, viewer: int | None, rng: Random) -> Game:
    """Shuffle what the viewer cannot see: stock, pay-off piles under their tops, the others' hands."""
    other = deepcopy(game)
    assert isinstance(other, SpiteAndMalice)
    hands = [seat for seat in range(2) if seat != viewer]
    pool = other.stock + [card for pile in other.payoff for card in pile[:-1]]
    pool += [card for seat in hands for card in other.hands[seat]]
    rng.shuffle(pool)
    for pile in other.payoff:
        pile[:-1] = [pool.pop() for _ in pile[:-1]]
    for seat in hands:
        other.hands[seat] = [pool.pop() for _ in other.hands[seat]]
    other.stock = pool
    return other


def _wicked_christmas_cards(game: Game) -> Counter[str]:
    assert isinstance(game, WickedChristmas)
    stacks = [stack for own in game.stacks for stack in own]
    piles = [game.draw, game.discard, game.pile, *game.hands, *stacks]
    return Counter(card for pile in piles for card in pile)


def _wicked_christmas_permuted(game: Game, viewer: int | None, rng: Random) -> Game:
    """Shuffle what the viewer cannot see: Draw Pile, cards face down on any stack, the others' hands."""
    other = deepcopy(game)
    assert isinstance(other, WickedChristmas)
    hidden = [other.draw] + [hand for seat, hand in enumerate(other.hands) if seat != viewer]
    stacks = [stack for own in other.stacks for stack in own]
    pool = [card for pile in hidden for card in pile]
    pool += [card for stack in stacks for card in stack[:2]]
    rng.shuffle(pool)
    for pile in hidden:
        pile[:] = [pool.pop() for _ in pile]
    for stack in stacks:
        stack[:2] = [pool.pop() for _ in stack[:2]]
    return other


def _maldade_presenter_cards(game: Game) -> Counter[str]:
    assert isinstance(game, MaldadePresenter)
    return Counter(game.all_cards())


def _maldade_presenter_permuted(game: Game, viewer: int | None, rng: Random) -> Game:
    """Shuffle what the viewer cannot see: the puddle and the others' hands."""
    other = deepcopy(game)
    assert isinstance(other, MaldadePresenter)
    seats = [seat for seat in range(other.seats) if seat != viewer]
    pool = other.puddle + [card for seat in seats for card in other.hands[seat]]
    rng.shuffle(pool)
    for seat in seats:
        other.hands[seat] = in_order(pool.pop() for _ in other.hands[seat])
    other.puddle = pool
    return other


ALL_CARDS: Final[Mapping[str, Callable[[Game], Counter[str]]]] = {
    MaldadePresenter.slug: _maldade_presenter_cards,
    SpiteAndMalice.slug: _spite_and_malice_cards,
    WickedChristmas.slug: _wicked_christmas_cards,
}

PERMUTED: Final[Mapping[str, Callable[[Game, int | None, Random], Game]]] = {
    MaldadePresenter.slug: _maldade_presenter_permuted,
    SpiteAndMalice.slug: _spite_and_malice_permuted,
    WickedChristmas.slug: _wicked_christmas_permuted,
}

SHOWN_IN_PASSING: Final[Mapping[str, frozenset[str]]] = {WickedChristmas.slug: frozenset({"turned"})}
"""Events of a game that show a card which then lies hidden again, because its rules say so."""


def permuted(game: Game, viewer: int | None, rng: Random) -> Game:
    """Give the same deal with other cards wherever the viewer cannot look."""
    return PERMUTED[game.slug](game, viewer, rng)
