# ruff: noqa: RUF001 - true minus and curly apostrophe are what people read and write
"""The sentences of Maldade Presenter, as people read them."""

import pytest

from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.games.maldade_presenter.telling import Telling
from hosting.rules.choices import choices
from hosting.rules.values import Action, Event, MatchResult, Outcome
from hosting.rules.words import words
from tests.games.maldade_presenter.positions import ASK, NAMES, NEVER, do, position

EN, MS, SV = (words("maldade-presenter", language) for language in ("en", "ms", "sv"))
ALL = (EN, MS, SV)


def choice(action: str, game: MaldadePresenter, seat: int = 0) -> list[str]:
    view = game.view(seat)
    return [telling.choice(Action.parse(action), view, NAMES) for telling in ALL]


def news(game: MaldadePresenter, viewer: int | None = 0) -> list[str]:
    view = game.view(viewer, since=game.ply - 1)
    return [line for event in view.events if (line := SV.event(event, viewer, NAMES))]


def test_a_choice_says_what_the_gauge_comes_to() -> None:
    assert choice("give drums 1", position("drums", "jump", gauges=["", "goat chocolate"])) == [
        "Give away Drum kit (4) to Ben: the gauge comes to 11 points.",
        "Hadiahkan Set dram (4) kepada Ben: toloknya menjadi 11 mata.",
        "Ge bort Trumset (4) till Ben: mätaren blir 11 poäng.",
    ]


def test_only_an_unavoidable_gift_surely_eliminates() -> None:
    assert choice("give portrait 1", position("portrait", "jump", gauges=["", "goat chocolate"]))[2] == (
        "Ge bort Släktporträtt (3, oundviklig) till Ben: mätaren blir 10 poäng, och Ben åker ut."
    )


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (
            "heal sock chocolate with antidote1 antidote2",
            (
                "Läk bort Udda strumpa (1) och Utgången choklad (2) med Motgift −1 och Motgift −2: "
                "din mätare sjunker till 6 poäng."
            ),
        ),
        (
            "play mermaid drums+2",
            "Nödsjöjungfru: Trumset (6) kastas ur din mätare, som sjunker till 3 poäng.",
        ),
        (
            "play snatch jump 1",
            "Väskryck mot Ben: du kastar Pölhopp och tar ett kort på måfå ur handen där.",
        ),
        ("play bow goat 1", "Rosett på Ilsken get (5) hos Ben: mätaren blir 6 poäng."),
        ("play jump", "Pölhopp: du får 2 kort från Dragpölen."),
        ("play rewrap sock 1", "Ompaketering: Udda strumpa (1) flyttas till Ben, vars mätare blir 6 poäng."),
        ("play queue 1", "Toalettkö för Ben: nästa tur där blir bara ett kort från Dragpölen."),
        ("draw", "Låt turen ta slut med ett kort från Dragpölen."),
    ],
)
def test_every_move_has_a_sentence(action: str, sentence: str) -> None:
    hand = "antidote1 antidote2 mermaid snatch bow jump rewrap queue"
    game = position(hand, "jump", gauges=["sock chocolate drums/glitter", "goat"])
    assert choice(action, game)[2] == sentence


def test_answers_to_a_gift_say_what_comes_of_them() -> None:
    game = do(
        position("goat jump", "address return onward", "jump", gauges=["", "goat"]), "give goat 1", orders=ASK
    )
    assert [SV.choice(action, game.view(1), NAMES) for action in game.view(1).legal] == [
        "Svara med Fel adress så hamnar Ilsken get (5) i det septiska kastet.",
        "Svara med Åter avsändaren så går Ilsken get (5) tillbaka till Anna.",
        "Svara med Skicka vidare så går Ilsken get (5) till Cilla i stället.",
        "Ta emot Ilsken get (5): din mätare blir 10 poäng, och du åker ut.",
    ]
    assert SV.headline(game.view(1), NAMES) == "Anna ger dig Ilsken get (5): det skulle slå ut dig."
    assert SV.timeout(game.view(1), NAMES) == (
        "Om du inte hinner svara riposterar värden åt dig med Fel adress, "
        "så att Ilsken get (5) hamnar i det septiska kastet."
    )
    assert SV.headline(game.view(0), NAMES) == ""


