"""A match of Wicked Christmas: rounds until somebody has too many points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hosting.games.wicked_christmas.options import WickedChristmasOptions
from hosting.rules.game import Series
from hosting.rules.values import DealResult, MatchResult


class WickedChristmasSeries(Series):
    """Points of the rounds are added up; the lowest total wins, equal totals share (W32)."""

    def opening(self, results: Sequence[DealResult], seats: int) -> Mapping[str, object]:
        """Who opens (W34): chance first, then the seat to the left of the last starter; and who is out."""
        if not results:
            return {}
        still_in, last = self.still_in(results, seats), results[-1].opener
        opener = min(still_in, key=lambda seat: (seat - last - 1) % seats)
        out = [seat for seat in range(seats) if seat not in still_in]
        return {"opener": opener, **({"out": out} if out else {})}

    def still_in(self, results: Sequence[DealResult], seats: int) -> tuple[int, ...]:
        """The seats that have not resigned or been taken out, in any round (W38)."""
        gone = {seat for result in results for seat in (*result.left, *result.resigned)}
        return tuple(seat for seat in range(seats) if seat not in gone)

    def result(
        self, results: Sequence[DealResult], seats: int, options: Mapping[str, object]
    ) -> MatchResult | None:
        """The threshold (W32, W33), the last round of a short match, or a single seat left end it (W38)."""
        if not results:
            return None
        totals = self.totals(results, seats)
        still_in = self.still_in(results, seats)
        if len(still_in) == 1:
            return MatchResult(still_in, totals, "left")
        chosen = WickedChristmasOptions.parse(options)
        fewest = min(totals[seat] for seat in still_in)
        best = tuple(seat for seat in still_in if totals[seat] == fewest)
        if max(totals[seat] for seat in still_in) >= chosen.threshold:
            return MatchResult(best, totals, "threshold")
        if chosen.rounds and len(results) >= chosen.rounds:
            return MatchResult(best, totals, "rounds")
        return None
