"""What does not matter in what people type."""

import pytest

from hosting.rules.folding import fold, is_near, tokens
from tests.rules.typing import wide


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("LÄGG PÅ HÖG", "lagg pa hog"),
        (wide("PLAY 7"), "play 7"),
        (wide("A") + "\u030a", "a"),
        ("Straße", "strasse"),
        ("Øl", "ol"),
    ],
)
def test_case_accents_and_width_are_folded(written: str, folded: str) -> None:
    assert fold(written) == folded


@pytest.mark.parametrize(
    "line",
    ["play 7 to 1", "- play 7 to 1.", "* PLAY 7 TO 1!", "play, 7: to 1 ", "• play  7 to 1;", "play 7to1"],
)
def test_bullets_final_marks_and_separators_do_not_count(line: str) -> None:
    assert tokens(line) == ("play", "7", "to", "1")


def test_a_mark_inside_a_line_is_kept_so_that_a_sentence_is_no_command() -> None:
    assert "." in tokens("1. Play 7 to 1")
    assert "?" in tokens("play 7 to 1?")


@pytest.mark.parametrize(
    ("slip", "word"), [("plya", "play"), ("buangg", "buang"), ("dscard", "discard"), ("kasts", "kasta")]
)
def test_one_slip_is_near(slip: str, word: str) -> None:
    assert is_near(slip, word)


@pytest.mark.parametrize(
    ("other", "word"), [("player", "play"), ("lady", "play"), ("gnaub", "buang"), ("", "play")]
)
def test_two_slips_are_not(other: str, word: str) -> None:
    assert not is_near(other, word)
