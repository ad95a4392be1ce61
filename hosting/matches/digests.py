"""A seal over the log (P7).

The last entry of each transaction carries an HMAC over all before it and over what every seat then saw.

`manage.py verify` replays a match and compares. Nobody outside the database ever sees a digest.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from hosting.matches.dealing import Laid, engine
from hosting.matches.models import Entry, Match
from hosting.prepared import Prepared, Slot
from hosting.rules.game import Game
from hosting.rules.values import View

digest_of_entry: Final = Prepared(
    Entry.objects.filter(match=Slot("match"), seq=Slot("seq")).values_list("digest")
)


def digest(match: Match, entries: Sequence[Entry], laid: Laid | None) -> str:
    """Give the digest for new entries that follow the match's newest one in the database."""
    before = digest_of_entry.tuples(match=match.pk, seq=entries[0].seq - 1)
    return seal(before[0][0] if before else "", entries, laid)


def seal(before: str, entries: Sequence[Entry], laid: Laid | None) -> str:
    """Give the HMAC over the digest before, these entries, and the views after them."""
    key = laid.key if laid is not None else b"no deal"
    told = [before, *(_entry(entry) for entry in entries), *(_views(laid.game) if laid is not None else ())]
    return hmac.digest(key, json.dumps(told, sort_keys=True, default=list).encode(), "sha256").hex()


def _entry(entry: Entry) -> list[Any]:
    return [entry.seq, entry.seat, str(entry.kind), entry.data, entry.at.isoformat()]


def _views(game: Game) -> list[Any]:
    with engine():
        return [_view(game.view(seat, since=game.ply)) for seat in range(game.seats)]


def _view(view: View) -> list[Any]:
    outcome = None if view.outcome is None else asdict(view.outcome)
    zones = [[z.kind, z.owner, z.number, z.cards, z.count] for z in view.table.zones]
    return [
        view.ply,
        view.to_act,
        [str(action) for action in view.legal],
        zones,
        dict(view.table.facts),
        outcome,
    ]
