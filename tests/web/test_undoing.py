"""Taking back on the match page: a button only while something can be taken back."""

import pytest

from tests import table
from tests.matches.test_undoing import a_match, a_match_in_which_a_card_has_been_turned
from tests.web.visiting import browser_of, in_english, move, text_of

pytestmark = pytest.mark.django_db

BUTTON = 'name="lines" value="UNDO"'


def test_the_button_is_there_when_a_move_can_be_taken_back_and_takes_it_back() -> None:
    match, (first,) = a_match()
    seat = table.on_turn(match)
    client = browser_of(in_english(seat.player))
    assert BUTTON not in client.get(f"/match/{match.pk}").content.decode()
    page = move(client, match, question=seat.question, action=first)
    assert BUTTON in page.content.decode()
    page = move(client, match, question=table.on_turn(match).question, lines="UNDO")
    assert "You took back your last move." in text_of(page)
    assert BUTTON not in page.content.decode()
    other = browser_of(in_english(table.waiting(match).player))
    assert f"{seat.name} took back the last move." in text_of(other.get(f"/match/{match.pk}"))
    assert f"{seat.name} took back the last move." in text_of(other.get(f"/match/{match.pk}/log"))


def test_there_is_no_button_after_a_card_was_turned_and_the_word_is_refused_with_its_reason() -> None:
    match = a_match_in_which_a_card_has_been_turned()
    seat = table.on_turn(match)
    client = browser_of(in_english(seat.player))
    assert BUTTON not in client.get(f"/match/{match.pk}").content.decode()
    page = move(client, match, question=seat.question, lines="undo")
    assert "it brought out cards or chance that somebody has seen" in text_of(page)


def test_what_is_taken_back_is_not_tried() -> None:
    match, (first,) = a_match()
    seat = table.on_turn(match)
    client = browser_of(in_english(seat.player))
    move(client, match, question=seat.question, action=first)
    page = move(client, match, question=table.on_turn(match).question, lines="TRY\nUNDO")
    assert "was not tried" in text_of(page)
    assert BUTTON in page.content.decode()
