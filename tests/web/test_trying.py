"""The button for a trial, and the form for standing orders."""

import pytest

from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.matches.models import Entry, Match, Seat, Submission
from tests import table
from tests.web.test_maldade_presenter import a_match as a_match_of_three
from tests.web.visiting import browser_of, in_english, move, parse_errors, reader_on_turn, text_of

pytestmark = pytest.mark.django_db

ORDERS = MaldadePresenter.standing_orders


def test_trying_on_the_page_plays_nothing_and_keeps_what_was_typed() -> None:
    match = table.a_match()
    client, seat = reader_on_turn(match)
    action = table.discard(seat)
    page = move(client, match, question=seat.question, lines=action, **{"try": "1"})
    told = text_of(page)
    assert parse_errors(page.content) == []
    assert "Only tried: nothing has been played" in told
    assert "Your turn would be over then." in told
    assert f">{action}</textarea>" in page.content.decode()
    assert not Entry.objects.filter(match=match, kind=Entry.Kind.ACTION).exists()


def test_what_was_tried_may_be_played_from_the_same_page() -> None:
    match = table.a_match()
    client, seat = reader_on_turn(match)
    action = table.discard(seat)
    move(client, match, question=seat.question, lines=action, **{"try": "1"})
    assert "Done." in text_of(move(client, match, question=seat.question, lines=action))


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        ({"moves": []}, "There was no move to try."),
        ({"moves": ["1"], "stopped": {"line": "1", "error": "hidden"}}, "nobody is told in advance"),
        ({"moves": ["1"], "stopped": {"line": "1", "error": "asks"}}, "another player may answer it"),
        ({"moves": ["x"], "stopped": {"line": "x", "error": "unknown"}}, "is not a move that we understand"),
        ({"moves": ["1"], "then": "over", "left": ["2"]}, "The deal would be over then."),
        (
            {
                "moves": ["1"],
                "would": [{"name": "discarded", "seat": 0, "args": {"card": "9", "to": 1}}],
            },
            "If you play this, then:",
        ),
    ],
)
def test_each_end_of_a_trial_is_told_in_words(outcome: dict[str, object], told: str) -> None:
    match = table.a_match()
    client, seat = reader_on_turn(match)
    done = Submission.objects.create(
        match=match,
        seat=seat,
        player=seat.player,
        question=seat.question,
        source="web",
        key="web:t",
        state="refused",
        outcome={"code": "tried", "would": [], **outcome, "since": match.seq},
        lines=["TRY", "1"],
    )
    assert told in text_of(client.get(f"/match/{match.pk}?done={done.pk}"))


def sitting_at(match: Match, number: int) -> Seat:
    return Seat.objects.select_related("player", "match").get(match=match, number=number)


def test_the_orders_are_explained_and_the_one_in_force_is_marked() -> None:
    match = a_match_of_three(ben="ask")
    client = browser_of(in_english(sitting_at(match, 1).player))
    page = client.get(f"/match/{match.pk}")
    html = page.content.decode()
    assert parse_errors(page.content) == []
    assert 'value="ask" checked' in html
    assert all(f'name="order" value="{order}"' in html for order in ORDERS)
    assert "ALWAYS: the host ripostes for you whenever you can." in text_of(page)


@pytest.mark.parametrize("number", [0, 1])
def test_an_order_may_be_changed_on_the_page_in_turn_and_out_of_it(number: int) -> None:
    match = a_match_of_three()
    seat = sitting_at(match, number)
    client = browser_of(in_english(seat.player))
    page = move(client, match, question=None, order="never")
    assert "From now on: NEVER: you accept everything." in text_of(page)
    assert sitting_at(match, number).orders == {"answers": "never"}
    assert sitting_at(match, number).question == seat.question


def test_an_order_that_no_page_offers_is_refused() -> None:
    match = a_match_of_three()
    client = browser_of(in_english(sitting_at(match, 1).player))
    assert move(client, match, question=None, order="sometimes").status_code == 422


def test_a_game_that_asks_only_in_turn_has_no_such_form() -> None:
    match = table.a_match()
    client, _seat = reader_on_turn(match)
    assert 'name="order"' not in client.get(f"/match/{match.pk}").content.decode()
