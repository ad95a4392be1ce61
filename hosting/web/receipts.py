"""The page of what a seat was told, when, and by which rule a turn of it was ended."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from hosting.matches.models import Seat
from hosting.matches.receipts import MOST, receipts
from hosting.matches.terms import what_follows
from hosting.rules.words import words
from hosting.web.readers import seat_of


@require_safe
@never_cache
@login_required
def told_page(request: HttpRequest, number: int) -> HttpResponse:
    """Show a player what he was told, what came from him, and what was done to his time."""
    seat = seat_of(request, number)
    said = words(seat.match.game, translation.get_language() or "en")
    context = {
        "match": seat.match,
        "seat": seat,
        "words": said,
        "receipts": receipts(seat),
        "most": MOST,
        "forfeit": what_follows(seat.match, said.forfeit),
        "names": tuple(
            Seat.objects.filter(match=seat.match).order_by("number").values_list("name", flat=True)
        ),
    }
    return render(request, "told.html", context)
