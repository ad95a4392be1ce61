"""Options: defaults, limits, what forms send."""

from dataclasses import dataclass

import pytest

from hosting.games.spite_and_malice.options import SpiteAndMaliceOptions as Options
from hosting.rules.errors import BadOption
from hosting.rules.options import Options as Base
from hosting.rules.options import choice


def test_what_is_not_given_keeps_its_default() -> None:
    assert Options.parse({"target": 20}) == Options(target=20)


def test_what_a_form_sends_is_understood() -> None:
    assert Options.parse({"target": "20", "king_as_ace": "off"}) == Options(target=20, king_as_ace=False)
    assert Options.parse({"king_as_ace": "on"}).king_as_ace is True


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", 0),
        ("target", 501),
        ("target", "many"),
        ("target", True),
        ("king_as_ace", "maybe"),
        ("goal", -1),
    ],
)
def test_values_beyond_the_limits_are_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(BadOption) as refused:
        Options.parse({name: value})
    assert refused.value.name == name


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadOption, match="no such option"):
        Options.parse({"jokers": 2})


def test_values_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(BadOption, match="too few cards"):
        Options.parse({"decks": 1, "goal": 26})


def test_one_of_a_few_values_is_understood_whatever_its_case_and_no_other() -> None:
    @dataclass(frozen=True, slots=True)
    class Few(Base):
        deck: str = choice("C", ("A", "C"))
        threshold: int = choice(300, (100, 300))

    assert Few.parse({}) == Few("C", 300)
    assert Few.parse({"deck": "a", "threshold": "100"}) == Few("A", 100)
    for wrong in ({"deck": "B"}, {"threshold": 200}, {"threshold": True}):
        with pytest.raises(BadOption, match="must be one of"):
            Few.parse(wrong)
