"""Offers on the web: making one, agreeing, refusing, taking it back. What came of it is told once."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from hosting.matches import offering
from hosting.matches.models import Offer
from hosting.web.offer_words import said
from hosting.web.readers import player_of, seat_of
from hosting.web.table import stands_faults

LONGEST_NUMBER: Final = 18
WHAT: Final = frozenset({*Offer.Kind.values, offering.AGREE, offering.REFUSE, offering.WITHDRAW})


@require_POST
@login_required
@stands_faults
def offer(request: HttpRequest, number: int) -> HttpResponse:
    """Do what a button says, and show the match anew, or the one that has begun."""
    seat = seat_of(request, number)
    what = request.POST.get("what", "")
    days, offered = (_number(request.POST.get(name, "")) for name in ("days", "offer"))
    if what not in WHAT or -1 in {days, offered}:
        return HttpResponseBadRequest()
    done = offering.act(seat, what, by=player_of(request), days=days, offer_id=offered)
    _tell(request, done)
    return HttpResponseRedirect(reverse("match", args=[done.get("number") or number]))


def _number(written: str) -> int | None:
    """Read a number of a form: None for nothing, -1 for what is none."""
    if not written.strip():
        return None
    is_one = written.isascii() and written.isdigit() and len(written) <= LONGEST_NUMBER
    return int(written) if is_one else -1


def _tell(request: HttpRequest, done: dict[str, Any]) -> None:
    tell = messages.success if done.get("changed") else messages.error
    tell(request, said(done["code"]))
