"""Sorting a player's lines, and the words to the host."""

import pytest

from hosting.games import GAMES
from hosting.rules.commands import GameGrammar
from hosting.rules.grammar import Vocabulary, vocabulary
from hosting.rules.lines import Sort
from hosting.rules.speaking import Word, host_word
from hosting.rules.words import LANGUAGES, host, languages_of

GRAMMAR = GameGrammar("spite-and-malice", ["Anna King"])

DOUBLE: dict[str, dict[str, dict[str, str]]] = {
    "maldade-presenter": {},
    "spite-and-malice": {},
    "wicked-christmas": {},
}
"""Words of a game that mean different things in two languages, with all meanings; the player's own wins."""


@pytest.mark.parametrize(
    "line",
    [
        "PLAY 7 TO 1",
        "play 7 to 9",
        "discard 3",
        "buang 9 ke 2",
        "Kasta 9 till 2.",
        "3",
        "3.",
        "#3",
        "help",
        "HJÄLP!",
        "Bantuan",
        "?",
        "main 7 to 1",
    ],
)
def test_a_command_fits_the_grammar_legal_or_not(line: str) -> None:
    assert GRAMMAR.sort(line) is Sort.COMMAND


@pytest.mark.parametrize(
    "line",
    [
        "Hello Ben,",
        "Hej!",
        "Terima kasih",
        "Thanks for your help",
        "Tack för hjälpen",
        "What a game, I had a good day.",
        "Jag har en fråga om det här",
        "Min hund är sjuk i dag",
        "Saya tidak pasti apa yang berlaku",
        "Best regards",
        "Med vänlig hälsning",
        "Anna",
        "-- ",
        "Anna King",
        "Sent from my iPhone",
        "Skickat från min iPhone",
        "Dihantar dari telefon saya",
        "On Monday Ben wrote:",
        "It was a draw",
    ],
)
def test_chatter_shares_nothing_with_the_grammar_or_is_a_greeting_or_a_name(line: str) -> None:
    assert GRAMMAR.sort(line) is Sort.CHATTER


@pytest.mark.parametrize(
    "line",
    [
        "PLYA 7 TO 1",
        "PLYA PAYOFF",
        "BUANGG 9",
        "BUANGG K",
        "KSTA kung",
        "discrad",
        "play",
        "play something nice",
        "see you at 5",
        "1. Play the 6 from your pay-off pile to centre stack 1; 7 comes next.",
        "play 7 to 1?",
        "7 8",
        "1, 2",
        "the queen",
        "raja",
        "HELPP",
        "A",
    ],
)
def test_everything_else_is_a_likely_slip(line: str) -> None:
    assert GRAMMAR.sort(line) is Sort.UNCLEAR


@pytest.mark.parametrize("line", ["HELP", "help.", "Hjälp", "HJALP", "bantuan", "?"])
def test_a_word_to_the_host_is_told_from_a_command(line: str) -> None:
    assert host_word(line) == Word("help")


@pytest.mark.parametrize("line", ["help me", "3", "play 7 to 1", "", "hello"])
def test_other_lines_are_no_word_to_the_host(line: str) -> None:
    assert host_word(line) is None


def test_every_language_of_the_host_has_the_same_words_and_texts() -> None:
    shapes = [{key: sorted(value) for key, value in host(language).items()} for language in LANGUAGES]
    assert shapes[0] == shapes[1] == shapes[2]


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_words_that_mean_different_things_in_two_languages_are_known(slug: str) -> None:
    known = {language: vocabulary(slug, (language,)) for language in languages_of(slug)}
    spelled = {phrase for words in known.values() for phrase in _phrases(words)}
    found = {}
    for phrase in spelled:
        meanings = {language: _meaning(words, phrase) for language, words in known.items()}
        if len({meaning for meaning in meanings.values() if meaning}) > 1:
            found[" ".join(phrase)] = meanings
            for language, meaning in meanings.items():
                others = [other for other in known if other != language]
                if meaning:
                    assert _meaning(vocabulary(slug, (language, *others)), phrase) == meaning
    assert found == DOUBLE[slug]


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_no_word_of_a_game_is_a_word_to_the_host(slug: str) -> None:
    every = vocabulary(slug, languages_of(slug))
    assert [phrase for phrase in _phrases(every) if host_word(" ".join(phrase))] == []


def _phrases(words: Vocabulary) -> set[tuple[str, ...]]:
    return {
        *words.phrases,
        *words.names,
        *((word,) for word in (*words.cards, *words.numbers, *words.fillers)),
    }


def _meaning(words: Vocabulary, phrase: tuple[str, ...]) -> str:
    terms = [*sorted(words.phrases.get(phrase, ())), words.names.get(phrase, "")]
    if len(phrase) == 1:
        terms += [str(words.card(phrase[0]) or ""), str(words.number(phrase[0]) or "")]
        terms += ["passed over"] if phrase[0] in words.fillers else []
    return " ".join(terms).strip()


@pytest.mark.parametrize(
    "line", ["TRY", "try:", "- Prova", "PRÖVA", "testa.", "Cuba", "TRY 3", "try: play 7 to 1"]
)
def test_the_word_for_a_trial_is_a_command_alone_and_before_commands(line: str) -> None:
    assert GRAMMAR.sort(line) is Sort.COMMAND


@pytest.mark.parametrize("line", ["Try flurb", "testa plya 7 to 2", "cuba ini"])
def test_the_word_for_a_trial_before_something_else_is_a_slip(line: str) -> None:
    assert GRAMMAR.sort(line) is Sort.UNCLEAR


def test_a_long_sentence_that_begins_with_the_word_for_a_trial_is_chatter() -> None:
    assert GRAMMAR.sort("Try the soup when you visit Uppsala next week, my friend") is Sort.CHATTER


def test_a_trial_on_one_line_is_taken_apart() -> None:
    assert GRAMMAR.parts("TRY: discard 9 to 3") == ("TRY:", "discard 9 to 3")
    assert GRAMMAR.parts("try flurb") == ("try flurb",)
