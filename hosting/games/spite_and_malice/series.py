"""A match of Spite & Malice: deals until one player has the target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hosting.games.spite_and_malice.options import SpiteAndMaliceOptions
from hosting.rules.game import Series
from hosting.rules.values import DealResult, MatchResult

FORFEITS: Final = 2
"""Deals that the same seat forfeits in a row before the match is lost."""


class SpiteAndMaliceSeries(Series):
    """Points of the deals are added up; the first to reach the target wins (S18)."""

    def opening(
        self,
        results: Sequence[DealResult],
        seats: int,  # noqa: ARG002 - this game has two seats
    ) -> Mapping[str, object]:
        """Who opens: the higher pay-off card first (S5), then the players in turn, after ties too (S19)."""
        return {"opener": 1 - results[-1].opener} if results else {}

    def result(
        self, results: Sequence[DealResult], seats: int, options: Mapping[str, object]
    ) -> MatchResult | None:
        """A resignation (S24), two forfeits running, the target (S18) or ties running (S25) end the match."""
        if not results:
            return None
        totals = self.totals(results, seats)
        leaver, reason = _leaver(results)
        if leaver is not None:
            return MatchResult((1 - leaver,), totals, reason)
        best = tuple(seat for seat in range(seats) if totals[seat] == max(totals))
        chosen = SpiteAndMaliceOptions.parse(options)
        if max(totals) >= chosen.target:
            return MatchResult(best, totals, "target")
        last = results[-chosen.ties :]
        if len(last) == chosen.ties and not any(deal.outcome.winners for deal in last):
            return MatchResult(best, totals, "ties")
        return None


def _leaver(results: Sequence[DealResult]) -> tuple[int | None, str]:
    for seat in results[-1].resigned:
        return seat, "resigned"
    last = results[-FORFEITS:]
    for seat in last[0].left:
        if len(last) == FORFEITS and all(seat in deal.left for deal in last):
            return seat, "forfeits"
    return None, ""
