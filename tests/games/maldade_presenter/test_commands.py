# ruff: noqa: RUF001 - true minus and curly apostrophe are what people read and write
"""What players of Maldade Presenter write, in three languages, and what it means."""

import pytest

from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.rules.choices import choices
from hosting.rules.commands import Ambiguous, GameGrammar, Illegal, Unknown, read_line
from hosting.rules.lines import Sort
from hosting.rules.ordering import standing_order
from hosting.rules.values import Action
from hosting.rules.words import words
from tests.games.maldade_presenter.positions import ASK, NAMES, do, position

GRAMMAR = GameGrammar("maldade-presenter", NAMES)
HAND = "drums underpants prize hug antidote2 antidote2 antidote1 mermaid snatch bow jump rewrap queue address"


def table() -> MaldadePresenter:
    """Give a position in which every kind of move is legal."""
    return position(
        HAND, "jump jump", "jump", "jump", gauges=["chocolate sock drums/glitter", "goat drums", "sock", ""]
    )


def read(line: str, game: MaldadePresenter | None = None, language: str = "sv", seat: int = 0) -> str:
    view = (game or table()).view(seat)
    return str(read_line(line, view=view, choices=choices(view), languages=[language], names=NAMES))


def refused(line: str, game: MaldadePresenter | None = None, language: str = "sv", seat: int = 0) -> str:
    view = (game or table()).view(seat)
    with pytest.raises(Illegal) as illegal:
        read_line(line, view=view, choices=choices(view), languages=[language], names=NAMES)
    return words("maldade-presenter", language).reason(illegal.value.reason, NAMES)


def asked(line: str, game: MaldadePresenter | None = None) -> list[str]:
    view = (game or table()).view(0)
    with pytest.raises(Ambiguous) as ambiguous:
        read_line(line, view=view, choices=choices(view), languages=["sv"], names=NAMES)
    return [str(action) for action in ambiguous.value.actions]


SAID = {
    "give drums 1": [
        "GE Trumset TILL Ben",
        "ge trumset (4) till ben.",
        "Ge Ben trummorna",
        "ge 4 till Ben",
        "GE TRUMSET ÅT BEN",
        "spela trumset till Ben",
        "ge Trumset till plats 2",
        "GIVE Drum kit TO Ben",
        "give the drums to seat 2",
        "give Ben the drum kit",
        "play drum kit on Ben",
        "BERI Set dram KEPADA Ben",
        "beri Ben set dram",
        "give Trumset to Ben",
        "- GE Trumset -> Ben",
    ],
    "give prize 3": [
        "GE Tröstpris TILL Dan",
        "ge trostpris till dan",
        "ge Tröstpris (2, oundviklig) till Dan",
        "GIVE Consolation prize (2, unavoidable) TO Dan",
        "beri hadiah saguhati kepada Dan",
    ],
    "give hug 2": ["GIVE Aunt's hug TO Cilla", "GIVE Aunt’s hug TO Cilla", "ge mosters kram till Cilla"],
    "heal chocolate with antidote2": [
        "LÄK Utgången choklad MED Motgift −2",
        "LAK choklad MED Motgift -2",
        "läk choklad med motgift 2",
        "läk choklad (2) med −2",
        "lak utgangen choklad med 2",
        "spela Motgift 2 på choklad",
        "HEAL Expired chocolate WITH Antidote 2",
        "heal chocolate using antidote minus 2",
        "SEMBUH Coklat luput DENGAN Penawar 2",
        "rawat coklat dengan penawar −2",
    ],
    "heal sock chocolate with antidote1 antidote2": [
        "LÄK choklad + strumpa MED Motgift 2 + Motgift 1",
        "läk strumpa och choklad med motgift 1, motgift 2",
        "heal sock and chocolate with 1 and 2",
        "sembuh stoking dan coklat dengan penawar 2 + penawar 1",
    ],
    "play mermaid drums+2": [
        "SPELA Nödsjöjungfru PÅ Trumset",
        "spela nodsjojungfru på trumset (6)",
        "SPELA sjöjungfru KASTA trumset",
        "PLAY Emergency mermaid ON Drum kit 6",
        "play mermaid drums",
        "MAIN Ikan duyung kecemasan PADA Set dram",
    ],
    "play snatch drums 1": [
        "SPELA Väskryck PÅ Ben KASTA Trumset",
        "spela vaskryck mot Ben kasta trumset",
        "SPELA Väskryck KASTA Trumset PÅ Ben",
        "PLAY Snatch ON Ben DISCARD Drum kit",
        "play snatch from Ben with drum kit",
        "MAIN Ragut PADA Ben BUANG Set dram",
    ],
    "play bow goat 1": [
        "SPELA Rosett PÅ Ilsken get HOS Ben",
        "spela rosett på Ben ilsken get",
        "SPELA Rosett get Ben",
        "PLAY Bow ON Angry goat OF Ben",
        "MAIN Reben PADA Kambing berang MILIK Ben",
    ],
    "play jump": ["SPELA Pölhopp", "spela polhopp!", "PLAY Puddle jump", "MAIN Lompat lopak"],
    "play rewrap chocolate 2": [
        "SPELA Ompaketering choklad TILL Cilla",
        "PLAY Re-wrap chocolate TO Cilla",
        "play rewrap on chocolate to Cilla",
        "MAIN Bungkus semula coklat KEPADA Cilla",
    ],
    "play queue 3": ["SPELA Toalettkö PÅ Dan", "PLAY Toilet queue ON Dan", "MAIN Beratur ke tandas PADA Dan"],
    "draw": [
        "DRA",
        "SLUTA",
        "dra ett kort",
        "DRAW",
        "end",
        "end turn",
        "CABUT",
        "tamat",
        "ambil kad",
        "slut",
    ],
}


