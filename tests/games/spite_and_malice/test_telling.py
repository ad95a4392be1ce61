"""The sentences of Spite & Malice, as people read them."""

import pytest

from hosting.games.spite_and_malice.rules import SpiteAndMalice
from hosting.rules.choices import choices
from hosting.rules.values import Action, Event, MatchResult, Outcome, View
from hosting.rules.words import words
from tests.games.spite_and_malice.positions import NAMES, do, position, up_to

EN, MS, SV = (words("spite-and-malice", language) for language in ("en", "ms", "sv"))
ALL = (EN, MS, SV)
MANY = "So many deals in a row were tied that the points decide: "


def choice(action: str, game: SpiteAndMalice) -> list[str]:
    view = game.view(0)
    return [telling.choice(Action.parse(action), view, NAMES) for telling in ALL]


def news(game: SpiteAndMalice, viewer: int | None = 0) -> list[str]:
    view = game.view(viewer, since=game.ply - 1)
    return [line for event in view.events if (line := EN.event(event, viewer, NAMES))]


def test_a_choice_says_what_comes_next_on_the_stack() -> None:
    assert choice("play payoff 1", position(payoff="4 6", centre=[up_to("5"), "", ""])) == [
        "Play the 6 from your pay-off pile to centre stack 1; 7 comes next.",
        "Mainkan kad 6 dari timbunan bayaran anda ke susunan pusat 1; kad 7 menyusul.",
        "Spela 6 från din målhög till mitthög 1; sedan passar 7 där.",
    ]


def test_a_choice_says_that_a_stack_is_completed() -> None:
    assert choice("play side 2 1", position(side=["", "Q", "", ""], centre=[up_to("J"), "", ""])) == [
        "Play the queen (Q) from your side stack 2 to centre stack 1, which completes it.",
        "Mainkan ratu (Q) dari susunan sampingan 2 anda ke susunan pusat 1 dan lengkapkan susunan itu.",
        "Spela dam (Q) från din sidohög 2 till mitthög 1, som då blir full.",
    ]


def test_a_choice_says_what_a_king_stands_for() -> None:
    assert choice("play hand K 1", position("K", centre=[up_to("10"), "", ""])) == [
        "Play the king (K) as jack (J) from your hand to centre stack 1; queen (Q) comes next.",
        "Mainkan raja (K) sebagai J (jek) dari tangan anda ke susunan pusat 1; ratu (Q) menyusul.",
        "Spela kung (K) som knekt (J) från din hand till mitthög 1; sedan passar dam (Q) där.",
    ]


def test_a_choice_says_that_it_wins() -> None:
    assert choice("play payoff 2", position(payoff="A", other_payoff="4 5 6"))[0] == (
        "Play your last pay-off card, the ace (A), to centre stack 2 and win the deal: 3 points."
    )


def test_a_discard_says_what_it_covers() -> None:
    assert choice("discard 9 1", position(side=["4", "", "", ""]))[0] == (
        "Discard the 9 to side stack 1, onto the 4, and end your turn."
    )
    assert choice("discard 9 2", position(side=["4", "", "", ""]))[0] == (
        "Discard the 9 to side stack 2, which is empty, and end your turn."
    )


def test_folded_discards_name_one_example() -> None:
    view = position("2 3 8 9").view(0)
    assert [telling.fold(choices(view)[-1].actions, view, NAMES) for telling in ALL] == [
        "Discard a card and end your turn: name the card and a side stack, DISCARD 9 TO 1 for example.",
        ("Buang satu kad dan tamatkan giliran anda: tulis kad dan susunan sampingan, BUANG 9 KE 1 misalnya."),
        "Kasta ett kort och avsluta din tur: skriv kortet och sidohögen, KASTA 9 TILL 1 till exempel.",
    ]