def test_answers_to_a_trick_and_a_last_gift_have_sentences_too() -> None:
    game = do(position("snatch sock jump", "karma drums", "jump"), "play snatch sock 1", orders=ASK)
    assert [EN.choice(action, game.view(1), NAMES) for action in game.view(1).legal] == [
        "Answer with Karma, and Snatch does nothing.",
        "Answer with Karma and discard Drum kit (4): then you get a random card from Anna.",
        "Let Snatch take its course.",
    ]
    assert EN.headline(game.view(1), NAMES) == "Anna plays Snatch against you."
    last = position("portrait jump", "greeting drums", "jump", gauges=["", "goat drums"])
    do(last, "give portrait 1", orders=ASK)
    assert EN.headline(last.view(1), NAMES) == "You are eliminated. Do you have a last greeting?"
    assert [EN.choice(action, last.view(1), NAMES) for action in last.view(1).legal][1:] == [
        "Give away Drum kit (4) to Anna as a last greeting: the gauge comes to 4 points.",
        "Go without a last gift.",
    ]


def test_folded_families_say_what_they_bring_and_show_their_shortest_command() -> None:
    game = position("drums sock prize snatch jump", "jump", "jump", "jump", gauges=["", "goat", "goat drums"])
    view = game.view(0)
    folded = [choice for choice in choices(view) if len(choice.actions) > 1]
    assert [SV.fold(choice.actions, view, NAMES) for choice in folded] == [
        (
            "Ge bort Udda strumpa (1), som ”GE Udda strumpa TILL Ben” till exempel: "
            "då står Ben på 6, Cilla på 10 och Dan på 1 poäng."
        ),
        (
            "Ge bort Trumset (4), som ”GE Trumset TILL Ben” till exempel: "
            "då står Ben på 9, Cilla på 13 och Dan på 4 poäng."
        ),
        (
            "Ge bort Tröstpris (2, oundviklig), som ”GE Tröstpris TILL Ben” till exempel: "
            "då står Ben på 7, Cilla på 11 (ute) och Dan på 2 poäng."
        ),
        (
            "Väskryck: kasta ett kort och ta ett på måfå av någon, "
            "som ”SPELA Väskryck PÅ Ben KASTA Trumset” till exempel."
        ),
    ]
    assert SV.example(view, NAMES) == "Du kan också skriva draget med ord, som ”SPELA Pölhopp” till exempel."


@pytest.mark.parametrize(
    ("action", "start"),
    [
        ("play mermaid", "Nödsjöjungfru: kasta en present ur din mätare, som"),
        ("play bow", "Rosett: höj en present hos någon annan med 1 poäng, som"),
        ("play rewrap", "Ompaketering: flytta en present ur din mätare till någon annan, som"),
        ("play queue", "Toalettkö: låt någon annan bara dra ett kort nästa tur, som"),
        ("heal", "Läk bort presenter ur din mätare, som"),
    ],
)
def test_each_folded_trick_says_what_it_does(action: str, start: str) -> None:
    hand = "mermaid bow rewrap queue antidote1 antidote2 drums"
    gauges = ["sock chocolate", "goat", "sock"]
    view = position(hand, "jump", "jump", gauges=gauges).view(0)
    [family] = [each.actions for each in choices(view) if str(each.actions[0]).startswith(action)]
    assert SV.fold(family, view, NAMES).startswith(start)


