"""Who is out while the others play on: told once that he is, and then only how it ended."""

from collections.abc import Iterator

import pytest
from django.db.models import QuerySet

from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.matches import dealing, expiring, moderating, opening, queries
from hosting.matches.models import Match, Notice, Seat
from hosting.now import Offset
from tests import people, table
from tests.games.maldade_presenter.positions import position
from tests.matches.test_pausing import moderator
from tests.table import HOUR

pytestmark = pytest.mark.django_db(transaction=True)

Kind = Notice.Kind


@pytest.fixture(autouse=True)
def no_deal_is_remembered() -> Iterator[None]:
    """Forget the deals that a process keeps: these are laid out by hand, and row ids are used again."""
    dealing.forget()
    yield
    dealing.forget()


def a_match(*hands: str, gauges: tuple[str, ...] = (), **orders: str) -> Match:
    """Anna is to move against Ben and Cilla, with these cards."""
    match = opening.open_match(people.anna(), game=MaldadePresenter.slug, options={"youngest": 1}, seats=3)
    opening.join(match, people.ben())
    opening.join(match, people.cilla())
    laid_out = position(*hands, gauges=gauges)
    with dealing.looking_at(match, match.deals.get(), seats(match)) as laid:
        game = laid.game
        assert isinstance(game, MaldadePresenter)
        game.hands, game.gauges, game.puddle = laid_out.hands, laid_out.gauges, laid_out.puddle
    for seat in seats(match):
        seat.orders = {"answers": orders.get(seat.name.lower(), "auto")}
        seat.save()
    match.refresh_from_db()
    return match


def seats(match: Match) -> list[Seat]:
    return list(Seat.objects.select_related("player", "match").filter(match=match).order_by("number"))


def told(seat: Seat) -> list[str]:
    """The kinds of notices to a seat, oldest first."""
    return list(Notice.objects.filter(seat=seat).order_by("pk").values_list("kind", flat=True))


def to_ben(match: Match) -> QuerySet[Notice]:
    return Notice.objects.filter(match=match, seat__number=1)


def with_ben_out() -> Match:
    match = a_match("goat jump sock", "sock", "sock jump", gauges=("", "goat"))
    table.press(seats(match)[0], "give goat 1")
    match.refresh_from_db()
    return match


def test_who_is_eliminated_is_told_so_at_once_and_once() -> None:
    match = with_ben_out()
    anna, ben, cilla = seats(match)
    assert told(ben) == [Kind.STARTED, Kind.DEAL_ENDED]
    assert to_ben(match).latest("pk").data["is_out"]
    table.press(anna, "draw")
    table.press(cilla, "draw")
    assert told(ben) == [Kind.STARTED, Kind.DEAL_ENDED]
    assert Kind.DEAL_ENDED not in told(cilla)


def test_who_is_out_hears_of_no_pause_and_is_told_how_the_match_ended() -> None:
    match = with_ben_out()
    ben = seats(match)[1]
    moderating.pause(match.pk, by=moderator(), reason="Cilla's computer is broken")
    moderating.resume(match.pk, by=moderator(), reason="Cilla's computer is mended")
    assert told(ben) == [Kind.STARTED, Kind.DEAL_ENDED]
    with dealing.looking_at(match, match.deals.get(), seats(match)) as laid:
        assert isinstance(laid.game, MaldadePresenter)
        laid.game.hands[0], laid.game.given = ["golden"], None
    table.press(seats(match)[0], "give golden 2")
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    assert told(ben) == [Kind.STARTED, Kind.DEAL_ENDED, Kind.MATCH_ENDED]


def test_who_is_eliminated_with_the_end_of_the_match_gets_one_mail() -> None:
    match = a_match("golden jump", "sock", "sock")
    table.press(seats(match)[0], "give golden 1")
    table.press(seats(match)[0], "draw")
    with dealing.looking_at(match, match.deals.get(), seats(match)) as laid:
        assert isinstance(laid.game, MaldadePresenter)
        laid.game.hands[2] = ["golden", "sock"]
    table.press(seats(match)[2], "give golden 0")
    assert told(seats(match)[0])[-1] == Kind.MATCH_ENDED
    assert told(seats(match)[0]).count(Kind.DEAL_ENDED) == 0


