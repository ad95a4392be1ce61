"""Words to the host in a match, told from moves and from chatter."""

import pytest

from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from hosting.rules.speaking import ALL, Word, host_word, said_yes, undo_count, words_beside

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


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("UNDO", 1),
        ("ångra", 1),
        ("Batal.", 1),
        ("undo 2", 2),
        ("ÅNGRA 3", 3),
        ("undo all", ALL),
        ("batal semua", ALL),
        ("play 7 to 1", None),
        ("undo 0", None),
        ("undo my last move", None),
        ("show", None),
    ],
)
def test_how_many_moves_a_line_takes_back(line: str, count: int | None) -> None:
    assert undo_count(line) == count


@pytest.mark.parametrize("line", ["undo my last move", "ångra det", "batal 1 2"])
def test_a_line_that_takes_back_nothing_certain_is_a_likely_slip(line: str) -> None:
    assert GRAMMAR.sort(line) is Sort.UNCLEAR


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["YES"], True),
        (["", "Ja tack!"], True),
        (["ya, itu saya", "salam"], True),
        (["Nej."], False),
        (["Hejsan,", "", "Ja"], True),
        (["Terima kasih", "hello!", "no"], False),
        (["yes but I wonder whether it was mine"], None),
        (["no idea what that is"], None),
        ([], None),
    ],
)
def test_a_yes_or_no_is_one_word_and_may_be_polite(lines: list[str], answer: object) -> None:
    assert said_yes(lines) is answer


def test_words_to_the_host_are_taken_out_from_between_moves() -> None:
    words, left = words_beside(["play 7 to 1", "SHOW", "", "discard 9 to 2"], _is_command)
    assert words == (Word("show"),)
    assert left == ("play 7 to 1", "discard 9 to 2")


def test_a_trial_stays_with_its_moves() -> None:
    words, left = words_beside(["TRY", "play 7 to 1"], _is_command)
    assert words == ()
    assert left == ("TRY", "play 7 to 1")
