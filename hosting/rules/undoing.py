"""Whether an action may be taken back: only while nobody has learned anything by it.

What a player saw before he acted is his to use; so an action whose every outcome follows from his own view
tells the others no more than the card that he played himself. One that brought out more, by chance or by a
card that he could not see, or that asked a seat for an answer, stands.
"""

from __future__ import annotations

from collections import Counter

from hosting.rules.game import Game
from hosting.rules.trying import Barrier, ahead, hidden, seen
from hosting.rules.values import Action, Table, View


def barrier(before: Game, seat: int, action: Action) -> Barrier | None:
    """Why an action done in this position cannot be taken back; None when it can. `before` stays as it is."""
    after = ahead(before, seat, action)
    if isinstance(after, Barrier):
        return after
    if after.outcome() is not None:
        return Barrier.HIDDEN  # points tell what lay hidden
    own = before.table(seat)
    others = [viewer for viewer in (None, *range(before.seats)) if viewer != seat]
    learned = (
        _learned(seat, own, before.table(viewer), after.view(viewer, since=before.ply)) for viewer in others
    )
    return Barrier.HIDDEN if any(learned) else None


def _learned(seat: int, own: Table, before: Table, after: View) -> bool:
    """Whether another viewer has seen more than cards that the acting seat saw, too, before it acted.

    He has when he was told something privately, or when a card has left its hidden place that was not the
    acting seat's own.
    """
    if any(event.seen_by is not None for event in after.events):
        return True
    were, are = hidden(before), hidden(after.table)
    lost = [place for place, count in were.items() if are[place] < count]
    if any(owner != seat for _kind, owner, _number in lost):
        return True
    shown: Counter[str] = seen(after.table) - seen(before)
    return bool(shown - seen(own))
