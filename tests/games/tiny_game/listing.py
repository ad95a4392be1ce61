"""Lists Higher Card among the games, by the steps of hosting/games/README.md.

As a plugin of pytest (`-p tests.games.tiny_game.listing`) it gives the game to the tests of all games.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import hosting.games
from hosting.rules.game import Game
from tests.games import hidden, record

SLUG: Final = "higher-card"
HERE: Final = Path(__file__).parent


@contextmanager
def listed() -> Iterator[type[Game]]:
    """Let this host have the game, as if its folder lay in hosting/games (steps 1 to 6)."""
    hosting.games.__path__.append(str(HERE))
    rules: Any = import_module("hosting.games.higher_card.rules")
    tables: tuple[tuple[Any, object], ...] = (
        (hosting.games.GAMES, rules.HigherCard),
        (hosting.games.BOTS, {"greedy": rules.greedy, "random": rules.random}),
        (hidden.ALL_CARDS, all_cards),
        (hidden.PERMUTED, permuted),
    )
    for table, entry in tables:
        table[SLUG] = entry
    try:
        yield rules.HigherCard
    finally:
        for table, _entry in tables:
            del table[SLUG]
        hosting.games.__path__.remove(str(HERE))


def all_cards(game: Any) -> Counter[str]:
    """Count every card of a deal."""
    return Counter(card for pile in (game.stock, game.pile, *game.hands) for card in pile)


def permuted(game: Game, viewer: int | None, rng: Random) -> Game:
    """Shuffle what the viewer cannot see: the stock and the others' hands."""
    other: Any = deepcopy(game)
    unseen = [other.stock, *(hand for seat, hand in enumerate(other.hands) if seat != viewer)]
    pool = [card for pile in unseen for card in pile]
    rng.shuffle(pool)
    for pile in unseen:
        pile[:] = [pool.pop() for _ in pile]
    return other  # type: ignore[no-any-return]  # a copy of a Game is one


def pytest_configure(config: Any) -> None:
    """List the game before the tests of all games are gathered, and record its playthrough (step 6)."""
    listing = listed()
    listing.__enter__()
    config.add_cleanup(lambda: listing.__exit__(None, None, None))
    folder = tempfile.TemporaryDirectory()
    config.add_cleanup(folder.cleanup)
    record.FOLDER = Path(folder.name)
    (record.FOLDER / f"{SLUG}.txt").write_text(record.playthrough(SLUG), "utf-8")
