"""Positions of Maldade Presenter, laid out by hand. Seats: Anna, Ben, Cilla, Dan."""

from collections.abc import Iterator, Mapping, Sequence

from hosting.games.maldade_presenter.cards import CARDS, Gift, in_order
from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.rules.values import Action, Event

NAMES = ("Anna", "Ben", "Cilla", "Dan")
ASK = ("ask",) * 4
NEVER = ("never",) * 4


def deal(seats: int = 3, key: str = "a deal", **options: object) -> MaldadePresenter:
    """Give a fresh deal; seat 0 begins unless the options say otherwise."""
    chosen = {"youngest": 1, **options}
    return MaldadePresenter.start(seats=seats, options=chosen, key=key.encode(), opening={})


def position(
    *hands: str, gauges: Sequence[str] = (), puddle: str = "sock sock sock sock sock sock", septic: str = ""
) -> MaldadePresenter:
    """Give a deal in which seat 0 is to act. Gifts in gauges are written "drums" or "drums/bow/glitter"."""
    game = deal(len(hands))
    game.hands = [in_order(hand.split()) for hand in hands]
    laid = [gauge.split() for gauge in gauges] + [[] for _ in hands[len(gauges) :]]
    game.gauges = [[_gift(text) for text in gauge] for gauge in laid]
    game.puddle = puddle.split()
    game.septic = septic.split()
    assert all(code in CARDS for code in game.all_cards())
    return game


def _gift(text: str) -> Gift:
    card, *on_it = text.split("/")
    return Gift(card, tuple(on_it))


def do(game: MaldadePresenter, *actions: str, seat: int = 0, orders: Sequence[str] = ()) -> MaldadePresenter:
    """Let a seat do these actions under these standing orders."""
    for action in actions:
        game.play(seat, Action.parse(action), orders[: game.seats])
    return game


def legal(game: MaldadePresenter, seat: int = 0) -> list[str]:
    """Give the legal actions as text."""
    return [str(action) for action in game.legal(seat)]


def gauge(game: MaldadePresenter, seat: int) -> str:
    """Give the gifts of a gauge as they are written."""
    return " ".join(gift.code for gift in game.gauges[seat])


def told(game: MaldadePresenter, name: str, viewer: int | None = None) -> list[Mapping[str, object]]:
    """Give what the events of that name say, from the whole deal."""
    return [event.args for event in game.view(viewer, since=-1).events if event.name == name]


def events(game: MaldadePresenter, viewer: int | None = None) -> Iterator[Event]:
    """Give what the newest step told."""
    yield from game.view(viewer, since=game.ply - 1).events
