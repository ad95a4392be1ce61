"""Reporting something to the moderators: about a match, or about one thing that was said in it."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from hosting.matches import reporting, talking
from hosting.matches.models import Press, Seat
from hosting.rules.words import words
from hosting.web.readers import player_of, seat_of
from hosting.web.unsent import take

KINDS: Final[dict[str, tuple[Promise, Promise]]] = {
    "stalling": (
        gettext_lazy("Stalling"),
        gettext_lazy(
            "Somebody is dragging the match out on purpose. Turns that simply run out do not count."
        ),
    ),
    "abuse": (gettext_lazy("Abuse"), gettext_lazy("Insults, threats, harassment.")),
    "collusion": (
        gettext_lazy("Playing together"),
        gettext_lazy("Players are helping each other against the rest."),
    ),
    "second": (gettext_lazy("Two seats, one person"), gettext_lazy("One person is playing under two names.")),
    "spam": (gettext_lazy("Spam"), gettext_lazy("Advertising, or the same thing again and again.")),
    "name": (gettext_lazy("A name"), gettext_lazy("A name that insults or misleads.")),
    reporting.OTHER: (gettext_lazy("Something else"), gettext_lazy("Please say what.")),
}
"""What a report may be about, with a word of help for each."""

REFUSALS: Final[dict[str, Promise]] = {
    "empty": gettext_lazy("Please write what it is about."),
    "kind": gettext_lazy("Please choose what it is about."),
    "too_long": gettext_lazy(
        "That was too long for a report, so it was not sent. Please say it in fewer words."
    ),
    "too_often": gettext_lazy(
        "You have reported a lot today, so this was not sent. Please try again tomorrow."
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def report_page(request: HttpRequest, number: int) -> HttpResponse:
    """Ask what is to be reported, keep it on POST; below stands what the reader reported before."""
    seat = seat_of(request, number)
    press = _press(request, seat)
    if request.method != "POST":
        return _page(request, seat, press)
    kind, text = request.POST.get("kind", ""), request.POST.get("text", "")
    try:
        reporting.report(seat.match, text, by=player_of(request), kind=kind, press=press)
    except reporting.CannotReport as refusal:
        return _page(request, seat, press, problem=str(REFUSALS[refusal.code]), kind=kind, text=text)
    messages.success(request, _("Thank you. The moderators have your report; the others do not see it."))
    about = f"?thanks={press.pk}" if press is not None else "?thanks=1"
    return HttpResponseRedirect(reverse("report", args=[number]) + about)


def _page(request: HttpRequest, seat: Seat, press: Press | None, **more: Any) -> HttpResponse:
    reader = player_of(request)
    seats = list(Seat.objects.filter(match=seat.match).select_related("player").order_by("number"))
    muted = {player.pk for player in talking.muted_by(reader)}
    context = {
        "match": seat.match,
        "words": words(seat.match.game, translation.get_language() or "en"),
        "press": press,
        "kinds": [(kind, *KINDS[kind]) for kind in reporting.KINDS],
        "reports": list(reporting.of_player(reader, seat.match)),
        "names_of_kinds": {kind: label for kind, (label, _help) in KINDS.items()},
        "thanks": "thanks" in request.GET,
        "unmuted": [each for each in talking.others(seats, seat) if each.player_id not in muted],
        "problem": "",
        "kind": "",
        "text": take(request, request.path, "text"),
        **more,
    }
    return render(request, "report.html", context, status=422 if more else 200)


def _press(request: HttpRequest, seat: Seat) -> Press | None:
    """Find the thing said that the page is about, among those that the reader can read."""
    asked = (request.POST if request.method == "POST" else request.GET).get("press", "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) < 19):
        raise Http404
    found = Press.objects.filter(pk=int(asked), match=seat.match, hidden_at=None).exclude(seat=seat).first()
    if found is None:
        raise Http404
    return found
