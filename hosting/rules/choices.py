"""The numbered list of a notice: what each number means, kept as action data with the notice."""

from __future__ import annotations

from dataclasses import dataclass

from hosting.rules.values import Action, View


@dataclass(frozen=True, slots=True)
class Choice:
    """One number of the list; a folded family has several actions, and the number alone names none."""

    number: int
    actions: tuple[Action, ...]


def choices(view: View, limit: int = 8) -> tuple[Choice, ...]:
    """The viewer's legal actions, numbered from 1; equal ones share a number.

    A list longer than `limit` folds each family into one number, at the place of its first member.
    """
    actions = tuple(dict.fromkeys(view.legal))
    fold = len(actions) > limit
    groups: dict[object, list[Action]] = {}
    for action in actions:
        groups.setdefault(action.family if fold and action.family else action, []).append(action)
    return tuple(Choice(number, tuple(group)) for number, group in enumerate(groups.values(), 1))
