"""What happened in a match, sitting by sitting, as everybody at the table saw it: no card of a hand (P16)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from hosting.matches import dealing
from hosting.matches.models import Deal, Entry, Match, Seat
from hosting.matches.queries import HOST_ACTS, match_result
from hosting.rules.values import Event, MatchResult, Outcome

MOST_ENTRIES: Final = 400
MOST: Final = 50
"""How many pieces of news are given at most, out of so many of the newest entries."""

OF_THE_CARDS: Final = frozenset({*dealing.STEPS, Entry.Kind.DEAL_ENDED, Entry.Kind.MATCH_ENDED})
"""Kinds of which the rules tell in their own words."""


@dataclass(frozen=True, slots=True)
class News:
    """What was done to a match at once; `seq` is its last entry, which never changes any more."""

    seq: int
    at: dt.datetime
    acts: tuple[Entry, ...]
    events: tuple[Event, ...]
    outcome: Outcome | None = None
    result: MatchResult | None = None


def news_of(match: Match) -> list[News]:
    """Give the newest of what happened, oldest first; what told nobody anything is left out.

    Where the rules of the game fail, what host and moderators did is told all the same.
    """
    newest = Entry.objects.filter(match=match).order_by("-seq")[:MOST_ENTRIES]
    sittings = [list(group) for _at, group in groupby(reversed(newest), key=lambda entry: entry.at)]
    tellers = _Tellers(match)
    told = [_news(match, sitting, tellers) for sitting in sittings[-MOST:]]
    return [news for news in told if news.acts or news.events or news.outcome or news.result]


def _news(match: Match, sitting: Sequence[Entry], tellers: _Tellers) -> News:
    kinds = {entry.kind: entry for entry in sitting}
    ended = kinds.get(Entry.Kind.DEAL_ENDED)
    return News(
        seq=sitting[-1].seq,
        at=sitting[-1].at,
        acts=tuple(e for e in sitting if e.kind in HOST_ACTS and e.kind not in OF_THE_CARDS),
        events=tellers.events(sitting),
        outcome=tellers.outcome_of(ended),
        result=match_result(match) if Entry.Kind.MATCH_ENDED in kinds else None,
    )


class _Tellers:
    """The deals of a match, each laid out once."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.seats = list(Seat.objects.filter(match=match).order_by("number"))
        self.deals = {deal.pk: deal for deal in Deal.objects.filter(match=match)}
        self.laid: dict[int, dealing.Laid | None] = {}

    def events(self, sitting: Sequence[Entry]) -> tuple[Event, ...]:
        """Give what was told to everybody while these entries were made."""
        told: list[Event] = []
        for deal_id in dict.fromkeys(entry.deal_id for entry in sitting if entry.deal_id is not None):
            mine = [entry for entry in sitting if entry.deal_id == deal_id]
            if (laid := self._laid(deal_id)) is None:
                continue
            begins = mine[0].kind in {Entry.Kind.DEALT, Entry.Kind.STARTED}
            since = -1 if begins else laid.ply_at(mine[0].seq - 1)
            told += laid.game.told(None, since=since, until=laid.ply_at(mine[-1].seq))
        return tuple(told)

    def outcome_of(self, ended: Entry | None) -> Outcome | None:
        """Give how the deal ended whose last entry this is."""
        if ended is None or ended.deal_id is None:
            return None
        return dealing.result_of(self.deals[ended.deal_id]).outcome

    def _laid(self, deal_id: int) -> dealing.Laid | None:
        if deal_id not in self.laid:
            self.laid[deal_id] = _lay_out(self.match, self.deals[deal_id], self.seats)
        return self.laid[deal_id]


def _lay_out(match: Match, deal: Deal, seats: Sequence[Seat]) -> dealing.Laid | None:
    try:
        with dealing.looking_at(match, deal, seats) as laid:
            return laid
    except dealing.EngineFault:
        return None
