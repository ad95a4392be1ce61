"""What may be shown: everything that a page, a mail or a feed knows about a match comes from here (P16).

A `Situation` is made for one viewer and holds what he may see and no more. Nothing here writes.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import QuerySet

from hosting import games
from hosting.matches import dealing
from hosting.matches.models import Deal, Entry, Match, Seat
from hosting.players.models import Player
from hosting.prepared import Prepared, Slot
from hosting.rules.choices import Choice, choices
from hosting.rules.values import DealResult, Event, MatchResult, Outcome, View

seats_with_players: Final = Prepared(
    Seat.objects.filter(match=Slot("match")).select_related("player").order_by("number")
)
deals_until: Final = Prepared(
    Deal.objects.filter(match=Slot("match"), first_seq__lte=Slot("seq")).order_by("number")
)

OLDEST_DEALS: Final = 3
"""A story goes back over so many deals at most; the log holds the rest."""


@dataclass(frozen=True, slots=True)
class StoryPart:
    """What happened in one deal, as the viewer saw it, and how the deal ended if it did."""

    deal_number: int
    events: tuple[Event, ...]
    outcome: Outcome | None
    result: MatchResult | None


@dataclass(frozen=True, slots=True)
class Situation:
    """A match as one viewer may see it, as of one entry. `viewer` None is a spectator.

    `is_out`: the others play on without him, in this deal and in all that follow.
    """

    match: Match
    viewer: Seat | None
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    view: View
    choices: tuple[Choice, ...]
    question: int | None
    deadline_at: dt.datetime | None
    totals: tuple[int, ...]
    deal_number: int
    story: tuple[StoryPart, ...]
    result: MatchResult | None
    is_out: bool = False

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Whose turn it is."""
        return tuple(self.seats[number] for number in self.view.to_act)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the dashboard. `is_asked`: for an answer outside his turn; `is_out`: the others play on."""

    match: Match
    seat: Seat
    opponents: tuple[Seat, ...]
    waiting_for: tuple[Seat, ...]
    deadline_at: dt.datetime | None
    names: tuple[str, ...]
    last_events: tuple[Event, ...] = ()
    is_asked: bool = False
    is_out: bool = False

    @property
    def keeps_score(self) -> bool:
        """Whether points are worth showing in this game."""
        return games.game(self.match.game).series.keeps_score

    @property
    def is_his_turn(self) -> bool:
        """Whether something is asked of the player himself: not while a bot holds his seat."""
        return self.seat.question is not None and not self.seat.bot


@dataclass(frozen=True, slots=True)
class Dashboard:
    """A player's matches: his turns by the time left, those that wait for others, those to come and gone."""

    your_turn: tuple[Row, ...]
    waiting: tuple[Row, ...]
    open: tuple[Row, ...]
    finished: tuple[Row, ...]


def seat_of(match: Match, player: Player) -> Seat | None:
    """The player's seat in a match, if he has one."""
    return Seat.objects.filter(match=match, player=player).first()


def situation(
    match: Match, viewer: Seat | None, *, since: int | None = None, at: int | None = None
) -> Situation:
    """A started match as `viewer` may see it.

    `since`: the story tells what came after that entry; None: after the viewer's newest own one.
    `at`: as of that entry; None: as of now. Raises Deal.DoesNotExist before the start.
    """
    seats = tuple(seats_with_players.rows(match=match.pk))
    until = match.seq if at is None else at
    deals = deals_until.rows(match=match.pk, seq=until)
    if not deals:
        raise Deal.DoesNotExist
    me = None if viewer is None else seats[viewer.number]
    start = since if since is not None else (me.acted_seq if me is not None else deals[-1].first_seq)
    ended = [deal for deal in deals if deal.last_seq is not None and deal.last_seq <= until]
    results = [dealing.result_of(deal) for deal in ended]
    look = Look(match, seats, None if me is None else me.number, since=start, at=at)
    story = [look.part(deal) for deal in deals[-OLDEST_DEALS:-1] if (deal.last_seq or until) > start]
    view, newest = look.view_and_part(deals[-1])
    is_newest = at is None or at >= match.seq
    asked = me is not None and not me.bot and is_newest and match.state == Match.State.PLAYING
    return Situation(
        match=match,
        viewer=me,
        seats=seats,
        names=tuple(seat.name for seat in seats),
        view=view,
        choices=choices(view) if asked and view.legal else (),
        question=me.question if me is not None and asked else None,
        deadline_at=me.deadline_at if me is not None and asked else None,
        totals=games.game(match.game).series.totals(results, len(seats)),
        deal_number=deals[-1].number,
        story=tuple(part for part in (*story, newest) if part.events or part.outcome),
        result=match_result(match) if is_newest else None,
        is_out=me is not None and has_left(match, deals, view, me.number),
    )


def has_left(match: Match, deals: Sequence[Deal], view: View, seat: int) -> bool:
    """Whether a seat plays no more, in the running deal (the last of `deals`) or in any other."""
    *ended, running = deals
    if running.outcome is not None:
        return False
    lost = DealResult(Outcome((), (), ""), 0, tuple(running.left), tuple(running.resigned))
    results = [*map(dealing.result_of, ended), lost]
    return seat in view.gone or seat not in games.game(match.game).series.still_in(results, view.seats)


def match_result(match: Match) -> MatchResult | None:
    """How a finished match ended."""
    kept = match.result
    return kept and MatchResult(tuple(kept["winners"]), tuple(kept["totals"]), kept["reason"])


