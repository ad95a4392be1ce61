"""Numbered lists."""

from hosting.rules.choices import Choice, choices
from hosting.rules.values import Action
from tests.games.spite_and_malice.positions import position


def test_a_short_list_numbers_every_action() -> None:
    found = choices(position("9", payoff="4 A").view(0))
    assert [str(choice.actions[0]) for choice in found][:4] == [
        "play payoff 1",
        "play payoff 2",
        "play payoff 3",
        "discard 9 1",
    ]
    assert [choice.number for choice in found] == [1, 2, 3, 4, 5, 6, 7]


def test_a_long_list_folds_each_family_into_one_number() -> None:
    found = choices(position("2 3 8 9", payoff="4 A").view(0))
    assert [len(choice.actions) for choice in found] == [1, 1, 1, 16]
    assert found[-1].number == 4


def test_eight_are_not_too_many_and_nine_are() -> None:
    eight = position("8 9").view(0)
    assert len(eight.legal) == len(choices(eight)) == 8
    nine = position("8 9", payoff="4 A", centre=["", "4 4", "4 4"]).view(0)
    assert len(nine.legal) == 9
    assert len(choices(nine)) == 2


def test_a_list_may_have_another_limit() -> None:
    view = position("9", payoff="4 A").view(0)
    assert choices(view, limit=3)[-1] == Choice(
        4, tuple(Action("discard", ("9", str(to))) for to in (1, 2, 3, 4))
    )


def test_who_is_not_to_act_has_no_choices() -> None:
    assert choices(position().view(1)) == ()
