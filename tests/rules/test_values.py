"""The values that pass between a game and its host."""

import pytest

from hosting.rules.values import Action, Table, Zone


def test_an_action_is_its_verb_and_args_whatever_its_family() -> None:
    assert Action("discard", ("9", "2"), family="discard") == Action("discard", ("9", "2"))
    assert hash(Action("discard", ("9", "2"), family="discard")) == hash(Action("discard", ("9", "2")))
    assert Action("discard", ("9", "2")) != Action("discard", ("9", "3"))


def test_an_action_is_written_as_its_words() -> None:
    assert str(Action("play", ("payoff", "2"))) == "play payoff 2"
    assert Action.parse("play payoff 2") == Action("play", ("payoff", "2"))


@pytest.mark.parametrize("text", ["", " play", "play  2", "play "])
def test_what_is_no_action_is_not_read_as_one(text: str) -> None:
    with pytest.raises(ValueError, match="not an action"):
        Action.parse(text)


def test_a_zone_is_found_by_kind_owner_and_number() -> None:
    table = Table((Zone("side", 0, 1, ("4",), 1), Zone("side", 0, 2, (), 0)))
    assert table.zone("side", 0, 2).count == 0
    with pytest.raises(KeyError):
        table.zone("side", 1, 1)
