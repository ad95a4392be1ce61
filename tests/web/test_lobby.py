"""Before the first deal: opening a match, inviting, joining, calling off."""

from typing import Any

import pytest

from hosting.games import GAMES
from hosting.matches.models import Match, Seat
from hosting.matches.opening import open_match, open_tutorial
from hosting.players.models import Player
from tests import people, table
from tests.web.visiting import browser_of, parse_errors, stranger, text_of

pytestmark = pytest.mark.django_db

NEW = "/new/spite-and-malice"

FORM = {
    "bot": "",
    "pace": "4",
    "misses_allowed": "3",
    "after_misses": "forfeit",
    "absences_allowed": "on",
    "luck": "",
    "option_decks": "2",
    "option_goal": "20",
    "option_centre": "3",
    "option_side": "4",
    "option_hand": "5",
    "option_king_as_ace": "on",
    "option_target": "10",
    "option_ties": "5",
}


def open_one() -> Match:
    return open_match(people.anna(), game=table.GAME, options={"target": 10}, luck="lycka")


def test_a_table_that_waits_says_who_sits_there_and_how_many_are_missing() -> None:
    match = open_match(people.cilla(), game="maldade-presenter", seats=4, bot="greedy", bot_seats=1)
    bot = match.seats.exclude(bot="").get()
    waiting = text_of(browser_of(people.cilla()).get(f"/match/{match.pk}"))
    assert "Waiting for 2 more players." in waiting
    assert f"Cilla, {bot.name} (the host's own player)" in waiting
    offered = text_of(stranger().get(f"/join/{match.join_code}"))
    assert f"Cilla, {bot.name} (the host's own player), you, 1 more" in offered


def test_each_game_can_be_learnt_from_the_page_where_one_chooses_it() -> None:
    page = browser_of(people.cilla()).get("/new")
    for slug in GAMES:
        assert f'action="/tutorial/{slug}"' in page.content.decode()
    assert parse_errors(page.content) == []


def test_a_match_is_opened_and_shows_the_link_to_send() -> None:
    client = browser_of(people.cilla())
    response = client.post(NEW, FORM)
    match = Match.objects.get()
    assert response["Location"] == f"/match/{match.pk}"
    assert (match.state, match.allowance, match.options["target"]) == ("open", 259200, 10)
    page = client.get(f"/match/{match.pk}")
    assert f"/join/{match.join_code}" in page.content.decode()
    assert match.commitment in text_of(page)
    assert parse_errors(page.content) == []


def test_a_form_that_is_sent_twice_opens_one_match() -> None:
    client = browser_of(people.cilla())
    places = {client.post(NEW, FORM)["Location"] for _ in range(2)}
    assert len(places) == Match.objects.count() == 1
    client.post(NEW, {**FORM, "option_target": "20"})
    assert Match.objects.count() == 2


def test_who_has_no_name_yet_chooses_one_before_he_sits_down() -> None:
    match = open_one()
    nameless = Player.objects.create_user("new@mail.example.org", language="en")
    client = browser_of(nameless)
    for path in (NEW, f"/join/{match.join_code}"):
        page = client.post(path, FORM, follow=True)
        assert "Choose a name first" in text_of(page)
    assert Match.objects.count() == 1


def test_against_a_bot_it_begins_at_once() -> None:
    client = browser_of(people.cilla())
    response = client.post(NEW, {**FORM, "bot": "random", "luck": "seven swans"})
    match = Match.objects.get()
    assert match.state == "playing"
    assert "The table" in text_of(client.get(response["Location"]))
    assert Seat.objects.get(match=match, number=0).luck == "seven swans"


def test_the_form_names_options_with_their_limits() -> None:
    told = text_of(browser_of(people.cilla()).get(NEW))
    assert "Points that win the match From 1 to 500; usually 50." in told
    assert "years by email" in told


@pytest.mark.parametrize(
    "wrong",
    [
        {"option_target": "0"},
        {"option_target": "501"},
        {"option_target": "1e3"},
        {"option_target": "NaN"},
        {"option_target": ""},
        {"option_target": "9" * 5000},
        {"option_goal": "-1"},
        {"bot": "stockfish"},
        {"pace": "99"},
        {"pace": "x"},
        {"pace": "99999999999999999999"},
        {"misses_allowed": "0"},
        {"after_misses": "shrug"},
        {"rest_days": ["1", "2", "3", "4", "5", "6", "7"]},
        {"rest_days": ["8"]},
        {"luck": "x" * 101},
        {"luck": "a\u202eb"},
        {"option_decks": "1", "option_goal": "30"},
    ],
)
def test_what_cannot_be_played_is_refused_with_a_word_at_its_field(wrong: dict[str, Any]) -> None:
    response = browser_of(people.cilla()).post(NEW, {**FORM, **wrong})
    assert response.status_code == 422
    assert 'class="error"' in response.content.decode()
    assert parse_errors(response.content) == []
    assert not Match.objects.exists()


