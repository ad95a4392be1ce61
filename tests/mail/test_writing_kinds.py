import random
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from html import unescape

import html5lib
import pytest

from hosting.mail.asking.grammar import HostGrammar
from hosting.mail.reading.reader import read_text
from hosting.mail.sending.outgoing import WrittenMail
from hosting.mail.writing.letters import write
from hosting.mail.writing.templates import FOLDER
from hosting.matches.models import Notice
from hosting.now import now
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from tests import table
from tests.mail import gallery
from tests.mail.gallery import LANGUAGES
from tests.table import GAME

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

WIDTHS = (60, 66, 72, 78)
TO_HOST = {"host", "confirm", "invitation"}
"""Kinds whose answers are read with the host's own words, never with a game's."""

BREAKS = " \t\n"
"""What mail programs break lines at; a no-break space is none."""


@cache
def grammar() -> GameGrammar:
    """The words of the game, with the players' names."""
    return GameGrammar(GAME, ("Anna", "Ben"))


def written() -> Iterator[tuple[str, WrittenMail]]:
    """Every notice in every language, with what to call it when a test fails."""
    for notice in gallery.everything():
        for language in LANGUAGES:
            if notice.player is None:
                notice.data["language"] = language
            else:
                notice.player.language = language
            code = notice.submission.outcome.get("code", "") if notice.submission else ""
            yield f"{notice.kind} {code} {language}", write(notice, now())


def commands_in(lines: list[str], *, to_host: bool = False) -> list[str]:
    """The lines that would be done by the host; or played, unless an answer could never come to a match."""
    known = (HostGrammar(),) if to_host else (grammar(), HostGrammar())
    return [
        line
        for line in map(str.strip, lines)
        if line and any(words.sort(line) is Sort.COMMAND for words in known)
    ]


def wrapped(line: str, width: int) -> list[str]:
    """A line as a program that breaks at `width` passes it on."""
    return textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]


def reflowed(text: str, width: int) -> list[str]:
    """A text whose paragraphs a program has filled anew."""
    paragraphs = re.split(r"\n[ \t]*\n", text)
    return [
        line for piece in paragraphs for line in [*wrapped(" ".join(re.split("[ \t\n]+", piece)), width), ""]
    ]


def test_every_mail_is_narrow_harmless_and_well_made_in_every_language() -> None:
    """All in one, because bringing every notice about takes longer than looking at it."""
    kinds = set()
    for name, mail in written():
        kinds.add(name.split()[0])
        check_width(name, mail)
        check_that_nothing_is_a_command(name, mail)
        check_html(name, mail)
        check_that_both_parts_say_the_same(name, mail)
    assert kinds == {str(kind) for kind in Notice.Kind if (FOLDER / f"{kind}.txt").exists()} | {"answer"}


def test_no_mail_of_a_long_play_holds_a_command() -> None:
    chance = random.Random(7)
    match = table.a_match()
    for turn in range(30):
        seat = table.on_turn(match)
        notice = gallery.newest_question(seat)
        for language in LANGUAGES:
            notice.player.language = language  # type: ignore[union-attr]  # a question has a reader
            check_that_nothing_is_a_command(f"{turn} {language}", write(notice, now()))
        plays = [action for action in table.legal(seat) if action.verb == "play"]
        table.write(seat, str(chance.choice(plays)) if plays else table.discard(seat))
        if match.state != match.State.PLAYING:
            return


def check_width(name: str, mail: WrittenMail) -> None:
    too_wide = [line for line in mail.text.split("\n") if len(line) > 58 and " " in line.strip()]
    assert too_wide == [], name
    assert mail.text.isprintable() or "\n" in mail.text
    assert "\n\n\n" not in mail.text, name


def check_that_nothing_is_a_command(name: str, mail: WrittenMail) -> None:
    lines = mail.text.split("\n")
    to_host = name.split(maxsplit=1)[0] in TO_HOST
    words = HostGrammar() if to_host else grammar()
    assert commands_in(lines, to_host=to_host) == [], name
    assert read_text(mail.text, grammar=words).lines == (), name
    assert read_text(mail.html, grammar=words, html=True).lines == (), name
    for width in WIDTHS:
        again = [piece for line in lines for piece in wrapped(line, width)]
        filled = reflowed(mail.text, width)
        assert commands_in(again, to_host=to_host) == [], (name, width)
        assert commands_in(filled, to_host=to_host) == [], (name, width)
        assert read_text("\n".join(filled), grammar=words).lines == (), (name, width)


def check_that_both_parts_say_the_same(name: str, mail: WrittenMail) -> None:
    """Whatever the plain part says stands in the other, which may say more: links, and how to tap them."""
    shown = unescape(re.sub(r"<[^>]+>", " ", mail.html.partition("</head>")[2]))
    missing = set(re.findall(r"\w+", mail.text.casefold())) - set(re.findall(r"\w+", shown.casefold()))
    assert missing == set(), name


def check_html(name: str, mail: WrittenMail) -> None:
    parser = html5lib.HTMLParser(strict=False)
    parser.parse(mail.html)
    assert parser.errors == [], (name, parser.errors)
    assert len(mail.html.encode()) < 60_000, name
    assert "<img" not in mail.html
    assert "{{" not in mail.html
    assert "jinja" not in mail.html
    assert "prefers-color-scheme: dark" in mail.html
