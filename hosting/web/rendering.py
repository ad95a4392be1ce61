"""How pages are rendered: one Jinja2 environment, autoescaped, strict, translated."""

import datetime as dt
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from hosting.matches.models import Match
from hosting.matches.terms import Terms, told
from hosting.players import times
from hosting.players.models import Language
from hosting.web import addresses


def environment(**options: Any) -> Environment:
    """Make the environment: `match.html` is of templates/web, `games/board.html` of templates/games.

    The texts of mails cannot be reached from here.
    """
    folders = settings.BASE_DIR / "templates"
    options["loader"] = ChoiceLoader(
        [FileSystemLoader(folders / "web"), PrefixLoader({"games": FileSystemLoader(folders / "games")})]
    )
    options["undefined"] = StrictUndefined
    options["trim_blocks"] = options["lstrip_blocks"] = True
    made = Environment(extensions=["jinja2.ext.i18n"], **options)  # noqa: S701 - Django's backend passes autoescape=True
    made.install_gettext_callables(  # type: ignore[attr-defined]  # the i18n extension adds it
        translation.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )
    made.globals.update(
        static=static,
        url=reverse,
        language=translation.get_language,
        languages=Language.choices,
        messages=get_messages,
        zone_name=times.zone_name,
        site_url=settings.SITE_URL,
        mailroom=settings.MAILROOM,
        trouble=addresses.trouble,
    )
    made.filters.update(instant=times.instant, span=times.span, time_left=times.time_left, terms=match_terms)
    made.filters.update(parsed=dt.datetime.fromisoformat, day=times.day)
    return made


def match_terms(match: Match) -> str:
    """Say the terms of a match in the reader's language."""
    return told(Terms.of(match))


def reader(request: HttpRequest) -> dict[str, Any]:
    """Give every page who reads it (a context processor)."""
    return {"player": request.user if request.user.is_authenticated else None}
