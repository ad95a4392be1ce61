"""Forms that were not sent: who had to sign in first comes back to an address that only takes forms."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy

NOTHING_SENT: Final = gettext_lazy(
    "Nothing was sent, and nothing has changed: you had to sign in first. Please do it once more."
)
PAGE: Final = re.compile(r"/(?:match/[0-9]+|settings)(?=/)")
"""What stands before the last part of the address of a form, where that is a page of its own."""


class Unsent:
    """Middleware: who opens the address of a form is led to its page, and told that nothing was sent."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponse]) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as the page does, save where it would say no more than "method not allowed"."""
        response = self.respond(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or request.method != "GET":
            return response
        if "POST" not in response.headers.get("Allow", ""):
            return response
        messages.warning(request, str(NOTHING_SENT))
        page = PAGE.match(request.path)
        return HttpResponseRedirect(page[0] if page else "/")