def test_the_table_is_told_in_lines() -> None:
    game = position("3 7 7 9 Q", side=["10", "4 8", "", ""], centre=[up_to("5"), up_to("10") + " K", ""])
    middle, mine, other = EN.sections(game.view(0), NAMES)
    assert (middle.heading, middle.owner) == ("THE TABLE", None)
    assert middle.lines == (
        "Centre stack 1: 5 on top, 6 comes next.",
        "Centre stack 2: king (K) on top as jack (J), queen (Q)",
        "comes next.",
        "Centre stack 3: empty, ace (A) comes first.",
        "Stock: 8 cards.",
    )
    assert (mine.heading, mine.owner) == ("YOU", 0)
    assert mine.lines == (
        "Pay-off pile: 2 cards, 7 on top.",
        "Hand: 3, 7, 7, 9, Q (5 cards).",
        "Side stack 1: 10 on top.",
        "Side stack 2: 8 on top; 4 under it.",
        "Side stacks 3 and 4: empty.",
    )
    assert (other.heading, other.owner) == ("BEN", 1)
    assert other.lines == (
        "Pay-off pile: 3 cards, 6 on top.",
        "Hand: 5 cards.",
        "Side stacks 1, 2, 3 and 4: empty.",
    )


def test_a_spectator_reads_both_players_by_name_and_no_hand() -> None:
    _, first, second = MS.sections(position().view(None), NAMES)
    assert (first.heading, second.heading) == ("ANNA", "BEN")
    assert first.lines[1] == "Tangan: 5 kad."


@pytest.mark.parametrize(
    ("game", "headline"),
    [
        (
            position(payoff="4 6", centre=["", up_to("5"), ""]),
            "The 6 on your pay-off pile can go to centre stack 2 now.",
        ),
        (position(other_payoff="6 6"), "Ben has only 2 cards left in the pay-off pile."),
        (
            position(centre=["", up_to("3"), ""], other_payoff="6 6 6 6"),
            "Centre stack 2 needs 3 more cards before your pay-off card, the 7, can go there.",
        ),
        (
            position(payoff="4 A", centre=["A", "A 2", up_to("9")], other_payoff="6 6 6 6"),
            "Centre stack 3 needs 3 more cards before your pay-off card, the ace (A), can go there.",
        ),
    ],
)
def test_the_headline_is_the_one_thing_that_matters(game: SpiteAndMalice, headline: str) -> None:
    assert EN.headline(game.view(0), NAMES) == headline
    assert EN.headline(game.view(1), NAMES) == ""


def test_what_happens_in_silence_is_computed_from_the_hand() -> None:
    view = position("2 J K", side=["4", "", "", ""]).view(0)
    assert EN.timeout(view, NAMES) == (
        "If you run out of time, the host discards your highest card that is not a king, the jack (J), to "
        "side stack 2, and then it is Ben's turn."
    )
    assert "raja, kerana anda tiada kad lain," in MS.timeout(position("K").view(0), NAMES)
    assert "som inte är en kung, 9, till sidohög 1" in SV.timeout(position("9").view(0), NAMES)


def test_what_the_auto_turn_says_is_what_it_does() -> None:
    for hand, side in (
        ("2 J K", ["4", "5 6", "7 8", "9"]),
        ("K K", ["", "", "", ""]),
        ("A 2 3 4 5", ["2", "", "", ""]),
    ):
        game = position(hand, side=side)
        promised = EN.timeout(game.view(0), NAMES)
        game.timeout(0)
        done = next(event.args for event in game.view(1).events if event.name == "discarded")
        assert f"to side stack {done['to']}," in promised
        assert "a king, as you hold" in promised if done["card"] == "K" else f"{done['card']}" in promised


def test_news_of_a_play_a_return_and_a_refill() -> None:
    game = do(position("Q", centre=[up_to("J"), "", ""], stock="9"), "play hand Q 1")
    mine, others = news(game), news(game, 1)
    assert mine[:2] == [
        "You played the queen (Q) to centre stack 1 from your hand.",
        "Centre stack 1 is complete and goes back into the stock.",
    ]
    assert mine[2].startswith("You drew 5 cards (")
    assert mine[2].endswith(") from the stock.")
    assert others[0] == "Anna played the queen (Q) to centre stack 1 from hand."
    assert others[2] == "Anna drew 5 cards."
    assert len(mine) == len(others) == 3


def test_news_of_pay_off_card_side_stack_and_discard() -> None:
    game = do(position("9", payoff="8 A", side=["2", "", "", ""]), "play payoff 1")
    assert news(game, None) == [
        "Anna played the ace (A) to centre stack 1 from the pay-off pile.",
        "Anna's pay-off pile now shows 8, with 1 card left.",
    ]
    assert news(do(game, "play side 1 1"), 1) == [
        "Anna played the 2 to centre stack 1 from side stack 1 on their side."
    ]
    assert news(do(game, "discard 9 4")) == ["You discarded the 9 to side stack 4, which ended your turn."]


