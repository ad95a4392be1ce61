"""From the first visit to the first turns, in a real browser on a whole host: with script and without."""

import re

import pytest
from playwright.sync_api import Page, expect

from hosting.running.sample import address_of
from tests.browser.visitors import Site, Visitor

pytestmark = pytest.mark.browser

DONE = "Done."


def is_on_turn(visitor: Visitor) -> bool:
    """Whether the page that is open asks the visitor what he does."""
    return visitor.page.get_by_role("heading", name="What do you do?").count() > 0


def discard_by_button(page: Page) -> None:
    """Choose card and stack of the folded discards, or press the first discard of a short list."""
    if page.get_by_role("button", name="Discard it").count():
        page.get_by_role("group", name="Which card?").get_by_role("radio").first.check()
        page.get_by_role("group", name="Onto which of your side stacks?").get_by_role("radio").nth(1).check()
        page.get_by_role("button", name="Discard it").click()
    else:
        page.get_by_role("button", name=re.compile("Discard")).first.click()


def discard_by_typing(page: Page) -> None:
    """Type a discard of the first card in the hand."""
    card = page.locator(".my-hand .rank").first.text_content()
    page.get_by_label("Or type your moves").fill(f"discard {card} to 3")
    page.get_by_role("button", name="Play these lines").click()


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_two_newcomers_open_join_and_play(site: Site, script: bool) -> None:  # noqa: FBT001 - a parameter of the test
    eva, finn = site.visitor(script=script), site.visitor(script=script)
    mark = "s" if script else "n"
    eva.goto("/")
    eva.page.get_by_role("button", name="Try it").click()
    eva.sign_up("Eva", f"eva-{mark}@visitors.example.org", here=True)
    expect(eva.page).to_have_url(f"{site.url}/")
    eva.page.get_by_role("button", name="Invite a friend").click()
    eva.page.get_by_role("main").get_by_role("link", name="Spite & Malice").click()
    expect(eva.page).to_have_url(f"{site.url}/new/spite-and-malice")
    eva.page.get_by_label("Somebody I send a link to").check()
    eva.page.get_by_label("Words of luck").fill("seven swans")
    eva.page.get_by_role("button", name="Open the match").click()
    invitation = eva.page.locator(".sharing").inner_text().strip()

    finn.goto(invitation)
    expect(finn.page.get_by_role("heading", level=1)).to_have_text("Eva invites you to Spite & Malice")
    finn.page.get_by_role("main").get_by_role("button", name="Create an account").click()
    finn.sign_up("Finn", f"finn-{mark}@visitors.example.org", here=True)
    expect(finn.page).to_have_url(invitation)
    finn.page.get_by_role("button", name="Take the seat").click()
    expect(finn.page.get_by_role("heading", name="The table", exact=True)).to_be_visible()

    where = finn.page.url
    eva.goto(where)
    first, second = (eva, finn) if is_on_turn(eva) else (finn, eva)
    discard_by_button(first.page)
    expect(first.page.get_by_role("status").filter(has_text=DONE)).to_be_visible()
    assert not is_on_turn(first)

    second.goto(where)
    discard_by_typing(second.page)
    expect(second.page.get_by_role("status").filter(has_text=DONE)).to_be_visible()
    assert not is_on_turn(second)
    second.goto("/")
    expect(second.page.get_by_role("heading", name="Waiting for others (1)")).to_be_visible()
    eva.close()
    finn.close()


def test_a_stale_page_shows_the_new_table_kindly(site: Site) -> None:
    cilla, other = site.visitor(address_of("Cilla")), site.visitor(address_of("Cilla"))
    for window in (cilla, other):
        window.goto("/next")
        expect(window.page.get_by_role("heading", name="What do you do?")).to_be_visible()
    discard_by_button(cilla.page)
    expect(cilla.page.get_by_role("status").filter(has_text=DONE)).to_be_visible()
    discard_by_typing(other.page)
    expect(other.page.locator(".note.warn")).to_contain_text(re.compile("already"))
    cilla.close()
    other.close()


def test_enter_in_the_typing_box_presses_nothing(site: Site) -> None:
    cilla = site.visitor(address_of("Cilla"))
    cilla.goto("/next")
    before = cilla.page.url
    box = cilla.page.get_by_label("Or type your moves")
    box.press_sequentially("1")
    box.press("Enter")
    assert box.input_value() == "1\n"
    assert cilla.page.url == before
    cilla.close()


def test_the_poll_offers_news_and_leaves_the_page_and_what_is_typed_alone(site: Site) -> None:
    cilla, other = site.visitor(address_of("Cilla")), site.visitor(address_of("Cilla"))
    cilla.page.clock.install()
    cilla.goto("/next")
    other.goto(cilla.page.url)
    box = cilla.page.get_by_label("Or type your moves")
    box.fill("half a thought")
    discard_by_button(other.page)
    expect(other.page.get_by_role("status").filter(has_text=DONE)).to_be_visible()
    with cilla.page.expect_response("**/strip?*"):
        cilla.page.clock.fast_forward(61_000)
    expect(cilla.page.get_by_role("link", name="There is news")).to_be_visible()
    assert box.input_value() == "half a thought"
    cilla.close()
    other.close()


def test_the_zone_of_the_browser_is_chosen_for_a_newcomer(site: Site) -> None:
    stranger = site.visitor(locale="de")
    stranger.goto("/account/signup/")
    expect(stranger.page.locator("select[name=zone]")).to_have_value("Europe/London")
    stranger.close()


def test_the_keyboard_reaches_table_choices_and_typing_in_this_order(site: Site) -> None:
    cilla = site.visitor(address_of("Cilla"))
    cilla.goto("/next")
    cilla.page.keyboard.press("Tab")
    expect(cilla.page.locator(":focus")).to_have_text("Skip to the content")
    order = cilla.page.evaluate(
        """[...document.querySelectorAll('main button, main textarea, main input:not([type=hidden])')]
           .map(each => each.id || each.className.includes('choice') && 'choice' || each.tagName)"""
    )
    typing = order.index("lines")
    assert order[typing + 1 : typing + 3] == ["BUTTON", "BUTTON"], "its buttons follow it"
    assert "choice" not in order[typing:], "and all else comes behind"
    cilla.close()
