"""Chance out of a key: exact, even, recorded."""

import hashlib
import hmac
import unicodedata
import uuid
from collections import Counter
from copy import deepcopy

import pytest

from hosting.rules.chance import Chance, Use, commitment, deal_key

MATCH = "0b0e6a52-3a35-4a4c-9a75-1d6e4a9f6a11"
MASTER = bytes(range(32))


def test_the_same_key_gives_the_same_chance() -> None:
    first, second = Chance(b"key"), Chance(b"key")
    assert first.shuffle(range(50)) == second.shuffle(range(50))
    assert first.pick(7) == second.pick(7)


def test_another_key_gives_other_chance() -> None:
    assert Chance(b"key").shuffle(range(50)) != Chance(b"other").shuffle(range(50))


def test_a_shuffle_keeps_all_items_and_leaves_its_argument_alone() -> None:
    items = list("AABBC")
    assert Counter(Chance(b"key").shuffle(items)) == Counter(items)
    assert items == list("AABBC")


def test_every_use_is_numbered_and_recorded() -> None:
    chance = Chance(b"key")
    shuffled = chance.shuffle("abcd")
    picked = chance.pick(6)
    first, second = chance.uses
    assert (first.number, first.kind, first.size) == (1, "shuffle", 4)
    assert isinstance(first.result, tuple)
    assert ["abcd"[place] for place in first.result] == shuffled
    assert second == Use(2, "pick", 6, picked)


def test_the_first_pick_is_made_of_the_first_word_of_the_first_block() -> None:
    word = int.from_bytes(hashlib.sha256(b"key" + bytes(8)).digest()[:4], "big")
    assert Chance(b"key").pick(1000) == word % 1000


def test_the_ninth_word_comes_from_the_second_block() -> None:
    chance = Chance(b"key")
    for _ in range(8):
        chance.pick(1)
    word = int.from_bytes(hashlib.sha256(b"key" + (1).to_bytes(8, "big")).digest()[:4], "big")
    assert chance.pick(2) == word % 2


def test_words_that_would_favour_small_numbers_are_left_out() -> None:
    size = 2**31 + 1  # nearly half of all words are beyond the last whole multiple of this
    chance, blocks = (
        Chance(b"key"),
        b"".join(hashlib.sha256(b"key" + i.to_bytes(8, "big")).digest() for i in range(9)),
    )
    words = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]
    fair = [word for word in words if word < size]
    assert [chance.pick(size) for _ in range(10)] == fair[:10]
    assert len(fair) < len(words)


def test_nothing_cannot_be_picked_from() -> None:
    with pytest.raises(ValueError, match="nothing"):
        Chance(b"key").pick(0)


def test_picks_are_even() -> None:
    chance = Chance(b"even")
    seen = Counter(chance.pick(13) for _ in range(13_000))
    assert sum((seen[n] - 1000) ** 2 / 1000 for n in range(13)) < 32.9  # chi square, 12 degrees, 1 in 1,000


def test_all_orders_of_four_are_equally_likely() -> None:
    chance = Chance(b"orders")
    seen = Counter("".join(chance.shuffle("abcd")) for _ in range(12_000))
    assert len(seen) == 24
    assert sum((count - 500) ** 2 / 500 for count in seen.values()) < 49.7  # 23 degrees, 1 in 1,000


def test_a_copy_goes_on_as_the_original_does() -> None:
    chance = Chance(b"key")
    chance.shuffle(range(5))
    assert deepcopy(chance).shuffle(range(20)) == chance.shuffle(range(20))


def test_the_key_of_a_deal_is_laid_out_as_published() -> None:
    luck = unicodedata.normalize("NFC", "lycka på er").encode()
    message = b"postbord deal" + uuid.UUID(MATCH).bytes + (3).to_bytes(8, "big")
    message += len(luck).to_bytes(4, "big") + luck + bytes(4)
    expected = hmac.new(MASTER, message, hashlib.sha256).digest()
    assert deal_key(MASTER, MATCH, 3, ["lycka pa\u030a er", ""]) == expected


def test_words_of_luck_cannot_be_moved_from_seat_to_seat_unseen() -> None:
    assert deal_key(MASTER, MATCH, 1, ["ab", "c"]) != deal_key(MASTER, MATCH, 1, ["a", "bc"])


def test_deals_matches_and_masters_have_keys_of_their_own() -> None:
    keys = {deal_key(MASTER, MATCH, number, ["", ""]) for number in range(1, 50)}
    keys.add(deal_key(MASTER, str(uuid.UUID(int=5)), 1, ["", ""]))
    keys.add(deal_key(MASTER[::-1], MATCH, 1, ["", ""]))
    assert len(keys) == 51


def test_the_commitment_is_laid_out_as_published() -> None:
    expected = hashlib.sha256(b"postbord commit" + uuid.UUID(MATCH).bytes + MASTER).hexdigest()
    assert commitment(MASTER, MATCH) == expected