def test_news_of_an_expired_turn_and_of_leaving() -> None:
    game = position("9")
    game.timeout(0)
    assert news(game)[0] == (
        "Your time ran out, so the host ended your turn. Its rule: your highest card that is not a king "
        "goes to your side stack with the fewest cards, the first if there are several."
    )
    assert news(game, 1)[0] == "Time ran out for Anna, so the host ended the turn."
    game.depart(1)
    assert news(game) == ["Ben left the deal."]


@pytest.mark.parametrize("by", ["card", "chance", "order"])
def test_who_begins_is_told_with_why(by: str) -> None:
    event = Event("opened", 1, {"by": by, "card": "Q"})
    for telling in ALL:
        assert "Ben" in telling.event(event, 0, NAMES)
        assert "Ben" not in telling.event(event, 1, NAMES)


def test_every_kind_of_king_play_is_told() -> None:
    event = Event("played", 1, {"from": "hand", "place": None, "card": "K", "as": "J", "to": 2})
    assert (
        MS.event(event, 0, NAMES) == "Ben memainkan raja (K) sebagai J (jek) ke susunan pusat 2 dari tangan."
    )


@pytest.mark.parametrize(
    ("outcome", "mine", "theirs", "anybodys"),
    [
        (
            Outcome((0,), (6, 0), "emptied"),
            "You emptied your pay-off pile and won the deal: 6 points.",
            "Anna emptied the pay-off pile and won the deal: 6 points.",
            "Anna emptied the pay-off pile and won the deal: 6 points.",
        ),
        (
            Outcome((0,), (1, 0), "left"),
            "Ben left the deal, so you score 1 point.",
            "You left the deal, so Anna scores 1 point.",
            "Ben left the deal, so Anna scores 1 point.",
        ),
        (
            Outcome((), (0, 0), "stock"),
            *["The stock ran out, so the deal is a tie and nobody scores."] * 3,
        ),
    ],
)
def test_the_end_of_a_deal_is_told_to_each(outcome: Outcome, mine: str, theirs: str, anybodys: str) -> None:
    assert [EN.outcome(outcome, viewer, NAMES) for viewer in (0, 1, None)] == [mine, theirs, anybodys]


@pytest.mark.parametrize(
    ("result", "mine", "theirs"),
    [
        (
            MatchResult((0,), (52, 31), "target"),
            "With 52 points to 31, you won the match.",
            "With 52 points to 31, Anna won the match.",
        ),
        (
            MatchResult((0,), (3, 31), "resigned"),
            "Ben resigned, so you won the match.",
            "You resigned, so Anna won the match.",
        ),
        (
            MatchResult((0,), (30, 3), "forfeits"),
            "Ben forfeited two deals in a row, so you won the match.",
            "You forfeited two deals in a row, so Anna won the match.",
        ),
        (
            MatchResult((0, 1), (9, 9), "ties"),
            *[MANY + "with 9 points each, the match is shared."] * 2,
        ),
        (
            MatchResult((0,), (9, 4), "ties"),
            MANY + "with 9 points to 4, you won the match.",
            MANY + "with 9 points to 4, Anna won the match.",
        ),
    ],
)
def test_the_end_of_a_match_is_told_to_each(result: MatchResult, mine: str, theirs: str) -> None:
    assert [EN.result(result, viewer, NAMES) for viewer in (0, 1)] == [mine, theirs]
    assert "{" not in MS.result(result, None, NAMES) + SV.result(result, None, NAMES)


def test_help_shows_commands_inside_sentences() -> None:
    view: View = position().view(0)
    assert "Write PLAY PAYOFF TO 2 and your pay-off card goes to that centre stack." in EN.help(view)


def test_one_card_that_is_drawn_is_not_taken_for_a_number_of_cards() -> None:
    game = do(position(other_hand="8 8 8 8", stock="9 10"), "discard 9 1")
    drew = [telling.event(game.view(1).events[-1], 1, NAMES) for telling in ALL]
    assert drew == [
        "You drew 1 card (10) from the stock.",
        "Anda mencabut 1 kad (10) dari stok.",
        "Du drog 1 kort (10) från talongen.",
    ]