@pytest.mark.parametrize(
    ("action", "line"), [(action, line) for action, lines in SAID.items() for line in lines]
)
@pytest.mark.parametrize("language", ["sv", "ms", "en"])
def test_every_language_is_understood_whatever_the_players_own_is(
    action: str, line: str, language: str
) -> None:
    assert read(line, language=language) == action
    assert GRAMMAR.sort(line) is Sort.COMMAND


ANSWERS = {
    "play address": ["SPELA Fel adress", "spela Fel adress!", "PLAY Wrong address!", "MAIN Salah alamat"],
    "play return": ["SPELA Åter avsändaren", "spela ater avsandaren", "PLAY Return to sender"],
    "play onward 2": [
        "SPELA Skicka vidare TILL Cilla",
        "PLAY Pass it on TO Cilla",
        "MAIN Hantar terus KEPADA Cilla",
    ],
    "pass": ["TA EMOT", "ta emot", "ACCEPT", "pass", "TERIMA", "passa"],
}


@pytest.mark.parametrize(
    ("action", "line"), [(action, line) for action, lines in ANSWERS.items() for line in lines]
)
def test_answers_are_understood(action: str, line: str) -> None:
    game = do(position("goat jump", "address return onward", "jump", "jump"), "give goat 1", orders=ASK)
    assert read(line, game, seat=1) == action
    assert GRAMMAR.sort(line) is Sort.COMMAND


def test_karma_and_its_price_are_understood() -> None:
    game = do(position("snatch sock jump", "karma drums", "jump", "jump"), "play snatch sock 1", orders=ASK)
    for line in ("SPELA Karma KASTA Trumset", "PLAY Karma DISCARD Drum kit", "MAIN Karma BUANG Set dram"):
        assert read(line, game, seat=1) == "play karma drums"


