"""What somebody typed whose sign-in had ended: kept until he has signed in, and found where he typed it."""

import re
from html import unescape

import pytest
from django.http import HttpResponse, HttpResponseBase
from django.test import Client

from hosting.matches.models import Match, Press, Submission
from hosting.players.models import Player
from tests import table
from tests.web.visiting import NONCE, code_for, in_english, reader_on_turn, stranger, text_of

pytestmark = pytest.mark.django_db

KEPT = "What you typed is kept for you: please sign in."


@pytest.fixture
def match() -> Match:
    return table.a_match()


def sign_in(client: Client, player: Player, where: str) -> str:
    """Sign in with a mailed code on the page that the browser was sent to; give where it is sent then."""
    confirm = client.post(where, {"login": player.email}).headers["Location"]
    return client.post(confirm, {"code": code_for(player.email)}).headers["Location"]


def typed_in(page: HttpResponseBase, name: str) -> str:
    """What stands in a field of a page."""
    assert isinstance(page, HttpResponse)
    found = re.search(rf'<textarea id="{name}"[^>]*>(.*?)</textarea>', page.content.decode(), re.DOTALL)
    assert found is not None
    return unescape(found[1])


def field(client: Client, page: str, name: str) -> str:
    """What stands in a field of the page at an address."""
    return typed_in(client.get(page), name)


def player_on_turn(match: Match) -> Player:
    return in_english(table.on_turn(match).player)


def test_typed_moves_wait_while_their_writer_signs_in(match: Match) -> None:
    player, client = player_on_turn(match), stranger()
    lines = "play H1 to 2\ndiscard <9> to 2"
    sent = client.post(f"/match/{match.pk}/play", {"nonce": NONCE, "question": "1", "lines": lines})
    assert KEPT in text_of(client.get(sent.headers["Location"]))
    back = sign_in(client, player, sent.headers["Location"])
    told = client.get(back, follow=True)
    assert "Nothing was sent, and nothing has changed" in text_of(told)
    assert not Submission.objects.exists()
    assert typed_in(told, "lines") == lines


def test_they_are_given_back_once(match: Match) -> None:
    player, client = player_on_turn(match), stranger()
    sent = client.post(f"/match/{match.pk}/play", {"nonce": NONCE, "lines": "discard 9 to 2"})
    sign_in(client, player, sent.headers["Location"])
    assert field(client, f"/match/{match.pk}", "lines") == "discard 9 to 2"
    assert field(client, f"/match/{match.pk}", "lines") == ""


def test_what_was_to_be_said_is_not_mistaken_for_a_move_or_a_report(match: Match) -> None:
    player, client = player_on_turn(match), stranger()
    sent = client.post(f"/match/{match.pk}/talk", {"text": "Well played!"})
    sign_in(client, player, sent.headers["Location"])
    assert field(client, f"/match/{match.pk}/report", "text") == ""
    assert field(client, f"/match/{match.pk}", "lines") == ""
    assert not Press.objects.exists()


def test_a_report_is_found_on_the_page_of_reports_alone(match: Match) -> None:
    player, client = player_on_turn(match), stranger()
    sent = client.post(f"/match/{match.pk}/report", {"kind": "talk", "text": "He called me names."})
    sign_in(client, player, sent.headers["Location"])
    assert field(client, f"/match/{match.pk}", "text") == ""
    assert field(client, f"/match/{match.pk}/report", "text") == "He called me names."


def test_a_button_leaves_nothing_to_keep(match: Match) -> None:
    client = stranger()
    sent = client.post(f"/match/{match.pk}/play", {"nonce": NONCE, "question": "1", "action": "discard 9 2"})
    assert KEPT not in text_of(client.get(sent.headers["Location"]))


def test_no_more_is_kept_than_a_field_takes(match: Match) -> None:
    player, client = player_on_turn(match), stranger()
    sent = client.post(f"/match/{match.pk}/play", {"nonce": NONCE, "lines": "9" * 100_000})
    sign_in(client, player, sent.headers["Location"])
    assert len(field(client, f"/match/{match.pk}", "lines")) == 4000


def test_what_could_not_be_said_stands_in_the_field_again(match: Match) -> None:
    client, _seat = reader_on_turn(match)
    client.post(f"/match/{match.pk}/talk", {"text": "la " * 700})
    assert field(client, f"/match/{match.pk}", "text").startswith("la la la")
