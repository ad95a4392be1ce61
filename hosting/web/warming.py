"""What a web process reads before its first page: templates, words, addresses. So nobody waits for it."""

from __future__ import annotations

from django.conf import settings
from django.template import engines
from django.urls import resolve
from django.utils import translation

from hosting import games
from hosting.rules.words import words


def warm() -> None:
    """Read and compile what pages are made of, in every language."""
    resolve("/")  # imports every page
    made = engines["web"].env  # type: ignore[attr-defined]  # Jinja2's, as settings say
    for name in made.list_templates(extensions=["html"]):
        made.get_template(name)
    for language, _label in settings.LANGUAGES:
        with translation.override(language):
            for game in games.GAMES:
                words(game, language)
