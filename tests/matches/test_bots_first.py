"""One mail where the host's own players move between two: answers and beginnings that wait a few seconds."""

import datetime as dt
import random

import pytest

from hosting.mail.sending import outbox
from hosting.mail.writing.letters import headers, write
from hosting.matches import bots, opening
from hosting.matches.models import Match, Notice, Seat
from hosting.now import now, travel
from hosting.players.models import Player
from tests import people, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

PRESENTS = "maldade-presenter"


def begun(*, youngest: int, seats: int = 2) -> Match:
    """Cilla's match against the host's own players, begun by the seat that is the youngest."""
    return opening.open_match(
        people.cilla(), game=PRESENTS, options={"youngest": youngest}, seats=seats, bot="random"
    )


@pytest.fixture(autouse=True)
def bots_play_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the chance of bots be the same in every run."""
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(7))


def mine(match: Match) -> Seat:
    """The one seat of a player."""
    return Seat.objects.select_related("player", "match").get(match=match, player__isnull=False)


def before_a_bot(match: Match) -> Seat:
    """Let all draw until a player is to act whom a bot follows."""
    while True:
        seat = Seat.objects.select_related("player", "match").get(match=match, question__isnull=False)
        follows = Seat.objects.get(match=match, number=(seat.number + 1) % 3)
        if seat.player and follows.bot:
            return seat
        if seat.bot:
            bots.act(seat.pk)
        else:
            table.write(seat, "DRAW")


def bots_play(match: Match, times: int = 100) -> None:
    """Let bots play as long as one is to act."""
    for _time in range(times):
        seat = Seat.objects.filter(match=match, question__isnull=False).exclude(bot="").first()
        if seat is None:
            return
        bots.act(seat.pk)


def due() -> list[str]:
    """The kinds of what would be sent now."""
    return [Notice.objects.get(pk=pk).kind for pk in outbox.due(now())]


def send_all() -> None:
    """Count all notices as sent."""
    Notice.objects.filter(state="new").update(state="sent", sent_at=now())


def text(notice: Notice) -> str:
    """A mail as one line."""
    return " ".join(write(notice, now()).text.split())


def test_the_answer_to_a_move_and_the_turn_after_the_bot_are_one_mail() -> None:
    match = begun(youngest=1)
    send_all()
    seat = mine(match)
    answered = table.write(seat, "DRAW")
    assert due() == []
    bots_play(match)
    match.refresh_from_db()
    if match.state != "playing":
        return  # bots play by chance of their own, and may have ended it
    assert due() == ["turn"]
    turn = Notice.objects.get(kind="turn", state="new")
    told = text(turn)
    assert "Done, and it is your turn again." in told
    assert "WHAT YOU DID, AND WHAT FOLLOWED - You drew" in told
    assert turn.data["answers"] == answered.pk
    assert headers(turn, now())["Auto-Submitted"] == "auto-replied"
    assert Notice.objects.get(submission=answered).state == "dropped"


def test_a_match_that_a_bot_begins_is_told_with_the_first_turn() -> None:
    match = begun(youngest=2)
    assert due() == []
    bots_play(match)
    assert due() == ["turn"]
    told = text(Notice.objects.get(kind="turn"))
    assert "Your turn." in told
    assert "Your match of Maldade Presenter with" in told
    assert "THE SHUFFLE IS FIXED" in told
    assert match.commitment[:32] in told


def test_where_the_bot_does_not_come_the_answer_is_sent_all_the_same() -> None:
    match = begun(youngest=1)
    send_all()
    table.write(mine(match), "DRAW")
    with travel(dt.timedelta(seconds=6)):
        assert due() == ["answer"]
        send_all()
        bots_play(match)
        assert "Done, and it is your turn again." not in text(Notice.objects.get(kind="turn", state="new"))


def test_where_the_bot_plays_on_to_somebody_else_the_answer_waits_no_more() -> None:
    match = opening.open_match(
        people.cilla(), game=PRESENTS, options={"youngest": 1}, seats=3, bot="random", bot_seats=1
    )
    table.stack_the_deck(match)
    opening.join(match, people.anna())
    send_all()
    seat = before_a_bot(match)
    send_all()
    table.write(seat, "DRAW")
    assert "answer" not in due()
    bots_play(match)
    assert "answer" in due()


@pytest.mark.parametrize("lines", [("DRAW", "gvie sock to bne"), ("TALK Good game!", "DRAW")])
def test_an_answer_that_says_more_than_a_turn_could_does_not_wait(lines: tuple[str, ...]) -> None:
    match = begun(youngest=1)
    send_all()
    table.write(mine(match), *lines)
    assert due() == ["answer"]


def test_who_has_his_turns_in_a_daily_mail_is_answered_at_once() -> None:
    match = begun(youngest=1)
    send_all()
    Player.objects.filter(pk=people.cilla().pk).update(wishes={"turn": "digest"})
    table.write(mine(match), "DRAW")
    assert due() == ["answer"]
