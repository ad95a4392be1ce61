"""Answers outside the turn in a running match: orders kept, who is asked, and the clocks meanwhile."""

import datetime as dt
from collections.abc import Iterator
from random import Random

import pytest
from django.db.models import Q

from hosting.games import BOTS, GAMES
from hosting.games.maldade_presenter import bot
from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.mail.writing.letters import write
from hosting.matches import answering, clock, dealing, expiring, opening, queries, verifying
from hosting.matches.calendar import Calendar
from hosting.matches.models import Entry, Match, Notice, Seat, Submission
from hosting.now import Offset, now
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from hosting.rules.values import Action
from hosting.rules.words import words
from tests import people, table

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = dt.timedelta(hours=1)
PLAIN = ("sock", "chocolate", "underpants", "drums", "goat")


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """See to it that the game is among those of the host, whether it is listed already or not."""
    slug = MaldadePresenter.slug
    monkeypatch.setitem(GAMES, slug, MaldadePresenter)
    monkeypatch.setitem(BOTS, slug, {"greedy": bot.greedy, "random": bot.random})
    dealing.forget()
    yield
    dealing.forget()


def a_match(ben: str = "auto", anna: str = "auto") -> Match:
    """Anna, the youngest, against Ben and Cilla, with these orders; she holds a gift that can be answered."""
    for _try in range(40):
        match = opening.open_match(
            people.anna(), game=MaldadePresenter.slug, options={"youngest": 1}, seats=3
        )
        opening.join(match, people.ben())
        opening.join(match, people.cilla())
        for number, order in ((0, anna), (1, ben)):
            seat = Seat.objects.get(match=match, number=number)
            answering.give(seat, order)
            seat.save()
        match.refresh_from_db()
        if gifts(match):
            return match
    raise AssertionError("no such hand in forty deals")


def seats(match: Match) -> list[Seat]:
    return list(Seat.objects.select_related("player", "match").filter(match=match).order_by("number"))


def gifts(match: Match) -> list[str]:
    """Give the actions by which Anna gives Ben a gift that can be answered and eliminates nobody."""
    legal = table.legal(seats(match)[0])
    return [str(a) for a in legal if a.verb == "give" and a.args[1] == "1" and a.args[0] in PLAIN]


def a_gift(match: Match) -> str:
    return gifts(match)[0]


def test_the_orders_in_force_are_kept_with_each_step_and_replayed() -> None:
    match = a_match(ben="never")
    table.press(seats(match)[0], a_gift(match))
    entry = Entry.objects.filter(match=match, kind=Entry.Kind.ACTION).latest("seq")
    assert entry.data["orders"] == ["auto", "never", "auto"]
    assert dealing.step_of(entry).orders == ("auto", "never", "auto")
    assert list(verifying.differences(match)) == []


def test_who_has_ordered_to_be_asked_is_asked_and_the_givers_clock_stands() -> None:
    match = a_match(ben="ask")
    Offset.ahead += 50 * HOUR
    table.press(seats(match)[0], a_gift(match))
    anna, ben, _ = seats(match)
    assert (anna.question, anna.deadline_at) == (None, None)
    assert anna.turn_left is not None
    assert abs(anna.turn_left - 22 * HOUR) < HOUR
    assert ben.question is not None
    assert ben.deadline_at is not None
    assert abs(ben.deadline_at - now() - 36 * HOUR) < HOUR
    assert Notice.objects.filter(seat=ben, kind=Notice.Kind.TURN, question=ben.question).exists()


def test_after_the_answer_the_turn_goes_on_with_what_was_left_and_a_quarter_at_least() -> None:
    match = a_match(ben="ask")
    Offset.ahead += 70 * HOUR
    table.press(seats(match)[0], a_gift(match))
    Offset.ahead += 20 * HOUR
    done = table.press(seats(match)[1], "pass")
    assert done.state == Submission.State.APPLIED
    anna, ben, _ = seats(match)
    assert (ben.question, ben.deadline_at) == (None, None)
    assert anna.question is not None
    assert anna.deadline_at is not None
    assert abs(anna.deadline_at - now() - 18 * HOUR) < HOUR
    assert anna.turn_left is None
    assert Notice.objects.filter(seat=anna, question=anna.question).exists()
    assert list(verifying.differences(match)) == []


def test_lines_behind_an_opened_question_are_not_kept_and_are_named() -> None:
    match = a_match(ben="ask")
    anna = seats(match)[0]
    gift = Action.parse(a_gift(match))
    done = table.write(anna, f"GIVE {words(match.game, 'en').text(f'cards.{gift.args[0]}')} TO Ben", "END")
    assert (done.outcome["code"], done.outcome["left"]) == ("applied", ["END"])
    assert seats(match)[1].question is not None


def test_silence_is_the_usual_answer_and_no_miss() -> None:
    match = a_match(ben="ask")
    table.press(seats(match)[0], a_gift(match))
    table.deliver_all(match)
    Offset.ahead += 30 * HOUR
    table.sweep(match)
    Offset.ahead += 7 * HOUR
    table.sweep(match)
    anna, ben, _ = seats(match)
    assert (ben.question, ben.misses, ben.misses_total) == (None, 0, 0)
    assert anna.question is not None
    assert Notice.objects.filter(Q(seat=ben) & Q(kind=Notice.Kind.EXPIRED)).get().data["answered"]
    assert list(verifying.differences(match)) == []


