"""Cards as a line names them ("drums", "drums=4", "=4"), held against the cards that an action is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from hosting.games.maldade_presenter.cards import CARDS, base, worth
from hosting.rules.values import Scalar

ITEMS: Final = frozenset({"card", "gift", "gifts", "cures", "lost"})
"""The facts that are cards."""

ANY_ANTIDOTE: Final = "antidote"
"""What a line says for an antidote of whatever strength."""


def item(gift: str) -> str:
    """A card, or a gift as it is written in a gauge, with its points."""
    return f"{base(gift)}={worth(gift)}"


def agrees(claims: Mapping[str, Scalar], facts: Mapping[str, Scalar]) -> bool:
    """Whether a line that claims this may mean an action with those facts."""
    return all(
        key in facts
        and (all_fit(str(claim).split(), str(facts[key]).split()) if key in ITEMS else claim == facts[key])
        for key, claim in claims.items()
    )


def all_fit(claimed: Iterable[str], items: Iterable[str]) -> bool:
    """Whether each claimed card is one of the items, each item once, and none is left over."""
    left = list(items)
    for claim in sorted(claimed, key=_precision):
        fitting = next((entry for entry in left if fits(claim, entry)), None)
        if fitting is None:
            return False
        left.remove(fitting)
    return not left


def fits(claim: str, entry: str) -> bool:
    """Whether one claimed card is this item."""
    code, _, points = claim.partition("=")
    own, _, own_points = entry.partition("=")
    kind = CARDS[own].kind if own in CARDS else ""
    return (not code or code == own or (code == ANY_ANTIDOTE and kind == code)) and points in ("", own_points)


def _precision(claim: str) -> int:
    """Claims that leave least open first."""
    code, _, points = claim.partition("=")
    return 2 * (not code) + (not points)
