"""The match page: moves by button and by line, and what is told about each outcome."""

import re
from dataclasses import replace
from random import Random

import pytest
from django.template import loader
from django.test import RequestFactory
from django.utils import translation

from hosting import games
from hosting.matches import dealing, moderating, queries
from hosting.matches.models import Match, Seat, Submission
from hosting.now import now
from hosting.players.models import Player
from hosting.rules.choices import choices
from hosting.rules.game import Game
from hosting.rules.values import Action
from hosting.rules.words import words
from hosting.web.table import _context
from hosting.web.telling import Fold, Telling
from tests import people, table
from tests.web.visiting import NONCE, browser_of, in_english, move, reader_on_turn, stranger, text_of, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table.a_match()


def test_a_button_posts_the_action_itself_and_the_question(match: Match) -> None:
    client, seat = reader_on_turn(match)
    page = client.get(f"/match/{match.pk}").content.decode()
    assert f'name="question" value="{seat.question}"' in page
    situation = queries.situation(match, seat)
    for choice in situation.choices:
        if len(choice.actions) == 1:
            assert f'name="action" value="{choice.actions[0]}"' in page


def test_the_numbers_on_the_page_are_those_of_the_mail(match: Match) -> None:
    client, seat = reader_on_turn(match)
    page = client.get(f"/match/{match.pk}").content.decode()
    numbers = [int(number) for number in re.findall(r'class="number">(\d+)<', page)]
    assert numbers == [choice.number for choice in queries.situation(match, seat).choices]


def test_a_button_plays(match: Match) -> None:
    client, seat = reader_on_turn(match)
    page = move(client, match, question=seat.question, action=table.discard(seat))
    assert "Done." in text_of(page)
    assert table.on_turn(match).pk != seat.pk


def test_a_folded_move_is_put_together_from_its_parts(match: Match) -> None:
    client, seat = reader_on_turn(match)
    verb, card, stack = table.discard(seat).split()
    page = move(client, match, question=seat.question, part0=verb, part1=card, part2=stack)
    assert "Done." in text_of(page)


def test_half_of_a_folded_move_is_asked_for_again_and_plays_nothing(match: Match) -> None:
    client, seat = reader_on_turn(match)
    page = move(client, match, question=seat.question, part0="discard", part1="A")
    assert page.status_code == 422
    assert "Choose again" in text_of(page)
    assert not Submission.objects.exists()


def test_typed_lines_play(match: Match) -> None:
    client, seat = reader_on_turn(match)
    card, stack = table.discard(seat).split()[1:]
    page = move(client, match, question=seat.question, lines=f"discard {card} to {stack}\n\nthanks!")
    assert "Done." in text_of(page)
    assert table.on_turn(match).pk != seat.pk


def test_a_typed_number_means_the_list_on_the_page(match: Match) -> None:
    client, seat = reader_on_turn(match)
    single = next(choice for choice in queries.situation(match, seat).choices)
    page = move(client, match, question=seat.question, lines=str(single.number))
    if len(single.actions) == 1:
        assert "Done." in text_of(page)
    else:
        assert "may mean several things" in text_of(page)


def test_lines_that_were_not_played_are_given_back_for_mending(match: Match) -> None:
    client, seat = reader_on_turn(match)
    page = move(client, match, question=seat.question, lines="discrd 9 to 2")
    assert "Nothing was played" in text_of(page)
    assert ">discrd 9 to 2</textarea>" in page.content.decode()


def test_what_was_done_before_a_bad_line_stands(match: Match) -> None:
    play = play_of_somebody(match)
    client, seat = reader_on_turn(match)
    view = queries.situation(match, seat).view
    typed = words(match.game, "en").command(play, view)
    page = move(client, match, question=seat.question, lines=f"{typed}\nplay payoff to 9")
    assert "Done up to a line that could not be played." in text_of(page)
    assert "There is no centre stack 9" in text_of(page)
    assert ">play payoff to 9</textarea>" in page.content.decode()


