"""Positions of Wicked Christmas, laid out by hand."""

from collections.abc import Mapping, Sequence

from hosting.games.wicked_christmas.rules import WickedChristmas
from hosting.rules.values import Action

NAMES = ("Anna", "Ben", "Cilla", "Dan", "Eva", "Finn")


def deal(
    key: str = "a round",
    *,
    seats: int = 4,
    opening: Mapping[str, object] | None = None,
    options: Mapping[str, object] | None = None,
) -> WickedChristmas:
    """Give a fresh round, the first of a match unless an opening says otherwise."""
    return WickedChristmas.start(seats=seats, options=options or {}, key=key.encode(), opening=opening or {})


def position(
    hand: str = "2 5 9",
    *,
    stacks: Sequence[str] = ("", "", ""),
    pile: str = "",
    draw: str = "1 1 1 1 1 1 1 1",
    discard: str = "",
    others: str = "8 8 8",
    other_stacks: Sequence[str] = ("", "", ""),
    seats: int = 4,
    **options: object,
) -> WickedChristmas:
    """Give a round in which seat 0 is to act; piles and stacks are written from bottom to top.

    A stack of three shows its top card. All other seats have the same hand and stacks.
    """
    game = deal(seats=seats, opening={"opener": 0}, options=options)
    for seat in range(seats):
        game.hands[seat] = (others if seat else hand).split()
        game.stacks[seat] = [stack.split() for stack in (other_stacks if seat else stacks)]
    game.pile, game.draw, game.discard = pile.split(), draw.split()[::-1], discard.split()
    return game


def do(game: WickedChristmas, *actions: str, seat: int = 0) -> WickedChristmas:
    """Let a seat do these actions."""
    for action in actions:
        game.play(seat, Action.parse(action))
    return game


def legal(game: WickedChristmas, seat: int = 0) -> list[str]:
    """Give the legal actions as text."""
    return [str(action) for action in game.legal(seat)]


def plays(game: WickedChristmas, card: str) -> set[str]:
    """Give the legal plays of one number, without the verb."""
    start = f"play {card} "
    return {action.removeprefix(start) for action in legal(game) if action.startswith(start)}


def told(game: WickedChristmas, name: str, viewer: int | None = None) -> list[Mapping[str, object]]:
    """Give what the events of that name say to a viewer."""
    return [event.args for event in game.view(viewer).events if event.name == name]
