"""The rules of a game as plain text: what the page of rules says, without the page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from django.template import engines
from jinja2 import ChoiceLoader, DictLoader, Environment

from hosting.mail.reading.html_text import text_of_html
from hosting.mail.writing.lines import quoted
from hosting.matches import rules_page
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort

BARE: Final = {"page.html": "{% block content %}{% endblock %}"}
"""Stands in for the frame of pages, which knows a reader and his menu."""


def rules_of(game: str, language: str) -> tuple[str, ...]:
    """Give the rules, paragraph by paragraph. The language must be the active one."""
    facts = rules_page.facts(game, language)
    page = _pages().get_template(f"games/{game}/rules.html").render(facts).replace("</dt><dd>", ": ")
    lines = (" ".join(line.split()) for line in text_of_html(page).splitlines())
    return _harmless([line for line in lines if line], game)


def _harmless(lines: Sequence[str], game: str) -> tuple[str, ...]:
    """Put examples of moves into the sentence before them: a line of ours is never a command."""
    grammar = GameGrammar(game, ())
    kept: list[str] = []
    for line in lines:
        if kept and grammar.sort(line) is Sort.COMMAND:
            kept[-1] += f" {quoted([line])}"
        else:
            kept.append(line)
    return tuple(kept)


@cache
def _pages() -> Environment:
    pages: Environment = engines["web"].env  # type: ignore[attr-defined]  # the engine of jinja has it
    return pages.overlay(loader=ChoiceLoader([DictLoader(BARE), *([pages.loader] if pages.loader else [])]))
