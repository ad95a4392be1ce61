"""Words to the host in a match, told from moves and from chatter."""

import pytest

from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from hosting.rules.speaking import Word, host_word, words_beside

GRAMMAR = GameGrammar("spite-and-malice", ("Anna", "Ben"))


def _is_command(line: str) -> bool:
    return GRAMMAR.sort(line) is Sort.COMMAND


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("HELP", "help"),
        ("help.", "help"),
        ("Hjälp", "help"),
        ("bantuan", "help"),
        ("show", "show"),
        ("VISA", "show"),
        ("tunjuk meja", "show"),
        ("Igen", "again"),
        ("hantar semula", "again"),
        ("stående order", "orders"),
    ],
)
def test_words_that_stand_alone_are_understood_in_every_language(line: str, name: str) -> None:
    assert host_word(line) == Word(name)


@pytest.mark.parametrize("line", ["show me the money", "3", "play 7 to 1", "", "hello", "again and again"])
def test_the_same_words_in_other_company_are_no_words_to_the_host(line: str) -> None:
    assert host_word(line) is None


def test_words_to_the_host_are_taken_out_from_between_moves() -> None:
    words, left = words_beside(["play 7 to 1", "SHOW", "", "discard 9 to 2"], _is_command)
    assert words == (Word("show"),)
    assert left == ("play 7 to 1", "discard 9 to 2")


def test_a_trial_stays_with_its_moves() -> None:
    words, left = words_beside(["TRY", "play 7 to 1"], _is_command)
    assert words == ()
    assert left == ("TRY", "play 7 to 1")
