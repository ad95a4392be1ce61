"""A match of Maldade Presenter: one deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hosting.rules.game import Series
from hosting.rules.values import DealResult, MatchResult


class MaldadeSeries(Series):
    """One deal is the match. A seat's points are the players that it outlived, kept for the record alone."""

    keeps_score = False

    def opening(
        self,
        results: Sequence[DealResult],  # noqa: ARG002 - there is one deal only
        seats: int,  # noqa: ARG002 - the option says it, or chance
    ) -> Mapping[str, object]:
        """Nothing: who begins is an option of the match, or chance (M3)."""
        return {}

    def still_in(self, results: Sequence[DealResult], seats: int) -> tuple[int, ...]:
        """The seats that have not resigned or been taken out."""
        gone = {seat for result in results for seat in (*result.left, *result.resigned)}
        return tuple(seat for seat in range(seats) if seat not in gone)

    def result(
        self,
        results: Sequence[DealResult],
        seats: int,
        options: Mapping[str, object],  # noqa: ARG002 - no option changes it
    ) -> MatchResult | None:
        """The last player left wins; when the deal stood still, all that are left share the match (M24)."""
        if not results:
            return None
        totals = self.totals(results, seats)
        outcome = results[-1].outcome
        left = tuple(seat for seat in range(seats) if totals[seat] == max(totals))
        return MatchResult(outcome.winners or left, totals, outcome.reason)
