"""Taking back in a running match: the log keeps all of it, and everybody sees the table as it was before."""

import datetime as dt
import secrets
from typing import Any

import pytest

from hosting.matches import dealing, queries, undoing, verifying
from hosting.matches.models import Deal, Entry, Match, Seat, Submission
from hosting.matches.playing import play
from hosting.matches.submitting import submit
from hosting.now import travel
from hosting.rules import undoing as rule
from hosting.rules.game import Game
from hosting.rules.trying import Barrier, ahead
from hosting.rules.values import Action
from hosting.rules.words import words
from tests import table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

LONG_AGO = dt.timedelta(days=2, hours=20)


def a_match(count: int = 1) -> tuple[Match, list[str]]:
    """A match whose first to act can do so many things, one after the other, that can all be taken back."""
    for _try in range(80):
        match = table.a_match()
        table_of = Deal.objects.get(match=match)
        with dealing.looking_at(match, table_of, list(match.seats.order_by("number"))) as laid:
            found = chain(laid.game, table.on_turn(match).number, count)
        if found:
            return match, found
    raise AssertionError("no such cards in eighty deals")


def chain(game: Game, seat: int, count: int) -> list[str]:
    for action in game.legal(seat) if seat in game.to_act() else ():
        after = ahead(game, seat, action)
        if isinstance(after, Barrier) or rule.barrier(game, seat, action) or seat not in after.to_act():
            continue
        if count == 1:
            return [str(action)]
        if rest := chain(after, seat, count - 1):
            return [str(action), *rest]
    return []


def a_match_in_which_a_card_has_been_turned() -> Match:
    """A match in which the seat to act has just played the top of its pay-off pile."""
    match = table.a_match()
    while True:
        seat = table.on_turn(match)
        legal = table.legal(seat)
        turning = [action for action in legal if action.args[0] == "payoff"]
        chosen = (turning or [action for action in legal if action.verb == "play"] or legal)[0]
        table.press(seat, str(chosen))
        if turning:
            return match


def typed(match: Match, *lines: str, seat: Seat | None = None, question: int | None = None) -> Submission:
    """Lines typed on the page of the match, played."""
    seat = seat or table.on_turn(match)
    submission = submit(
        seat,
        player=seat.player,
        question=seat.question if question is None else question,
        source=Submission.Source.WEB,
        key=f"web:{secrets.token_hex(8)}",
        lines=lines,
    )
    play(submission.pk)
    submission.refresh_from_db()
    return submission


def as_line(match: Match, action: str) -> str:
    """An action as one types it."""
    seat = table.on_turn(match)
    view = queries.situation(match, seat).view
    return words(match.game, "en").command(Action.parse(action), view, ["Anna", "Ben"])


def views(match: Match) -> list[Any]:
    """The table as everybody sees it now, without what is told of the past."""
    match.refresh_from_db()
    seats = [None, *Seat.objects.filter(match=match).order_by("number")]
    seen = [queries.situation(match, seat).view for seat in seats]
    return [(view.table, view.ply, view.legal, view.to_act, view.outcome) for view in seen]


def agrees(match: Match) -> bool:
    match.refresh_from_db()
    return list(verifying.differences(match)) == []


def test_a_move_is_taken_back_and_everybody_sees_the_table_as_it_was() -> None:
    match, (first,) = a_match()
    before = views(match)
    table.press(table.on_turn(match), first)
    assert views(match) != before
    done = typed(match, "UNDO")
    assert (done.state, done.outcome["code"]) == ("applied", "applied")
    assert views(match) == before
    assert agrees(match)


def test_nothing_leaves_the_log_and_its_numbers_have_no_gap() -> None:
    match, moves = a_match(2)
    for move in moves:
        table.press(table.on_turn(match), move)
    typed(match, "ångra 2")
    match.refresh_from_db()
    log = list(Entry.objects.filter(match=match).order_by("seq"))
    assert [entry.seq for entry in log] == list(range(1, match.seq + 1))
    undone = log[-1]
    assert (undone.kind, undone.data) == ("undone", {"first": log[-3].seq, "count": 2})
    assert [entry.undone_by for entry in log[-3:]] == [undone.seq, undone.seq, None]
    assert agrees(match)


def test_undo_takes_back_one_move_and_undo_all_those_of_the_turn() -> None:
    match, moves = a_match(3)
    before = views(match)
    for move in moves:
        table.press(table.on_turn(match), move)
    typed(match, "UNDO")
    assert Entry.objects.filter(match=match, kind="action", undone_by=None).count() == 2
    typed(match, "batal semua")
    assert views(match) == before
    assert agrees(match)


def test_it_stands_among_the_moves_in_its_place() -> None:
    match, (first,) = a_match()
    line = as_line(match, first)
    done = typed(match, line, "UNDO", line)
    assert (done.state, done.outcome["code"]) == ("applied", "applied"), done.outcome
    kinds = list(Entry.objects.filter(match=match, seq__gt=2).order_by("seq").values_list("kind", flat=True))
    assert kinds == ["action", "undone", "action"]
    assert Entry.objects.filter(match=match, kind="action", undone_by=None).count() == 1
    assert agrees(match)


