"""The desk in a real browser, under the strict policy of all pages."""

import pytest
from django.conf import settings
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.moderation import cases

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_no_page_of_the_desk_breaks_its_own_policy(browser: Browser, live_server: LiveServer) -> None:
    case = cases.planted()
    session = cases.signed_in(cases.with_role("superuser")).cookies[settings.SESSION_COOKIE_NAME].value
    context = browser.new_context()
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    lists = ["", "host/", "matches/match/", "players/player/", "mail/inboundmail/"]
    act = f"/admin/matches/match/{case.match.pk}/act/pause/"
    for address in [*(f"/admin/{each}" for each in lists), *case.pages, act]:
        page.goto(f"{live_server.url}{address}")
        assert page.locator("#content").count() == 1
    context.close()
    assert said == []
