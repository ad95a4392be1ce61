"""Mail that no player wrote is told apart, and mail that only looks like it is read."""

import pytest

from hosting.mail.reading.reader import Kind, Reading, read
from tests.mail.letters import GRAMMAR, MOVES, letter, parts

TEXT = "\n".join(MOVES)

STATUS = """\
Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; anna@mail.example.org
Action: failed
Status: 5.1.1"""

REPORT = parts(
    ("Content-Type: text/plain", "Your mail could not be delivered."),
    ("Content-Type: message/delivery-status", STATUS),
    ("Content-Type: message/rfc822", "Message-ID: <n12@play.example.org>\nSubject: x\n\nPLAY 7H C1"),
    kind="report; report-type=delivery-status",
)


def _read(raw: bytes, mail_from: str | None = "anna@mail.example.org") -> Reading:
    return read(raw, grammar=GRAMMAR, mail_from=mail_from, own_domain="play.example.org")


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: auto-replied (vacation)",
        "auto-submitted: AUTO-GENERATED",
        "X-Autoreply: yes",
        "X-Autorespond: gone fishing",
        "Precedence: auto_reply",
    ],
)
def test_an_answer_by_a_machine_is_automatic(field: str) -> None:
    assert _read(letter(TEXT, field)).kind is Kind.AUTOMATIC


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply: [Postbord 12] Spite & Malice",
        "Out of Office: Re: [Postbord 12]",
        "Autosvar: [Postbord 12]",
        "Automatiskt svar: [Postbord 12]",
        "Frånvaro: Re: [Postbord 12]",
        "=?utf-8?q?Fr=C3=A5nvarande=3A?= [Postbord 12]",
        "Balasan automatik: [Postbord 12]",
        "Tiada di pejabat: [Postbord 12]",
    ],
)
def test_the_subject_of_an_automatic_answer_gives_it_away(subject: str) -> None:
    assert _read(letter(TEXT, subject=subject)).kind is Kind.AUTOMATIC


@pytest.mark.parametrize(
    "field",
    [
        "X-Auto-Response-Suppress: All",
        "X-Auto-Response-Suppress: OOF, AutoReply",
        "Precedence: bulk",
        "Precedence: junk",
        "Auto-Submitted: no",
        "Auto-Submitted: No (a comment)",
        "X-Autoreply: no",
        "Importance: high",
        "X-Mailer: Autoresponder-like 1.0",
    ],
)
def test_what_people_send_too_is_no_sign_of_a_machine(field: str) -> None:
    found = _read(letter(TEXT, field))
    assert (found.kind, found.lines) == (Kind.LINES, MOVES)


@pytest.mark.parametrize(
    "subject", ["Re: Out of office", "Sv: Frånvaro: jag är här igen", "Vacation plans", "Auto"]
)
def test_a_subject_that_only_mentions_it_is_no_sign(subject: str) -> None:
    assert _read(letter(TEXT, subject=subject)).kind is Kind.LINES


@pytest.mark.parametrize("field", ["List-Id: Friends <cards.lists.example.org>", "Precedence: list"])
def test_mail_through_a_list_keeps_its_lines_to_be_held(field: str) -> None:
    found = _read(letter(TEXT, field))
    assert (found.kind, found.lines) == (Kind.LIST, MOVES)


def test_a_delivery_report_tells_who_why_and_which() -> None:
    found = _read(REPORT, mail_from="")
    assert found.kind is Kind.BOUNCE
    assert found.bounce is not None
    assert found.bounce.recipients == ("anna@mail.example.org",)
    assert (found.bounce.status, found.bounce.permanent) == ("5.1.1", True)
    assert found.bounce.original == ("n12@play.example.org",)
    assert found.lines == ()


@pytest.mark.parametrize(("status", "permanent"), [("4.2.2", False), ("5.7.1", True), ("", None)])
def test_a_status_says_whether_it_is_for_good(status: str, permanent: bool | None) -> None:  # noqa: FBT001 - a table
    found = _read(REPORT.replace(b"Status: 5.1.1", f"Status: {status}".encode()), mail_from="")
    assert found.bounce is not None
    assert found.bounce.permanent is permanent


def test_a_bounce_in_plain_words_tells_its_status() -> None:
    found = _read(
        letter("<anna@x.example>: host said: 550 5.1.1 no such user", subject="failure notice"), mail_from=""
    )
    assert found.bounce is not None
    assert (found.bounce.status, found.bounce.original) == ("5.1.1", ("n12@play.example.org",))


