"""Every use of chance of every game is even: chi square, with limits that fair chance passes (1 in 10,000).

The keys are fixed, so a run comes out as the one before; only other code can make it fail.
"""

from collections import Counter
from functools import cache
from math import sqrt
from random import Random

import pytest

from hosting.games import GAMES
from hosting.rules.chance import Use
from tests.games.walks import fresh, lingering, tables, uses_of_chance

every_game = pytest.mark.parametrize("slug", sorted(GAMES))

FRESH = 2500
PLAYED = 60
PARTS = 5
"""Stretches of a deck among which the cards of a shuffle in mid-deal are counted."""


@cache
def dealt(slug: str) -> tuple[Use, ...]:
    """Give the first shuffles of many deals."""
    return tuple(fresh(slug, f"even {number}").chance.uses[0] for number in range(FRESH))


@cache
def later(slug: str) -> tuple[Use, ...]:
    """Give all other uses of chance, of those deals and of deals that are played to their end."""
    found = [use for number in range(FRESH) for use in fresh(slug, f"even {number}").chance.uses[1:]]
    for number in range(PLAYED):
        game = fresh(slug, f"played {number}", tables(slug)[number % len(tables(slug))])
        begun = len(game.chance.uses)
        found += lingering(game, Random(number)).chance.uses[begun:]
    return tuple(found)


def limit(freedom: int) -> float:
    """Give what chi square exceeds in one of 10,000 cases (Wilson and Hilferty)."""
    share = 2 / (9 * freedom)
    return freedom * (1 - share + 3.72 * sqrt(share)) ** 3


@every_game
def test_each_card_of_a_deck_comes_to_each_place_equally_often(slug: str) -> None:
    size, seen = dealt(slug)[0].size, Counter[tuple[int, int]]()
    for use in dealt(slug):
        assert isinstance(use.result, tuple)
        assert use.size == size
        seen.update(enumerate(use.result))
    expected = FRESH / size
    counts = (seen[new, old] for new in range(size) for old in range(size))
    assert sum((count - expected) ** 2 / expected for count in counts) < limit((size - 1) ** 2)


@every_game
def test_neighbours_in_the_deck_are_parted_evenly(slug: str) -> None:
    """How far one card of a pair lies behind the other: every distance equally often, all round the deck."""
    size = dealt(slug)[0].size
    seen = Counter[int]()
    for use in dealt(slug):
        assert isinstance(use.result, tuple)
        where = {old: new for new, old in enumerate(use.result)}
        seen[(where[1] - where[0]) % size] += 1
        seen[(where[size - 1] - where[size // 2]) % size] += 1
    expected = 2 * FRESH / (size - 1)
    assert seen[0] == 0
    assert sum((seen[far] - expected) ** 2 / expected for far in range(1, size)) < limit(size - 2)


@every_game
def test_a_shuffle_in_the_middle_of_a_deal_is_as_even_as_the_first(slug: str) -> None:
    seen, expected = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    shuffles = [use for use in later(slug) if use.kind == "shuffle" and use.size >= PARTS]
    for use in shuffles:
        assert isinstance(use.result, tuple)
        parts = Counter(place * PARTS // use.size for place in range(use.size))
        seen.update((new * PARTS // use.size, old * PARTS // use.size) for new, old in enumerate(use.result))
        for new, here in parts.items():
            for old, there in parts.items():
                expected[new, old] += here * there / use.size  # type: ignore[assignment]  # shares add up, too
    assert not expected or min(expected.values()) >= 5
    total = sum((seen[cell] - share) ** 2 / share for cell, share in expected.items())
    assert total < limit((PARTS - 1) ** 2)


@every_game
def test_picks_are_even_whatever_their_size(slug: str) -> None:
    picks = [use for use in later(slug) if use.kind == "pick"]
    total, freedom = 0.0, 0
    for size, count in Counter(use.size for use in picks).items():
        if size > 1 and count >= 5 * size:
            seen = Counter(use.result for use in picks if use.size == size)
            total += sum((seen[number] - count / size) ** 2 * size / count for number in range(size))
            freedom += size - 1
    assert not freedom or total < limit(freedom)


@every_game
def test_what_a_game_uses_is_used_often_enough_for_these_tests(slug: str) -> None:
    kinds = Counter(use.kind for use in later(slug))
    asked = uses_of_chance(slug)
    assert asked["shuffle"] < 2 or kinds["shuffle"] >= 40
    assert not asked["pick"] or kinds["pick"] >= 100
