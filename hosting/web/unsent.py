"""Forms that were not sent: who had to sign in first finds what he typed on its page again, and is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

SIGN_IN_FIRST: Final = gettext_lazy(
    "You were signed out, so nothing was sent yet. What you typed is kept for you: please sign in."
)
NOTHING_SENT: Final = gettext_lazy(
    "Nothing was sent, and nothing has changed: you were not signed in. Please send it again."
)
PAGE: Final = re.compile(r"/(?:match/[0-9]+|settings)(?=/)")
"""What stands before the last part of the address of a form, where that is a page of its own."""

TYPED: Final = ("lines", "text")
"""The fields into which people type more than a word."""

LONGEST: Final = 4000
"""Characters of a field that are kept; nobody may fill the store of sessions."""

KEPT: Final = "typed"
"""Where a session keeps them: a form's address and field, and what was typed there."""


class Unsent:
    """Middleware: keeps what somebody typed who must sign in first, and leads him back to its page."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponse]) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as the page does, save where it would say no more than "method not allowed"."""
        response = self.respond(request)
        if request.method == "POST" and _must_sign_in(response):
            kept = [keep(request, field) for field in TYPED]
            if any(kept):
                messages.warning(request, str(SIGN_IN_FIRST))
        elif request.method == "GET" and _takes_forms_only(response):
            messages.warning(request, str(NOTHING_SENT))
            page = PAGE.match(request.path)
            return HttpResponseRedirect(page[0] if page else "/")
        return response


def keep(request: HttpRequest, field: str) -> bool:
    """Keep what was typed into a field of the form that was posted; say whether it was anything."""
    typed = request.POST.get(field, "")[:LONGEST]
    if typed.strip():
        request.session[KEPT] = {**request.session.get(KEPT, {}), f"{request.path} {field}": typed}
    return bool(typed.strip())


def take(request: HttpRequest, form: str, field: str) -> str:
    """Give back, once, what was typed into a field and not sent to the form's address; else nothing."""
    kept = dict(request.session.get(KEPT, {}))
    typed = str(kept.pop(f"{form} {field}", ""))
    if typed:
        request.session[KEPT] = kept
    return typed


def _must_sign_in(response: HttpResponse) -> bool:
    sign_in = f"{reverse(settings.LOGIN_URL)}?"
    return isinstance(response, HttpResponseRedirect) and response.url.startswith(sign_in)


def _takes_forms_only(response: HttpResponse) -> bool:
    is_refused = response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    return is_refused and "POST" in response.headers.get("Allow", "")
