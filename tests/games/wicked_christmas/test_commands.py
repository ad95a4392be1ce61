"""What players of Wicked Christmas write, in three languages, and what it means."""

import pytest

from hosting.games.wicked_christmas.rules import WickedChristmas
from hosting.rules.choices import choices
from hosting.rules.commands import Ambiguous, GameGrammar, Illegal, Unknown, read_line
from hosting.rules.lines import Sort
from hosting.rules.values import Action
from hosting.rules.words import words
from tests.games.wicked_christmas.positions import NAMES, position
from tests.rules.typing import wide

GRAMMAR = GameGrammar("wicked-christmas", ["Anna"])
LANGUAGES = ("en", "ms", "sv")


def table() -> WickedChristmas:
    """Give a position with 7s in hand and on two stacks, a blind stack, and cards of every kind."""
    return position("2 2 2 7 7 9 blast fruitcake coal", stacks=["1 1 7", "1 1", "1 1 7"], pile="8")


def read(line: str, game: WickedChristmas | None = None, language: str = "en") -> str:
    view = (game or table()).view(0)
    return str(read_line(line, view=view, choices=choices(view), languages=[language]))


def refused(line: str, game: WickedChristmas | None = None, language: str = "en") -> str:
    view = (game or table()).view(0)
    with pytest.raises(Illegal) as illegal:
        read_line(line, view=view, choices=choices(view), languages=[language])
    return words("wicked-christmas", language).reason(illegal.value.reason, NAMES)


def asked(line: str, game: WickedChristmas | None = None) -> list[str]:
    view = (game or table()).view(0)
    with pytest.raises(Ambiguous) as ambiguous:
        read_line(line, view=view, choices=choices(view), languages=["en"])
    return [str(action) for action in ambiguous.value.actions]


MEANT = {
    "play 7 stack 1": [
        "PLAY 7",
        "play the 7",
        "play seven on the pile",
        "put a 7 on the Gift Pile",
        "play 7 stack 1",
        "play stack 1",
        "play 7 from stack 1",
        "then 7",
        "SPELA 7",
        "spela sjuan",
        "lägg 7 på högen",
        "spela 7 från trave 1",
        "MAIN 7",
        "mainkan tujuh",
        "main 7 dari susunan 1",
        wide("PLAY 7"),
        "- PLAY 7!",
    ],
    "play 7 hand 1 stack 1 3": [
        "PLAY 7 X3",
        "play 7 x 3",
        "play 7x3",
        "play 7 times 3",
        "play 7 7 7",
        "play 7, 7, 7",
        "play three 7s",
        "play 3 copies of 7",
        "play 7 hand 1 stack 1 3",
        "PLAY 7 HAND 1 STACK 3 1",
        "play 7 stack 1 and 3 hand",
        "SPELA 7 X3",
        "spela tre sjuor st",
        "spela 3 st 7",
        "SPELA 7 HAND 1 TRAVE 1 3",
        "MAIN 7 X3",
        "main 3 keping 7",
        "main 7 tangan 1 susunan 1 3",
    ],
    "play 7 hand 2 stack 1 3": ["play all 7s", "PLAY ALL 7", "spela alla 7", "main semua 7"],
    "play 7 stack 1 3": [
        "play both 7s",
        "PLAY 7 X2",
        "play 7 stacks 1 and 3",
        "spela båda sjuor",
        "main kedua-dua 7",
    ],
    "play 7 hand 1": [
        "PLAY 7 HAND",
        "play 7 hand 1",
        "play a 7 from my hand",
        "spela 7 från handen",
        "main 7 dari tangan",
    ],
    "play 7 hand 2": ["PLAY 7 HAND 2", "play 7 hand x2", "play 7 x2 from hand"],
    "play 9 hand 1": ["PLAY 9 TAKE", "play nine and take the pile", "SPELA 9 TA", "MAIN 9 AMBIL"],
    "blind 2": [
        "BLIND 2",
        "blind stack 2",
        "play blind 2",
        "turn over stack 2",
        "BLINT 2",
        "spela blint trave 2",
        "TERTUTUP 2",
        "main kad tertutup 2",
    ],
    "blind 2 only": ["BLIND 2 ONLY", "blind 2 x0", "BLINT 2 BARA", "TERTUTUP 2 SAHAJA"],
    "blind 2 1": ["BLIND 2 X1", "blind 2 x 1", "BLINT 2 X1", "TERTUTUP 2 X1"],
    "blast hand": [
        "BLAST",
        "play blast",
        "Blast card",
        "BLAST HAND",
        "blast!",
        "SPELA BLAST",
        "MAIN BLAST",
        "letupan",
    ],
    "fruitcake hand": [
        "FRUITCAKE",
        "Fruit Cake!",
        "play fruit cake",
        "fruitcake hand",
        "FRUKTKAKA",
        "KEK BUAH",
    ],
    "coal hand": ["COAL", "Lump of Coal!", "play coal from hand", "KOL", "KOLBIT", "ARANG"],
    "take": [
        "TAKE",
        "take the pile",
        "pick up the gift pile",
        "TA",
        "ta högen",
        "plocka upp högen",
        "AMBIL",
        "ambil timbunan hadiah",
    ],
}
EVERY = [(line, action) for action, lines in MEANT.items() for line in lines]


