"""What players of Spite & Malice write, in three languages, and what it means."""

import pytest

from hosting.games.spite_and_malice.rules import SpiteAndMalice
from hosting.rules.choices import choices
from hosting.rules.commands import Ambiguous, GameGrammar, Illegal, Unknown, read_line
from hosting.rules.lines import Sort
from hosting.rules.values import Action
from hosting.rules.words import words
from tests.games.spite_and_malice.positions import NAMES, position, up_to
from tests.rules.typing import wide

GRAMMAR = GameGrammar("spite-and-malice", ["Anna"])


def table() -> SpiteAndMalice:
    """Give a position in which most kinds of move are legal and no card lies in two places."""
    return position(
        "A 7 9 J Q K",
        payoff="4 6",
        side=["", "3 8", "10", ""],
        centre=[up_to("5"), up_to("J"), ""],
    )


def read(line: str, game: SpiteAndMalice | None = None, language: str = "en") -> str:
    view = (game or table()).view(0)
    return str(read_line(line, view=view, choices=choices(view), languages=[language]))


def refused(line: str, game: SpiteAndMalice | None = None, language: str = "en") -> str:
    view = (game or table()).view(0)
    with pytest.raises(Illegal) as illegal:
        read_line(line, view=view, choices=choices(view), languages=[language])
    return words("spite-and-malice", language).reason(illegal.value.reason, NAMES)


def asked(line: str, game: SpiteAndMalice | None = None) -> list[str]:
    view = (game or table()).view(0)
    with pytest.raises(Ambiguous) as ambiguous:
        read_line(line, view=view, choices=choices(view), languages=["en"])
    return [str(action) for action in ambiguous.value.actions]


PAYOFF = [
    "PLAY PAYOFF TO 1",
    "play pay-off 1",
    "Play the payoff card to centre stack 1.",
    "payoff 1",
    "PAYOFF TO CENTER 1",
    "play 6 from payoff to 1",
    "play payoff",
    "play 6 to 1",
    "6 -> 1",
    "put payoff on 1",
    "move 6 to centre 1",
    "MAIN BAYARAN KE 1",
    "Mainkan kad bayaran ke susunan pusat 1",
    "main tumpukan bayaran ke timbunan pusat 1",
    "bayaran ke 1",
    "SPELA MÅLHÖG TILL 1",
    "spela malhog till mitthog 1",
    "lägg målhögen på mitten 1",
    "betalhög till 1",
    "Play målhög ke 1",
]


@pytest.mark.parametrize("line", PAYOFF)
def test_the_pay_off_card_is_played(line: str) -> None:
    assert read(line) == "play payoff 1"


def side_position() -> SpiteAndMalice:
    return position("2 3", payoff="4 4", side=["", "", "9 7", ""], centre=[up_to("6"), "", ""])


SIDE = [
    "PLAY SIDE 3 TO 1",
    "play side stack 3 to centre stack 1",
    "side 3 1",
    "side 3 to 1",
    "play 7 from side 3 to 1",
    "play from side 3 to 1",
    "play 7 to 1",
    "play seven to 1",
    "MAIN SAMPINGAN 3 KE 1",
    "main tumpukan sampingan 3 ke pusat 1",
    "main 7 dari sampingan 3 ke 1",
    "SPELA SIDOHÖG 3 TILL 1",
    "spela sida 3 till mitthög 1",
    "spela sjuan till 1",
    "put side 3 on 1",
]


@pytest.mark.parametrize("line", SIDE)
def test_the_top_of_a_side_stack_is_played(line: str) -> None:
    assert read(line, side_position()) == "play side 3 1"


