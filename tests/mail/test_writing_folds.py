"""Mails about many moves of one kind: told in a sentence, never as a list of them all."""

import pytest

from hosting.mail.writing.letters import write
from hosting.matches import queries
from hosting.matches.models import Match, Notice
from hosting.now import now
from hosting.rules.choices import choices
from tests import table
from tests.web.visiting import in_english

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """Anna against Ben, who read English."""
    match = table.a_match()
    for seat in match.seats.select_related("player"):
        in_english(seat.player)
    return match


def newest(match: Match) -> str:
    """Give the newest mail as one line."""
    return " ".join(write(Notice.objects.filter(match=match).latest("pk"), now()).text.split())


def test_the_number_of_many_moves_is_answered_with_how_to_name_one(match: Match) -> None:
    seat = table.on_turn(match)
    many = choices(queries.situation(match, seat).view)[-1]
    assert len(many.actions) > 6
    table.write(seat, str(many.number))
    told = newest(match)
    assert "stands for many moves, and the host does not guess which you mean. Discard a card" in told
    assert "or “DISCARD" not in told


def test_few_meanings_are_all_named(match: Match) -> None:
    seat = table.on_turn(match)
    card = next(action for action in table.legal(seat) if action.verb == "discard").args[0]
    table.write(seat, f"DISCARD {card}")
    assert f"“DISCARD {card} TO 1”, or “DISCARD {card} TO 2”" in newest(match)


def test_a_mail_without_numbers_to_choose_from_says_to_answer_in_words(match: Match) -> None:
    while any(action.verb == "play" for action in table.legal(table.on_turn(match))):
        table.press(table.on_turn(match), table.discard(table.on_turn(match)))
        match.refresh_from_db()
    notice = Notice.objects.filter(seat=table.on_turn(match), question__isnull=False).latest("pk")
    told = " ".join(write(notice, now()).text.split())
    assert "HOW TO ANSWER Reply with your move in words, as in the list;" in told
    assert "with the number of a choice" not in told