def play_of_somebody(match: Match) -> Action:
    """Let both discard until one can play a card, not the pay-off card, to the centre; give that move."""
    while not (
        plays := [a for a in table.legal(table.on_turn(match)) if a.verb == "play" and a.args[0] != "payoff"]
    ):
        seat = table.on_turn(match)
        table.press(seat, table.discard(seat))
    return plays[0]


def test_the_same_form_twice_plays_once(match: Match) -> None:
    client, seat = reader_on_turn(match)
    action = table.discard(seat)
    first = move(client, match, question=seat.question, action=action)
    second = move(client, match, question=seat.question, action=action)
    assert Submission.objects.filter(source="web").count() == 1
    assert "Done." in text_of(first)
    assert "Done." in text_of(second)


def test_two_buttons_of_one_page_are_two_wishes_and_the_second_comes_too_late(match: Match) -> None:
    client, seat = reader_on_turn(match)
    discards = [str(action) for action in table.legal(seat) if action.verb == "discard"]
    move(client, match, question=seat.question, action=discards[0])
    late = move(client, match, question=seat.question, action=discards[1])
    assert late.status_code == 200
    assert "That turn was already over, so nothing was played." in text_of(late)


def test_a_second_tab_with_the_same_move_is_told_that_it_was_played(match: Match) -> None:
    client, seat = reader_on_turn(match)
    action = table.discard(seat)
    move(client, match, question=seat.question, action=action)
    again = move(client, match, question=seat.question, action=action, nonce="another-tab-1")
    assert "That has already been played." in text_of(again)


def test_a_move_out_of_turn_plays_nothing_and_shows_the_table(match: Match) -> None:
    seat = table.waiting(match)
    page = move(browser_of(in_english(seat.player)), match, question=None, lines="discard 9 to 1")
    assert "It is not your turn" in text_of(page)


def test_nobody_plays_for_the_other(match: Match) -> None:
    seat, other = table.on_turn(match), table.waiting(match)
    assert other.player is not None
    move(browser_of(other.player), match, question=seat.question, action=table.discard(seat))
    assert table.on_turn(match).pk == seat.pk


@pytest.mark.parametrize(
    ("path", "page"),
    [("match/{}/play", "/match/{}"), ("match/{}/talk", "/match/{}"), ("settings/mails", "/settings")],
)
def test_who_had_to_sign_in_before_a_form_was_sent_comes_to_its_page_and_is_told(
    match: Match, path: str, page: str
) -> None:
    client, _seat = reader_on_turn(match)
    answer = client.get("/" + path.format(match.pk), follow=True)
    assert answer.redirect_chain == [(page.format(match.pk), 302)]
    assert "Nothing was sent, and nothing has changed: you were not signed in." in text_of(answer)


def test_nobody_sees_what_became_of_another_s_move(match: Match) -> None:
    client, seat = reader_on_turn(match)
    move(client, match, question=seat.question, action=table.discard(seat))
    other = Seat.objects.exclude(pk=seat.pk).get(match=match).player
    assert other is not None
    done = Submission.objects.get(source="web")
    assert text_of(browser_of(other).get(f"/match/{match.pk}?done={done.pk}")) == text_of(
        browser_of(other).get(f"/match/{match.pk}")
    )
    assert browser_of(other).get(f"/match/{match.pk}/pending?done={done.pk}").status_code == 404


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "discard Z 99"},
        {"action": "foo"},
        {"action": ""},
        {"action": "discard\x00 9 1"},
        {"action": "x" * 5000},
        {"action": "discard 9 NaN"},
        {"action": "discard 9 \u0661"},
        {"action": "discard 9 -1"},
        {"lines": "x" * 5000},
        {"lines": "\x00"},
        {"nonce": ""},
        {"nonce": "<script>"},
        {"question": "-1"},
        {"question": "1e9"},
        {"question": "NaN"},
        {"question": "9" * 40},
        {"question": "\u0661"},
        {"part0": "discard", "part1": "9", "part2": "1 1"},
        {"part0": " ", "part1": "9"},
    ],
)
def test_odd_forms_are_form_errors(match: Match, fields: dict[str, str]) -> None:
    client, seat = reader_on_turn(match)
    posted = {"question": str(seat.question), "nonce": NONCE, "action": table.discard(seat), **fields}
    if "lines" in fields:
        del posted["action"]
    response = client.post(f"/match/{match.pk}/play", posted)
    assert response.status_code == 422
    assert "Choose again" in text_of(response)
    assert not Submission.objects.filter(source="web").exists()


