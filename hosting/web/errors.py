"""The pages for what went wrong: each says what happened and where to go on. They need no database."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

import structlog
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.cache import add_never_cache_headers

log = structlog.get_logger(__name__)

RETRY_AFTER: Final = 15 * 60
"""Seconds after which somebody who asked too often may ask again."""


def page(status: HTTPStatus) -> HttpResponse:
    """Answer with the page of that status. It reads no session, so it stands when the database is gone."""
    content = loader.get_template("error.html", using="web").render({"status": int(status)})
    response = HttpResponse(content, status=status)
    add_never_cache_headers(response)
    return response


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001 - the signature of a handler
    """400: the browser sent what we cannot read."""
    return page(HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001 - the signature of a handler
    """403: not for this reader."""
    return page(HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001 - the signature of a handler
    """404: there is nothing here, or nothing for this reader."""
    return page(HTTPStatus.NOT_FOUND)


def too_many(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - the signature of a handler
    """429: asked too often; the header says when to try again."""
    response = page(HTTPStatus.TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def broken(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - the signature of a handler
    """500: our fault."""
    return page(HTTPStatus.INTERNAL_SERVER_ERROR)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - as Django calls it
    """403 for a form that did not come from a page of ours, or whose page was open for too long."""
    log.info("csrf_refused", reason=reason)
    return page(HTTPStatus.FORBIDDEN)
