"""Lines from a doubtful sender: shown as read, confirmed or dropped by a button, and only by their player."""

import pytest

from hosting.matches import notices
from hosting.matches.models import Seat, Submission
from hosting.players.models import Player
from tests import people, table
from tests.web.visiting import browser_of, in_english, parse_errors, stranger, text_of, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def held() -> Submission:
    """Lines that came to the seat whose turn it is, from an address that may be anybody's."""
    match = table.a_match()
    seat = table.on_turn(match)
    in_english(seat.player)
    card, stack = table.discard(seat).split()[1:]
    submission = Submission.objects.create(
        match=match,
        seat=seat,
        player=seat.player,
        question=seat.question,
        source="mail",
        key="mail:7:0",
        state="held",
        lines=[f"discard {card} to {stack}", "<b>hello</b>"],
    )
    notices.held(submission, sender="...@elsewhere.example")
    return submission


def owner(held: Submission) -> Player:
    assert held.seat is not None
    assert held.seat.player is not None
    return held.seat.player


def test_the_lines_are_shown_as_read_and_escaped(held: Submission) -> None:
    page = browser_of(owner(held)).get(f"/held/{held.pk}")
    assert held.lines[0] in text_of(page)
    assert b"<b>hello</b>" not in page.content
    assert "...@elsewhere.example" in text_of(page)
    assert parse_errors(page.content) == []
    held.refresh_from_db()
    assert held.state == "held"


def test_dashboard_and_match_page_lead_to_them(held: Submission) -> None:
    client = browser_of(owner(held))
    for path in ("/", f"/match/{held.match_id}"):
        assert f'href="/held/{held.pk}"' in client.get(path).content.decode()


def test_confirmed_lines_are_played(held: Submission) -> None:
    client = browser_of(owner(held))
    response = client.post(f"/held/{held.pk}", {"answer": "mine"})
    work()
    assert response["Location"] == f"/match/{held.match_id}?done={held.pk}"
    assert "Done." in text_of(client.get(response["Location"]))
    assert table.on_turn(held.match).pk != held.seat_id


def test_dropped_lines_are_not_played(held: Submission) -> None:
    client = browser_of(owner(held))
    page = client.post(f"/held/{held.pk}", {"answer": "not_mine"}, follow=True)
    work()
    assert "They were dropped" in text_of(page)
    assert table.on_turn(held.match).pk == held.seat_id


def test_confirming_twice_plays_once_and_confirming_after_dropping_plays_nothing(held: Submission) -> None:
    client = browser_of(owner(held))
    client.post(f"/held/{held.pk}", {"answer": "not_mine"})
    client.post(f"/held/{held.pk}", {"answer": "mine"})
    work()
    assert table.on_turn(held.match).pk == held.seat_id
    assert "dropped" in text_of(client.get(f"/held/{held.pk}"))


def test_nobody_else_sees_or_confirms_them(held: Submission) -> None:
    other = Seat.objects.exclude(pk=held.seat_id).get(match=held.match).player
    assert other is not None
    for player in (other, people.dan()):
        assert browser_of(player).get(f"/held/{held.pk}").status_code == 404
        assert browser_of(player).post(f"/held/{held.pk}", {"answer": "mine"}).status_code == 404
    assert "/account/login/" in stranger().get(f"/held/{held.pk}")["Location"]
    held.refresh_from_db()
    assert held.state == "held"


def test_a_form_without_an_answer_drops_nothing(held: Submission) -> None:
    assert browser_of(owner(held)).post(f"/held/{held.pk}", {}).status_code == 400
    held.refresh_from_db()
    assert held.state == "held"
