"""Texts that made other readers of mail run for minutes. The ceiling only guards against hanging."""

from time import perf_counter

import pytest

from hosting.mail.reading.reader import SentLines, read, read_text
from tests.mail.letters import GRAMMAR, NOTICE, letter

CEILING = 3.0
"""Seconds: ten times what any mail may take."""

TEXTS = {
    "attributions in one line": "On Mon, Mar 3, 2025 at 10:00 " * 1000,
    "attributions line by line": "On Mon, Mar 3, 2025 at 10:00\n" * 1000,
    "blank lines": "\n" * 10_000,
    "On": "On \n" * 4000,
    "Le": "Le lun. 3 mars a " * 4000,
    "Den": "Den 3 mars 2025 " * 4000,
    "Pada": "Pada Isn, 3 Mac 2025 pada " * 4000,
    "verbs": "On 3 Mar 2025 Ben wrote:\n" * 5000,
    "verbs in one line": "x. On 3 Mar 2025 wrote: " * 5000,
    "marks": ">" * 100_000,
    "marked lines": (">" * 1000 + "\n") * 100,
    "header fields": "From: a@b.example\n" * 5000,
    "labels": ("x y z " * 3 + ": \n") * 400,
    "spaced labels": ("> * " * 5 + "a-b c-d" * 3 + " " * 900 + ":\n") * 400,
    "colons": ("a:" * 400 + "\n") * 100,
    "dashes": ("-" * 999 + "\n") * 100,
    "separators": ("-----" + "a " * 40 + "-----\n") * 400,
    "stars": ("*" * 900 + "\n") * 100,
    "at signs": ("a@" * 450 + "\n") * 150,
    "addresses": ("a@b." * 200 + "\n") * 400,
    "figures": ("1." * 400 + ":\n") * 400,
    "spaces": (" " * 900 + "x\n") * 400,
    "accents": "a" + "\u0301" * 60_000,
    "commands": "PLAY 1\n" * 40_000,
    "signed": "-----BEGIN PGP SIGNED MESSAGE-----\n" * 2000,
    "our own notice over and over": NOTICE * 100,
}

PAGES = {
    "brackets": "<" * 500_000,
    "tags that never close": "<a" * 250_000,
    "quotes that never close": '<a b="' * 80_000,
    "comments that never close": "<!--" * 100_000,
    "declarations": "<!" * 200_000,
    "scripts that never close": "<script>" * 50_000,
    "entities": "&a" * 200_000,
    "elements": "<div>" * 100_000,
    "citations": "<blockquote type=cite>" * 20_000,
    "closing tags": "<div>" * 200 + "</p>" * 100_000,
    "attributes": "<a " + "class=c " * 100_000 + ">",
    "one long line": "x <b>y</b> " * 30_000,
    "preformatted": "<pre>" + "\n" * 100_000,
}

MAILS = {
    "flowed": letter("a \n" * 600_000, content_type="text/plain; format=flowed"),
    "parameters": letter("END", content_type="text/plain" + ";" * 60_000),
    "quotes in parameters": letter("END", content_type='text/plain; a="' + ";" * 60_000),
    "punycode": letter("a" * 200_000, content_type="text/plain; charset=punycode"),
    "brackets in From": letter("END", sender="(" * 60_000),
    "addresses in From": letter("END", sender="a@b.example, " * 4000),
    "encoded words": letter("END", subject="=?utf-8?q?a?= " * 4500),
    "encoded words beyond the cap": letter("END", subject="=?utf-8?q?a?= " * 100_000),
    "references": letter("END", "References: " + "<" * 60_000),
    "parts": letter("--b\r\n\r\nx\r\n" * 20_000, content_type="multipart/mixed; boundary=b"),
    "a boundary and blanks": letter("--b" + " " * 1_900_000, content_type="multipart/mixed; boundary=b"),
    "mails in mails": b"Content-Type: message/rfc822\r\n\r\n" * 20_000,
    "one line of two million letters": letter("a" * 2_000_000),
    "base64": letter("A" * 2_000_000, "Content-Transfer-Encoding: base64"),
    "quoted-printable": letter("=" * 2_000_000, "Content-Transfer-Encoding: quoted-printable"),
    "no line at all": b"a" * 2_000_000,
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_of_this_make_is_read_without_hanging(name: str) -> None:
    begun = perf_counter()
    read_text(TEXTS[name], grammar=GRAMMAR, sent=SentLines.of(NOTICE))
    assert perf_counter() - begun < CEILING


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_this_make_is_read_without_hanging(name: str) -> None:
    begun = perf_counter()
    read_text(PAGES[name], grammar=GRAMMAR, html=True)
    assert perf_counter() - begun < CEILING


@pytest.mark.parametrize("name", MAILS)
def test_a_mail_of_this_make_is_read_without_hanging(name: str) -> None:
    begun = perf_counter()
    read(MAILS[name], grammar=GRAMMAR)
    assert perf_counter() - begun < CEILING