@pytest.mark.parametrize(
    ("played", "line"),
    [
        ((), "Du får spela 3 kort i din tur, högst ett av dem en present."),
        (("play jump",), "Du får spela 2 kort till, högst ett av dem en present."),
        (("play jump", "play jump"), "Du får spela 1 kort till, en present om du vill."),
        (("give drums 1",), "Du får spela 2 kort till, men ingen mer present."),
    ],
)
def test_how_much_may_still_be_played_is_told(played: tuple[str, ...], line: str) -> None:
    game = do(position("drums jump jump sock", "jump", "jump"), *played)
    table = " ".join(SV.sections(game.view(0), NAMES)[0].lines)
    assert table.endswith(line)
    assert "Du får spela" not in " ".join(SV.sections(game.view(1), NAMES)[0].lines)


@pytest.mark.parametrize(
    ("move", "hand", "own", "silence"),
    [
        (
            "give goat 1",
            "return",
            "goat",
            "med Åter avsändaren, så att Ilsken get (5) går tillbaka till Anna.",
        ),
        ("give goat 1", "onward", "goat", "Skicka vidare, så att Ilsken get (5) går till Cilla i stället."),
        ("give goat 1", "address", "", "tar värden emot Ilsken get (5) åt dig."),
        ("give goat 1", "jump", "goat", "tar värden emot Ilsken get (5) åt dig, och du åker ut."),
        ("play queue 1", "karma", "", "låter värden Toalettkö verka."),
        ("play glitter goat 1", "karma", "goat drums", "Karma åt dig, så att Glitterbomb blir utan verkan."),
        (
            "play snatch sock 1",
            "karma drums",
            "",
            "spelar värden Karma åt dig och kastar Trumset (4), så att",
        ),
    ],
)
def test_what_the_host_would_answer_is_told_from_these_cards(
    move: str, hand: str, own: str, silence: str
) -> None:
    game = position("goat queue glitter snatch sock", hand, "jump", gauges=["", own])
    do(game, move, orders=ASK)
    assert silence in SV.timeout(game.view(1), NAMES)


def test_what_the_host_would_do_for_who_is_eliminated_is_told() -> None:
    for hand, silence in (
        ("greeting drums", "ger värden Trumset (4) till Cilla åt dig som sista hälsning."),
        ("jump", "ger värden ingen sista present åt dig."),
    ):
        game = do(
            position("portrait sock", hand, "jump", gauges=["", "goat drums"]), "give portrait 1", orders=ASK
        )
        assert silence in SV.timeout(game.view(1), NAMES)


def test_without_names_players_are_typed_by_their_seats() -> None:
    view = position("drums", "jump").view(0)
    assert [telling.command(view.legal[0], view) for telling in ALL] == [
        "GIVE Drum kit TO SEAT 2",
        "BERI Set dram KEPADA TEMPAT 2",
        "GE Trumset TILL PLATS 2",
    ]


def test_the_table_is_told_in_a_line_a_player() -> None:
    game = position(
        "underpants prize antidote2 antidote2 address",
        "jump",
        "jump",
        gauges=["drums chocolate", "goat/bow"],
        septic="antidote2",
    )
    game.resting[2] = True
    table, hand = SV.sections(game.view(0), NAMES)
    assert (table.heading, table.owner, hand.heading, hand.owner) == ("BORDET", None, "DIN HAND", 0)
    assert table.lines == (
        "Du, 6 av 10: Utgången choklad (2), Trumset (4); 5 kort på",
        "hand.",
        "Ben, 6 av 10: Ilsken get (6); 1 kort på hand.",
        "Cilla, 0 av 10: inga presenter; 1 kort på hand.",
        "Cilla står i toalettkön och drar bara ett kort nästa tur.",
        "Dragpölen: 6 kort.",
        "Det septiska kastet: 1 kort, överst Motgift −2.",
        "Du får spela 3 kort i din tur, högst ett av dem en",
        "present.",
    )
    assert hand.lines == (
        "Stickade kalsonger (3), present",
        "Tröstpris (2, oundviklig), present",
        "2 st. Motgift −2",
        "Fel adress!, ripost",
    )