HAND = [
    "PLAY Q TO 2",
    "play queen to 2",
    "play the queen to centre 2",
    "play a queen to 2",
    "play 12 to 2",
    "play hand Q to 2",
    "play queen of hearts to 2",
    "then play Q to 2",
    "Q to 2",
    "Q♥ to 2",
    "play to centre 2 Q",
    "put Q on centre 2",
    "MAIN Q KE 2",
    "MAIN RATU KE 2",
    "main permaisuri ke pusat 2",
    "letak ratu ke susunan pusat 2",
    "SPELA Q TILL 2",
    "spela dam till 2",
    "SPELA DAMEN PÅ MITTHÖG 2!",
    wide("PLAY Q TO 2"),
    "- PLAY Q TO 2",
    "• main ratu ke 2.",
]


@pytest.mark.parametrize("line", HAND)
def test_a_card_of_the_hand_is_played(line: str) -> None:
    assert read(line) == "play hand Q 2"


DISCARDS = [
    "DISCARD J TO 2",
    "discard jack 2",
    "discard a jack to side stack 2",
    "throw J on 2",
    "J to side 2",
    "put jack on side 2",
    "play jack to side 2",
    "discard 11 to 2",
    "discard hand J 2",
    "discard jack of spades to 2",
    "BUANG J KE 2",
    "BUANG BICU KE 2",
    "buang pekak ke susunan sampingan 2",
    "buang jek saman ke 2",
    "LETAK J KE 2",
    "letak jek ke sampingan 2",
    "KASTA J TILL 2",
    "kasta knekt på 2",
    "kasta en knekt till sidohög 2",
    "släng knekten på sidohög 2",
    "slang kn 2",
    "lägg knekt på sida 2",
    "lägg bort J 2",
]


@pytest.mark.parametrize("line", DISCARDS)
def test_a_card_is_discarded(line: str) -> None:
    assert read(line) == "discard J 2"


@pytest.mark.parametrize("line", [*PAYOFF, *SIDE, *HAND, *DISCARDS])
@pytest.mark.parametrize("language", ["sv", "ms", "en"])
def test_every_language_is_understood_whatever_the_players_own_is(line: str, language: str) -> None:
    game = side_position() if line in SIDE else table()
    assert read(line, game, language) == read(line, game)
    assert GRAMMAR.sort(line) is Sort.COMMAND


@pytest.mark.parametrize("card", ["A", "1", "ace", "sat", "as", "ess"])
def test_an_ace_has_many_names(card: str) -> None:
    assert read(f"discard {card} to 1") == "discard A 1"


@pytest.mark.parametrize("card", ["K", "13", "king", "raja", "kung"])
def test_so_has_a_king(card: str) -> None:
    assert read(f"discard {card} to 1") == "discard K 1"


def test_a_card_that_lies_in_two_places_is_asked_about() -> None:
    game = position("6 7", payoff="4 6", centre=[up_to("5"), "", ""])
    assert asked("play 6 to 1", game) == ["play payoff 1", "play hand 6 1"]
    assert read("play hand 6 to 1", game) == "play hand 6 1"
    assert read("play payoff to 1", game) == "play payoff 1"


def test_a_command_that_leaves_the_stack_open_is_asked_about_unless_only_one_takes_the_card() -> None:
    assert asked("discard 9") == [f"discard 9 {to}" for to in (1, 2, 3, 4)]
    assert read("play Q") == "play hand Q 2"
    assert asked("play K") == [f"play hand K {to}" for to in (1, 2, 3)]


def test_a_card_that_is_put_on_a_number_is_asked_about() -> None:
    assert asked("put 7 on 1") == ["discard 7 1"]
    assert asked("put Q on 2") == ["play hand Q 2", "discard Q 2"]
    assert asked("lägg 7 på 1") == ["discard 7 1"]


def test_letak_is_a_discard_unless_the_centre_takes_the_card_too() -> None:
    assert read("LETAK 9 KE 2") == "discard 9 2"
    assert asked("LETAK Q KE 2") == ["play hand Q 2", "discard Q 2"]


