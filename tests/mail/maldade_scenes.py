"""Scenes of Maldade Presenter, one after the other, with the mail that each of them brings."""

import datetime as dt
import random
from collections.abc import Iterator
from copy import deepcopy

from hosting.games import bots
from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.matches import dealing, expiring, moderating, opening, queries
from hosting.matches.models import Match, Notice, Seat
from hosting.rules.values import Action
from hosting.rules.words import words
from tests import people, table
from tests.games.maldade_presenter.positions import position
from tests.mail.gallery import moderator, newest_question, whole

GAME = MaldadePresenter.slug
DUE = dt.datetime(2026, 12, 3, 19, 0, tzinfo=dt.UTC)
WRITTEN = dt.datetime(2026, 12, 3, 7, 30, tzinfo=dt.UTC)
"""When every turn of a scene ends, and when its mail is written: so that no text depends on the day."""

Scene = tuple[str, Notice]


def a_match(*hands: str, gauges: tuple[str, ...] = (), septic: str = "", **orders: str) -> Match:
    """Anna is to move against Ben and Cilla (and Dan), with these cards if any are given."""
    match = opening.open_match(
        people.anna(), game=GAME, options={"youngest": 1}, seats=max(3, len(hands)), luck="lycka"
    )
    table.stack_the_deck(match)
    opening.join(match, people.ben(), luck="tuah")
    opening.join(match, people.cilla())
    if len(hands) > 3:
        opening.join(match, people.dan())
    if hands:
        laid_out = position(*hands, gauges=gauges, septic=septic)
        with dealing.looking_at(match, match.deals.get(), seats(match)) as laid:
            game = laid.game
            assert isinstance(game, MaldadePresenter)
            game.hands, game.gauges, game.septic = laid_out.hands, laid_out.gauges, laid_out.septic
    for seat in seats(match):
        seat.orders = {"answers": orders.get(seat.name.lower(), "auto")}
        seat.save()
    match.refresh_from_db()
    return match


def seats(match: Match) -> list[Seat]:
    return list(Seat.objects.select_related("player", "match").filter(match=match).order_by("number"))


def press(match: Match, number: int, *actions: str) -> None:
    """Let a seat do these actions on the page."""
    for action in actions:
        done = table.press(seats(match)[number], action)
        assert done.state == "applied", (action, done.outcome)


def to(match: Match, number: int) -> Notice:
    """The newest notice to a seat."""
    return whole(Notice.objects.filter(match=match, seat__number=number).latest("pk"))


def answer(match: Match, number: int, *lines: str) -> Notice:
    """The answer to a mail with these lines."""
    table.write(seats(match)[number], *lines)
    return to(match, number)


def run_out(match: Match, number: int) -> Notice:
    """A seat's time runs out, though all our mails arrived."""
    was_due = DUE - dt.timedelta(days=365)
    began, seen = was_due - dt.timedelta(days=3), was_due - dt.timedelta(days=2)
    of_seat = Seat.objects.filter(match=match, number=number)
    of_seat.update(deadline_at=was_due, asked_at=began, seen_at=seen)
    seat = seats(match)[number]
    expiring.expire(seat.pk, seat.question or 0)
    notice = to(match, number)
    notice.data["moved_at"] = (was_due + dt.timedelta(minutes=1)).isoformat()
    notice.save()
    return whole(notice)


def scenes() -> Iterator[Scene]:
    """Every scene; each mail has to be written before the next is asked for."""
    yield from of_a_start()
    yield from of_a_turn()
    yield from of_answers()
    yield from of_going_out()
    yield from of_silence()
    yield from of_a_pause()
    yield from of_an_end()


def of_a_start() -> Iterator[Scene]:
    match = a_match()
    yield "the match begins, and it is the reader's turn", to(match, 0)
    yield "the match begins, and it is another's turn", to(match, 1)