def test_a_spectator_reads_no_hand_and_who_is_out() -> None:
    game = position("sock", "jump", "jump")
    game.depart(1)
    (table,) = EN.sections(game.view(None), NAMES)
    assert table.lines[0] == "Anna, 0 of 10: no gifts; 1 card in hand."
    assert table.lines[1] == "Ben is out."


@pytest.mark.parametrize(
    ("game", "headline"),
    [
        (
            position("drums", "jump", "jump", gauges=["", "goat sock", "sock"]),
            "Ben står på 6 av 10 och kan åka ut den här turen.",
        ),
        (position("sock", "jump", gauges=["goat underpants"]), "Din mätare står på 8 av 10 poäng."),
        (position("sock", "jump"), ""),
    ],
)
def test_the_headline_is_the_one_thing_that_matters(game: MaldadePresenter, headline: str) -> None:
    assert SV.headline(game.view(0), NAMES) == headline


def test_what_happens_in_silence_names_who_plays_next() -> None:
    game = position("sock", "jump", "jump")
    assert SV.timeout(game.view(0), NAMES) == (
        "Om du inte hinner svara drar värden ett kort åt dig, och sedan är det Ben som står på tur."
    )
    game.depart(1)
    assert "sedan är det Cilla" in SV.timeout(game.view(0), NAMES)
    assert "utan kort" in SV.timeout(position("sock", "jump", puddle="").view(0), NAMES)


def test_news_of_a_gift_read_otherwise_by_each() -> None:
    game = do(position("drums jump", "jump", "jump"), "give drums 1", orders=NEVER)
    assert news(game) == ["Du gav Ben Trumset (4).", "Ben tog emot Trumset (4): mätaren står på 4 poäng."]
    assert news(game, 1) == [
        "Anna gav dig Trumset (4).",
        "Du tog emot Trumset (4): din mätare står på 4 poäng.",
    ]
    assert news(game, None)[0] == "Anna gav Ben Trumset (4)."


def test_news_of_a_riposte_chain_and_an_elimination() -> None:
    game = position("goat jump", "return jump", "jump", gauges=["goat", "goat"])
    do(game, "give goat 1")
    assert news(game, 2) == [
        "Anna gav Ben Ilsken get (5).",
        "Ben riposterade med Åter avsändaren, så Ilsken get (5) gick tillbaka till Anna.",
        "Anna tog emot Ilsken get (5): mätaren står på 10 poäng.",
        "Anna åkte ut med 10 poäng i mätaren.",
        "Alla kort från Anna, 3 kort, blandades in i Dragpölen.",
    ]


def test_news_of_a_snatch_shows_the_card_to_thief_and_victim_only() -> None:
    game = do(position("snatch sock jump", "goat", "jump"), "play snatch sock 1", orders=NEVER)
    assert news(game)[-1] == "Du tog Ilsken get (5) på måfå av Ben."
    assert news(game, 1)[-1] == "Anna tog Ilsken get (5) på måfå av dig."
    assert news(game, 2)[-1] == "Anna tog ett kort på måfå av Ben."


def test_news_of_draws() -> None:
    game = do(position("sock", "jump"), "draw")
    assert news(game) == ["Du drog Udda strumpa (1) ur Dragpölen."]
    assert news(game, 1) == ["Anna drog 1 kort."]
    none = do(position("sock", "jump", puddle=""), "draw")
    assert news(none) == ["Det fanns inget kort för dig att dra."]


@pytest.mark.parametrize("by", ["youngest", "chance"])
def test_who_begins_is_told_with_why(by: str) -> None:
    event = Event("opened", 1, {"by": by})
    for telling in ALL:
        assert "Ben" in telling.event(event, 0, NAMES)
        assert "Ben" not in telling.event(event, 1, NAMES)


