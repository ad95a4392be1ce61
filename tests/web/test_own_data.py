"""What a player takes along: all that is kept of him, and nothing of anybody else."""

import json
from typing import Any

import pytest

from hosting.matches import talking
from hosting.matches.models import Match
from hosting.players.models import Player
from tests import people, table
from tests.web.visiting import browser_of, move, reader_on_turn, stranger, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table.a_match()


def data_of(player: Player) -> dict[str, Any]:
    """The file that a player gets."""
    found: dict[str, Any] = json.loads(browser_of(player).get("/settings/data.json").content)
    return found


def test_it_holds_account_matches_moves_and_what_was_said(match: Match) -> None:
    client, seat = reader_on_turn(match)
    assert seat.player is not None
    action = table.discard(seat)
    move(client, match, question=seat.question, action=action)
    work()
    talking.say(seat, "Well played!", by=seat.player)
    kept = data_of(seat.player)
    assert kept["account"]["addresses"] == [seat.player.email]
    assert [each["match"] for each in kept["matches"]] == [match.pk]
    assert [(each["action"], each["state"]) for each in kept["moves"]] == [(action, "applied")]
    assert [each["text"] for each in kept["said"]] == ["Well played!"]


def test_it_holds_nothing_of_others_and_no_secret(match: Match) -> None:
    seat, other = table.on_turn(match), table.waiting(match)
    assert seat.player is not None
    assert other.player is not None
    talking.say(other, "Hello!", by=other.player)
    text = json.dumps(data_of(seat.player))
    assert other.player.email not in text
    assert "Hello!" not in text
    assert "feed_key" not in text
    assert match.join_code not in text


def test_who_is_not_signed_in_gets_none() -> None:
    assert stranger().get("/settings/data.json").status_code == 302
    assert data_of(people.dan())["matches"] == []
