"""What a web process reads before anybody asks for a page."""

from django.conf import settings
from django.template import engines

from hosting import games
from hosting.rules.words import words
from hosting.web.warming import warm


def test_every_template_and_word_is_read_before_the_first_page() -> None:
    warm()
    made = engines["web"].env  # type: ignore[attr-defined]
    read = {name for _loader, name in list(made.cache)}
    assert set(made.list_templates(extensions=["html"])) <= read
    before = words.cache_info().misses
    for language, _label in settings.LANGUAGES:
        for game in games.GAMES:
            words(game, language)
    assert words.cache_info().misses == before
