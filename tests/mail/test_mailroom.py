"""The mailroom: mails are kept and shown, answers go through real SMTP, and nobody from elsewhere sees it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from hosting.mail.listening import replies
from hosting.mail.mailroom.door import refusals
from hosting.mail.mailroom.mailboxes import Box, MaildirBackend, boxes
from tests.mail.listening import Running, listening
from tests.people import anna

pytestmark = pytest.mark.django_db

ANNA = "anna@mail.example.org"
REPLY = "play+sometoken@play.localhost"
HTML = (
    "<!doctype html><html><head><title>x</title></head><body><p>Your turn</p>"
    f'<a href="mailto:{REPLY}?subject=Re%3A%20%5BPostbord%201%5D%20Spite%20%26%20Malice&amp;body=3">3</a>'
    '<a href="http://127.0.0.1:8000/match/1">page</a><script>alert(1)</script></body></html>'
)


@pytest.fixture(autouse=True)
def _own_place(settings: Settings, tmp_path: Path) -> None:
    settings.STATE_DIR = tmp_path


@pytest.fixture
def host(settings: Settings) -> Iterator[Running]:
    with listening() as running:
        settings.SMTP_PORT = running.port
        yield running


@pytest.fixture
def browser_here() -> Client:
    return Client(SERVER_NAME="127.0.0.1", HTTP_ACCEPT_LANGUAGE="en", enforce_csrf_checks=False)


def a_mail(*, to: str = ANNA, html: str = HTML, references: str = "") -> str:
    """Send a turn mail to Anna by the backend; give its key."""
    headers = {"Message-ID": "<turn.1@play.localhost>", "Reply-To": REPLY}
    if references:
        headers = {"Message-ID": "<turn.2@play.localhost>", "Reply-To": REPLY, "References": references}
    mail = EmailMultiAlternatives(
        "[Postbord 1] Spite & Malice",
        "Your turn.\n\n1. Play 7.\n",
        "bounce+x@play.localhost",
        [to],
        headers={"From": "Postbord <play@play.localhost>", **headers},
    )
    if html:
        mail.attach_alternative(html, "text/html")
    known = {each.key for each in Box(to).mails()}
    assert MaildirBackend().send_messages([mail]) == 1
    return next(each.key for each in Box(to).mails() if each.key not in known)


def page(client: Client, name: str, *args: str, **query: str) -> str:
    """Get a page of the mailroom."""
    response = client.get(reverse(name, args=args), query)
    assert response.status_code == 200
    return response.content.decode()


def test_a_mail_lands_in_the_mailbox_of_its_recipient() -> None:
    a_mail()
    [box] = boxes()
    [mail] = box.mails()
    assert box.address == ANNA
    assert (mail.subject, mail.answer_to) == ("[Postbord 1] Spite & Malice", REPLY)
    assert mail.message["Return-Path"] == "<bounce+x@play.localhost>"
    assert mail.text == "Your turn.\n\n1. Play 7.\n"
    assert mail.is_unread


def test_the_page_lists_people_and_who_has_new_mail_comes_first(browser_here: Client) -> None:
    anna()
    a_mail(to="ben@mail.example.org")
    shown = page(browser_here, "mailroom")
    assert shown.index("ben@mail.example.org") < shown.index(ANNA)
    assert "1 new email" in shown


def test_an_opened_mail_is_no_longer_new(browser_here: Client) -> None:
    key = a_mail()
    assert "new</mark>" in page(browser_here, "mailroom_box", ANNA)
    page(browser_here, "mailroom_mail", ANNA, key)
    assert "new</mark>" not in page(browser_here, "mailroom_box", ANNA)
    assert Box(ANNA).unread() == 0
    page(browser_here, "mailroom_mail", ANNA, key)  # its address stays the same


def test_mails_of_a_match_stand_in_one_thread(browser_here: Client) -> None:
    a_mail()
    a_mail(references="<turn.1@play.localhost>")
    assert page(browser_here, "mailroom_box", ANNA).count("<h2>") == 1


def test_the_text_and_the_source_of_a_mail_can_be_seen(browser_here: Client) -> None:
    key = a_mail()
    assert "1. Play 7." in page(browser_here, "mailroom_mail", ANNA, key, show="text")
    assert "Return-Path: &lt;bounce+x@play.localhost&gt;" in page(
        browser_here, "mailroom_mail", ANNA, key, show="source"
    )


def test_the_html_of_a_mail_stands_alone_and_may_do_nothing(browser_here: Client) -> None:
    key = a_mail()
    shown = page(browser_here, "mailroom_mail", ANNA, key)
    assert "<iframe" in shown
    assert "alert(1)" not in shown
    response = browser_here.get(reverse("mailroom_html", args=[ANNA, key]))
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "allow-scripts" not in policy
    assert response["X-Frame-Options"] == "SAMEORIGIN"


def test_a_link_that_writes_a_mail_opens_the_form_with_the_number_in_it(browser_here: Client) -> None:
    key = a_mail()
    framed = page(browser_here, "mailroom_html", ANNA, key)
    assert "mailto:" not in framed
    assert f"{reverse('mailroom_write', args=[ANNA])}?answers={key}&amp;body=3" in framed
    form = page(browser_here, "mailroom_write", ANNA, answers=key, body="3")
    assert ">\n3</textarea>" in form
    assert f'value="{REPLY}"' in form
    assert 'value="Re: [Postbord 1] Spite &amp; Malice"' in form


def test_other_links_of_a_mail_lead_the_whole_window(browser_here: Client) -> None:
    framed = page(browser_here, "mailroom_html", ANNA, a_mail())
    assert '<base target="_top">' in framed
    assert "http://127.0.0.1:8000/match/1" in framed


def answer(client: Client, key: str, **fields: str) -> str:
    """Answer a mail by the form; give the page that follows."""
    form = {"to": REPLY, "subject": "Re: [Postbord 1] Spite & Malice", "body": "1", "answers": key, **fields}
    response = client.post(reverse("mailroom_write", args=[ANNA]), form, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def test_an_answer_goes_to_the_host_as_a_mail_program_would_send_it(
    browser_here: Client, host: Running
) -> None:
    anna()
    shown = answer(browser_here, a_mail(), quote="on")
    [letter] = host.letters
    raw = letter.raw.decode()
    assert letter.mail_from == ANNA
    assert letter.recipients[0].address == REPLY
    assert "From: Anna <anna@mail.example.org>\r\n" in raw
    assert "In-Reply-To: <turn.1@play.localhost>\r\n" in raw
    assert "References: <turn.1@play.localhost>\r\n" in raw
    assert "\r\n\r\n1\r\n\r\nOn " in raw
    assert "> 1. Play 7.\r\n" in raw
    assert "X-Mailroom" not in raw
    assert replies.STORED in shown
    assert "The host has accepted the email." in shown


def test_an_answer_can_be_sent_without_the_quoted_mail(browser_here: Client, host: Running) -> None:
    answer(browser_here, a_mail())
    assert host.letters[0].raw.decode().endswith("\r\n\r\n1\r\n")


def test_an_answer_to_an_answer_goes_on_with_the_thread(browser_here: Client, host: Running) -> None:
    a_mail()
    answer(browser_here, a_mail(references="<turn.1@play.localhost>"))
    assert b"References: <turn.1@play.localhost> <turn.2@play.localhost>\r\n" in host.letters[0].raw
    assert page(browser_here, "mailroom_box", ANNA).count("<h2>") == 1


def test_a_refusal_is_shown_in_the_words_of_the_host(browser_here: Client, host: Running) -> None:
    shown = answer(browser_here, a_mail(), to="nobody@play.localhost")
    assert replies.UNKNOWN in shown
    assert "The host has not accepted the email." in shown
    assert not host.letters


def test_a_host_that_does_not_listen_is_told_of_kindly(browser_here: Client, settings: Settings) -> None:
    settings.SMTP_PORT = 1
    assert "Is the host running?" in answer(browser_here, a_mail())


def test_a_mail_can_be_written_without_one_to_answer(browser_here: Client, host: Running) -> None:
    a_mail()
    assert 'value="host@play.localhost"' in page(browser_here, "mailroom_write", ANNA)
    answer(browser_here, "", to="play@play.localhost", body="hjälp")
    assert b"In-Reply-To" not in host.letters[0].raw


def test_a_subject_cannot_carry_a_header(browser_here: Client, host: Running) -> None:
    answer(browser_here, a_mail(), subject="x\r\nBcc: ben@mail.example.org")
    assert not any(b"\r\nBcc:" in letter.raw for letter in host.letters)


@pytest.mark.parametrize("address", ["nobody@mail.example.org", "..", "%2e%2e@x"])
def test_a_mailbox_that_is_not_there_is_not_found(browser_here: Client, address: str) -> None:
    assert browser_here.get(reverse("mailroom_box", args=[address])).status_code == 404


def test_a_mail_that_is_not_there_is_not_found(browser_here: Client) -> None:
    a_mail()
    for name in ("mailroom_mail", "mailroom_html"):
        assert browser_here.get(reverse(name, args=[ANNA, "..%2Fx"])).status_code == 404


def test_a_mailbox_stays_in_its_place_whatever_its_address(tmp_path: Path) -> None:
    a_mail(to="../../evil/~@mail.example.org")
    assert [path.parent for path in tmp_path.rglob("new")] == [Box("../../evil/~@mail.example.org").path]
    assert Box("../../evil/~@mail.example.org").path.parent == tmp_path / "mailroom"
    assert [box.address for box in boxes()] == ["../../evil/~@mail.example.org"]


@pytest.mark.parametrize(
    "facts",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_FORWARDED_PROTO": "https"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
    ],
)
def test_nobody_from_elsewhere_sees_it(browser_here: Client, facts: dict[str, str]) -> None:
    key = a_mail()
    for name, args in (
        ("mailroom", []),
        ("mailroom_box", [ANNA]),
        ("mailroom_mail", [ANNA, key]),
        ("mailroom_html", [ANNA, key]),
        ("mailroom_write", [ANNA]),
    ):
        assert browser_here.get(reverse(name, args=args), **facts).status_code == 404  # type: ignore[arg-type]


def test_another_host_name_does_not_open_it(browser_here: Client, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["play.example.org"]
    assert browser_here.get("/mailroom/", headers={"host": "play.example.org"}).status_code == 404


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MAILROOM", False),
        ("PRODUCTION", True),
        ("EMAIL_URL", "smtp://relay.example.org"),
        ("TRUSTED_PROXY", True),
    ],
)
def test_it_is_closed_wherever_it_may_not_be(
    browser_here: Client, settings: Settings, name: str, value: object
) -> None:
    assert refusals() == []
    setattr(settings, name, value)
    assert len(refusals()) == 1
    assert browser_here.get("/mailroom/").status_code == 404
    with pytest.raises(ImproperlyConfigured):
        MaildirBackend()


def test_its_pages_are_never_kept_by_a_browser(browser_here: Client) -> None:
    assert browser_here.get("/mailroom/")["Cache-Control"] == "private, no-store"