@pytest.mark.parametrize(
    "raw",
    [
        letter(TEXT, sender="MAILER-DAEMON@mx.example"),
        letter(TEXT, sender="Mail Delivery System <Mailer-Daemon@mx.example>"),
        letter(TEXT, sender="MAILER-DAEMON (Mail Delivery System)"),
        letter(TEXT, "X-Failed-Recipients: anna@mail.example.org"),
        letter(TEXT, subject="Undelivered Mail Returned to Sender", sender="postmaster@mx.example"),
    ],
)
def test_a_bounce_without_a_report_is_a_bounce(raw: bytes) -> None:
    assert _read(raw).kind is Kind.BOUNCE


def test_the_null_sender_makes_a_bounce() -> None:
    assert _read(letter(TEXT), mail_from="").kind is Kind.BOUNCE
    assert _read(letter(TEXT, "Return-Path: <>"), mail_from=None).kind is Kind.BOUNCE


def test_the_envelope_counts_more_than_a_return_path_that_someone_wrote() -> None:
    assert _read(letter(TEXT, "Return-Path: <>")).kind is Kind.LINES


def test_an_absence_sent_from_the_null_sender_is_an_absence() -> None:
    raw = letter("I am away until Monday.", "Auto-Submitted: auto-replied")
    assert _read(raw, mail_from="").kind is Kind.AUTOMATIC


def test_a_read_receipt_is_no_bounce() -> None:
    raw = parts(
        ("Content-Type: text/plain", "Read."),
        (
            "Content-Type: message/disposition-notification",
            "Disposition: manual-action/MDN-sent-manually; displayed",
        ),
        kind="report; report-type=disposition-notification",
    )
    assert _read(raw, mail_from="").kind is Kind.READ_RECEIPT


def test_an_abuse_report_is_automatic() -> None:
    raw = parts(
        ("Content-Type: text/plain", "This is spam"),
        ("Content-Type: message/feedback-report", "Feedback-Type: abuse"),
        kind="report; report-type=feedback-report",
    )
    assert _read(raw).kind is Kind.AUTOMATIC


@pytest.mark.parametrize(
    "raw",
    [
        parts(
            ("Content-Type: text/plain", "👍 END"),
            ("Content-Type: text/vnd.google.email-reaction+json", '{"emoji":"👍","version":1}'),
            ("Content-Type: text/html", "<p>END</p>"),
            kind="alternative",
        ),
        letter("👍", "Content-Disposition: reaction"),
    ],
)
def test_an_emoji_put_on_a_mail_is_a_reaction(raw: bytes) -> None:
    assert _read(raw).kind is Kind.REACTION


@pytest.mark.parametrize(
    "raw",
    [
        letter("BEGIN:VCALENDAR", content_type="text/calendar; method=REPLY"),
        parts(
            ("Content-Type: text/plain", "END"),
            ("Content-Type: text/calendar; method=REPLY", "BEGIN:VCALENDAR"),
        ),
    ],
)
def test_a_calendars_mail_is_not_read(raw: bytes) -> None:
    assert _read(raw).kind is Kind.CALENDAR


@pytest.mark.parametrize(
    "raw",
    [
        letter(TEXT, "X-Host-Loop: play.example.org"),
        letter(TEXT, sender="Postbord <play@play.example.org>"),
        letter(TEXT, sender="Postbord <BOUNCE+abc@Play.Example.ORG>"),
        letter(TEXT, *["Received: from a by b"] * 51),
    ],
)
def test_our_own_mail_come_back_is_own(raw: bytes) -> None:
    assert _read(raw).kind is Kind.OWN


@pytest.mark.parametrize(
    "raw",
    [
        letter(TEXT, "X-Host-Loop: other.example"),
        letter(TEXT, sender="Anna <anna@play.example.org>"),
        letter(TEXT, *["Received: from a by b"] * 50),
    ],
)
def test_what_only_resembles_our_own_mail_is_read(raw: bytes) -> None:
    assert _read(raw).kind is Kind.LINES


def test_our_notice_inside_of_a_bounce_is_a_bounce() -> None:
    assert (
        _read(REPORT.replace(b"Subject: x", b"X-Host-Loop: play.example.org"), mail_from="").kind
        is Kind.BOUNCE
    )
