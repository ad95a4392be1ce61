"""Visitors of a running host: each has a browser window of his own and a mailbox in the mailroom."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.waiting import until

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
STOP = re.compile(r"List-Unsubscribe:\s*<([^>]+)>")
CODE = re.compile(r": ([A-Z0-9]{4}-[A-Z0-9]{4})\b")


@dataclass
class Site:
    """A running host. Who has signed in once is signed in wherever his next window opens."""

    browser: Browser
    url: str
    place: Path
    signed_in: dict[str, Any] = field(default_factory=dict)

    def visitor(
        self,
        address: str = "",
        *,
        width: int = 1280,
        theme: str = "light",
        script: bool = True,
        locale: str = "en-GB",
    ) -> Visitor:
        """Open a window; with an address its owner is signed in there."""
        if address and address not in self.signed_in:
            newcomer = Visitor(self, self.browser.new_context())
            newcomer.sign_in(address)
            self.signed_in[address] = newcomer.context.storage_state()
            newcomer.close()
        context = self.browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if theme == "dark" else "light",
            java_script_enabled=script,
            locale=locale,
            timezone_id="Europe/London",
            storage_state=self.signed_in.get(address),
        )
        return Visitor(self, context)

    def code_for(self, address: str) -> str:
        """The code in the newest mail to an address, once it has come."""
        return self._in_mails(address, CODE)

    def stop_address_for(self, address: str) -> str:
        """The address that stops the mails of a match, from the newest mail to somebody."""
        return self._in_mails(address, STOP)

    def _in_mails(self, address: str, wanted: re.Pattern[str]) -> str:
        def look() -> str:
            mails = [file for file in (self.place / "mailroom").rglob("*") if file.is_file()]
            for file in sorted(mails, key=lambda each: each.stat().st_mtime_ns, reverse=True):
                text = file.read_text("utf-8", errors="replace")
                if address in text and (found := wanted.search(text)):
                    return found[1]
            return ""

        return until(look, what=f"a mail to {address}")


class Visitor:
    """A window and what the browser complained of in it."""

    def __init__(self, site: Site, context: BrowserContext) -> None:
        self.site = site
        self.context = context
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type == "error" else None
        )
        self.page.on("pageerror", lambda fault: self.complaints.append(str(fault)))

    def listen(self, said: ConsoleMessage) -> None:
        """Keep what the browser complains of: a broken policy, a file that is not there."""
        if said.type == "error":
            self.complaints.append(said.text)

    def goto(self, path: str) -> None:
        """Open a page of the host."""
        self.page.goto(path if path.startswith("http") else self.site.url + path)

    def close(self) -> None:
        """Close the window; the browser must not have complained."""
        self.context.close()
        assert self.complaints == []

    def sign_in(self, address: str) -> None:
        """Sign in with the code from the mail."""
        self.goto("/account/login/")
        self.page.get_by_label("Email address").fill(address)
        self.page.get_by_role("button", name="Email me a code").click()
        self.type_code(address)

    def sign_up(self, name: str, address: str, *, here: bool = False) -> None:
        """Make an account, from the page that is open (`here`) or from the front page."""
        if not here:
            self.goto("/account/signup/")
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_label("Email address").fill(address)
        self.page.get_by_role("combobox", name="Language").select_option("en")
        self.page.get_by_role("button", name="Email me a code").click()
        self.type_code(address)

    def type_code(self, address: str) -> None:
        """Type the code that was mailed."""
        self.page.get_by_label("Code").fill(self.site.code_for(address))
        self.page.get_by_role("button", name="Continue").click()

    def violations(self) -> list[tuple[str, list[Any]]]:
        """What axe finds wrong with the page, in levels A and AA of WCAG 2.2 and its best practices."""
        found = Axe().run(self.page, options={"runOnly": RULES}).response["violations"]
        return [(each["id"], [node["target"] for node in each["nodes"]]) for each in found]

    def narrow(self) -> None:
        """Make the window as narrow as a small telephone."""
        self.page.set_viewport_size({"width": 320, "height": 700})

    def wide(self) -> None:
        """Make the window as wide as a desk has room for."""
        self.page.set_viewport_size({"width": 1280, "height": 900})

    def is_too_wide(self) -> bool:
        """Whether the page scrolls sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))
