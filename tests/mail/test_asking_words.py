"""What is understood in a mail to the host, and that what we write of it is so."""

import datetime as dt
import re

import pytest
from django.utils import translation

from hosting.mail.asking import lexicon
from hosting.mail.asking.grammar import Command, HostGrammar, Slip, read
from hosting.mail.asking.preferring import zone_named
from hosting.mail.asking.telling import USED, usage
from hosting.players.models import Player
from hosting.rules import dates
from hosting.rules.lines import Sort
from hosting.rules.words import LANGUAGES

QUOTED = re.compile(r"[“”]([^“”]+)”")
TODAY = dt.date(2026, 12, 1)


def command(line: str) -> Command:
    found = read(line)
    assert isinstance(found, Command), (line, found)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("verb", [*USED, "signup"])
def test_every_example_of_the_help_is_a_command_of_its_verb(language: str, verb: str) -> None:
    with translation.override(language):
        said = " ".join(usage(verb, "", Player(language=language), wholly=True))
    examples = QUOTED.findall(said)
    assert examples
    assert [command(example).verb for example in examples] == [verb] * len(examples)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("verb", [*USED, "signup"])
def test_the_shown_form_of_every_verb_is_understood(language: str, verb: str) -> None:
    shown = lexicon.shown("verbs", verb, language)
    found = read(shown)
    assert isinstance(found, (Command, Slip))
    assert found.verb == verb


def test_no_phrase_means_two_verbs() -> None:
    known: dict[lexicon.Phrase, str] = {}
    for language in LANGUAGES:
        for verb, phrases in lexicon.of_language(language)["verbs"].items():
            for phrase in map(lexicon.said, phrases):
                assert known.setdefault(phrase, verb) == verb, phrase


@pytest.mark.parametrize(
    "line",
    [
        "Hello",
        "Best wishes, Anna",
        "I would like to play a game with you some day",
        "Please help me to find out how this works",
        "The rules are quite long, I find",
        "Vi ses i morgon!",
        "Terima kasih banyak-banyak",
        "-- ",
        "Sent from my telephone",
    ],
)
def test_what_is_meant_for_people_is_no_command(line: str) -> None:
    assert HostGrammar().sort(line.strip()) is Sort.CHATTER


@pytest.mark.parametrize(
    ("line", "verb"),
    [("lsit", "list"), ("hlep", "help"), ("new spit", "new"), ("setings", "settings"), ("show me", "show")],
)
def test_a_likely_slip_is_told_from_chatter(line: str, verb: str) -> None:
    found = read(line)
    assert isinstance(found, (Slip, Command))
    assert found.verb == verb


@pytest.mark.parametrize(
    ("line", "options", "allowance", "seats"),
    [
        ("new spite points 20 pace 2 days", {"target": "20"}, 172800, None),
        ("nytt wicked 200 poäng, 3 spelare, takt 12 timmar", {"threshold": "200"}, 43200, 3),
        ("baru maldade 4 pemain rentak 1 minggu golden card off", {"golden_card": "off"}, 604800, 4),
        ("New game of Spite & Malice to 10 points", {"target": "10"}, None, None),
        ("new spite with 30 points and 1 day", {"target": "30"}, 86400, None),
    ],
)
def test_options_are_read_in_any_order_and_language(
    line: str, options: dict[str, str], allowance: int | None, seats: int | None
) -> None:
    args = command(line).args
    assert (args["options"], args["allowance"], args["seats"]) == (options, allowance, seats)


def test_addresses_are_read_with_and_without_joining_words() -> None:
    args = command("nytt maldade med A@x.example, <b@x.example> och c@x.example").args
    assert args["addresses"] == ["a@x.example", "b@x.example", "c@x.example"]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("24 dec", "2026-12-24", "2026-12-24"),
        ("24/12 - 28/12", "2026-12-24", "2026-12-28"),
        ("2026-12-24 2026-12-30", "2026-12-24", "2026-12-30"),
        ("24-28 december", "2026-12-24", "2026-12-28"),
        ("from 3 to 9 mars", "2027-03-03", "2027-03-09"),
        ("från 24 december t.o.m. 2 januari", "2026-12-24", "2027-01-02"),
        ("24 dec 2026 till 3 jan 2027", "2026-12-24", "2027-01-03"),
        ("dari 3 Disember hingga 9 Disember", "2026-12-03", "2026-12-09"),
        ("hari ini sampai esok", "2026-12-01", "2026-12-02"),
        ("Dec 24 to Jan 3", "2026-12-24", "2027-01-03"),
        ("24.12.26 \N{EN DASH} 3.1.27", "2026-12-24", "2027-01-03"),
        ("29 feb", "2028-02-29", "2028-02-29"),
    ],
)
def test_days_are_read_as_people_write_them(text: str, first: str, last: str) -> None:
    said = dates.days_in(text)
    assert said is not None
    assert [day.isoformat() for day in dates.resolved(said, TODAY)] == [first, last]


@pytest.mark.parametrize("text", ["", "3", "soon", "31/31", "24-12", "dec", "1 2 3 4 5"])
def test_what_is_no_day_is_none(text: str) -> None:
    assert dates.days_in(text) is None


def test_a_zone_is_found_by_its_city_alone() -> None:
    assert str(zone_named("kuala lumpur")) == "Asia/Kuala_Lumpur"
    assert str(zone_named("europe/STOCKHOLM")) == "Europe/Stockholm"
    assert zone_named("Narnia") is None


def test_the_language_of_a_writer_is_guessed_from_his_words() -> None:
    assert lexicon.language_of(["Hej", "jag vill gärna spela", "nytt spite"]) == "sv"
    assert lexicon.language_of(["Salam semua", "senarai"]) == "ms"
    assert lexicon.language_of(["xyzzy"]) == ""
