"""The match to learn from: short, unhurried, against bots, and one at a time."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from hosting.games import BOTS, GAMES
from hosting.mail.writing.letters import write
from hosting.matches import bots, dealing, opening, queries
from hosting.matches.models import Entry, Match, Notice, Seat
from hosting.now import now
from hosting.players.models import Player
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from hosting.rules.words import words
from tests import people, table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_deal_is_remembered() -> Iterator[None]:
    """Forget the deals that a process keeps: after a test their row ids are used again."""
    dealing.forget()
    yield
    dealing.forget()


every_game = pytest.mark.parametrize("slug", sorted(GAMES))


@every_game
def test_a_tutorial_begins_at_once_with_bots_and_plenty_of_time(slug: str) -> None:
    match = opening.open_tutorial(people.cilla(), slug)
    assert match.state == Match.State.PLAYING
    assert match.allowance == 7 * 24 * 3600
    assert queries.is_tutorial(match)
    own, *others = match.seats.order_by("number")
    assert own.player == people.cilla()
    assert all(seat.bot for seat in others)
    assert match.options == GAMES[slug].options.parse(GAMES[slug].options.short()).as_dict()


def test_it_is_spite_and_malice_unless_another_game_is_named_and_one_short_deal() -> None:
    match = opening.open_tutorial(people.cilla())
    assert (match.game, match.options["goal"], match.options["target"]) == ("spite-and-malice", 5, 1)


def test_who_asks_twice_gets_the_same_match_and_another_one_of_another_game() -> None:
    first = opening.open_tutorial(people.cilla())
    assert opening.open_tutorial(people.cilla()) == first
    assert opening.open_tutorial(people.cilla(), "wicked-christmas") != first
    assert opening.open_tutorial(people.anna()) != first
    assert Match.objects.count() == 3


def test_a_match_against_a_bot_is_no_tutorial() -> None:
    other = opening.open_match(people.cilla(), game=table.GAME, bot="random")
    assert not queries.is_tutorial(other)
    assert opening.open_tutorial(people.cilla()) != other


def test_after_its_end_another_one_may_be_begun() -> None:
    first = opening.open_tutorial(people.cilla())
    play_to_the_end(first)
    assert opening.open_tutorial(people.cilla()) != first


def mail(match: Match, kind: Notice.Kind) -> str:
    """Give the text of the player's first mail of a kind, as one line."""
    notice = Notice.objects.filter(match=match, kind=kind).earliest("pk")
    return " ".join(write(notice, now()).text.split())


def until_asked(match: Match) -> None:
    """Let the bot play until the player is asked, or all is over."""
    while seat := Seat.objects.filter(match=match, question__isnull=False).exclude(bot="").first():
        bots.act(seat.pk)


def play_to_the_end(match: Match) -> None:
    """Let the player do what a bot would."""
    chance = Random(1)
    until_asked(match)
    while match.state == Match.State.PLAYING:
        seat = table.on_turn(match)
        view = queries.situation(match, seat).view
        table.write(seat, words(match.game, "en").command(BOTS[match.game]["greedy"](view, chance), view))
        until_asked(match)
        match.refresh_from_db()


@pytest.mark.parametrize(
    ("who", "said"),
    [
        (people.anna, "Det här är ett parti att lära sig av."),
        (people.ben, "Perlawanan ini untuk belajar."),
        (people.cilla, "This is a match to learn from."),
    ],
)
def test_the_first_mail_tells_what_it_is_and_how_to_answer_in_the_readers_language(
    who: Callable[[], Player], said: str
) -> None:
    match = opening.open_tutorial(who())
    until_asked(match)
    told = mail(match, Notice.Kind.TURN)
    assert said in told
    assert "/rules/spite-and-malice" in told


def test_two_players_of_the_host_are_told_of_as_two() -> None:
    match = opening.open_tutorial(people.cilla(), "wicked-christmas")
    until_asked(match)
    one, other = match.seats.exclude(bot="").order_by("number").values_list("name", flat=True)
    assert f"{one} and {other} are played by the host" in mail(match, Notice.Kind.TURN)


def test_later_mails_do_not_say_it_again() -> None:
    match = opening.open_tutorial(people.cilla())
    until_asked(match)
    table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    until_asked(match)
    newest = Notice.objects.filter(match=match).latest("pk")
    assert "match to learn from" not in write(newest, now()).text


def test_no_line_of_it_is_a_command() -> None:
    grammar = GameGrammar(table.GAME, ())
    for who in (people.anna, people.ben, people.cilla):
        match = opening.open_tutorial(who())
        until_asked(match)
        notice = Notice.objects.filter(match=match, kind=Notice.Kind.TURN).earliest("pk")
        lines = [line.strip() for line in write(notice, now()).text.splitlines() if line.strip()]
        assert [line for line in lines if grammar.sort(line) is Sort.COMMAND] == []


def test_its_last_mail_names_the_next_step() -> None:
    match = opening.open_tutorial(people.cilla())
    play_to_the_end(match)
    newest = Notice.objects.filter(match=match).latest("pk")
    assert newest.kind in {Notice.Kind.ANSWER, Notice.Kind.MATCH_ENDED}
    told = " ".join(write(newest, now()).text.split())
    assert "That was your first match. Now for one with a friend" in told


def test_the_log_remembers_that_it_was_one() -> None:
    match = opening.open_tutorial(people.cilla())
    assert Entry.objects.get(match=match, seq=1).data["tutorial"] is True
