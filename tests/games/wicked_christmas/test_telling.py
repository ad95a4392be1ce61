"""The sentences of Wicked Christmas, as people read them."""

import pytest

from hosting.games.wicked_christmas.rules import WickedChristmas
from hosting.rules.choices import choices
from hosting.rules.values import Action, Event, MatchResult, Outcome
from hosting.rules.words import words
from tests.games.wicked_christmas.positions import NAMES, do, position

EN, MS, SV = (words("wicked-christmas", language) for language in ("en", "ms", "sv"))


TIE = "\N{NO-BREAK SPACE}"


def a_table() -> WickedChristmas:
    """Give a table for four as a mail may show it."""
    return position(
        "2 4 4 6 9 blast coal",
        stacks=["1 1 6", "1 1", "2 2 3"],
        pile="9 9 6 6",
        draw="1 " * 48,
        discard="2 " * 11,
        others="8 " * 9,
        other_stacks=["1 1 10", "2 2 7", "3 3"],
    )


def choice(action: str, game: WickedChristmas) -> str:
    return EN.choice(Action.parse(action), game.view(0), NAMES)


def news(game: WickedChristmas, viewer: int | None = 0) -> list[str]:
    view = game.view(viewer, since=game.ply - 1)
    return [line for event in view.events if (line := EN.event(event, viewer, NAMES))]


def test_the_table_is_told_in_lines() -> None:
    table, mine = EN.sections(a_table().view(0), NAMES)
    assert (table.heading, table.owner) == ("THE TABLE", None)
    assert table.lines == (
        "Gift Pile: 4 cards, 6, 6 on top; 9, 9 below.",
        "Draw Pile: 48 cards. Discard Pile: 11 cards.",
        "Ben: 9 in hand; 10, 7 face up, 6 face down.",
        "Cilla: 9 in hand; 10, 7 face up, 6 face down.",
        "Dan: 9 in hand; 10, 7 face up, 6 face down.",
    )
    assert (mine.heading, mine.owner) == ("YOUR CARDS", 0)
    assert mine.lines == (
        f"Hand: 2, 4, 4, 6, 9, Blast, Lump of Coal! (7{TIE}cards).",
        "Stack 1: 6 face up, 2 cards under it.",
        "Stack 2: 2 cards face down.",
        "Stack 3: 3 face up, 2 cards under it.",
    )


def test_others_are_told_of_in_the_order_of_play_and_who_left_is_said() -> None:
    game = a_table()
    game.depart(3)
    game.hands[2], game.stacks[2] = ["1"], [[], [], []]
    table, _ = EN.sections(game.view(1), NAMES)
    assert table.lines[2:] == (
        "Cilla: 1 in hand, no stacks left.",
        "Dan is out of the match.",
        "Anna: 7 in hand; 6, 3 face up, 6 face down.",
    )


def test_a_spectator_and_who_has_left_read_of_the_table_only() -> None:
    game = a_table()
    assert len(EN.sections(game.view(None), NAMES)) == 1
    game.depart(1)
    assert len(EN.sections(game.view(1), NAMES)) == 1


def test_empty_places_are_told() -> None:
    table, mine = EN.sections(position("", stacks=["1", "", ""], other_stacks=["1", "", ""]).view(0), NAMES)
    assert table.lines[0] == "Gift Pile: empty, any card may begin it."
    assert table.lines[2] == "Ben: 3 in hand; 1 face down."
    assert mine.lines == ("Hand: empty.", "Stack 1: 1 card face down.")


def test_the_list_says_what_comes_of_each_choice() -> None:
    view = a_table().view(0)
    told = [
        EN.choice(each.actions[0], view, NAMES)
        if len(each.actions) == 1
        else EN.fold(each.actions, view, NAMES)
        for each in choices(view)
    ]
    assert told == [
        "Play 6, 6 from stack 1 and your hand: 4 in a row are a Blast, and you play\xa0again.",
        "Play 4, 4 from your hand.",
        "Play 3 from stack 3.",
        "Play 2 from your hand.",
        "Turn a card of stack 2 blind; if it may stay, all cards in your hand that match it follow.",
        "Play a Blast card from your hand: it clears the Gift Pile (4 cards), and you play\xa0again.",
        "Play Lump of Coal! from your hand: Ben draws two cards.",
        "Pick up the Gift Pile (4 cards), which ends your turn.",
        "Something else, such as fewer cards: write it in words, PLAY 6 for example.",
        "Play 9 from your hand, higher than the 6, and get it back with the Gift Pile (4 cards).",
    ]