def test_a_number_without_a_verb_is_never_a_discard() -> None:
    assert refused("9 to 1") == "Centre stack 1 does not take the 9: 6 comes next there."


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("play 9 to 1", "Centre stack 1 does not take the 9: 6 comes next there."),
        ("play payoff to 2", "Centre stack 2 does not take the 6: queen (Q) comes next there."),
        ("play payoff to 4", "There is no centre stack 4; they are numbered from 1 to 3 only."),
        ("play payoff 5 to 1", "Your pay-off pile shows 6 on top."),
        ("play side 1 to 1", "Your side stack 1 is empty."),
        ("play side 5 to 1", "There is no side stack 5; they are numbered from 1 to 4 only."),
        ("play 3 from side 2 to 1", "Your side stack 2 shows 8 on top."),
        ("play 3 from side to 1", "There is no 3 on top of your side stacks."),
        ("play hand 3 to 1", "There is no 3 in your hand."),
        ("play 2 to 1", "You have no 2 in your hand or on top of your piles."),
        ("play 9", "No centre stack takes the 9 now."),
        ("discard 3 to 1", "There is no 3 in your hand."),
        ("discard 9 to 5", "There is no side stack 5; they are numbered from 1 to 4 only."),
        ("lukis", "You need not draw: the host has already filled your hand."),
        ("lukis kad", "You need not draw: the host has already filled your hand."),
        ("lukis kad dari longgokan stok", "You need not draw: the host has already filled your hand."),
        ("draw 2 cards from the stock", "You need not draw: the host has already filled your hand."),
        ("dra ett kort från talongen", "You need not draw: the host has already filled your hand."),
        ("tali leher", "A tie cannot be asked for: it comes by itself when the stock runs out."),
        ("seri", "A tie cannot be asked for: it comes by itself when the stock runs out."),
        ("40", "The list has no number 40; it goes from 1 to 7 only."),
    ],
)
def test_what_is_not_legal_is_answered_with_why(line: str, reason: str) -> None:
    assert refused(line) == reason


def test_a_king_that_may_not_be_an_ace_is_told_so() -> None:
    game = position("K", centre=["", "", "A"], king_as_ace=False)
    assert refused("play K to 1", game).startswith("A king cannot open a centre stack in this match")


def test_who_is_not_to_act_is_told_so() -> None:
    view = table().view(1)
    with pytest.raises(Illegal) as illegal:
        read_line("discard 8 to 1", view=view, choices=(), languages=["en"])
    assert illegal.value.reason.name == "not_your_turn"


def test_why_says_the_same_of_an_action() -> None:
    game = table()
    assert game.why(0, Action.parse("play hand 9 1")).name == "does_not_fit"
    assert game.why(0, Action.parse("play side 4 1")).name == "side_empty"
    assert game.why(0, Action.parse("discard 3 1")).name == "not_in_hand"
    assert game.why(1, Action.parse("discard 8 1")).name == "not_your_turn"
    game.depart(0)
    assert game.why(1, Action.parse("discard 8 1")).name == "over"


@pytest.mark.parametrize(
    "line", ["3", "3.", "#3", "(3)", "3)", "[3]", "- 3", "number 3", "nr 3", "nombor 3", wide("3")]
)
def test_a_bare_number_means_the_list(line: str) -> None:
    view = table().view(0)
    expected = choices(view)[2].actions[0]
    assert read_line(line, view=view, choices=choices(view), languages=["en"]) == expected


def test_a_number_means_the_list_that_is_given_and_not_a_newer_one() -> None:
    game = table()
    old = choices(game.view(0))
    game.play(0, old[0].actions[0])
    view = game.view(0)
    assert read_line("2", view=view, choices=old, languages=["en"]) == old[1].actions[0]


def test_the_number_of_a_folded_family_is_asked_about() -> None:
    assert len(asked("7")) == 24


@pytest.mark.parametrize(
    "line", ["hello", "PLYA 7 TO 1", "play", "1. Play 7 to 1", "play 7 to 1?", "7 8", "", "play 99999 to 1"]
)
def test_what_makes_no_sense_is_unknown(line: str) -> None:
    view = table().view(0)
    with pytest.raises(Unknown):
        read_line(line, view=view, choices=choices(view), languages=["en"])