@pytest.mark.parametrize(("line", "action"), EVERY)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_understood_whatever_the_players_own_is(
    line: str, action: str, language: str
) -> None:
    assert read(line, language=language) == action
    assert GRAMMAR.sort(line) is Sort.COMMAND


def test_cards_come_from_the_tops_of_stacks_first_and_from_the_lowest_stack_on() -> None:
    assert [read(f"play 7 x{count}") for count in (1, 2, 3, 4)] == [
        "play 7 stack 1",
        "play 7 stack 1 3",
        "play 7 hand 1 stack 1 3",
        "play 7 hand 2 stack 1 3",
    ]


def test_blind_with_as_many_as_there_are_or_more_is_all() -> None:
    assert read("blind 2 x3") == read("blind 2 x9") == "blind 2"
    assert read("blind 2 x2") == "blind 2 2"
    assert read("blind 1 only", position("blast", stacks=["1", "", ""])) == "blind 1"


def test_a_card_without_a_number_comes_from_a_stack_first_too() -> None:
    game = position("2 blast", stacks=["", "1 1 blast", "1 1 coal"])
    assert read("blast", game) == "blast stack 2"
    assert read("blast hand", game) == "blast hand"
    assert read("coal stack 3", game) == "coal stack 3"


def test_a_higher_card_is_asked_about_unless_the_line_says_that_it_takes_the_pile() -> None:
    assert asked("play 9") == ["play 9 hand 1"]
    assert read("play 9 take") == "play 9 hand 1"
    game = position("9 9", stacks=["1 1 9", "", ""], pile="8")
    assert asked("play 9 x3", game) == ["play 9 hand 2 stack 1"]
    assert read("play 9 stack 1 take", game) == "play 9 stack 1"


def test_nothing_is_asked_when_the_pile_is_empty() -> None:
    assert read("play 9", position("9 2")) == "play 9 hand 1"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("play 4", "You have no 4 in your hand or face up on your stacks."),
        ("play 2 x4", "Of the 2, you have no more than 3 in your hand and face up."),
        ("play 7 hand 3", "Of the 7, you have no more than 2 in your hand."),
        ("play 7 stack 2", "The top card of stack 2 lies face down; it can only be played blind."),
        ("play 2 stack 1", "Stack 1 shows 7 on top."),
        ("play 7 stack 4", "There is no stack 4; they are numbered from 1 to 3 only."),
        ("play 7 2", "Cards that are played together must be equal."),
        ("play 7 take", "The 7 is not higher, so it would not pick up the pile."),
        ("blind 1", "Stack 1 still shows 7 face up; that goes first."),
        ("blind 5", "There is no stack 5; they are numbered from 1 to 3 only."),
        ("blast stack 1", "Stack 1 shows 7 on top."),
        ("pass", "Nobody may pass: pick up the pile, turn a card blind, or play something."),
        ("draw", "Drawing is not a move in this game; cards come only from Mischief Cards."),
        ("40", "The list has no number 40; it goes from 1 to 9 only."),
    ],
)
def test_what_is_not_legal_is_answered_with_why(line: str, reason: str) -> None:
    assert refused(line) == reason


