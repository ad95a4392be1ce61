"""Positions of Spite & Malice, laid out by hand."""

from collections.abc import Mapping, Sequence

from hosting.games.spite_and_malice.rules import SpiteAndMalice
from hosting.rules.values import Action, View

NAMES = ("Anna", "Ben")


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def deal(
    key: str = "a deal",
    *,
    opening: Mapping[str, object] | None = None,
    options: Mapping[str, object] | None = None,
) -> SpiteAndMalice:
    """Give a fresh deal, the first of a match unless an opening says otherwise."""
    return SpiteAndMalice.start(seats=2, options=options or {}, key=key.encode(), opening=opening or {})


def position(
    hand: str = "2 3 5 8 9",
    *,
    payoff: str = "4 7",
    side: Sequence[str] = ("", "", "", ""),
    centre: Sequence[str] = ("", "", ""),
    stock: str = "9 9 9 9 9 9 9 9",
    other_hand: str = "8 8 8 8 8",
    other_payoff: str = "6 6 6",
    other_side: Sequence[str] = ("", "", "", ""),
    hand_size: int = 5,
    **options: object,
) -> SpiteAndMalice:
    """Give a deal in which seat 0 is to act; piles are written from bottom to top."""
    game = deal(opening={"opener": 0}, options={"hand": hand_size, **options})
    game.payoff = [payoff.split(), other_payoff.split()]
    game.hands = [hand.split(), other_hand.split()]
    game.side = [[pile.split() for pile in side], [pile.split() for pile in other_side]]
    game.centre = [pile.split() for pile in centre]
    game.stock = stock.split()
    return game


def do(game: SpiteAndMalice, *actions: str, seat: int = 0) -> SpiteAndMalice:
    """Let a seat do these actions."""
    for action in actions:
        game.play(seat, Action.parse(action))
    return game


def legal(game: SpiteAndMalice, seat: int = 0) -> list[str]:
    """Give the legal actions as text."""
    return [str(action) for action in game.legal(seat)]


def told(view: View, name: str) -> list[Mapping[str, object]]:
    """Give what the events of that name say."""
    return [event.args for event in view.events if event.name == name]


def up_to(rank: str) -> str:
    """Give a centre stack from the ace to this card."""
    return " ".join(RANKS[: RANKS.index(rank) + 1])
