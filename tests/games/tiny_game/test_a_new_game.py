"""A game is added by the seven steps of hosting/games/README.md and by nothing else: Higher Card shows it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.template import engines
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from hosting.games import GAMES, bots
from hosting.mail.writing.letters import write
from hosting.matches import dealing, opening, queries
from hosting.matches.models import Match, Notice
from hosting.now import now
from tests import people, table
from tests.games.tiny_game.listing import HERE, SLUG, listed
from tests.web.visiting import browser_of, parse_errors, stranger, text_of

ROOT = Path(__file__).parents[3]
FREE = ("all_games", "every_step", "answers_tell_nothing", "chance_is_even", "words", "playthroughs")
"""What needs no pages; those are tested below."""


@pytest.fixture
def higher_card(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Give a host that has the game, its pages too (step 5)."""
    web: Any = engines["web"]
    loader: ChoiceLoader = web.env.loader
    own = PrefixLoader({"games": FileSystemLoader(HERE / "templates")})
    monkeypatch.setattr(loader, "loaders", [*loader.loaders, own])
    cache.clear()
    dealing.forget()
    with listed():
        yield SLUG
    dealing.forget()


def test_the_steps_are_no_more_than_seven() -> None:
    told = (ROOT / "hosting" / "games" / "README.md").read_text("utf-8").partition("## Adding a game in")[2]
    assert 3 < len(re.findall(r"(?m)^\d+\. ", told)) <= 7


def test_a_new_game_gets_the_tests_of_all_games_for_free_and_passes_them() -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "tests.games.tiny_game.listing",
    ]
    where = [f"tests/games/test_{name}.py" for name in FREE]
    done = subprocess.run(
        [*command, *where, "-k", SLUG], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) > 60


@pytest.mark.django_db
def test_a_match_of_it_is_played_by_mail_and_on_pages_in_every_language(higher_card: str) -> None:
    match = opening.open_match(people.anna(), game=higher_card, seats=3)
    table.stack_the_deck(match)
    for player in (people.ben(), people.cilla()):
        opening.join(match, player)
    chance = Random(1)
    match.refresh_from_db()
    while match.state == Match.State.PLAYING:
        seat = table.on_turn(match)
        assert seat.player
        page = browser_of(seat.player).get(f"/match/{match.pk}")
        assert page.status_code == 200
        assert parse_errors(page.content) == []
        table.press(seat, str(bots(higher_card)["greedy"](queries.situation(match, seat).view, chance)))
        match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    subjects = {write(notice, now()).subject for notice in Notice.objects.filter(match=match)}
    assert subjects == {f"[Postbord {match.pk}] Higher Card"}


@pytest.mark.django_db
def test_it_stands_beside_the_others_on_the_pages_of_all_games(higher_card: str) -> None:
    for page in ("/rules", "/help", "/"):
        assert "Higher Card" in text_of(stranger().get(page, HTTP_ACCEPT_LANGUAGE="en"))
    assert "Write PLAY 7" in text_of(stranger().get(f"/rules/{higher_card}", HTTP_ACCEPT_LANGUAGE="en"))
    assert "A match takes a dozen turns." in text_of(browser_of(people.cilla()).get(f"/new/{higher_card}"))


def test_after_its_test_it_is_gone() -> None:
    assert SLUG not in GAMES
