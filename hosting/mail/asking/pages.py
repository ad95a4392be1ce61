"""What mails asked for and waits for its player's word: the page shows it, its buttons answer."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from hosting.mail.asking import requests
from hosting.mail.models import Request
from hosting.players.models import Player


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def asked(request: HttpRequest) -> HttpResponse:
    """Show what is held for the reader; do it, or drop it, on POST. The answer comes by mail, as always."""
    if not isinstance(request.user, Player):
        raise PermissionDenied
    if request.method == "POST":
        return _settle(request, request.user)
    rows = [
        {"pk": held.pk, "asked_at": held.asked_at, "lines": _held_lines(held)}
        for held in requests.held_for(request.user)
    ]
    done = request.GET.get("done", "")
    return render(request, "asked.html", {"rows": rows, "done": done}, using="web")


def _held_lines(held: Request) -> list[str]:
    return [item["line"] for item in held.outcome if item["code"] == "held" and item["line"]]


def _settle(request: HttpRequest, player: Player) -> HttpResponse:
    number, answer = request.POST.get("request", ""), request.POST.get("answer")
    if answer not in {"mine", "not_mine"} or not (number.isascii() and number.isdigit() and len(number) < 12):
        return HttpResponseBadRequest()
    held = Request.objects.filter(pk=int(number), player=player).first()
    if held is None:
        raise Http404
    if answer == "not_mine":
        requests.drop(held)
    elif requests.confirm(held):
        requests.carry_out(held.pk, mail=held.mail_id)
    return HttpResponseRedirect(f"{reverse('asked')}?done={answer}")