def test_a_gift_returned_to_a_giver_who_is_asked_too_does_not_run_his_turn_down() -> None:
    match = a_match(ben="always", anna="ask")
    anna = seats(match)[0]
    deal = match.deals.get()
    with dealing.looking_at(match, deal, seats(match)) as laid:
        game = laid.game
        assert isinstance(game, MaldadePresenter)
        game.hands[1] = ["return", "jump"]  # what is kept is played on, not replayed
    Offset.ahead += 10 * HOUR
    table.press(anna, a_gift(match))
    anna = seats(match)[0]
    assert anna.question is not None
    assert anna.turn_left is not None
    assert abs(anna.turn_left - 62 * HOUR) < HOUR
    table.press(anna, "pass")
    anna = seats(match)[0]
    assert anna.deadline_at is not None
    assert abs(anna.deadline_at - now() - 62 * HOUR) < HOUR


def test_an_order_is_given_by_mail_from_any_notice_and_at_any_time() -> None:
    match = a_match()
    ben = seats(match)[1]
    table.press(seats(match)[0], "draw")
    notice = Notice.objects.filter(seat=ben, question__isnull=False).latest("pk")
    table.press(seats(match)[1], "draw")
    done = table.write(seats(match)[1], "RIPOSTE TANYA", notice=notice)
    assert (done.state, done.outcome["code"], done.outcome["order"]) == ("applied", "ordered", "ask")
    assert seats(match)[1].orders == {answering.KEY: "ask"}
    again = table.write(seats(match)[1], "RIPOST ALLTID", notice=notice)
    assert again.outcome["order"] == "always"


def test_an_order_among_stale_moves_is_given_all_the_same() -> None:
    match = a_match()
    table.press(seats(match)[0], "draw")
    ben = seats(match)[1]
    notice = Notice.objects.filter(seat=ben, question__isnull=False).latest("pk")
    table.press(ben, "draw")
    done = table.write(seats(match)[1], "DRAW", "RIPOSTE NEVER", notice=notice)
    assert (done.outcome["code"], done.outcome["order"]) == ("stale", "never")
    assert seats(match)[1].orders == {answering.KEY: "never"}


def test_bots_are_never_asked() -> None:
    match = a_match(ben="ask")
    ben = seats(match)[1]
    ben.bot = "greedy"
    assert answering.orders_of(MaldadePresenter, [ben]) == ("auto",)  # type: ignore[arg-type]  # the class says it


@pytest.mark.parametrize(("allowance", "answer"), [(72, 36), (30, 24), (2, 2), (48, 24), (168, 84)])
def test_an_answer_has_half_the_allowance_but_a_day_at_least(allowance: int, answer: int) -> None:
    asked = now()
    assert clock.answer(asked, allowance * HOUR, Calendar()).deadline == asked + answer * HOUR


def test_a_queued_turn_that_comes_back_at_once_is_a_new_turn_with_a_new_clock() -> None:
    match = opening.open_match(people.anna(), game=MaldadePresenter.slug, options={"youngest": 1}, seats=2)
    opening.join(match, people.ben())
    match.refresh_from_db()
    deal = match.deals.get()
    with dealing.looking_at(match, deal, seats(match)) as laid:
        assert isinstance(laid.game, MaldadePresenter)
        laid.game.resting[1] = True
    Offset.ahead += 60 * HOUR
    table.press(seats(match)[0], "draw")
    anna = seats(match)[0]
    assert anna.deadline_at is not None
    assert abs(anna.deadline_at - now() - 72 * HOUR) < HOUR
    assert not anna.has_acted


def test_a_missed_turn_still_counts() -> None:
    match = a_match()
    table.deliver_all(match)
    Offset.ahead += 60 * HOUR
    table.sweep(match)
    Offset.ahead += 20 * HOUR
    table.sweep(match)
    assert seats(match)[0].misses == 1
    assert expiring.due_turns(now()) == []


def test_a_match_of_four_who_are_asked_in_different_ways_is_told_to_all_and_agrees_with_its_log() -> None:
    match = opening.open_match(people.anna(), game=MaldadePresenter.slug, seats=4)
    for player in (people.ben(), people.cilla(), people.dan()):
        opening.join(match, player)
    for each, order in zip(seats(match), ("ask", "auto", "ask", "always"), strict=True):
        answering.give(each, order)
        each.save()
    chance, asked = Random(3), 0
    while (seat := Seat.objects.filter(match=match, question__isnull=False).first()) is not None:
        view = queries.situation(seat.match, seat).view
        asked += view.answering
        done = table.press(seat, str(bot.random(view, chance)))
        assert done.state == Submission.State.APPLIED, done.outcome
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    assert asked
    assert list(verifying.differences(match)) == []
    written = [write(notice, now()).text for notice in Notice.objects.filter(match=match)]
    grammar = GameGrammar(match.game, [seat.name for seat in seats(match)])
    for line in {line for text in written for line in text.splitlines()}:
        assert grammar.sort(line) is not Sort.COMMAND, line
