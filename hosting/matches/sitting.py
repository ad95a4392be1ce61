"""One locked match while something is done to it.

It is the only place where log, clocks, questions and notices are written.

Whoever changes a match (a player, the clock, a bot, a moderator, the start) opens a Sitting inside a
transaction, does steps and closes it. So the order of things is the same for all of them: steps, ends of
deals, new questions with their clocks, digest, notices. Workers are woken only after the commit (P5, P14).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

from django.db.models import F

from hosting import games
from hosting.matches import answering, dealing, digests, presence, questions, seeds, tidings, timing
from hosting.matches.models import Deal, Entry, Match, Notice, Seat, Submission
from hosting.now import now
from hosting.prepared import Prepared, PreparedSave, Slot
from hosting.rules.game import Game
from hosting.rules.values import Action, DealResult, MatchResult
from hosting.wake import wake

locked_match: Final = Prepared(Match.objects.select_for_update().filter(pk=Slot("match")))
WISHES: Final = "player_wishes"
"""Read with the seats, so that no move needs a query more."""

seats_of_match: Final = Prepared(
    Seat.objects.filter(match=Slot("match")).annotate(**{WISHES: F("player__wishes")}).order_by("number")
)
deals_of_match: Final = Prepared(Deal.objects.filter(match=Slot("match")).order_by("number"))
save_match: Final = PreparedSave(Match)
OF_OTHERS: Final = ("token_epoch", "notices_sent", "seen_at", "press_seen_at", "wishes")
"""Columns of a seat that are written without the match's lock, each by a statement of its own. A sitting
read them when it began, and would take back what has become of them since."""

save_seats: Final = PreparedSave(Seat, but_not=OF_OTHERS)
save_submission: Final = PreparedSave(Submission)

FORFEITS: Final = "forfeit"
RESIGNS: Final = "resign"

AGREED: Final = "agreed"
"""Why the players themselves pause a match, let it go on, or give a turn more time."""

TOLD_OF_WHOM: Final = ("by", "plays_in_it")
"""What a mail tells of a moderator who has decided something."""

ALL_SILENT: Final = "all_silent"
"""Why the host pauses a match by itself: nobody has moved for two turns running."""


@dataclass
class Sitting:
    """A match under the lock. `at` is the instant of everything that is done in it."""

    match: Match
    seats: list[Seat]
    at: dt.datetime
    submission: Submission | None = None
    answers: bool = False
    entries: list[Entry] = field(default_factory=list)
    results: list[DealResult] = field(default_factory=list)
    deal: Deal | None = None
    laid: dealing.Laid | None = None
    running: set[int] = field(default_factory=set)
    turn: int = 0
    first_turn: int = 0
    was_answering: bool = False
    fresh: set[int] = field(default_factory=set)
    acted: set[int] = field(default_factory=set)
    took_back: set[int] = field(default_factory=set)
    expired: dict[int, dict[str, Any]] = field(default_factory=dict)
    news: tuple[Notice.Kind, dict[str, Any]] | None = None
    decided: dict[str, Any] = field(default_factory=dict)
    moved: dict[int, dict[str, Any]] = field(default_factory=dict)
    told_since: dict[int, int] = field(default_factory=dict)
    people: list[dict[str, Any]] = field(default_factory=list)
    were_in: tuple[int, ...] = ()

    # ---- opening and closing

    @classmethod
    def open(
        cls,
        match_id: int,
        *,
        submission: Submission | None = None,
        answers: bool = False,
        even_broken: bool = False,
    ) -> Self:
        """Lock the match and lay out its running deal. Raises EngineFault.

        `answers`: the submission is to be answered by a notice. `even_broken`: go without the cards where the
        rules fail, for what can be done without them.
        """
        match = locked_match.one(match=match_id)
        seats = seats_of_match.rows(match=match_id)
        sitting = cls(match=match, seats=seats, at=now(), submission=submission, answers=answers)
        sitting.told_since = {seat.number: seat.acted_seq for seat in seats}
        deals = deals_of_match.rows(match=match_id)
        sitting.results = [dealing.result_of(deal) for deal in deals if deal.outcome is not None]
        if deals and deals[-1].outcome is None:
            sitting.deal = deals[-1]
            if match.state != Match.State.BROKEN:
                sitting.lay_out(even_broken=even_broken)
            sitting.running = {seat.number for seat in seats if seat.question is not None}
        return sitting

    def close(self) -> list[int]:
        """Settle what follows, write everything, and wake workers after the commit.

        Gives the ids of new notices.
        """
        if self.laid is not None and (self.match.state == Match.State.PLAYING or self._has_moved()):
            self._settle()
            questions.ask(self)
        self._write_log()
        save_seats(self.seats)
        save_match([self.match])
        if self.submission is not None:
            self.submission.outcome["until"] = self.match.seq
            save_submission([self.submission])
        letters = tidings.write(self)
        if self.deal is not None and self.laid is not None and self.deal.outcome is None:
            dealing.keep_after_commit(self.deal, self.laid)
        for seat in self.seats:
            if seat.bot and seat.question is not None:
                wake("act_bot", seat.pk)
        if letters:
            wake("deliver", *letters)
        return letters

    def lay_out(self, *, even_broken: bool = False) -> None:
        """Lay the running deal out; a match that was stopped has it laid out only when it is to go on."""
        assert self.deal is not None
        try:
            self.laid = dealing.take(self.match, self.deal, self.seats)
        except dealing.EngineFault:
            if not even_broken:
                raise
            return
        self.turn = self.first_turn = self.game.turns
        self.was_answering = self.game.answering()
        self.were_in = self.still_in()

    # ---- steps

    @property
    def game(self) -> Game:
        """The running deal's game."""
        assert self.laid is not None, "no deal is running"
        return self.laid.game

    def seat(self, seat_id: int | None) -> Seat:
        """The seat with that row id, as this sitting holds it."""
        return next(seat for seat in self.seats if seat.pk == seat_id)

    def act(self, seat: Seat, action: Action) -> None:
        """Do a legal action; raises IllegalAction and changes nothing otherwise."""
        orders = self._orders()
        with dealing.engine():
            self.game.play(seat.number, action, orders)
        self._step(seat, Entry.Kind.ACTION, action=str(action), **answering.kept(orders))
        seat.misses = 0
        seat.has_acted = True
        self.acted.add(seat.number)

    def _orders(self) -> tuple[str, ...]:
        """Give the standing orders in force; nobody waits for an answer of somebody who is away."""
        if not self.game.standing_orders:
            return ()
        away = presence.away_now(self.match, self.seats, self.at)
        return answering.orders_of(self.game, self.seats, away)

    def expire(self, seat: Seat, told: Mapping[str, Any], **by_whom: Any) -> None:
        """End a silent seat's turn by the game's rule; a miss unless he had done something in it.

        A seat that was asked for an answer gets the usual one, which is no miss. `told` is how he was told
        of it, as the log keeps it; `by_whom` names the moderator and his reason when it was not the clock.
        """
        deadline, answered = seat.deadline_at, self.game.answering()
        orders = self._orders()
        with dealing.engine():
            self.game.timeout(seat.number, orders, by=str(by_whom.get("by", "")))
        due = deadline.isoformat() if deadline else None
        self._step(seat, Entry.Kind.EXPIRED, deadline_at=due, **told, **by_whom, **answering.kept(orders))
        self.running.discard(seat.number)
        if not seat.has_acted and not answered:
            seat.misses += 1
            seat.misses_total += 1
        self.expired[seat.number] = {
            **told,
            "moved_at": self.at.isoformat(),
            "total": seat.misses_total,
            "since": self.told_since[seat.number],
            "deadline_at": due,
            "misses": seat.misses,
            "lost_deal": False,
            "answered": answered,
        }
        if by_whom:
            self.decided = {"by": by_whom.get("by", ""), "reason": by_whom.get("why", "")}

    def depart(self, seat: Seat, *, why: str) -> None:
        """The seat loses the running deal: `why` is FORFEITS (missed turns) or RESIGNS."""
        assert self.deal is not None
        orders = self._orders()
        with dealing.engine():
            self.game.depart(seat.number, orders)
        self._step(seat, Entry.Kind.LEFT, why=why, **answering.kept(orders))
        (self.deal.resigned if why == RESIGNS else self.deal.left).append(seat.number)
        self.deal.save(update_fields=["left", "resigned"])  # the deal may go on without the seat
        if why == RESIGNS:
            answering.gone(seat)
        else:
            seat.misses = 0
        if why == FORFEITS and seat.number in self.expired:
            self.expired[seat.number].update(lost_deal=True, is_out=self.has_left(seat))

    def pause(self, *, why: str, by: str, by_id: int | None = None, **more: Any) -> None:
        """Let all clocks stand. `why` is a reason in words, or all_silent; `more` is told and logged, too."""
        self.log(Entry.Kind.PAUSED, why=why, by=by, by_id=by_id, **more)
        self.match.state, self.match.paused_at = Match.State.PAUSED, self.at
        self.news = (Notice.Kind.PAUSED, {"reason": why, "by": by, **more})

    def resume(self, *, why: str, by: str, by_id: int | None = None, **more: Any) -> None:
        """Let the clocks go on: each deadline moves by the time that they stood. `more` as for `pause`."""
        assert self.match.paused_at is not None
        self.log(Entry.Kind.RESUMED, why=why, by=by, by_id=by_id, **more)
        for seat in self.seats:
            timing.shift(seat, self.match, self.match.paused_at, self.at)
        self.match.state, self.match.paused_at, self.match.resume_at = Match.State.PLAYING, None, None
        self.news = (Notice.Kind.RESUMED, {"reason": why, "by": by, **more})

    def sleeps(self) -> bool:
        """Whether the match is paused because nobody moved; a player who writes wakes it."""
        if self.match.state != Match.State.PAUSED:
            return False
        newest = Entry.objects.filter(match=self.match, kind=Entry.Kind.PAUSED).latest("seq")
        return bool(newest.data.get("why") == ALL_SILENT)

    def move_deadline(self, seat: Seat, until: dt.datetime, *, why: str) -> None:
        """Move a seat's deadline. `why` is undelivered, fault or agreed."""
        before = seat.deadline_at
        seat.deadline_at = until
        self.note_move(seat, before, until, why=why)

    def note_move(
        self, seat: Seat, before: dt.datetime | None, until: dt.datetime, *, why: str, **more: Any
    ) -> None:
        """Log, and let be told, that a seat's deadline was moved, and why."""
        self.log_move(seat, before, until, why=why, **more)
        facts: dict[str, Any] = {"deadline_at": until.isoformat(), "reason": why, "seat": seat.number}
        facts |= {name: more[name] for name in TOLD_OF_WHOM if name in more}
        self.moved[seat.number] = facts

    def log_move(
        self, seat: Seat, before: dt.datetime | None, until: dt.datetime, *, why: str, **more: Any
    ) -> None:
        """Log that a seat's deadline was moved, and why; it is told otherwise, or not at all."""
        self.log(
            Entry.Kind.DEADLINE_MOVED,
            seat=seat,
            why=why,
            before=before.isoformat() if before else None,
            until=until.isoformat(),
            **more,
        )

    def tell_all(self, what: str, seat: Seat, **facts: Any) -> None:
        """Let every notice of this sitting say something of a seat: one of `tidings.PEOPLE`."""
        self.people.append({"what": what, "name": seat.name, "seat": seat.number, **facts})

    def let_back(self, seat: Seat) -> None:
        """Give a seat that a bot held to its player again."""
        self.log(Entry.Kind.BACK, seat=seat)
        seat.bot, seat.held_since, seat.comes_back, seat.misses = "", None, False, 0
        self.tell_all("back", seat)

    def ask_anew(self, seat: Seat) -> None:
        """Give a seat that is asked a full turn from now on, if it is its turn: another person sits there."""
        if seat.question is not None:
            timing.begin(seat, self.match, self.clock_at)
            self.fresh.add(seat.number)

    def clear_questions(self) -> None:
        """Nobody is asked any more."""
        for seat in self.seats:
            timing.stop(seat)

    def still_in(self) -> tuple[int, ...]:
        """The seats that play on, as the game has it: in some, who is out of a deal is out of the match."""
        assert self.deal is not None
        results = [*self.results, dealing.left_so_far(self.deal)]
        still_in = games.game(self.match.game).series.still_in(results, len(self.seats))
        out = self.laid.game.gone() if self.laid is not None else ()
        return tuple(seat for seat in still_in if seat not in out)

    def has_left(self, seat: Seat) -> bool:
        """Whether a seat plays no more in any deal of this match."""
        return self.deal is not None and seat.number not in self.still_in()

    def over(self) -> bool:
        """Whether the running deal has just ended."""
        return self.laid is None or self.game.outcome() is not None

    def keep(self) -> None:
        """Give the laid-out deal back unchanged, for a caller who only looked."""
        if self.deal is not None and self.laid is not None:
            dealing.keep(self.deal, self.laid)

    def log(self, kind: Entry.Kind, *, seat: Seat | None = None, **data: Any) -> Entry:
        """Add an entry; it is written when the sitting closes."""
        self.match.seq += 1
        entry = Entry(
            match=self.match,
            seq=self.match.seq,
            deal=self.deal,
            seat=None if seat is None else seat.number,
            kind=kind,
            data=data,
            submission=self.submission,
            at=self.at,
        )
        self.entries.append(entry)
        return entry

    def begin_deal(self) -> None:
        """Deal the next deal; who opens it follows from the deals before."""
        rules = games.game(self.match.game)
        opening = dict(rules.series.opening(self.results, len(self.seats)))
        self.deal = None
        entry = self.log(Entry.Kind.DEALT, number=len(self.results) + 1)
        self.deal = Deal(
            match=self.match,
            number=len(self.results) + 1,
            rules_version=rules.rules_version,
            opening=opening,
            first_seq=entry.seq,
        )
        self.laid = dealing.begin(self.match, self.deal, self.seats)
        self._new_turn()
        self.deal.opener = self.laid.game.opener
        self.deal.save(force_insert=True)
        entry.deal = self.deal

    # ---- what follows

    def _step(self, seat: Seat, kind: Entry.Kind, **data: Any) -> None:
        assert self.laid is not None
        entry = self.log(kind, seat=seat, **data)
        self.laid.note(entry.seq)
        seat.acted_seq = entry.seq
        self.running &= set(self.game.to_act())
        if self.game.turns != self.turn:
            self._new_turn()

    def _new_turn(self) -> None:
        """Another turn has begun, maybe of the same seat: what was left of the last one is void."""
        self.turn, self.was_answering = self.game.turns, False
        self.running.clear()
        for seat in self.seats:
            seat.turn_left = None

    def _settle(self) -> None:
        for seat in self.seats:
            if answering.is_going(seat) and not self.over() and not self.game.answering():
                self.depart(seat, why=RESIGNS)
        while self.laid is not None and (outcome := self.game.outcome()) is not None:
            assert self.deal is not None
            self.deal.outcome = {
                "winners": list(outcome.winners),
                "scores": list(outcome.scores),
                "reason": outcome.reason,
            }
            self.deal.key_shown = self.laid.key.hex()
            entry = self.log(Entry.Kind.DEAL_ENDED, number=self.deal.number, **self.deal.outcome)
            self.deal.last_seq = entry.seq
            self.deal.save()
            self.results.append(dealing.result_of(self.deal))
            result = self._series_result()
            if result is not None:
                self._end_match(result)
                return
            self.begin_deal()

    def _series_result(self) -> MatchResult | None:
        series = games.game(self.match.game).series
        return series.result(self.results, len(self.seats), self.match.options)

    def _end_match(self, result: MatchResult) -> None:
        self.match.result = {
            "winners": list(result.winners),
            "totals": list(result.totals),
            "reason": result.reason,
        }
        self.log(Entry.Kind.MATCH_ENDED, **self.match.result)
        self.match.state = Match.State.FINISHED
        self.match.ended_at = self.at
        self.match.master_shown = seeds.master_of(self.match.pk).hex()
        self.clear_questions()

    def _has_moved(self) -> bool:
        """Whether steps were done: also in a paused match, of what was accepted before the pause."""
        return any(entry.kind in {*dealing.STEPS, dealing.UNDONE} for entry in self.entries)

    @property
    def clock_at(self) -> dt.datetime:
        """The instant that clocks show: they stand while the match is paused."""
        return self.match.paused_at or self.at

    # ---- writing

    def _write_log(self) -> None:
        if not self.entries:
            return
        self.entries[-1].digest = digests.digest(self.match, self.entries, self.laid)
        Entry.objects.bulk_create(self.entries)


def names_of(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The names at a table, in seat order."""
    return tuple(seat.name for seat in seats)