@pytest.mark.parametrize(
    ("action", "game", "sentence"),
    [
        ("play 5 hand 1", position(), "Play 5 from your hand."),
        (
            "play 5 hand 4",
            position("5 5 5 5 9", made_blast_again=False),
            "Play 5, 5, 5, 5 from your hand: 4 in a row are a Blast and clear the pile.",
        ),
        (
            "play 5 hand 1",
            position("5", pile="6"),
            "Play 5 from your hand, your last card, and go out.",
        ),
        (
            "play 5 stack 1 3",
            position(stacks=["1 1 5", "", "1 1 5"]),
            "Play 5, 5 from stacks 1 and 3.",
        ),
        ("blind 1", position("blast", stacks=["1", "", ""]), "Turn a card of stack 1 blind."),
        (
            "blind 1 only",
            position(stacks=["1", "", ""]),
            "Turn a card of stack 1 blind and keep your hand as it is.",
        ),
        (
            "blind 1 1",
            position("5 5", stacks=["1", "", ""]),
            (
                "Turn a card of stack 1 blind; if it may stay, at most 1 card from your hand may follow, if "
                "equal."
            ),
        ),
        (
            "fruitcake stack 2",
            position(stacks=["", "1 1 fruitcake", ""]),
            "Play Fruit Cake! from stack 2: everyone else draws a card.",
        ),
        (
            "play 5 hand 2",
            position("5 5", pile="6"),
            "Play 5, 5 from your hand, your last cards, and go out.",
        ),
        (
            "blast hand",
            position("2 blast"),
            "Play a Blast card from your hand: it just goes, and you play\xa0again.",
        ),
        (
            "blast hand",
            position("blast", pile="6"),
            "Play a Blast card from your hand, your last card, and go out.",
        ),
        (
            "fruitcake stack 1",
            position("", stacks=["1 1 fruitcake", "", ""]),
            "Play Fruit Cake! from stack 1: everyone else draws a card.",
        ),
        (
            "fruitcake hand",
            position("fruitcake"),
            "Play Fruit Cake! from your hand, your last card: everyone else draws a card, and you go out.",
        ),
        (
            "coal hand",
            position("coal"),
            "Play Lump of Coal! from your hand, your last card: Ben draws two cards, and you go out.",
        ),
    ],
)
def test_a_choice_says_where_cards_come_from_and_what_they_do(
    action: str, game: WickedChristmas, sentence: str
) -> None:
    assert choice(action, game) == sentence


def test_folded_higher_cards_name_an_example() -> None:
    view = position("9 9 10 2 3 4 5 6 7 8 8", stacks=["1", "1", "1"], pile="8").view(0)
    assert EN.fold(choices(view)[-1].actions, view, NAMES) == (
        "Play a card higher than the 8 and get it back with the Gift Pile (1 card): "
        "write PLAY 10 TAKE for example."
    )


@pytest.mark.parametrize(
    ("hand", "pile", "headline", "timeout"),
    [
        (
            "2 9",
            "",
            "Begin a new Gift Pile, with any card. Ben has 3 cards left.",
            "the host draws a card for you, and Ben begins the Gift Pile.",
        ),
        (
            "2 9",
            "6",
            "Match the 6 or go lower. Ben has 3 cards left.",
            "the host draws a card for you, and Ben must match the 6 or go lower.",
        ),
        (
            "8 9",
            "6",
            "You see nothing that matches the 6 or is lower. Ben has 3 cards left.",
            ("you get the Gift Pile (1 card), as you see nothing to put on it, and Ben begins a new one."),
        ),
    ],
)
def test_headline_and_what_happens_in_silence_are_computed_from_the_cards(
    hand: str, pile: str, headline: str, timeout: str
) -> None:
    game = position(hand, pile=pile)
    assert EN.headline(game.view(0), NAMES) == headline
    assert EN.timeout(game.view(0), NAMES) == f"If you run out of time, {timeout}"
    assert EN.headline(game.view(1), NAMES) == EN.timeout(game.view(1), NAMES) == ""


def test_what_the_auto_turn_says_is_what_it_does() -> None:
    for hand, pile in (("2 9", ""), ("2 9", "6"), ("8 9", "6"), ("9 blast", "6")):
        game = position(hand, pile=pile)
        gets_pile = "you get the Gift Pile" in EN.timeout(game.view(0), NAMES)
        game.timeout(0)
        assert [event.name for event in game.view(1).events] == [
            "expired",
            "took" if gets_pile else "drew",
        ]


def test_the_headline_names_who_is_nearest_to_going_out_and_the_next_player_first() -> None:
    game = position(pile="6")
    game.hands[2] = ["1"]
    assert EN.headline(game.view(0), NAMES).endswith("Cilla has 1 card left.")
    game.depart(2)
    assert EN.headline(game.view(0), NAMES).endswith("Ben has 3 cards left.")


def test_news_of_plays() -> None:
    game = position("5 5 9", stacks=["1 1 5", "", ""])
    do(game, "play 5 hand 1 stack 1")
    assert news(game) == ["You began a new Gift Pile with 5, 5 from stack 1 on the table and from hand."]
    assert news(game, 1)[0].startswith("Anna began a new Gift Pile with 5, 5 ")
    game = do(position("6 6 9", pile="6 6"), "play 6 hand 2")
    assert news(game) == [
        "You played 6, 6 from hand.",
        "That made 4 in a row, a Blast: the Gift Pile (4 cards) is cleared, and you play\xa0again.",
    ]
    assert news(game, 2)[1].endswith("is cleared, and Anna plays\xa0again.")
    game = do(position("2", stacks=["1 1 9", "", ""], pile="6"), "play 9 stack 1")
    assert news(game, 1) == [
        "Anna played 9 from stack 1 on the table, which is higher.",
        "Anna picked up the Gift Pile (2 cards): 6, 9 in all.",
    ]