def of_a_turn() -> Iterator[Scene]:
    hand = "underpants prize prize antidote2 mermaid rewrap address jump"
    match = a_match(
        hand,
        "sock jump karma",
        "goat queue snatch",
        gauges=("drums chocolate", "goat", "sock"),
        septic="jump",
    )
    press(match, 0, "draw")
    press(match, 1, "give sock 2", "play jump", "draw")
    press(match, 2, "play queue 1", "draw")
    yield "a turn", newest_question(seats(match)[0])
    trial = ("PROVA", "SPELA Nödsjöjungfru PÅ Trumset", "GE Tröstpris TILL Cilla", "GE kalsonger TILL Ben")
    yield "a trial", answer(match, 0, *trial)
    yield "nothing could be played", answer(match, 0, "GE Trumset TILL Ben", "DRA")
    yield "a slip of the pen", answer(match, 0, "GEE kalsonger TILL Ben", "DRA")
    yield "a move is done", answer(match, 0, "SPELA Nödsjöjungfru PÅ Trumset")
    lines = ("LÄK Utgången choklad MED Motgift", "GE Trumset TILL Cilla", "DRA")
    yield "the first moves are done", answer(match, 0, *lines)
    yield "the turn is over", answer(match, 0, "DRA")
    yield "an order", answer(match, 0, "RIPOST FRÅGA")


def of_answers() -> Iterator[Scene]:
    match = a_match(
        "goat jump snatch sock bow queue",
        "return address onward karma drums",
        "jump karma",
        gauges=("", "goat sock", "chocolate"),
        ben="ask",
        cilla="ask",
    )
    yield "a gift that may be answered is given", answer(match, 0, "GE Ilsken get TILL Ben")
    yield "asked about a gift", newest_question(seats(match)[1])
    yield "an answer to a gift", answer(match, 1, "SPELA Skicka vidare PÅ Cilla")
    yield "asked about a gift that was passed on", newest_question(seats(match)[2])
    press(match, 2, "pass")
    yield "the turn goes on", newest_question(seats(match)[0])
    press(match, 0, "play snatch sock 1")
    yield "asked about a trick", newest_question(seats(match)[1])
    yield "an answer that is none", answer(match, 1, "SPELA Fel adress")
    yield "answered by the host", run_out(match, 1)


def of_going_out() -> Iterator[Scene]:
    hands = ("goat jump sock", "greeting drums golden sock", "return jump", "jump")
    gauges = ("chocolate", "goat", "prize", "")
    match = a_match(*hands, gauges=gauges)
    press(match, 0, "give goat 1")
    yield "eliminated", to(match, 1)
    match = a_match(*hands, gauges=gauges, ben="ask")
    press(match, 0, "give goat 1")
    press(match, 1, "pass")
    yield "asked for a last greeting", newest_question(seats(match)[1])
    yield "a last greeting is given", answer(match, 1, "GE Trumset TILL Cilla")
    match = a_match("golden jump", "return jump", "sock")
    yield "eliminated by a gift of his own", answer(match, 0, "GE guldpresenten TILL Ben")


def of_silence() -> Iterator[Scene]:
    match = a_match("drums jump sock", "jump sock", "jump", gauges=("goat prize", "goat", ""))
    press(match, 0, "give drums 2")
    table.deliver_all(match)
    seat = seats(match)[0]
    Seat.objects.filter(pk=seat.pk).update(remind_at=seat.asked_at)
    expiring.remind(seat.pk, seat.question or 0)
    yield "a reminder", newest_question(seats(match)[0])
    yield "a turn that was begun is ended", run_out(match, 0)
    yield "a turn is ended", run_out(match, 1)
    Seat.objects.filter(match=match, number=2).update(misses=2, misses_total=2)
    yield "the third missed turn", run_out(match, 2)


def of_a_pause() -> Iterator[Scene]:
    match = a_match("drums jump sock", "jump sock", "jump")
    moderating.pause(match.pk, by=moderator(), reason="Cilla is in hospital")
    yield "an order in a pause", answer(match, 0, "RIPOST ALLTID")
    yield "moves in a pause", answer(match, 0, "RIPOST ALDRIG", "DRA")


def of_an_end() -> Iterator[Scene]:
    """A match as it is really dealt, for what has ended is laid out anew from its log."""
    match, rng = a_match(), random.Random(1)
    while True:
        seat = table.on_turn(match)
        seen = queries.situation(match, seat)
        action = bots(GAME)["greedy"](seen.view, rng)
        if ends(match, seat, action):
            told = words(GAME, "sv")
            yield (
                "the winner's answer",
                answer(match, seat.number, told.command(action, seen.view, seen.names)),
            )
            for other in seats(match):
                if other.pk != seat.pk:
                    yield f"how it ended, to {other.name}", to(match, other.number)
            return
        press(match, seat.number, str(action))


def ends(match: Match, seat: Seat, action: Action) -> bool:
    """Whether an action would end the deal."""
    with dealing.looking_at(match, match.deals.get(), seats(match)) as laid:
        copy = deepcopy(laid.game)
    copy.play(seat.number, action)
    return copy.outcome() is not None
