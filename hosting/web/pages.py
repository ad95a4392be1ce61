"""Pages that are the same for everybody: help, rules, and what machines ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponsePermanentRedirect,
    HttpResponseRedirect,
)
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from hosting import games
from hosting.matches import rules_page
from hosting.players.vouching import has_verifier
from hosting.rules.words import words

PROOF: Final = Path(__file__).parent / "static" / "verify_shuffle.py"

ROBOTS: Final = """User-agent: *
Disallow: /match/
Disallow: /join/
Disallow: /held/
Disallow: /asked
Disallow: /never/
Disallow: /account/
Disallow: /feeds/
Disallow: /admin/
"""


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Show how to play by mail and on the page, and the words of each game."""
    told = [(slug, words(slug, _language())) for slug in games.GAMES]
    context = {
        "games": [(slug, w, w.help(rules_page.example(slug))) for slug, w in told],
        "host": f"host@{settings.MAIL_DOMAIN}",
        "signs_up_by_mail": has_verifier(),
        "to_host": told[0][1].host_help(),
    }
    return render(request, "help.html", context)


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """List the games whose rules can be read; with one game only, go there."""
    if len(games.GAMES) == 1:
        return HttpResponseRedirect(reverse("rules", args=[next(iter(games.GAMES))]))
    rows = [(slug, words(slug, _language()).game_name, reverse("rules", args=[slug])) for slug in games.GAMES]
    return render(request, "games.html", {"heading": _("Rules"), "rows": rows, "teaches": False})


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a game, with the rulings that are the host's own marked as such (S1, S3, S7)."""
    if slug not in games.GAMES:
        raise Http404
    return render(request, f"games/{slug}/rules.html", rules_page.facts(slug, _language()))


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    """Keep crawlers away from what belongs to players."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
def favicon(_request: HttpRequest) -> HttpResponse:
    """Send browsers that guess the address of the picture to where it is."""
    return HttpResponsePermanentRedirect(static("postbord/favicon.svg"))


@require_safe
def proof(_request: HttpRequest) -> HttpResponse:
    """Give the program that checks the shuffles of a match (P17)."""
    return HttpResponse(PROOF.read_bytes(), content_type="text/x-python; charset=utf-8")


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Tell a watchman whether pages can be served: 200 when the database answers, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database does not answer\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


def _language() -> str:
    return translation.get_language() or "en"