@dataclass(frozen=True, slots=True)
class Look:
    """How one viewer looks at the deals of a match: since which entry, and as of which."""

    match: Match
    seats: Sequence[Seat]
    viewer: int | None
    since: int
    at: int | None

    def part(self, deal: Deal) -> StoryPart:
        """The story of a deal, without the table."""
        return self.view_and_part(deal)[1]

    def view_and_part(self, deal: Deal) -> tuple[View, StoryPart]:
        """The table of a deal, and its story; from before its beginning the setup is told, too."""
        with dealing.looking_at(self.match, deal, self.seats, upto=self.at) as laid:
            since = laid.ply_at(self.since) if self.since >= deal.first_seq else -1
            with dealing.engine():
                view = laid.game.view(self.viewer, since=since)
        ends = (
            self.match.result is not None
            and deal.last_seq is not None
            and self.match.seq - deal.last_seq <= 1
        )
        result = match_result(self.match) if ends and view.outcome else None
        return view, StoryPart(deal.number, view.events, view.outcome, result)


def is_tutorial(match: Match) -> bool:
    """Whether it is a match to learn by, against bots: its first entry says so."""
    return Entry.objects.filter(match=match, seq=1, data__tutorial=True).exists()


def running_tutorial(player: Player, game: str) -> Match | None:
    """Find the tutorial match of a game that a player has not ended yet."""
    running = Match.objects.filter(creator=player, game=game, state__in=["playing", "paused"])
    return running.filter(entries__seq=1, entries__data__tutorial=True).first()


def log_of(match: Match, viewer: Seat | None) -> list[StoryPart]:
    """The whole story of a match as `viewer` saw it, deal by deal."""
    seats = tuple(Seat.objects.filter(match=match).order_by("number"))
    number = None if viewer is None else viewer.number
    deals = Deal.objects.filter(match=match).order_by("number")
    look = Look(match, seats, number, since=-1, at=None)
    return [look.part(deal) for deal in deals]


HOST_ACTS: Final = (
    Entry.Kind.STARTED,
    Entry.Kind.EXPIRED,
    Entry.Kind.LEFT,
    Entry.Kind.PAUSED,
    Entry.Kind.RESUMED,
    Entry.Kind.VOIDED,
    Entry.Kind.DEADLINE_MOVED,
    Entry.Kind.AWAY,
    Entry.Kind.BROKEN,
    Entry.Kind.BOT_HELD,
    Entry.Kind.BACK,
    Entry.Kind.SEAT_OFFERED,
    Entry.Kind.SUBSTITUTED,
    Entry.Kind.MATCH_ENDED,
)
"""What host and moderators did to a match; the cards' own story is told by the rules."""


def host_acts(match: Match) -> QuerySet[Entry]:
    """What host and moderators did to a match, in order; nothing in it is secret to its players."""
    return Entry.objects.filter(match=match, kind__in=HOST_ACTS).order_by("seq")


def dashboard(player: Player) -> Dashboard:
    """All matches of a player."""
    mine = list(Seat.objects.filter(player=player).select_related("match").order_by("-match_id"))
    others: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=[seat.match_id for seat in mine]).order_by("number"):
        others.setdefault(seat.match_id, []).append(seat)
    rows = [_row(seat, others[seat.match_id]) for seat in mine]
    running = [_with_last_events(row) for row in rows if row.match.state in {"playing", "paused"}]
    running += [row for row in rows if row.match.state == "broken"]
    far = dt.datetime.max.replace(tzinfo=dt.UTC)
    return Dashboard(
        your_turn=tuple(
            sorted(
                (row for row in running if row.is_his_turn),
                key=lambda row: (row.match.state != "playing", row.deadline_at or far),
            )
        ),
        waiting=tuple(row for row in running if not row.is_his_turn),
        open=tuple(row for row in rows if row.match.state == "open"),
        finished=tuple(row for row in rows if row.match.is_over),
    )


def _row(seat: Seat, at_table: Sequence[Seat]) -> Row:
    waiting_for = tuple(other for other in at_table if other.question is not None)
    return Row(
        match=seat.match,
        seat=seat,
        opponents=tuple(other for other in at_table if other.pk != seat.pk),
        waiting_for=waiting_for,
        deadline_at=seat.deadline_at or next((other.deadline_at for other in waiting_for), None),
        names=tuple(other.name for other in at_table),
    )


def _with_last_events(row: Row) -> Row:
    """Add what the player saw happen in the newest step, and what that means for him."""
    seats = tuple(Seat.objects.filter(match=row.match).order_by("number"))
    deals = list(Deal.objects.filter(match=row.match).order_by("number"))
    with dealing.looking_at(row.match, deals[-1], seats) as laid, dealing.engine():
        view = laid.game.view(row.seat.number, since=laid.game.ply - 1)
    is_out = has_left(row.match, deals, view, row.seat.number)
    return replace(row, last_events=view.events, is_asked=view.answering, is_out=is_out)


def record(match: Match) -> dict[str, Any]:
    """What is published of a match's chance, as `verify_shuffle.py` reads it (P17).

    Keys only of deals that have ended, the master seed only when the match has; so it may be shown to anybody
    who may see the match.
    """
    seats = tuple(Seat.objects.filter(match=match).order_by("number"))
    shown = [deal for deal in Deal.objects.filter(match=match).order_by("number") if deal.key_shown]
    return {
        "format": 1,
        "match": str(match.uuid),
        "number": match.pk,
        "game": match.game,
        "commitment": match.commitment,
        "master": match.master_shown or None,
        "words": [seat.luck for seat in seats],
        "deals": [_shown_deal(match, seats, deal) for deal in shown],
    }


def _shown_deal(match: Match, seats: Sequence[Seat], deal: Deal) -> dict[str, Any]:
    with dealing.looking_at(match, deal, seats) as laid:
        uses = [
            {"number": use.number, "kind": use.kind, "size": use.size, "result": use.result}
            for use in laid.game.chance.uses
        ]
    return {"number": deal.number, "key": deal.key_shown, "uses": uses}
