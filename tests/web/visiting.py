"""Short ways to do what a reader does with a browser, and what a worker does behind the pages."""

from __future__ import annotations

import re
from typing import Any

from django.apps import apps
from django.db.models import Model
from django.test import Client
from html5lib import HTMLParser

from hosting.matches.models import Match, Notice, Seat, Submission
from hosting.matches.playing import play
from hosting.matches.sealing import unseal
from hosting.players.models import Player
from tests import table

HOST = "127.0.0.1"
NONCE = "abcdefgh12345678"


def stranger(**options: Any) -> Client:
    """A browser where nobody is signed in."""
    return Client(HTTP_HOST=HOST, **options)


def browser_of(player: Player, **options: Any) -> Client:
    """A browser where that player is signed in."""
    client = stranger(**options)
    client.force_login(player, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def text_of(response: Any) -> str:
    """What a page says, without its tags."""
    bare = re.sub(r"<(script|style).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", bare).replace("&#39;", "'").replace("&amp;", "&").split())


def parse_errors(page: bytes) -> list[Any]:
    """What is wrong with the HTML of a page."""
    parser = HTMLParser(strict=False)
    parser.parse(page)
    return list(parser.errors)


def move(client: Client, match: Match, *, question: int | None, **fields: str | list[str]) -> Any:
    """Post a form of the match page, let the worker play it, and give the page that follows."""
    posted = {"question": str(question or ""), "nonce": NONCE, **fields}
    response = client.post(f"/match/{match.pk}/play", posted)
    work()
    return client.get(response["Location"]) if response.status_code == 302 else response


def work() -> None:
    """Do what the workers have to do."""
    for pk in Submission.objects.filter(state=Submission.State.READY).values_list("pk", flat=True):
        play(pk)


def newest_mail(address: str) -> str:
    """The newest sign-in mail to an address."""
    sealed = Notice.objects.filter(kind=Notice.Kind.SIGN_IN, address=address).latest("pk").sealed
    assert sealed is not None
    return unseal(sealed).decode()


def code_for(address: str) -> str:
    """The code in the newest sign-in mail to an address."""
    found = re.search(r": ([A-Z0-9]{4}-[A-Z0-9]{4})$", newest_mail(address), re.MULTILINE)
    assert found, "there is no code in it"
    return found[1]


def in_english(player: Player | None) -> Player:
    """The player of a seat, who reads English from now on."""
    assert player is not None
    player.language = "en"
    player.save()
    return player


def reader_on_turn(match: Match) -> tuple[Client, Seat]:
    """The browser of the player whose turn it is, who reads English for these tests."""
    seat = table.on_turn(match)
    return browser_of(in_english(seat.player)), seat


VISITS = {"seen_at", "session_data", "expire_date"}


def everything() -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables, without when a seat last saw the page and a browser last came by."""
    return {model._meta.label: _rows(model) for model in apps.get_models() if model._meta.managed}


def _rows(model: type[Model]) -> list[dict[str, Any]]:
    rows = list(model._default_manager.order_by("pk").values())
    return [{name: value for name, value in row.items() if name not in VISITS} for row in rows]
