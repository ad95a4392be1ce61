"""What silence is worth: repeatable figures, and hidden cards that are dealt anew in every game."""

import json
from collections import Counter
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command

from hosting.games import GAMES, bots
from hosting.rules.redealing import hidden_places, piles, redealt
from hosting.rules.timeout_value import fewest_wins, timeout_value
from tests.games.hidden import ALL_CARDS
from tests.games.walks import walk

every_game = pytest.mark.parametrize("slug", sorted(GAMES))


@every_game
def test_cards_are_dealt_anew_only_where_the_viewer_cannot_look(slug: str) -> None:
    rng, changed = Random(4), Counter[bool]()
    for number, deal in enumerate(walk(slug, "anew")):
        if number % 9:
            continue
        for viewer in (*range(deal.seats), None):
            other = redealt(deal, hidden_places(deal, viewer), rng)
            assert other.view(viewer, since=-1) == deal.view(viewer, since=-1)
            assert ALL_CARDS[slug](other) == ALL_CARDS[slug](deal)
            changed[piles(other) != piles(deal)] += 1
    assert changed[True] > changed[False]


def test_the_winners_show_whether_points_are_bad() -> None:
    found = {slug: fewest_wins(GAMES[slug], bots(slug)["greedy"]) for slug in GAMES}
    assert found == {"maldade-presenter": False, "spite-and-malice": False, "wicked-christmas": True}


def test_the_same_seed_gives_the_same_figures() -> None:
    first, again, other = (
        timeout_value(GAMES["maldade-presenter"], bots("maldade-presenter"), positions=2, seed=seed)
        for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other


def test_the_command_prints_one_json_object() -> None:
    out = StringIO()
    call_command("timeout_value", "wicked-christmas", "--positions", "3", "--json", stdout=out)
    found = json.loads(out.getvalue())
    figure = {"positions", "difference", "standard_error"}
    assert set(found) == figure | {"groups"}
    assert set(found["groups"]) == {"ahead", "behind", "large pile"}
    assert all(set(group) == figure for group in found["groups"].values())
    assert (
        found["positions"] == found["groups"]["ahead"]["positions"] + found["groups"]["behind"]["positions"]
    )


def test_one_position_is_too_few() -> None:
    with pytest.raises(CommandError):
        call_command("timeout_value", "wicked-christmas", "--positions", "1")
