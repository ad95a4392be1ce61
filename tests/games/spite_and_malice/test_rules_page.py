"""The rules page of Spite & Malice: whole, in three languages, our rulings marked as ours."""

import re

import pytest

from hosting.games.spite_and_malice.options import SpiteAndMaliceOptions
from hosting.rules.commands import read_line
from tests.games.spite_and_malice.positions import position, up_to
from tests.web.visiting import parse_errors, stranger, text_of

pytestmark = pytest.mark.django_db

every_language = pytest.mark.parametrize(
    ("language", "ours"), [("sv", "vår tolkning"), ("ms", "tafsiran kami"), ("en", "our ruling")]
)


@every_language
def test_it_is_well_made_marks_rulings_and_names_every_option_with_its_limits(
    language: str, ours: str
) -> None:
    page = stranger().get("/rules/spite-and-malice", HTTP_ACCEPT_LANGUAGE=language)
    told = text_of(page)
    assert parse_errors(page.content) == []
    assert told.count(f"({ours})") >= 12
    for low, high in SpiteAndMaliceOptions.limits().values():
        assert re.search(rf"\(\w+ {low} \w+ {high}\)", told)


@every_language
def test_the_example_can_be_played_as_it_stands(language: str, ours: str) -> None:
    page = stranger().get("/rules/spite-and-malice", HTTP_ACCEPT_LANGUAGE=language).content.decode()
    (lines,) = re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL)
    game = position("3 9 9 Q K", payoff="7 4", centre=["A 2", up_to("J"), ""])
    for line in filter(None, lines.splitlines()):
        game.play(0, read_line(line, view=game.view(0), choices=(), languages=[language]))
    assert game.to_act() == (1,)
    assert game.payoff[0] == ["7"]
    assert game.centre == [["A", "2", "3", "4"], [], []]
    assert game.side[0][0] == ["9"]


def test_it_tells_every_rule_of_the_sheet_and_every_ruling() -> None:
    told = text_of(stranger().get("/rules/spite-and-malice", HTTP_ACCEPT_LANGUAGE="en"))
    for rule in (
        "a pay-off pile of 20 cards",
        "four side stacks that are empty at first",
        "three centre stacks, empty at first",
        "Two packs of 52",  # S1
        "whole stock is then shuffled at once, and the kings of that stack are plain kings again",  # S2
        "you draw five new cards at once and go on",  # S3
        "At its start your hand is filled up to five cards",  # S4
        "In the first deal the higher pay-off card begins",  # S5
        "a king may also open an empty stack as its ace, lie on another king",  # S6, S9
        "A king on a ten is a jack",  # S7
        "its twelfth card",  # S8
        "be played as any card from the pay-off pile or a side stack",  # S10, S11
        "nothing goes from one side stack to another",  # S12
        "You are never forced to play",  # S13
        "only that discard ends a turn",  # S14
        "It has run out when a draw leaves it empty, even in the middle of a turn",  # S15
        "a last pay-off card wins before anything is drawn",  # S16
        "Nothing is added to that",  # S17
        "The first to 50 points",  # S18
        "another deal follows, even after a tie",  # S19
        "Everybody sees the top of each pay-off pile",  # S21
        "For two players.",  # S22
        "if there are fewer cards than you need, you get those",  # S23
        "A player who resigns loses the match",  # S24
        "After five tied deals in a row",  # S25
        "the highest card in your hand that is not a king (a king only when there is nothing else)",
        "onto your side stack with the fewest cards, the lowest-numbered if there are several",
        "Two deals in a row lost like that lose the match",
    ):
        assert rule in told, rule
