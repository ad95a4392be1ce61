"""The pages of Maldade Presenter: its rules, its form, its table, an answer that is asked for."""

import pytest
from django.conf import settings

from hosting.games.maldade_presenter.cards import CARDS
from hosting.games.maldade_presenter.naming import Naming
from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.matches import answering, opening
from hosting.matches.models import Match, Seat
from hosting.rules.words import words
from tests import people, table
from tests.web.visiting import browser_of, parse_errors, stranger, text_of

pytestmark = pytest.mark.django_db

SLUG = MaldadePresenter.slug


def a_match(ben: str = "auto") -> Match:
    """Anna, the youngest, against Ben and Cilla."""
    match = opening.open_match(people.anna(), game=SLUG, options={"youngest": 1}, seats=3)
    opening.join(match, people.ben())
    opening.join(match, people.cilla())
    seat = Seat.objects.get(match=match, number=1)
    answering.give(seat, ben)
    seat.save()
    match.refresh_from_db()
    return match


def test_the_rules_name_the_house_deck_the_rulings_and_the_orders() -> None:
    page = stranger().get(f"/rules/{SLUG}")
    told = text_of(page)
    assert parse_errors(page.content) == []
    for said in ("a house deck, with names", "our ruling", "AUTO:", "ASK:", "the house deck, 104 cards"):
        assert said in told


@pytest.mark.parametrize("language", ["sv", "ms", "en"])
def test_the_rules_list_every_card_with_what_it_does_and_its_copies(language: str) -> None:
    visitor = stranger()
    visitor.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = visitor.get(f"/rules/{SLUG}")
    told, said = text_of(page), words(SLUG, language)
    assert parse_errors(page.content) == []
    assert isinstance(said, Naming)
    for code in CARDS:
        assert f"{said.card_label(code)}" in told
        assert said.does(code) in told
    assert said.deck_sizes() == (104, 77)
    assert " 104 77 " in told
    for line in said.help(MaldadePresenter.start(seats=2, options={}, key=b"help", opening={}).view(0)):
        assert line in told


def test_the_rules_tell_the_timeout_rule_as_it_binds() -> None:
    told = text_of(stranger().get(f"/rules/{SLUG}"))
    for said in (
        "what you played stands; you draw one card",
        "if the puddle is empty, the septic discard is shuffled first; if both are empty, you draw none",
        "the next player still in has the turn. Nothing is ever played for you.",
        "AUTO answers for you, and that does not count as a missed turn",
    ):
        assert said in told


def test_the_youngest_is_chosen_by_seat_and_chance_is_the_usual_way() -> None:
    told = text_of(browser_of(people.cilla()).get(f"/new/{SLUG}"))
    assert "Who begins" in told
    assert "chance decides" in told
    assert "seat 1, who opens the match, as the youngest" in told


def test_a_match_may_be_opened_with_another_deck_and_without_the_golden_gift() -> None:
    page = browser_of(people.cilla()).get(f"/new/{SLUG}")
    assert parse_errors(page.content) == []
    told = text_of(page)
    assert "The golden gift of 666 points is in" in told
    assert "only the kinds of card that the rule sheet names, 77 cards" in told


def test_the_table_shows_gauges_hand_and_piles_in_the_readers_language() -> None:
    match = a_match()
    page = browser_of(people.anna()).get(f"/match/{match.pk}")
    assert parse_errors(page.content) == []
    told = text_of(page)
    for said in ("Mätaren", "Dragpölen", "Det septiska kastet", "Låt turen ta slut"):
        assert said in told


def a_match_with_a_gift() -> tuple[Match, Seat, str]:
    """Ben is to be asked for everything, and Anna has a gift for him that can be answered."""
    for _try in range(40):
        match = a_match(ben="ask")
        anna = table.on_turn(match)
        for action in table.legal(anna):
            if action.verb == "give" and action.args[1] == "1" and not CARDS[action.args[0]].unavoidable:
                return match, anna, str(action)
    raise AssertionError("no such hand in forty deals")


def test_who_is_asked_for_an_answer_is_told_so_and_can_press_it() -> None:
    match, anna, gift = a_match_with_a_gift()
    table.press(anna, gift)
    page = browser_of(people.ben()).get(f"/match/{match.pk}")
    assert parse_errors(page.content) == []
    told = text_of(page)
    assert "Anda ditanya." in told
    assert "Relakan" in told