@pytest.mark.parametrize("done", ["x", "-1", "9" * 30, "1.5", "\u0663"])
def test_with_an_odd_number_of_an_outcome_the_match_is_shown_all_the_same(match: Match, done: str) -> None:
    client, _seat = reader_on_turn(match)
    page = client.get(f"/match/{match.pk}", {"done": done})
    assert text_of(page) == text_of(client.get(f"/match/{match.pk}"))


def test_as_long_as_nobody_has_played_it_the_page_says_so_and_asks_again(match: Match) -> None:
    client, seat = reader_on_turn(match)
    where = client.post(
        f"/match/{match.pk}/play",
        {"question": str(seat.question), "nonce": NONCE, "action": table.discard(seat)},
    )["Location"]
    page = client.get(where)
    assert "Your move is saved and being played." in text_of(page)
    assert b'http-equiv="refresh"' in page.content
    assert b'name="action"' not in page.content
    done = where.partition("done=")[2]
    assert client.get(f"/match/{match.pk}/pending?done={done}").status_code == 204
    work()
    assert client.get(f"/match/{match.pk}/pending?done={done}")["HX-Redirect"] == where
    assert "Done." in text_of(client.get(where))


def test_the_strip_offers_news_and_swaps_no_table(match: Match) -> None:
    client, seat = reader_on_turn(match)
    shown = Match.objects.get(pk=match.pk).seq
    assert "There is news" not in text_of(client.get(f"/match/{match.pk}/strip?seq={shown}"))
    table.press(seat, table.discard(seat))
    strip = client.get(f"/match/{match.pk}/strip?seq={shown}")
    assert "There is news" in text_of(strip)
    assert f"seq={shown}" in strip.content.decode()
    assert b'class="card' not in strip.content
    for odd in ("x", "-1", "9" * 50, ""):
        assert client.get(f"/match/{match.pk}/strip", {"seq": odd}).status_code == 200


def test_a_paused_match_takes_no_moves_and_says_so(match: Match) -> None:
    client, _seat = reader_on_turn(match)
    dan = people.dan()
    Player.objects.filter(pk=dan.pk).update(is_staff=True)
    moderating.pause(match.pk, by=Player.objects.get(pk=dan.pk), reason="Somebody asked for it")
    page = text_of(client.get(f"/match/{match.pk}"))
    assert "Paused." in page
    assert "What do you do?" not in page


def test_a_match_whose_rules_fail_is_told_of_kindly_and_the_rest_goes_on(match: Match) -> None:
    client, _seat = reader_on_turn(match)
    Match.objects.filter(pk=match.pk).update(state=Match.State.BROKEN, options={"decks": 99})
    dealing.forget()
    page = client.get(f"/match/{match.pk}")
    assert (page.status_code, "Stopped through a fault of ours" in text_of(page)) == (503, True)
    assert client.get("/").status_code == 200


def test_the_title_counts_the_waiting_turns(match: Match) -> None:
    client, _seat = reader_on_turn(match)
    assert "<title>(1) Your turn" in client.get(f"/match/{match.pk}").content.decode()
    assert "<title>(1) Your matches" in client.get("/").content.decode()


