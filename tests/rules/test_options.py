"""Options: defaults, limits, what forms send."""

import pytest

from hosting.games.spite_and_malice.options import SpiteAndMaliceOptions as Options
from hosting.rules.errors import BadOption


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