def test_what_is_not_there_is_answered_with_why() -> None:
    game = position("2 5", stacks=["", "1 1 coal", ""])
    assert refused("take", game) == "The Gift Pile is empty, so it cannot be picked up."
    assert refused("blast", game) == "You have no Blast in your hand or face up on your stacks."
    assert refused("coal hand", game) == "There is no Lump of Coal! in your hand."
    assert refused("blind 1", game) == "Stack 1 is empty."


def test_why_says_the_same_of_an_action() -> None:
    game = table()
    for action, reason in (
        ("play 4 hand 1", "not_yours"),
        ("play 7 hand 3", "too_few_in_hand"),
        ("blind 1", "stack_up"),
        ("coal stack 2", "stack_down"),
    ):
        assert game.why(0, Action.parse(action)).name == reason
    assert game.why(1, Action.parse("play 8 hand 1")).name == "not_your_turn"
    game.hands[0] = ["5"]
    game.stacks[0] = [[], [], []]
    game.play(0, Action.parse("play 5 hand 1"))
    assert game.why(1, Action.parse("play 8 hand 1")).name == "over"


@pytest.mark.parametrize(
    "line", ["hello", "7 7 7", "1. Play 7", "play", "play 7?", "blind", "play 99999", "plya 7"]
)
def test_what_makes_no_sense_is_unknown(line: str) -> None:
    view = table().view(0)
    with pytest.raises(Unknown):
        read_line(line, view=view, choices=choices(view), languages=["en"])


@pytest.mark.parametrize(
    "line",
    [
        "That was cool!",
        "Take care, Mo",
        "That was my last one",
        "Make haste",
        "Ta det lugnt",
        "Orang itu hebat",
        "Merry Christmas to you all",
        "Selamat Hari Natal",
        "God jul!",
    ],
)
def test_what_people_say_to_each_other_is_no_likely_slip(line: str) -> None:
    assert GRAMMAR.sort(line) is Sort.CHATTER


@pytest.mark.parametrize("line", ["plya 7", "bilnd 2", "blsat", "fruitcak", "play 7 on stack 1 from"])
def test_what_looks_like_a_slip_is_unclear(line: str) -> None:
    assert GRAMMAR.sort(line) is Sort.UNCLEAR


def test_a_list_is_never_longer_than_twelve_and_the_lesser_moves_are_folded() -> None:
    game = position(
        "1 2 3 3 3 4 5 6 6 6 7 8 9 10 blast fruitcake coal", stacks=["1 1", "1 1 6", "1 1"], pile="9"
    )
    view = game.view(0)
    listed = choices(view)
    assert len(view.legal) == 30
    assert [str(choice.actions[0]) for choice in listed] == [
        "play 9 hand 1",
        "play 8 hand 1",
        "play 7 hand 1",
        "play 6 hand 3 stack 2",
        "blind 1",
        "blind 3",
        "blast hand",
        "fruitcake hand",
        "coal hand",
        "take",
        "play 6 hand 2 stack 2",
        "play 10 hand 1",
    ]
    assert {action for choice in listed for action in choice.actions} == set(view.legal)


def test_one_line_may_say_one_thing_after_another() -> None:
    assert GRAMMAR.parts("BLAST, then 7 7 7") == ("BLAST", "then 7 7 7")
    assert GRAMMAR.parts("blast, then coal then take the pile") == (
        "blast",
        "then coal",
        "then take the pile",
    )
    assert GRAMMAR.parts("Blast, sedan 7") == ("Blast", "sedan 7")
    assert GRAMMAR.parts("blast lalu main 7") == ("blast", "lalu main 7")
    assert read("then 7 7 7") == "play 7 hand 1 stack 1 3"


@pytest.mark.parametrize("line", ["blast, then I am out", "play 7", "then play 7", "well, then see you"])
def test_other_lines_are_left_whole(line: str) -> None:
    assert GRAMMAR.parts(line) == (line,)