def test_the_next_match_is_the_one_with_the_least_time_left(match: Match) -> None:
    client, seat = reader_on_turn(match)
    assert client.get("/next")["Location"] == f"/match/{match.pk}"
    table.press(seat, table.discard(seat))
    assert client.get("/next")["Location"] == "/"


def test_what_was_given_away_once_is_a_whole_story_later(match: Match) -> None:
    client, seat = reader_on_turn(match)
    card = table.discard(seat).split()[1]
    table.press(seat, table.discard(seat))
    told = text_of(client.get(f"/match/{match.pk}/log"))
    assert "You discarded" in told
    assert card in told


def swap_hidden(game: Game) -> None:
    """Give seat 1 other cards and turn the stock over: what seat 0 cannot see."""
    vars(game)["hands"][1] = list(reversed(vars(game)["stock"]))[: len(vars(game)["hands"][1])]
    vars(game)["stock"].reverse()
    vars(game)["payoff"][1][:-1] = vars(game)["payoff"][1][:-1][::-1]


def test_the_page_holds_no_function_of_hidden_cards(match: Match) -> None:
    seat = Seat.objects.select_related("match").get(match=match, number=0)
    situation = queries.situation(match, seat)
    pages = []
    for swapped in (False, True):
        game = games.game(match.game).start(seats=2, options={}, key=b"k" * 32, opening={"opener": 0})
        if swapped:
            swap_hidden(game)
        view = game.view(0)
        told = Telling(
            replace(situation, view=view, choices=choices(view), question=1, deadline_at=now() + table.DAY)
        )
        with translation.override("en"):
            pages.append(render_table(seat, told))
    assert pages[0] == pages[1]


def render_table(seat: Seat, told: Telling) -> str:
    """The match page around that telling."""
    request = RequestFactory().get("/")
    assert seat.player is not None
    request.user = seat.player
    context = {**_context(request, seat, None), "telling": told, "nonce": NONCE}
    page: str = loader.get_template("match.html", using="web").render(context, request)
    return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page)


def test_a_game_without_templates_of_its_own_has_a_table_and_choices_too(match: Match) -> None:
    seat = table.on_turn(match)
    told = Telling(queries.situation(match, seat))
    board = loader.get_template("games/board.html", using="web").render({"telling": told})
    hidden = told.view.table.zone("hand", 1 - seat.number).count
    assert f"{hidden} cards face down" in board
    for zone in told.view.table.zones:
        assert told.label(zone) in board
    fold = next((choice for choice in told.choices if isinstance(choice, Fold)), None)
    if fold:
        page = loader.get_template("games/fold.html", using="web").render({"telling": told, "fold": fold})
        assert page.count("<option") == len(fold.actions) + 1


def test_after_the_end_the_result_is_told_and_the_secret_is_shown() -> None:
    finished = table.a_match(target=1)
    for _ in range(2000):
        finished.refresh_from_db()
        if finished.is_over:
            break
        seat = table.on_turn(finished)
        chosen = games.bots(finished.game)["greedy"](queries.situation(finished, seat).view, Random(1))
        table.press(seat, str(chosen))
    assert finished.state == Match.State.FINISHED
    client = browser_of(people.anna())
    client.post("/language", {"language": "en"})
    assert "The match is over" in text_of(client.get(f"/match/{finished.pk}"))
    assert finished.master_shown in text_of(client.get(f"/match/{finished.pk}/record"))
    record = client.get(f"/match/{finished.pk}/record.json")
    assert record.json()["master"] == finished.master_shown
    assert record["Content-Disposition"] == f'attachment; filename="postbord-{finished.pk}.json"'
    assert "Finished" in text_of(client.get("/"))


def test_a_stranger_s_post_goes_to_sign_in(match: Match) -> None:
    response = stranger().post(f"/match/{match.pk}/play", {"action": "x"})
    assert response["Location"].startswith("/account/login/")