def test_the_end_is_told_to_each() -> None:
    won, still = Outcome((1,), (0, 1), "last"), Outcome((), (1, 1), "still")
    assert EN.outcome(won, 1, NAMES) == "You are the last one left and have won."
    assert EN.outcome(won, 0, NAMES) == "Ben is the last one left and has won."
    assert "without a winner" in EN.outcome(still, 0, NAMES)
    assert EN.result(MatchResult((1,), (0, 1), "last"), 0, NAMES) == "Ben won the match."
    shared = MatchResult((0, 2), (1, 0, 1), "still")
    assert EN.result(shared, 1, NAMES) == "Nobody won: the match is shared by Anna and Cilla."
    assert SV.result(shared, 0, NAMES).startswith("Ingen vann: du delar partiet")


def test_antidotes_show_a_true_minus() -> None:
    assert [telling.card("antidote5") for telling in ALL] == ["Antidote −5", "Penawar −5", "Motgift −5"]


def test_cards_that_are_drawn_know_where_they_may_break() -> None:
    assert isinstance(SV, Telling)
    assert SV.face("mermaid") == "Nöd\N{SOFT HYPHEN}sjö\N{SOFT HYPHEN}jungfru"
    assert SV.face("antidote2") == "Motgift"
    assert SV.kind("portrait") == "oundviklig"
    assert SV.kind("address") == "ripost"


@pytest.mark.parametrize("name", ["auto", "always", "never", "ask"])
def test_every_standing_order_is_explained(name: str) -> None:
    for telling in ALL:
        assert isinstance(telling, Telling)
        assert ":" in telling.order(name)


def test_who_is_out_reads_so_and_has_no_hand() -> None:
    game = position("sock", "jump", "jump")
    game.depart(1)
    (table,) = SV.sections(game.view(1), NAMES)
    assert table.lines[0] == "Du är ute."


def test_what_comes_is_on_its_way_to_the_reader_himself() -> None:
    game = do(position("goat jump", "jump", "jump"), "give goat 1", orders=ASK)
    assert "På väg till dig: Ilsken get (5), från Anna." in SV.sections(game.view(1), NAMES)[0].lines
    assert "På väg till Ben: Ilsken get (5), från Anna." in SV.sections(game.view(2), NAMES)[0].lines


def test_equal_gifts_of_a_gauge_are_told_together() -> None:
    view = position("sock", "jump", gauges=["", "sock sock drums/bow"]).view(0)
    assert "Ben, 7 av 10: 2 st. Udda strumpa (1), Trumset (5); 1 kort" in SV.sections(view, NAMES)[0].lines


def test_a_page_names_a_family_over_short_buttons() -> None:
    hand = "mermaid bow rewrap queue drums snatch"
    view = position(hand, "jump", "jump", gauges=["sock chocolate", "goat", "sock"]).view(0)
    assert isinstance(SV, Telling)
    found = {}
    for each in choices(view):
        if len(each.actions) > 1:
            picks = [SV.pick(action, view, NAMES) for action in each.actions]
            found[SV.pick_title(each.actions, view, NAMES)] = picks[:2]
    assert found == {
        "Ge bort Trumset (4) till": ["Ben: 9 poäng", "Cilla: 5 poäng"],
        "Nödsjöjungfru: kasta en present ur din mätare.": ["Udda strumpa (1)", "Utgången choklad (2)"],
        "Rosett: höj en present hos någon annan med 1 poäng.": [
            "Ilsken get (5) hos Ben",
            "Udda strumpa (1) hos Cilla",
        ],
        "Ompaketering: flytta en present ur din mätare till någon annan.": [
            "Udda strumpa (1) till Ben",
            "Udda strumpa (1) till Cilla",
        ],
        "Toalettkö: låt någon annan bara dra ett kort nästa tur.": ["Ben", "Cilla"],
        "Väskryck: kasta ett kort och ta ett på måfå av någon.": ["", ""],
    }


def test_the_button_of_an_unavoidable_gift_says_who_is_out() -> None:
    view = position("portrait", "jump", "jump", gauges=["", "goat chocolate"]).view(0)
    assert isinstance(SV, Telling)
    assert [SV.pick(action, view, NAMES) for action in view.legal[:2]] == [
        "Ben: 10 poäng, ute",
        "Cilla: 3 poäng",
    ]