def test_a_parting_gift_is_given_as_any_gift_is() -> None:
    game = position("goat jump", "greeting drums", "jump", "jump", gauges=["", "goat"])
    do(game, "give goat 1", orders=("never", "ask", "never", "never"))
    do(game, "pass", seat=1, orders=("never", "ask", "never", "never"))
    assert read("GE Trumset TILL Cilla", game, seat=1) == "greet drums 2"


def test_gifts_of_one_card_that_are_worth_different_points_are_told_apart() -> None:
    game = position("mermaid antidote5 antidote1", "jump", gauges=["drums drums/glitter"])
    assert asked("spela sjöjungfru på trumset", game) == ["play mermaid drums", "play mermaid drums+2"]
    assert read("spela sjöjungfru på trumset (6)", game) == "play mermaid drums+2"
    assert read("läk trumset 6 med motgift 5 + motgift 1", game) == "heal drums+2 with antidote1 antidote5"


def test_what_is_left_open_is_asked_about_unless_one_move_alone_fits() -> None:
    assert asked("ge trumset") == ["give drums 1", "give drums 2", "give drums 3"]
    assert asked("ge 2 till Ben", position("chocolate prize", "jump")) == [
        "give chocolate 1",
        "give prize 1",
    ]
    assert read("ge trumset", position("drums jump", "jump")) == "give drums 1"
    assert read("läk choklad", position("antidote2 jump", "jump", gauges=["chocolate"])) == (
        "heal chocolate with antidote2"
    )


def test_a_name_that_is_a_word_of_the_game_in_some_language_is_still_a_name_after_to() -> None:
    assert read("GE Trumset TILL Dan", language="ms") == "give drums 3"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("ge get till Ben", "Kortet Ilsken get (5) finns inte på din hand."),
        ("ge trumset till Anna", "Det går inte att göra mot dig själv."),
        (
            "ge trumset till plats 9",
            "Någon sådan plats finns inte; platserna har nummer från 1 till 4 och inga andra.",
        ),
        ("ge nödsjöjungfru till Ben", "Kortet Nödsjöjungfru är ingen present."),
        ("läk get med motgift 2", "I din mätare ligger ingen present som Ilsken get (5)."),
        ("läk choklad med motgift 5", "Kortet Motgift −5 finns inte på din hand."),
        (
            "läk choklad med motgift 1",
            "Motgift måste läka precis så många poäng som presenterna är värda, inte fler och inte färre.",
        ),
        ("spela karma", "Kortet Karma finns inte på din hand."),
        ("spela fel adress", "En ripost spelas när du får något, inte i din egen tur."),
        ("spela rosett på strumpa hos Ben", "I mätaren hos Ben ligger ingen present som Udda strumpa (1)."),
        ("spela nödsjöjungfru på get", "I din mätare ligger ingen present som Ilsken get (5)."),
        ("spela toalettkö på Anna", "Det går inte att göra mot dig själv."),
        ("ta emot", "Det finns inget att ta emot just nu."),
        ("40", "Listan har inget nummer 40; den går bara från 1 till 12, inte längre."),
    ],
)
def test_what_is_not_legal_is_answered_with_why(line: str, reason: str) -> None:
    assert refused(line) == reason


def test_one_gift_a_turn_and_to_a_single_player_are_told() -> None:
    game = do(table(), "give drums 1", orders=("never",) * 4)
    assert refused("ge tröstpris till Ben", game, "en") == (
        "You have already given a gift this turn, and one is all that you may give."
    )
    assert refused("play rewrap chocolate to Cilla", game, "en") == (
        "The gifts of a turn go to a single player, and this turn that is Ben."
    )
    moved = do(table(), "play rewrap chocolate 2")
    assert "single player, and this turn that is Cilla" in refused("give drums to Ben", moved, "en")


