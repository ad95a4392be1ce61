"""Every page: readable for everybody, narrow and wide, by day and by night, in each language."""

import pytest

from hosting.running.sample import address_of
from tests.browser.visitors import Site, Visitor

pytestmark = pytest.mark.browser

PUBLIC = [
    "/",
    "/help",
    "/rules/spite-and-malice",
    "/rules/maldade-presenter",
    "/rules/wicked-christmas",
    "/account/login/",
    "/account/signup/",
]
OWN = [
    "/",
    "/new",
    "/new/spite-and-malice",
    "/new/maldade-presenter",
    "/new/wicked-christmas",
    "/seats",
    "/away",
    "/mail-test",
    "/settings",
    "/account/email/",
    "/account/logout/",
    "/account/reauthenticate/code/",
]
PEOPLE = {"Anna": "sv", "Ben": "ms", "Cilla": "en"}


def own_pages(visitor: Visitor) -> list[str]:
    """All pages of a player, those of his matches among them."""
    visitor.goto("/")
    links = visitor.page.locator(".rows a").evaluate_all("all => all.map(each => each.getAttribute('href'))")
    return [*OWN, *(f"{link}{page}" for link in links for page in ("", "/record"))]


def check(visitor: Visitor, path: str = "") -> None:
    """Look at one page: nothing for axe to find, nothing to scroll sideways to."""
    if path:
        visitor.goto(path)
    assert visitor.violations() == [], path
    assert not visitor.is_too_wide(), path
    visitor.narrow()
    assert not visitor.is_too_wide(), path
    visitor.wide()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_for_everybody(site: Site, theme: str) -> None:
    visitor = site.visitor(theme=theme)
    for path in PUBLIC:
        check(visitor, path)
    visitor.goto("/account/login/")
    visitor.page.get_by_label("Email address").fill(f"nobody-{theme}@visitors.example.org")
    visitor.page.get_by_role("button", name="Email me a code").click()
    check(visitor)
    visitor.close()


def test_the_page_that_stops_mails_and_the_choice_of_mails_of_a_match(site: Site) -> None:
    visitor = site.visitor(address_of("Cilla"))
    visitor.goto("/")
    visitor.goto(str(visitor.page.locator(".rows a").first.get_attribute("href")))
    visitor.page.get_by_text("Which emails you get").click()
    check(visitor)
    visitor.page.get_by_label("What is said at the table").select_option("none")
    visitor.page.get_by_role("button", name="Save this choice of emails").click()
    check(visitor)
    visitor.goto(site.stop_address_for(address_of("Cilla")))
    check(visitor)
    visitor.page.get_by_role("button", name="Stop these emails").click()
    check(visitor)
    visitor.page.get_by_role("button", name="Send them again").click()
    visitor.close()


@pytest.mark.parametrize("name", PEOPLE)
def test_pages_of_a_player(site: Site, name: str) -> None:
    visitor = site.visitor(address_of(name))
    for path in own_pages(visitor):
        check(visitor, path)
        assert visitor.page.locator("html").get_attribute("lang") == PEOPLE[name]
    visitor.close()


def test_pages_of_a_player_by_night_on_a_telephone(site: Site) -> None:
    visitor = site.visitor(address_of("Cilla"), width=320, theme="dark")
    for path in own_pages(visitor):
        visitor.goto(path)
        assert visitor.violations() == [], path
    visitor.close()


def test_the_page_that_is_not_there(site: Site) -> None:
    visitor = site.visitor()
    check(visitor, "/nix")
    assert all("404" in said for said in visitor.complaints)
    visitor.context.close()