def test_the_turn_goes_on_from_there() -> None:
    match, (first,) = a_match()
    table.press(table.on_turn(match), first)
    typed(match, "UNDO")
    seat = table.on_turn(match)
    assert table.press(seat, first).state == "applied"
    seat = table.on_turn(match)
    assert table.press(seat, table.discard(seat)).state == "applied"
    assert table.on_turn(match).number != seat.number
    assert agrees(match)


def test_what_brought_out_a_card_stands_and_the_answer_says_why() -> None:
    match = a_match_in_which_a_card_has_been_turned()
    refused = typed(match, "UNDO")
    assert refused.state == "refused"
    assert refused.outcome["stopped"] == {"line": "UNDO", "error": "undo", "barrier": "hidden", "possible": 0}
    assert undoing.possible(table.on_turn(match)) == 0
    assert agrees(match)


def test_more_than_can_be_taken_back_takes_back_nothing() -> None:
    match, (first,) = a_match()
    table.press(table.on_turn(match), first)
    before = views(match)
    refused = typed(match, "UNDO 2")
    assert refused.outcome["stopped"]["possible"] == 1
    assert refused.outcome["stopped"]["barrier"] == "nothing"
    assert views(match) == before


def test_who_is_not_to_move_takes_nothing_back() -> None:
    match, (first,) = a_match()
    seat = table.on_turn(match)
    table.press(seat, first)
    table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    late = typed(match, "UNDO", seat=seat, question=seat.question)
    assert late.outcome["code"] == "stale"
    other = typed(match, "UNDO")
    assert other.outcome["stopped"]["barrier"] == "nothing"


def test_another_process_that_knows_the_deal_forgets_what_was_taken_back() -> None:
    match, (first,) = a_match()
    table.press(table.on_turn(match), first)
    deal, seats = Deal.objects.get(match=match), list(match.seats.order_by("number"))
    elsewhere = dealing.take(match, deal, seats)  # as another worker keeps it
    typed(match, "UNDO")
    here = views(match)
    dealing.forget()
    dealing.keep(deal, elsewhere)
    assert views(match) == here


def test_the_table_as_of_an_earlier_entry_still_has_the_move() -> None:
    match, (first,) = a_match()
    table.press(table.on_turn(match), first)
    match.refresh_from_db()
    seq = match.seq
    seat = table.on_turn(match)
    then = queries.situation(match, seat, at=seq).view.table
    typed(match, "UNDO")
    match.refresh_from_db()
    assert queries.situation(match, seat, at=seq).view.table == then
    assert queries.situation(match, seat).view.table != then


def test_the_clock_is_as_it_was_also_when_little_is_left_of_it() -> None:
    match, (first,) = a_match()
    table.press(table.on_turn(match), first)
    before = table.on_turn(match)
    with travel(LONG_AGO):
        typed(match, "UNDO")
    after = table.on_turn(match)
    assert (after.deadline_at, after.remind_at) == (before.deadline_at, before.remind_at)
    assert after.question != before.question
    assert not after.has_acted


def test_a_deadline_is_not_put_off_by_playing_and_taking_back() -> None:
    match, (first,) = a_match()
    line, before = as_line(match, first), table.on_turn(match)
    with travel(LONG_AGO):
        typed(match, line, "UNDO")
    assert table.on_turn(match).deadline_at == before.deadline_at


def test_the_others_are_told_that_a_move_was_taken_back_and_not_which() -> None:
    match, (first,) = a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    table.press(seat, first)
    typed(match, "UNDO")
    match.refresh_from_db()
    told = [event for part in queries.situation(match, other).story for event in part.events]
    assert [event.name for event in told][1:] == ["took_back"]
    said = words(match.game, "en").event(told[-1], other.number, [seat.name for seat in match.seats.all()])
    assert said == f"{seat.name} took back the last move."
    log = [event.name for part in queries.log_of(match, other) for event in part.events]
    assert log[-1] == "took_back"
    assert "played" not in log


def test_the_same_lines_once_more_after_taking_back_are_answered() -> None:
    match, (first,) = a_match()
    line, seat = as_line(match, first), table.on_turn(match)
    typed(match, line)
    typed(match, "UNDO")
    again = typed(match, line, seat=seat, question=seat.question)
    assert (again.state, again.outcome["code"], again.outcome["closed_by"]) == ("refused", "stale", "undone")


def test_the_proof_of_the_shuffles_is_untouched() -> None:
    match, (first,) = a_match()
    deal, seats = Deal.objects.get(match=match), list(match.seats.order_by("number"))
    with dealing.looking_at(match, deal, seats) as laid:
        uses = list(laid.game.chance.uses)
    table.press(table.on_turn(match), first)
    typed(match, "UNDO")
    match.refresh_from_db()
    with dealing.looking_at(match, deal, seats) as laid:
        assert laid.game.chance.uses == uses
