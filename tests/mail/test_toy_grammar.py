"""The grammar of a few verbs by which the reading of mail is tried."""

import pytest

from hosting.mail.reading.toy_grammar import ToyGrammar
from hosting.rules.lines import Sort

GRAMMAR = ToyGrammar(["play", "DISCARD", "End"])


@pytest.mark.parametrize(
    "line",
    ["PLAY 7H C1", "play 7h c1", "- Play 7", "END.", "\uff30\uff2c\uff21\uff39 7", "On C1 PLAY 7H", "end"],
)
def test_a_verb_in_front_or_in_capitals_makes_a_command(line: str) -> None:
    assert GRAMMAR.sort(line) is Sort.COMMAND


@pytest.mark.parametrize("line", ["plya 7H", "PLAI 7", "PAY 7", "DISCCARD 2", "I would play 7", "7H C1", "3"])
def test_what_resembles_a_command_is_unclear(line: str) -> None:
    assert GRAMMAR.sort(line) is Sort.UNCLEAR


@pytest.mark.parametrize(
    "line", ["Hello Ben,", "Cheers", "---", "See you on the 3rd of March, my friend", "?", "Ed"]
)
def test_all_else_is_chatter(line: str) -> None:
    assert GRAMMAR.sort(line) is Sort.CHATTER