def test_other_reasons_are_told() -> None:
    queued = do(table(), "play queue 3")
    queued.hands[0].append("queue")
    assert refused("play toilet queue on Dan", queued, "en") == "Dan is already in the toilet queue."
    assert refused("play snatch on Ben", position("snatch", "jump"), "en") == (
        "A Snatch costs another card, and you have none."
    )
    empty = position("snatch sock", "", "jump")
    assert refused("play snatch on Ben discard sock", empty, "en") == "Ben has no cards in hand."
    gone = position("sock jump", "jump", "jump")
    gone.depart(2)
    assert refused("give sock to Cilla", gone, "en") == "Cilla is already out."
    alone = position("mermaid jump", "jump")
    assert refused("play mermaid", alone, "en") == "Your gauge is empty."
    used = do(table(), "give drums 1", "play jump", orders=("never",) * 4)
    assert refused("heal sock + chocolate with 1 + 2", used, "en") == (
        "You have only 1 more card left to play this turn."
    )


def test_reasons_when_asked_are_told() -> None:
    hand = "address return onward karma drums"
    game = do(position("goat jump", hand, "jump", "jump"), "give goat 1", orders=ASK)
    assert refused("dra", game, "en", 1) == "You are asked: accept, or answer with a card that fits."
    assert refused("play karma", game, "en", 1) == "Karma helps against tricks, not against gifts."
    assert "third player" in refused("play pass it on to Anna", game, "en", 1)
    trick = do(position("queue jump", "address karma", "jump"), "play queue 1", orders=ASK)
    assert refused("play wrong address", trick, "en", 1) == "Only Karma helps against tricks."
    last = position("portrait jump", "drums", "jump", gauges=["", "goat drums"])
    do(last, "give portrait 1", orders=ASK)
    assert refused("give drums to Cilla", last, "en", 1) == "You have no Last greeting."


def test_who_is_not_to_act_is_told_so_and_when_it_is_over_too() -> None:
    assert refused("dra", table(), "en", 1) == "It is not your turn now."
    over = position("jump", "jump")
    over.depart(0)
    assert refused("dra", over, "en", 1) == "The deal is over."


def test_why_says_the_same_of_an_action() -> None:
    game = table()
    assert game.why(0, Action.parse("give goat 1")).name == "not_in_hand"
    assert game.why(0, Action.parse("give drums 0")).name == "not_yourself"
    assert game.why(0, Action.parse("heal goat with antidote2")).name == "not_in_gauge"


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("RIPOST AUTO", "auto"),
        ("RIPOSTE ALLTID", "always"),
        ("ripost aldrig.", "never"),
        ("RIPOST FRÅGA", "ask"),
        ("ripost fraga", "ask"),
        ("RIPOSTE ALWAYS", "always"),
        ("riposte never", "never"),
        ("TANGKIS TANYA", "ask"),
        ("riposte sentiasa", "always"),
        ("RIPOSTE", None),
        ("riposte maybe", None),
        ("always", None),
    ],
)
def test_standing_orders_are_words_to_the_host_in_all_languages(line: str, order: str | None) -> None:
    assert standing_order(line, "maldade-presenter") == order
    assert (GRAMMAR.sort(line) is Sort.COMMAND) is (order is not None)
    assert standing_order(line, "spite-and-malice") is None


@pytest.mark.parametrize(
    "line",
    [
        "GE Trumst TILL Ben",
        "spela nödsjöjunfru på trumset",
        "ge",
        "trumset",
        "Trumset till Ben",
        "spela",
        "GEE trumset",
    ],
)
def test_what_makes_no_sense_is_unknown_and_a_likely_slip(line: str) -> None:
    with pytest.raises(Unknown):
        read(line)
    assert GRAMMAR.sort(line) is Sort.UNCLEAR


@pytest.mark.parametrize(
    "line",
    [
        "Hej Ben,",
        "Kram, Anna",
        "Tack för senast!",
        "Hoppas att du har det bra",
        "Best regards",
        "Terima kasih",
        "Anna",
    ],
)
def test_chatter_is_left_alone(line: str) -> None:
    assert GRAMMAR.sort(line) is Sort.CHATTER
