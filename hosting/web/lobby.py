"""Before the first deal: opening a match, the join page, and calling a match off."""

from __future__ import annotations

import datetime as dt
from dataclasses import fields
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from hosting import games
from hosting.matches.models import Match, Seat
from hosting.matches.opening import CannotCancel, CannotJoin, cancel, join, open_match, open_tutorial
from hosting.matches.terms import Terms
from hosting.now import now
from hosting.players.models import Player
from hosting.rules.words import Words, words
from hosting.web.inviting import invite_all
from hosting.web.opening_forms import FIRST, Luck, Opening
from hosting.web.readers import player_of, seat_of

TWICE: Final = dt.timedelta(seconds=10)
"""Within this time the same form again is a second press of its button, not a second match."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Open a match: choose the game, then its options, pace and opponent."""
    if not slug and len(games.GAMES) > 1:
        asked = f"?{request.GET.urlencode()}" if request.GET else ""
        rows = [
            (slug, _words(slug).game_name, reverse("new_game", args=[slug]) + asked) for slug in games.GAMES
        ]
        return render(request, "games.html", {"heading": _("New match"), "rows": rows, "teaches": True})
    slug = slug or next(iter(games.GAMES))
    if slug not in games.GAMES:
        raise Http404
    told = _words(slug)
    bot = request.GET.get("bot", "")
    form = Opening(slug, told, request.POST if request.method == "POST" else None, bot=bot)
    if not player_of(request).name:
        return _ask_for_name(request)
    if request.method == "POST" and form.is_valid():
        match = _just_opened(player_of(request), form) or _open(request, form)
        return HttpResponseRedirect(reverse("match", args=[match.pk]))
    return render(
        request, "new.html", {"form": form, "words": told, "slug": slug}, status=422 if form.is_bound else 200
    )


@require_POST
@login_required
def tutorial(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin the player's tutorial match of a game, or go on with it."""
    if slug not in games.GAMES:
        raise Http404
    if not player_of(request).name:
        return _ask_for_name(request)
    return HttpResponseRedirect(reverse("match", args=[open_tutorial(player_of(request), slug).pk]))


def _open(request: HttpRequest, form: Opening) -> Match:
    chosen = form.cleaned_data
    match = open_match(
        player_of(request),
        game=form.game,
        options=form.options,
        terms=form.terms,
        seats=form.seats,
        luck=chosen["luck"],
        bot=form.kind_of_bot,
        bot_seats=form.seats_of_bots,
    )
    if not chosen["bot"]:
        invite_all(request, match, player_of(request), chosen["invite"])
    return match


def _just_opened(player: Player, form: Opening) -> Match | None:
    """Find the match that a form which is sent twice has opened already."""
    found = Match.objects.filter(creator=player, game=form.game, opened_at__gt=now() - TWICE)
    wanted = games.game(form.game).options.parse(form.options).as_dict()
    return next(
        (
            match
            for match in found
            if match.options == wanted
            and match.seats.count() == form.seats
            and Terms.of(match) == form.terms
            and match.seats.exclude(bot="").count() == form.seats_of_bots
        ),
        None,
    )


def _ask_for_name(request: HttpRequest) -> HttpResponse:
    messages.info(request, _("Choose a name first: the others at the table see it."))
    return HttpResponseRedirect(reverse("settings"))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show what one is invited to, without an account; take the seat on POST."""
    match = Match.objects.select_related("creator").filter(join_code=code).first()
    if match is None or match.game not in games.GAMES:
        raise Http404
    player = request.user if isinstance(request.user, Player) else None
    form = Luck(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        if player is None:
            return HttpResponseRedirect(f"{reverse('account_login')}?next={request.path}")
        if not player.name:
            return _ask_for_name(request)
        if form.is_valid():
            return _take_seat(request, match, player, form.cleaned_data["luck"])
    seat = Seat.objects.filter(match=match, player=player).first() if player else None
    if seat is not None:
        return HttpResponseRedirect(reverse("match", args=[match.pk]))
    context = {
        "match": match,
        "form": form,
        "words": _words(match.game),
        "differing": differing_options(match),
        "others": list(match.seats.exclude(name="").order_by("number")),
        "free": (free := match.seats.filter(name="").count()),
        "is_last": free == 1,
    }
    return render(request, "join.html", context, status=422 if form.is_bound else 200)


def _take_seat(request: HttpRequest, match: Match, player: Player, luck: str) -> HttpResponse:
    try:
        join(match, player, luck=luck)
    except CannotJoin as refusal:
        if refusal.code != "already_in":
            messages.error(request, _("Somebody else was quicker, or the match is no longer open."))
            return HttpResponseRedirect(reverse("join", args=[match.join_code]))
    return HttpResponseRedirect(reverse("match", args=[match.pk]))


@require_POST
@login_required
def cancel_match(request: HttpRequest, number: int) -> HttpResponse:
    """Call off a match that has not begun."""
    seat = seat_of(request, number)
    try:
        cancel(seat.match, player_of(request))
    except CannotCancel:
        messages.error(request, _("It has begun, so it can no longer be called off."))
        return HttpResponseRedirect(reverse("match", args=[number]))
    messages.success(request, _("The match has been called off."))
    return HttpResponseRedirect("/")


def differing_options(match: Match) -> list[tuple[str, str]]:
    """List the options that are not as usual, with their labels, and always what the match is played to."""
    told = _words(match.game)
    chosen = [
        (entry, match.options.get(entry.name, entry.default))
        for entry in fields(games.game(match.game).options)
    ]
    return [
        (told.option(entry.name), _shown(told, entry.name, value))
        for entry, value in chosen
        if entry.name in FIRST or value != entry.default
    ]


def _shown(told: Words, name: str, value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return told.option_value(name, value)


def _words(slug: str) -> Words:
    return words(slug, translation.get_language() or "en")
