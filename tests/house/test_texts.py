"""The catalogues hold every text that is asked for, wholly translated, and the site says what they say."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message
from django.utils import translation

from tools import texts

PLACES = re.compile(r"%\(\w+\)[a-z]|%[a-z]|\{\w*\}")
LETTERS = re.compile(r"\\[a-zA-Z]|[a-zA-Z]")
OF_DATES = {"format of date and time", "format of a date with its year"}
MARKUP = set("<>&")

languages = pytest.mark.parametrize("language", texts.LANGUAGES)


@cache
def asked() -> Catalog:
    return texts.gather()


@cache
def known(language: str) -> Catalog:
    return texts.translated(language)


def keys(catalogue: Catalog) -> set[tuple[str, str]]:
    return {(text.context or "", first(text)) for text in catalogue if text.id}


def messages(language: str) -> Iterator[Message]:
    return (text for text in known(language) if text.id)


def ending(form: str) -> str:
    return form[-1:] if form[-1:] in ".:?!…" else ""


def first(text: Message) -> str:
    return text.id if isinstance(text.id, str) else text.id[0]


def places(form: str) -> list[str]:
    return sorted(PLACES.findall(form))


@languages
def test_a_catalogue_holds_what_is_asked_for_and_nothing_else(language: str) -> None:
    wanted, held = keys(asked()), keys(known(language))
    assert (wanted - held, held - wanted) == (set(), set()), "run `make texts` and translate what it names"


@languages
def test_every_text_is_translated(language: str) -> None:
    assert [first(text) for text in texts.untranslated(known(language))] == []


@languages
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    compiled = texts.po_file(language).with_suffix(".mo").read_bytes()
    assert compiled == texts.as_mo(texts.up_to_date(language, asked(), known(language))), "run `make texts`"


@languages
def test_a_translation_has_the_places_of_its_text(language: str) -> None:
    wrong = [
        (first(text), form)
        for text in messages(language)
        if text.context not in OF_DATES
        for form in texts.forms(text)
        if places(form) not in [places(one) for one in ([text.id] if isinstance(text.id, str) else text.id)]
    ]
    assert wrong == []


@languages
def test_a_translation_brings_no_markup_of_its_own(language: str) -> None:
    wrong = [
        form
        for text in messages(language)
        for form in texts.forms(text)
        if MARKUP & set(form) - set(first(text))
    ]
    assert wrong == []


@languages
def test_a_translation_ends_as_its_text_does(language: str) -> None:
    wrong = [
        (first(text), form)
        for text in messages(language)
        for form in texts.forms(text)
        if form != form.strip() or ending(form) != ending(first(text))
    ]
    assert wrong == []


@languages
def test_the_site_says_what_the_catalogue_says(language: str) -> None:
    wrong = []
    with translation.override(language):
        for text in messages(language):
            if isinstance(text.id, str):
                said = (
                    translation.pgettext(text.context, text.id)
                    if text.context
                    else translation.gettext(text.id)
                )
                if said != text.string:
                    wrong.append((text.id, said))
            else:
                said_of = [translation.ngettext(text.id[0], text.id[1], count) for count in (1, 2)]
                if said_of != [texts.forms(text)[0], texts.forms(text)[-1]]:
                    wrong.append((text.id[0], said_of[0]))
    assert wrong == []


def test_no_text_of_our_python_hides_where_it_cannot_be_gathered() -> None:
    hidden = [
        f"{path.name}:{call.lineno}"
        for path in (texts.ROOT / "hosting").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in texts.KEYWORDS
        and not is_gathered(call)
    ]
    assert hidden == []


def is_gathered(call: ast.Call) -> bool:
    context = isinstance(call.func, ast.Name) and "pgettext" in call.func.id
    words = [argument.value if isinstance(argument, ast.Constant) else None for argument in call.args[:2]]
    text = words[1] if context else words[0]
    return isinstance(text, str) and asked().get(text, str(words[0]) if context else None) is not None
