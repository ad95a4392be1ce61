"""The words of every game in every language: complete, readable, and never a command when they come back."""

import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import pytest

from hosting.games import GAMES
from hosting.rules.choices import Choice, choices
from hosting.rules.commands import GameGrammar, read_line
from hosting.rules.lines import Sort
from hosting.rules.playout import ASK
from hosting.rules.values import View
from hosting.rules.words import WIDTH, Words, languages_of, load, words
from tests.games.walks import NAMES, walk

every_language = pytest.mark.parametrize(
    ("slug", "language"), [(slug, language) for slug in sorted(GAMES) for language in languages_of(slug)]
)
every_game = pytest.mark.parametrize("slug", sorted(GAMES))


@cache
def some_views(slug: str) -> tuple[View, ...]:
    """Give views of every seat and of a spectator, from all through some deals."""
    rng = Random(5)
    found = []
    for number, bot in enumerate(("greedy", "random", "greedy")):
        for game in walk(slug, f"words {number}", bot):
            if rng.random() < 0.12 or game.outcome():
                since = max(-1, game.ply - 6)
                found += [game.view(viewer, since=since) for viewer in (*range(game.seats), None)]
    if GAMES[slug].standing_orders:
        found += answers(slug)
    return tuple(found)


def answers(slug: str) -> Iterator[View]:
    """Give views from all through a deal of many who are asked for every answer."""
    seats = min(5, GAMES[slug].seat_range[-1])
    for number, game in enumerate(walk(slug, "answers", seats=seats, orders=(ASK,) * seats)):
        if game.answering() or number % 8 == 0:
            since = max(-1, game.ply - 3)
            yield from (game.view(viewer, since=since) for viewer in (*game.to_act(), 0, None))


def sentence(telling: Words, choice: Choice, view: View) -> str:
    """Give what a numbered list says of one of its numbers."""
    if len(choice.actions) > 1:
        return telling.fold(choice.actions, view, NAMES)
    return telling.choice(choice.actions[0], view, NAMES)


def paragraphs(telling: Words, view: View) -> Iterator[list[str]]:
    """Give everything that a notice says of a view, in groups of lines that stand together."""
    yield [telling.headline(view, NAMES)]
    yield ["- " + line for event in view.events if (line := telling.event(event, view.viewer, NAMES))]
    for section in telling.sections(view, NAMES):
        yield [section.heading, *section.lines]
    yield [f"{choice.number}. {sentence(telling, choice, view)}" for choice in choices(view)]
    yield [f"{n}. {telling.choice(action, view, NAMES)}" for n, action in enumerate(view.legal, 1)]
    yield [telling.example(view)]
    yield [telling.timeout(view, NAMES)]
    yield list(telling.help(view))
    if view.outcome:
        yield [telling.outcome(view.outcome, view.viewer, NAMES)]


def wrapped_anew(lines: Iterable[str]) -> Iterator[str]:
    """Give the lines as a mail client may send them back."""
    lines = [line for line in lines if line]
    yield from lines
    for width in (WIDTH, 60, 66, 72, 78):
        for line in lines:
            yield from textwrap.wrap(line, width)
        yield from textwrap.wrap(" ".join(lines), width)
        yield from textwrap.wrap(" ".join(line.removeprefix("- ") for line in lines), width)


@every_language
def test_no_line_is_a_command_when_it_comes_back_unquoted_or_wrapped_anew(slug: str, language: str) -> None:
    telling, grammar = words(slug, language), GameGrammar(slug, ["Anna"])
    seen = {
        line
        for view in some_views(slug)
        for group in paragraphs(telling, view)
        for line in wrapped_anew(group)
    }
    assert [line for line in sorted(seen) if grammar.sort(line) is Sort.COMMAND] == []


@every_language
def test_every_text_has_its_slots_filled_and_one_blank_between_words(slug: str, language: str) -> None:
    telling = words(slug, language)
    for view in some_views(slug):
        for group in paragraphs(telling, view):
            for line in group:
                assert not set("{}") & set(line), line
                assert "  " not in line
                assert "None" not in line


@every_language
def test_sections_have_short_lines_and_headings_in_upper_case(slug: str, language: str) -> None:
    telling = words(slug, language)
    for view in some_views(slug):
        for section in telling.sections(view, NAMES):
            assert section.heading == section.heading.upper()
            assert all(len(line) <= WIDTH or " " not in line for line in section.lines)


@every_language
def test_what_is_to_be_typed_means_that_action_and_no_other(slug: str, language: str) -> None:
    telling = words(slug, language)
    for view in some_views(slug):
        for action in view.legal:
            line = telling.command(action, view)
            for own in languages_of(slug):
                assert read_line(line, view=view, choices=choices(view), languages=[own]) == action


@every_language
def test_sentences_of_choices_differ(slug: str, language: str) -> None:
    telling = words(slug, language)
    for view in some_views(slug):
        sentences = [telling.choice(action, view, NAMES) for action in view.legal]
        assert len(set(sentences)) == len(sentences)


@every_language
def test_places_options_and_cards_have_names(slug: str, language: str) -> None:
    telling = words(slug, language)
    assert telling.game_name
    assert telling.card_label(None)
    for name in GAMES[slug].options().as_dict():
        assert telling.option(name)
    for view in some_views(slug)[:6]:
        for zone in view.table.zones:
            assert telling.label(zone, NAMES)
            assert all(telling.card_label(card) for card in zone.cards)


@every_language
def test_only_who_is_to_act_reads_what_to_do(slug: str, language: str) -> None:
    telling = words(slug, language)
    for view in some_views(slug):
        acting = view.viewer in view.to_act
        assert bool(telling.example(view)) is acting
        assert bool(telling.timeout(view, NAMES)) is acting


@every_game
def test_all_languages_say_the_same_things(slug: str) -> None:
    def shape(table: dict[str, object]) -> list[str]:
        keys = []
        for key, value in table.items():
            if isinstance(value, dict) and key != "vocabulary":
                keys += [f"{key}.{inner}" for inner in shape(value)]
            else:
                keys.append(key)
        return sorted(keys)

    shapes = {language: shape(dict(load(slug, f"words/{language}"))) for language in languages_of(slug)}
    assert len({tuple(found) for found in shapes.values()}) == 1
    terms = {language: set(load(slug, f"words/{language}")["vocabulary"]) for language in languages_of(slug)}
    assert len({frozenset(found) for found in terms.values()}) == 1


@every_game
def test_all_languages_fill_the_same_slots(slug: str) -> None:
    def slots(table: object) -> object:
        if isinstance(table, dict):
            return {key: slots(value) for key, value in table.items()}
        return {part.split("}")[0] for part in str(table).split("{")[1:]} if isinstance(table, str) else None

    for table in ("choices", "commands", "table", "headlines", "timeouts", "outcomes", "results", "refusals"):
        found = [slots(load(slug, f"words/{language}").get(table)) for language in languages_of(slug)]
        assert found[0] == found[1] == found[2], table
