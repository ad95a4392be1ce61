"""The pages of Wicked Christmas: its rules, its form, its table as each seat sees it, who may join."""

from random import Random
from typing import Any

import pytest
from django.test import Client

from hosting.games import bots
from hosting.games.wicked_christmas.moves import Play
from hosting.games.wicked_christmas.rules import WickedChristmas
from hosting.matches import opening, queries
from hosting.matches.models import Match, Seat
from tests import people, table
from tests.web.visiting import browser_of, move, parse_errors, stranger, text_of

pytestmark = pytest.mark.django_db

SLUG = WickedChristmas.slug
FORM = {
    "bot": "",
    "pace": "4",
    "misses_allowed": "3",
    "after_misses": "forfeit",
    "absences_allowed": "on",
    "luck": "",
    "seats": "4",
    "option_threshold": "100",
    "option_rounds": "0",
    "option_deck": "A",
    "option_made_blast_again": "on",
}


def a_match(*, master: bytes = b"the same cards in every test run", **options: object) -> Match:
    """Anna, Ben and Cilla; the same cards in every run."""
    match = opening.open_match(people.anna(), game=SLUG, options=options)
    table.stack_the_deck(match, master)
    opening.join(match, people.ben())
    opening.join(match, people.cilla())
    match.refresh_from_db()
    return match


SAID = (
    "So the deck here is a house deck",
    "our ruling",
    "C: 1 to 10, eleven of each",
    "PLAY 7 HAND 1 STACK 2 3",
    "Wonky Penguin LLC",
    "68, 48, 28 or 8 cards",
    "as the rules would have had it",
    "Otherwise you draw one card from the Draw Pile.",
    "so do nine in the whole match",
    "Lump of Coal!",
    "The last card of a stack is never turned up beforehand.",
)
"""What nobody could play, or be silent, without knowing."""


def test_the_rules_are_whole_and_name_the_house_deck_and_the_rulings() -> None:
    page = stranger().get(f"/rules/{SLUG}")
    told = text_of(page)
    assert parse_errors(page.content) == []
    assert [said for said in SAID if said not in told] == []


@pytest.mark.parametrize(
    ("language", "said"), [("sv", "husets egen: 1 till 10"), ("ms", "dek buatan hos: 1 hingga 10")]
)
def test_the_rules_are_told_in_every_language(language: str, said: str) -> None:
    client = stranger(headers={"accept-language": language})
    told = text_of(client.get(f"/rules/{SLUG}"))
    assert said in told
    assert "The Gift Pile" not in told


def test_a_match_is_opened_for_as_many_as_are_chosen_with_a_deck_and_a_threshold() -> None:
    client = browser_of(people.cilla())
    page = client.get(f"/new/{SLUG}")
    assert parse_errors(page.content) == []
    assert "A: 1 to 9, twelve of each" in text_of(page)
    client.post(f"/new/{SLUG}", FORM)
    match = Match.objects.get()
    assert (match.seats.count(), match.options["deck"], match.options["threshold"]) == (4, "A", 100)
    told = text_of(client.get(f"/match/{match.pk}"))
    assert "Points that end the match 100" in told
    assert "A: 1 to 9, twelve of each" in told


@pytest.mark.parametrize("wrong", [{"seats": "7"}, {"option_deck": "E"}, {"option_threshold": "350"}])
def test_what_cannot_be_played_is_refused(wrong: dict[str, str]) -> None:
    response = browser_of(people.cilla()).post(f"/new/{SLUG}", {**FORM, **wrong})
    assert response.status_code == 422
    assert not Match.objects.exists()


def test_only_the_last_seat_begins_the_match() -> None:
    match = opening.open_match(people.anna(), game=SLUG)
    assert "Take the seat and begin" not in text_of(
        browser_of(people.cilla()).get(f"/join/{match.join_code}")
    )
    opening.join(match, people.ben())
    assert "Take the seat and begin" in text_of(browser_of(people.cilla()).get(f"/join/{match.join_code}"))


def test_the_table_is_drawn_for_every_seat_in_its_language_all_through_a_round() -> None:
    match, chance = a_match(rounds=1), Random(4)
    clients = [browser_of(player) for player in (people.anna(), people.ben(), people.cilla())]
    said = ("Presenthög", "Timbunan hadiah", "Gift Pile")
    for step in range(400):
        match.refresh_from_db()
        if step % 12 == 0 or match.state != match.State.PLAYING:
            for client, words in zip(clients, said, strict=True):
                page = client.get(f"/match/{match.pk}")
                assert parse_errors(page.content) == []
                assert words in text_of(page)
        if match.state != match.State.PLAYING:
            break
        seat = table.on_turn(match)
        table.press(seat, str(bots(SLUG)["random"](queries.situation(match, seat).view, chance)))
    assert match.state == match.State.FINISHED