def test_an_invitation_can_be_read_without_an_account() -> None:
    match = open_one()
    page = stranger(HTTP_ACCEPT_LANGUAGE="en").get(f"/join/{match.join_code}")
    told = text_of(page)
    assert "Anna invites you to Spite & Malice" in told
    assert "3 days a turn" in told
    assert match.commitment in told
    assert (
        '<meta property="og:title" content="Anna invites you to Spite &amp; Malice">' in page.content.decode()
    )
    assert '<meta name="robots" content="noindex">' in page.content.decode()


def test_an_invitation_leads_through_sign_in_and_back() -> None:
    match = open_one()
    page = stranger().get(f"/join/{match.join_code}").content.decode()
    for way in ("login", "signup"):
        assert f'href="/account/{way}/?next=/join/{match.join_code}"' in page
    posted = stranger().post(f"/join/{match.join_code}", {"luck": ""})
    assert posted["Location"] == f"/account/login/?next=/join/{match.join_code}"


def test_taking_the_last_seat_begins_the_match() -> None:
    match = open_one()
    response = browser_of(people.ben()).post(f"/join/{match.join_code}", {"luck": "tuah"})
    match.refresh_from_db()
    assert match.state == "playing"
    assert response["Location"] == f"/match/{match.pk}"
    assert Seat.objects.get(match=match, number=1).luck == "tuah"


def test_who_sits_there_already_comes_to_the_match() -> None:
    match = open_one()
    client = browser_of(people.anna())
    assert client.get(f"/join/{match.join_code}")["Location"] == f"/match/{match.pk}"
    assert client.post(f"/join/{match.join_code}", {"luck": ""})["Location"] == f"/match/{match.pk}"
    assert Seat.objects.filter(match=match, player__isnull=False).count() == 1


def test_who_comes_too_late_is_told_so() -> None:
    match = table.a_match()
    client = browser_of(people.cilla())
    assert "no longer open" in text_of(client.get(f"/join/{match.join_code}"))
    late = client.post(f"/join/{match.join_code}", {"luck": ""}, follow=True)
    assert "Somebody else was quicker" in text_of(late)


def test_who_opened_it_may_call_it_off_and_nobody_else() -> None:
    match = open_one()
    assert browser_of(people.dan()).post(f"/match/{match.pk}/cancel").status_code == 404
    client = browser_of(people.anna())
    client.post(f"/match/{match.pk}/cancel")
    match.refresh_from_db()
    assert match.state == "cancelled"
    client.post("/language", {"language": "en"})
    assert "called off" in text_of(client.get(f"/match/{match.pk}"))


def test_a_match_that_has_begun_cannot_be_called_off() -> None:
    match = table.a_match()
    browser_of(people.anna()).post(f"/match/{match.pk}/cancel")
    match.refresh_from_db()
    assert match.state == "playing"


def test_the_dashboard_lists_each_match_in_its_place() -> None:
    playing, waiting = table.a_match(), open_one()
    client = browser_of(people.anna())
    client.post("/language", {"language": "en"})
    told = text_of(client.get("/"))
    assert "Not begun yet (1)" in told
    assert f"Spite & Malice {waiting.pk}" in told
    assert f"Spite & Malice {playing.pk} with Ben" in told


def test_an_empty_dashboard_says_what_to_do() -> None:
    assert "Play your first match" in text_of(browser_of(people.cilla()).get("/"))


def test_a_newcomer_learns_any_game_by_one_button_and_the_same_match_by_a_second_press() -> None:
    client = browser_of(people.cilla())
    page = client.get("/")
    assert parse_errors(page.content) == []
    for slug in GAMES:
        assert f'action="/tutorial/{slug}"' in page.content.decode()
        places = {client.post(f"/tutorial/{slug}")["Location"] for _ in range(2)}
        assert len(places) == 1
        assert "The table" in text_of(client.get(places.pop()))
    assert Match.objects.count() == len(GAMES)
    assert "Play your first match" not in text_of(client.get("/"))


def test_a_tutorial_wants_a_name_a_known_game_and_somebody_signed_in() -> None:
    nameless = Player.objects.create_user("new@mail.example.org", language="en")
    told = browser_of(nameless).post("/tutorial/spite-and-malice", follow=True)
    assert "Choose a name first" in text_of(told)
    assert browser_of(people.cilla()).post("/tutorial/chess").status_code == 404
    assert browser_of(people.cilla()).get("/tutorial/spite-and-malice")["Location"] == "/"
    assert "/account/login/" in stranger().post("/tutorial/spite-and-malice")["Location"]
    assert not Match.objects.exists()


def test_after_the_first_match_the_next_step_is_a_friend() -> None:
    match = open_tutorial(people.cilla())
    Match.objects.filter(pk=match.pk).update(state="finished", result={"winners": [0], "totals": [3, 0]})
    told = text_of(browser_of(people.cilla()).get("/"))
    assert "Now with a friend" in told
    assert "Invite a friend" in told
