"""Golden playthroughs: the same deal must come out the same for ever, or the rules_version rises."""

import pytest

from hosting.games import GAMES
from tests.games.record import FOLDER, playthrough


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_recorded_playthrough_comes_out_the_same(slug: str) -> None:
    recorded = FOLDER / f"{slug}.txt"
    assert recorded.is_file(), "record it with: python -m tests.games.record"
    assert playthrough(slug) == recorded.read_text("utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert {entry.stem for entry in FOLDER.iterdir()} == set(GAMES)
