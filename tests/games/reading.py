"""What the readers of a match get to see, mail by mail and page by page, all through its playing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Final

from django.core.cache import cache
from django.test import Client

from hosting.games import GAMES, bots
from hosting.mail.writing.letters import write
from hosting.matches import dealing, opening, queries
from hosting.matches.models import Deal, Match, Notice, Seat
from hosting.now import now
from hosting.rules.game import Game
from hosting.rules.redealing import hidden_places, piles
from hosting.rules.values import Scalar
from hosting.rules.words import words
from tests import people, table
from tests.games import happenings
from tests.web.visiting import browser_of

PAGES: Final = (
    "/match/{}",
    "/match/{}/strip",
    "/match/{}/log",
    "/match/{}/record",
    "/match/{}/record.json",
    "/",
)
OPTIONS: Final = {"spite-and-malice": {"goal": 3, "target": 6}, "wicked-christmas": {"rounds": 1}}
"""Short matches, so that deals end within a test."""

SCENES: Final = {
    2: "asks",
    4: "slip",
    7: "refused",
    10: "tried",
    12: "help",
    13: "held",
    16: "pause",
    17: "refused",
    18: "resume",
    19: "reminder",
    20: "silence",
    24: "stale",
    27: "ended by a moderator",
}
"""What happens instead of an action, by its number."""

CANARY: Final = "canary"
EVERY: Final = 6
"""The pages are looked at after so many actions."""


def a_match(slug: str) -> Match:
    """Anna, Ben and, where the game has room for her, Cilla; the same cards in every run."""
    cast = (people.anna(), people.ben(), people.cilla())[: GAMES[slug].seat_range[-1]]
    match = opening.open_match(cast[0], game=slug, options=OPTIONS.get(slug, {}), seats=len(cast))
    table.stack_the_deck(match)
    for player in cast[1:]:
        opening.join(match, player)
    match.refresh_from_db()
    return match


def stages(match: Match, most: int, *, ending: str = "resign") -> Iterator[list[Notice]]:
    """Play so many actions of bots, on pages and by mail, with all that may happen; give what is newly told.

    `ending` is how it ends: somebody resigns, or a moderator declares the match void.
    """
    rng, told = Random(5), -1
    for number in range(most):
        notices = Notice.objects.filter(match=match, pk__gt=told).order_by("pk")
        new = list(notices.select_related("match", "seat", "player", "submission__player"))
        told = max([told, *(notice.pk for notice in new)])
        yield new
        if match.is_over:
            return
        scene = {most - 2: ending}.get(number) or SCENES.get(number)
        if scene:
            happenings.let(match, scene)
        else:
            _act(match, rng, by_mail=number % 3 == 0)
        match.refresh_from_db()


def _act(match: Match, rng: Random, *, by_mail: bool) -> None:
    seat = table.on_turn(match)
    seen = queries.situation(match, seat)
    action = bots(match.game)["random"](seen.view, rng)
    if by_mail:
        assert seat.player
        typed = words(match.game, seat.player.language).command(action, seen.view, seen.names)
        table.write(seat, typed)
    else:
        table.press(seat, str(action))


@contextmanager
def changed(match: Match, change: Callable[[Game], Game]) -> Iterator[None]:
    """Let the host believe that the deal is another, as long as it only looks."""
    deal = Deal.objects.filter(match=match).latest("number")
    laid = dealing.take(match, deal, list(match.seats.order_by("number")))
    dealing.forget()
    dealing.keep(deal, replace(laid, game=change(laid.game)))
    yield
    dealing.forget()


def with_canaries(game: Game, viewer: int | None) -> Game:
    """Give the deal with a card that no deck has wherever the viewer cannot look, in what was told, too."""
    other = deepcopy(game)
    lying = piles(other)
    for mark, (pile, place) in enumerate(hidden_places(game, viewer)):
        lying[pile][place] = f"{CANARY}{mark}"
    for index, (ply, event) in enumerate(other._told):
        if event.seen_by is not None and viewer not in event.seen_by:
            args: dict[str, Scalar] = dict.fromkeys(event.args, f"{CANARY}-told")
            other._told[index] = (ply, replace(event, args=args))
    return other


def mails(notices: Sequence[Notice], seat: Seat) -> list[str]:
    """Give all that the mails of these notices to a seat say."""
    written = [write(notice, now()) for notice in notices if notice.seat_id == seat.pk]
    return [f"{mail.subject}\n{mail.headers}\n{mail.text}\n{mail.html}" for mail in written]


def pages(match: Match, client: Client) -> list[str]:
    """Give every page of a match to a reader, without what differs from load to load."""
    cache.clear()
    shown = [client.get(page.format(match.pk)) for page in PAGES]
    assert {page.status_code for page in shown} == {200}
    return [_steady(page.content.decode()) for page in shown]


def _steady(page: str) -> str:
    page = re.sub(r'name="(nonce|csrfmiddlewaretoken)" value="[^"]*"', r'name="\1"', page)
    return re.sub(r'nonce="[^"]*"', "", page)


def clients(match: Match) -> dict[int, Client]:
    """Give a signed-in browser for each seat."""
    seated = match.seats.select_related("player").order_by("number")
    return {seat.number: browser_of(seat.player) for seat in seated if seat.player}