def test_whose_own_gift_eliminates_him_reads_it_in_the_answer_and_nowhere_else() -> None:
    match = a_match("golden jump", "return jump", "sock")
    done = table.write(seats(match)[0], "GE guldpresenten TILL Ben")
    anna = seats(match)[0]
    assert (done.outcome["code"], anna.question) == ("applied", None)
    assert told(anna)[-1] == Kind.ANSWER
    assert queries.situation(match, anna).is_out


def test_the_dashboard_and_the_page_know_who_is_out_and_who_is_asked() -> None:
    match = with_ben_out()
    [row] = queries.dashboard(people.ben()).waiting
    assert (row.is_out, row.is_asked) == (True, False)
    asked = a_match("goat jump", "sock", "sock", ben="ask")
    table.press(seats(asked)[0], "give goat 1")
    [turn] = queries.dashboard(people.ben()).your_turn
    assert (turn.match.pk, turn.is_asked, turn.is_out) == (asked.pk, True, False)
    assert [row.match.pk for row in queries.dashboard(people.anna()).your_turn] == [match.pk]


def test_a_seat_that_a_bot_holds_is_not_shown_as_the_players_turn() -> None:
    match = a_match("goat jump", "sock", "sock")
    Seat.objects.filter(match=match, number=0).update(bot="greedy")
    assert queries.dashboard(people.anna()).your_turn == ()
    seen = queries.situation(match, seats(match)[0])
    assert (seen.question, seen.choices) == (None, ())


def test_two_who_are_silent_after_the_third_is_out_let_the_match_sleep() -> None:
    match = with_ben_out()
    Seat.objects.filter(match=match, number__in=(0, 2)).update(misses=1)
    table.press(seats(match)[0], "draw")
    Seat.objects.filter(match=match, number=0).update(misses=2)
    table.deliver_all(match)
    for _time in range(3):
        Offset.ahead += 80 * HOUR
        table.sweep(match)
    match.refresh_from_db()
    assert match.state == Match.State.PAUSED


# ---- a turn that waits for an answer


def test_a_turn_that_waited_for_an_answer_is_no_missed_turn_afterwards() -> None:
    match = a_match("drums jump sock", "sock", "sock", ben="ask")
    table.press(seats(match)[0], "give drums 1")
    table.press(seats(match)[1], "pass")
    anna = seats(match)[0]
    assert anna.has_acted
    table.deliver_all(match)
    for _time in range(2):
        Offset.ahead += 75 * HOUR
        table.sweep(match)
    assert seats(match)[0].misses == 0


def test_the_turn_of_a_bot_goes_on_after_an_answer_and_does_not_begin_anew() -> None:
    match = a_match("drums jump sock", "sock", "sock", ben="ask")
    Seat.objects.filter(match=match, number=0).update(bot="greedy", deadline_at=None, remind_at=None)
    table.press(seats(match)[0], "give drums 1")
    assert seats(match)[0].turn_left is not None
    table.press(seats(match)[1], "pass")
    bot = seats(match)[0]
    assert bot.question is not None
    assert (bot.has_acted, bot.deadline_at, bot.turn_left) == (True, None, None)
    assert expiring.due_turns(match.opened_at + 1000 * HOUR) == []


# ---- orders while a match is paused


def a_paused_match() -> Match:
    match = a_match("goat jump", "sock", "sock")
    moderating.pause(match.pk, by=moderator(), reason="the post office is closed")
    match.refresh_from_db()
    return match


def test_a_standing_order_is_given_in_a_paused_match_too() -> None:
    match = a_paused_match()
    done = table.write(seats(match)[0], "RIPOST ALDRIG")
    assert (done.state, done.outcome["code"]) == ("applied", "ordered")
    assert seats(match)[0].orders == {"answers": "never"}


def test_moves_beside_a_standing_order_are_refused_in_a_pause_and_the_order_counts() -> None:
    match = a_paused_match()
    done = table.write(seats(match)[0], "RIPOST ALDRIG", "DRA")
    assert (done.state, done.outcome["code"], done.outcome["order"]) == ("refused", "paused", "never")
    assert seats(match)[0].orders == {"answers": "never"}
    assert seats(match)[0].question is not None


def test_words_for_the_host_are_answered_in_a_pause() -> None:
    assert table.write(seats(a_paused_match())[0], "HJÄLP").outcome["code"] == "help"