def test_cards_without_a_number_are_told_by_glyph_border_and_word() -> None:
    match = a_match()
    page = browser_of(people.anna()).get(f"/match/{match.pk}").content.decode()
    hand = queries.situation(match, match.seats.get(number=0)).view.table.zone("hand", 0).cards
    kinds = {card for card in hand if card and not card.isdecimal()}
    assert kinds
    for kind in kinds:
        assert f'class="card special {kind}"' in page


def test_a_choice_can_be_pressed() -> None:
    match = a_match()
    seat = table.on_turn(match)
    action = str(table.legal(seat)[0])
    assert seat.player
    client = browser_of(seat.player)
    assert f'value="{action}"' in client.get(f"/match/{match.pk}").content.decode()
    move(client, match, question=seat.question, action=action)
    assert match.entries.filter(kind="action").get().data["action"] == action


def a_long_list() -> tuple[Match, Seat, Client]:
    """A match in which so much can be played that it is picked: whose turn it is, and his browser."""
    for number in range(60):
        match = a_match(master=str(number).encode())
        sevens = [action for action in table.legal(table.on_turn(match)) if action.args[:1] == ("7",)]
        if not sevens:
            continue
        table.press(table.on_turn(match), str(sevens[-1]))
        seat = table.on_turn(match)
        if {"more", "higher"} <= {action.family for action in queries.situation(match, seat).view.legal}:
            assert seat.player
            return match, seat, browser_of(seat.player)
    raise AssertionError("no such hand in sixty deals")


def pick(client: Client, match: Match, seat: Seat, *picks: str) -> Any:
    return move(client, match, question=seat.question, picks="1", pick=list(picks))


def test_cards_are_picked_one_by_one_and_become_the_play_that_they_make() -> None:
    match, seat, client = a_long_list()
    page = client.get(f"/match/{match.pk}").content.decode()
    wanted = next(action for action in queries.situation(match, seat).view.legal if action.family == "more")
    play = Play.of(wanted)
    picks = [*([f"hand {play.card}"] * play.hand), *(f"stack {number} {play.card}" for number in play.stacks)]
    assert all(page.count(f'value="{each}"') >= picks.count(each) for each in picks)
    assert parse_errors(page.encode()) == []
    pick(client, match, seat, *picks)
    assert match.entries.filter(kind="action").latest("seq").data["action"] == str(wanted)


def test_a_higher_card_is_picked_where_the_page_says_that_it_takes_the_pile() -> None:
    match, seat, client = a_long_list()
    higher = next(
        action
        for action in queries.situation(match, seat).view.legal
        if action.family == "higher" and action.args[1] == "hand"
    )
    assert seat.player
    button = {"en": "Play these and take", "sv": "Spela dem och ta", "ms": "Mainkan dan kutip"}
    assert button[seat.player.language] in text_of(client.get(f"/match/{match.pk}"))
    pick(client, match, seat, *[f"hand {higher.args[0]}"] * int(higher.args[2]))
    assert match.entries.filter(kind="action").latest("seq").data["action"] == str(higher)


@pytest.mark.parametrize(
    ("picks", "said"),
    [
        ((), "Pick at least one card"),
        (("hand 1", "hand 2"), "Cards that are played together must be equal."),
        (("hand 1", "blind 1"), "not both."),
        (("blind 1", "blind 2"), "not both."),
        (("follow only",), "Pick at least one card"),
        (("hand 12",), "You have no 12"),
        (("blind 1",), "Stack 1 still shows"),
        (("nonsense",), "That could not be read."),
        (("hand x",), "That could not be read."),
        (("hand 1 2",), "That could not be read."),
        (("stack 9 7",), "There is no stack 9"),
    ],
)
def test_picks_that_make_no_play_are_answered_kindly_and_play_nothing(
    picks: tuple[str, ...], said: str
) -> None:
    match, seat, client = a_long_list()
    assert seat.player
    seat.player.language = "en"
    seat.player.save()
    before = match.entries.count()
    response = pick(client, match, seat, *picks)
    assert response.status_code == 422
    assert parse_errors(response.content) == []
    assert f'role="alert"><p>{said}' in response.content.decode() or said in text_of(response)
    assert match.entries.count() == before


def test_what_was_picked_is_still_picked_when_the_page_comes_back() -> None:
    match, seat, client = a_long_list()
    hand = queries.situation(match, seat).view.table.zone("hand", seat.number).cards
    fits = [card for card in hand if card and card.isdecimal() and int(card) <= 7]
    numbers = list(dict.fromkeys(fits))[:2]
    page = pick(client, match, seat, *(f"hand {card}" for card in numbers)).content.decode()
    assert page.count(" checked>") == len(numbers) == 2