def test_news_of_blind_cards() -> None:
    game = do(position("3 3 9", stacks=["1 3", "", ""], pile="4"), "blind 1")
    assert news(game, 1) == [
        "Anna turned a card of stack 1 blind, and 3 came up.",
        "Anna added 3, 3 from hand.",
    ]
    game = do(position("3", stacks=["1 blast", "", ""], pile="4"), "blind 1")
    assert news(game) == [
        "You turned a card of stack 1 blind, and Blast came up.",
        "The Blast cleared the Gift Pile (1 card), and you play\xa0again.",
    ]


def test_news_of_mischief_and_draws() -> None:
    game = do(position("3 coal", draw="7 8"), "coal hand")
    assert news(game) == [
        "You played Lump of Coal! from hand.",
        "The coal is for Ben.",
        "Ben drew 2 cards.",
    ]
    assert news(game, 1)[1:] == ["The coal is for you.", "You drew 7, 8 from the Draw Pile."]
    game = do(position("3 fruitcake", draw="", discard="5"), "fruitcake hand")
    assert news(game)[1:] == [
        "Everyone else draws a card.",
        "The Draw Pile was empty, so the Discard Pile (1 card) was shuffled to make a new one.",
        "Ben drew 1 card.",
        "Cilla drew nothing, as nothing was left.",
        "Dan drew nothing, as nothing was left.",
    ]


def test_news_of_the_end_of_an_expired_turn_and_of_leaving() -> None:
    game = do(position("5"), "play 5 hand 1")
    assert news(game)[1] == "That was your last card: you are out."
    assert news(game, 1)[1] == "That was the last card of Anna."
    game = position("9", pile="6")
    game.timeout(0)
    assert news(game) == [
        "Your time ran out, so the host ended your turn.",
        "You picked up the Gift Pile (1 card).",
    ]
    game.depart(2)
    assert news(game) == ["Cilla is out of the match; those cards went to the Discard Pile."]


@pytest.mark.parametrize("by", ["chance", "order"])
def test_who_begins_is_told_with_why(by: str) -> None:
    event = Event("opened", 1, {"by": by})
    for telling in (EN, MS, SV):
        assert "Ben" in telling.event(event, 0, NAMES)
        assert "Ben" not in telling.event(event, 1, NAMES)


def test_the_end_of_a_round_is_told_to_each() -> None:
    outcome = Outcome((1,), (25, 0, 12, 60), "out")
    assert EN.outcome(outcome, 1, NAMES) == (
        "You went out first, so the others are left with their cards: Anna 25, Cilla 12, Dan 60 points."
    )
    assert EN.outcome(outcome, 0, NAMES) == (
        "Ben went out first, so the others are left with their cards: you 25, Cilla 12, Dan 60 points."
    )
    assert EN.outcome(Outcome((1,), (25, 0, 0, 60), "out"), 2, NAMES).endswith(": Anna 25, Dan 60 points.")
    assert EN.outcome(Outcome((1,), (0, 0, 0), "left"), 0, NAMES) == "All others but Ben have left."


@pytest.mark.parametrize(
    ("result", "mine", "theirs"),
    [
        (
            MatchResult((0,), (52, 310, 90), "threshold"),
            "With 52 points, the fewest of all, you won the match.",
            "With 52 points, the fewest of all, Anna won the match.",
        ),
        (
            MatchResult((0, 2), (52, 310, 52), "threshold"),
            "With 52 points each, the fewest of all, you and Cilla share the match.",
            "With 52 points each, the fewest of all, Anna and Cilla share the match.",
        ),
        (
            MatchResult((0,), (52, 70, 90), "rounds"),
            "After the last round you had 52 points, the fewest of all, and won the match.",
            "After the last round Anna had 52 points, the fewest of all, and won the match.",
        ),
        (
            MatchResult((0,), (52, 0, 0), "left"),
            "All others have left, so you won the match.",
            "All others have left, so Anna won the match.",
        ),
    ],
)
def test_the_end_of_a_match_is_told_to_each(result: MatchResult, mine: str, theirs: str) -> None:
    assert [EN.result(result, viewer, NAMES) for viewer in (0, 1)] == [mine, theirs]
    assert "{" not in MS.result(result, None, NAMES) + SV.result(result, None, NAMES)


def test_decks_have_names_and_other_values_are_shown_as_they_are() -> None:
    assert EN.option_value("deck", "A") == "A: 1 to 9, twelve of each"
    assert EN.option_value("threshold", 300) == "300"


def test_six_players_are_told_of_within_the_columns() -> None:
    for telling in (EN, MS, SV):
        for section in telling.sections(position(seats=6, pile="9 8 7 6 5").view(0), NAMES):
            assert all(len(line) <= 58 for line in section.lines)
