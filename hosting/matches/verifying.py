"""The whole truth checked.

Every deal of every match replayed, and all that is kept beside the log compared (P7).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import transaction

from hosting import games
from hosting.matches import dealing, digests, seeds
from hosting.matches.models import Deal, Entry, Match, Seat
from hosting.rules import chance


def differences(match: Match) -> Iterator[str]:
    """Replay a match from its seed and log; yield a line for each thing that does not agree."""
    try:
        with transaction.atomic():
            locked = Match.objects.select_for_update().get(pk=match.pk)
            found = [f"match {match.pk}: {line}" for line in _differences(locked)]
        yield from found
    except Exception as fault:  # noqa: BLE001 - whatever a replay raises is a difference, too
        yield f"match {match.pk}: replay failed: {type(fault).__name__}: {fault}"


def reseal(match: Match) -> None:
    """Write all digests of a match anew, after names in its log have changed that no rule reads (P25).

    The caller has locked the match, and has seen before the change that everything agreed.
    """
    entries = list(Entry.objects.filter(match=match).order_by("seq"))
    replay = Replay(match, list(Seat.objects.filter(match=match).order_by("number")))
    before, since = "", []
    for entry in entries:
        since.append(entry)
        list(replay.step(entry))
        if entry.digest:
            laid = None if replay.broken else replay.laid
            entry.digest = before = digests.seal(before, since, laid)
            since = []
    Entry.objects.bulk_update(entries, ["digest"])


def _differences(match: Match) -> Iterator[str]:
    entries = list(Entry.objects.filter(match=match).order_by("seq"))
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    if [entry.seq for entry in entries] != list(range(1, match.seq + 1)):
        yield f"the log is not dense from 1 to {match.seq}"
    if chance.commitment(seeds.master_of(match.pk), str(match.uuid)) != match.commitment:
        yield "the seed is not the one that was committed to"
    replay = Replay(match, seats)
    yield from replay.run(entries)
    yield from _caches(match, seats, replay)


class Replay:
    """A match played again from the start, entry by entry."""

    def __init__(self, match: Match, seats: Sequence[Seat]) -> None:
        self.match = match
        self.seats = seats
        self.deals = {deal.number: deal for deal in Deal.objects.filter(match=match)}
        self.laid: dealing.Laid | None = None
        self.deal: Deal | None = None
        self.broken = False
        self.steps: list[Entry] = []
        self.acted = dict.fromkeys(range(len(seats)), 0)

    def run(self, entries: Sequence[Entry]) -> Iterator[str]:
        """Go through the log; yield a line for each entry that does not agree."""
        before, since = "", []
        for entry in entries:
            since.append(entry)
            yield from self.step(entry)
            if entry.digest:
                if digests.seal(before, since, None if self.broken else self.laid) != entry.digest:
                    yield f"entry {entry.seq}: the digest differs"
                before, since = entry.digest, []

    def step(self, entry: Entry) -> Iterator[str]:
        """Do one entry."""
        if entry.kind == Entry.Kind.DEALT:
            self.deal = self.deals[entry.data["number"]]
            if self.deal.first_seq != entry.seq:
                yield f"deal {self.deal.number} begins at entry {entry.seq}, not {self.deal.first_seq}"
            self.laid, self.steps = dealing.begin(self.match, self.deal, self.seats), []
            if self.deal.opener != self.laid.game.opener:
                yield f"deal {self.deal.number}: seat {self.laid.game.opener} opens, not {self.deal.opener}"
        elif entry.kind in dealing.STEPS:
            assert self.laid is not None
            self.laid.game.take(dealing.step_of(entry))
            self.steps.append(entry)
            self.acted[entry.seat or 0] = entry.seq
        elif entry.kind == dealing.UNDONE:
            yield from self._undone(entry)
        elif entry.kind in {Entry.Kind.BROKEN, Entry.Kind.RESUMED}:
            self.broken = entry.kind == Entry.Kind.BROKEN
        elif entry.kind == Entry.Kind.DEAL_ENDED:
            yield from self._ended(entry)

    def _undone(self, entry: Entry) -> Iterator[str]:
        """Lay the deal out anew without what was taken back: the newest actions of one seat, all marked."""
        assert self.deal is not None
        first, count = entry.data["first"], entry.data["count"]
        steps = [step for step in self.steps if step.kind in dealing.STEPS]
        standing = [step for step in steps if dealing.stands(step, entry.seq - 1)]
        named, marked = standing[-count:], [step for step in steps if step.undone_by == entry.seq]
        is_own = all(step.kind == Entry.Kind.ACTION and step.seat == entry.seat for step in named)
        if named != marked or named[0].seq != first or not is_own:
            yield f"entry {entry.seq} takes back other actions than are marked"
        self.steps.append(entry)
        self.laid = dealing.begin(self.match, self.deal, self.seats)
        dealing.follow(self.laid, self.steps, upto=entry.seq)
        self.acted[entry.seat or 0] = entry.seq

    def _ended(self, entry: Entry) -> Iterator[str]:
        assert self.laid is not None
        assert self.deal is not None
        outcome = self.laid.game.outcome()
        played = outcome and {
            "winners": list(outcome.winners),
            "scores": list(outcome.scores),
            "reason": outcome.reason,
        }
        if played != self.deal.outcome:
            yield f"deal {self.deal.number} ended as {played}, not {self.deal.outcome}"
        if self.deal.key_shown != self.laid.key.hex():
            yield f"deal {self.deal.number}: another key is shown than was used"
        if self.deal.last_seq != entry.seq:
            yield f"deal {self.deal.number} ends at entry {entry.seq}, not {self.deal.last_seq}"


def _caches(match: Match, seats: Sequence[Seat], replay: Replay) -> Iterator[str]:
    results = [
        dealing.result_of(deal) for _, deal in sorted(replay.deals.items()) if deal.outcome is not None
    ]
    result = games.game(match.game).series.result(results, len(seats), match.options)
    played = result and {
        "winners": list(result.winners),
        "totals": list(result.totals),
        "reason": result.reason,
    }
    if match.state in {Match.State.PLAYING, Match.State.FINISHED} and played != match.result:
        yield f"the match ended as {played}, not {match.result}"
    for seat in seats:
        if seat.acted_seq != replay.acted[seat.number]:
            yield f"seat {seat.number} acted last at entry {replay.acted[seat.number]}, not {seat.acted_seq}"
    if match.state == Match.State.PLAYING and replay.laid is not None:
        asked = {seat.number for seat in seats if seat.question is not None}
        if asked != set(replay.laid.game.to_act()):
            yield f"seats {sorted(replay.laid.game.to_act())} are to act, not {sorted(asked)}"
        yield from (
            f"seat {seat.number} is asked and has no deadline"
            for seat in seats
            if seat.question is not None and not seat.bot and seat.deadline_at is None
        )
