"""Looking one action ahead without finding anything out: what may be told of a trial.

A trial goes on only as long as all that it tells follows from what its player sees already. It stops before
an action that would use chance, turn, draw or show a card, or ask a seat (also one whose order would answer).
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from enum import StrEnum

from hosting.rules.game import Game
from hosting.rules.values import Action, Table, View


class Barrier(StrEnum):
    """Why a trial must not do an action, though it is legal.

    HIDDEN: it would bring out something that its player does not see yet.
    ASKS: it would ask a seat for an answer.
    """

    HIDDEN = "hidden"
    ASKS = "asks"


def ahead(game: Game, seat: int, action: Action) -> Game | Barrier:
    """The deal after a legal action, as a copy, or what bars the way; `game` stays as it is."""
    copy = deepcopy(game)
    copy.forget_told()
    before = game.view(seat)
    copy.act(seat, action)
    if copy.answering():
        return Barrier.ASKS
    if len(copy.chance.uses) > len(game.chance.uses) or _shows(before, copy.view(seat, since=game.ply)):
        return Barrier.HIDDEN
    return copy


def _shows(before: View, after: View) -> bool:
    """Whether a card was told privately, has left its hidden place, or is seen that was not seen before."""
    if any(event.seen_by is not None for event in after.events):
        return True
    were, are = hidden(before.table), hidden(after.table)
    return any(are[place] < count for place, count in were.items()) or bool(
        seen(after.table) - seen(before.table)
    )


def hidden(table: Table) -> Counter[tuple[str, int | None, int | None]]:
    """Give how many cards lie unseen in each place."""
    return Counter(
        {
            (zone.kind, zone.owner, zone.number): zone.count - sum(card is not None for card in zone.cards)
            for zone in table.zones
        }
    )


def seen(table: Table) -> Counter[str]:
    """Give the cards that lie to be seen, wherever they lie."""
    return Counter(card for zone in table.zones for card in zone.cards if card is not None)
