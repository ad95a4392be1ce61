"""A newcomer's first evening, at a host in processes of its own: pages over HTTP, mails by SMTP both ways.

She signs up with a browser, presses the button, and from then on only reads her mail and answers it.
Run as a program, in the environment of such a host: `python -m tests.stories.first_match`.
"""

from __future__ import annotations

import json
import os
import queue
import re
import smtplib
import sys
from email.message import EmailMessage
from http.cookiejar import CookieJar
from typing import Any, Final
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import django
from aiosmtpd.controller import Controller
from django.conf import settings

EVA: Final = "eva@mail.example.org"
TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
CODE: Final = re.compile(r": ([A-Z0-9]{4}-[A-Z0-9]{4})$", re.MULTILINE)
PATIENCE: Final = 60.0
"""Seconds without a mail after which the story has failed."""


class Browser:
    """What a browser without scripts does: keeps cookies, follows redirects, sends forms with their token."""

    def __init__(self) -> None:
        self.door = build_opener(HTTPCookieProcessor(CookieJar()))
        self.page = self.url = ""

    def get(self, path: str) -> str:
        """Open a page."""
        return self._open(Request(f"{settings.SITE_URL}{path}"))  # noqa: S310 - our own host

    def post(self, path: str, **fields: str) -> str:
        """Send a form of the page that is open."""
        token = TOKEN.search(self.page)
        assert token, "no form on this page"
        sent = urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        return self._open(Request(f"{settings.SITE_URL}{path}", sent, {"Referer": self.url}))  # noqa: S310 - ours

    def _open(self, request: Request) -> str:
        with self.door.open(request, timeout=30) as response:
            self.url, self.page = response.url, response.read().decode()
        return self.page


class Mailbox:
    """Eva's mail, as it reaches the relay."""

    def __init__(self, relay: Any) -> None:
        self.relay = relay

    def next(self) -> EmailMessage:
        """Wait for the next mail to her."""
        while True:
            mail: EmailMessage = self.relay.mails.get(timeout=PATIENCE)
            if mail["To"] == EVA:
                return mail


def text_of(mail: EmailMessage) -> str:
    """The plain part, as one line."""
    body = mail.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


def sign_up(browser: Browser, mails: Mailbox) -> None:
    """Make an account: a form, a code by mail, and the first page."""
    browser.get("/account/signup/")
    browser.post("/account/signup/", name="Eva", email=EVA, language="en", zone="Europe/London")
    body = mails.next().get_body(("plain",))
    assert body is not None
    code = CODE.search(body.get_content().replace("\r", ""))
    assert code, "no code in the first mail"
    browser.post(browser.url.removeprefix(settings.SITE_URL), code=code[1])


def play(mails: Mailbox, eva: Any) -> list[str]:
    """Answer mails until one tells the end; give the texts of all."""
    told = []
    while not eva.has_read_the_end:
        mail = mails.next()
        told.append(text_of(mail))
        answer = eva.answer(mail)
        if answer is not None:
            with smtplib.SMTP("127.0.0.1", settings.SMTP_PORT, timeout=10) as door:
                door.send_message(answer)
    return told


def say(text: str) -> None:
    """Say what the host says."""
    sys.stderr.write(text + "\n")


def story() -> dict[str, Any]:
    """Tell it; give what the test looks at."""
    from hosting.running.demo import Host, Relay  # only after django.setup()
    from hosting.running.scripted import Scripted

    relay, browser = Relay(), Browser()
    sink = Controller(relay, hostname="127.0.0.1", port=int(settings.EMAIL_PORT), ident="her provider")
    sink.start()
    host = Host(say)
    try:
        host.start()
        mails = Mailbox(relay)
        sign_up(browser, mails)
        welcome = browser.page
        browser.post("/tutorial/spite-and-malice")
        match_page = browser.url
        browser.get("/")
        told = play(mails, Scripted(name="Eva", address=EVA, language="en"))
        afterwards = browser.get("/")
    except queue.Empty:
        raise SystemExit(f"no mail came: {host.log.read_text()[-2000:]}") from None
    finally:
        host.stop()
        sink.stop()
    return {
        "welcome": welcome,
        "match_page": match_page,
        "mails": told,
        "afterwards": afterwards,
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hosting.settings")
    django.setup()
    sys.stdout.write(json.dumps(story()))
