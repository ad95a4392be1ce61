"""The mails of Maldade Presenter: the key ones to the letter, all of a match narrow, harmless and well made.

`RECORD=1 pytest` with this file writes the galleries anew; read what has changed.
"""

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hosting.games import bots
from hosting.mail.reading.reader import read_text
from hosting.mail.writing.letters import write
from hosting.matches import queries
from hosting.matches.models import Match, Notice, Seat
from hosting.now import now
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from tests import table
from tests.mail.gallery import LANGUAGES, newest_question
from tests.mail.maldade_scenes import DUE, GAME, WRITTEN, a_match, scenes, seats
from tests.mail.test_writing_kinds import WIDTHS, check_html, check_width, reflowed, wrapped

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

GALLERIES = Path(__file__).parent / "galleries"
NAMES = ("Anna", "Ben", "Cilla", "Dan")


def check_that_nothing_is_a_command(name: str, text: str, html: str) -> None:
    grammar = GameGrammar(GAME, NAMES)
    assert read_text(text, grammar=grammar).lines == (), name
    assert read_text(html, grammar=grammar, html=True).lines == (), name
    lines = text.split("\n")
    again = [piece for width in WIDTHS for line in lines for piece in wrapped(line, width)]
    filled = [line for width in WIDTHS for line in reflowed(text, width)]
    found = {line.strip() for line in (*lines, *again, *filled)} - {""}
    assert [line for line in sorted(found) if grammar.sort(line) is Sort.COMMAND] == [], name


def told() -> Iterator[tuple[str, str, str]]:
    """Every scene in every language: its name, the language, and the text as it is kept."""
    for scene, notice in scenes():
        assert notice.player is not None
        Seat.objects.filter(match=notice.match, question__isnull=False, bot="").update(deadline_at=DUE)
        for language in LANGUAGES:
            notice.player.language = language
            mail = write(notice, WRITTEN)
            check_width(f"{scene} {language}", mail)
            check_html(f"{scene} {language}", mail)
            check_that_nothing_is_a_command(f"{scene} {language}", mail.text, mail.html)
            yield scene, language, re.sub(rf"/match/{notice.match_id}\b", "/match/12", mail.text)


def test_the_key_mails_are_as_they_were_read_and_approved() -> None:
    found: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for scene, language, text in told():
        found[language].append(f"##### {scene} #####\n\n{text}")
    for language, texts in found.items():
        kept = GALLERIES / f"{GAME}.{language}.txt"
        if os.environ.get("RECORD"):
            kept.write_text("\n".join(texts), "utf-8")
        assert "\n".join(texts) == kept.read_text("utf-8"), language


def play_and_read(match: Match, most: int, chance: random.Random) -> None:
    """Let chance play a match, and read a mail of every third question in every language."""
    for step in range(most):
        match.refresh_from_db()
        if match.state != match.State.PLAYING:
            return
        seat = table.on_turn(match)
        if step % 3 == 0:
            notice = newest_question(seat)
            for language in LANGUAGES:
                notice.player.language = language  # type: ignore[union-attr]  # a question has a reader
                mail = write(notice, now())
                check_width(f"{step} {language}", mail)
                check_that_nothing_is_a_command(f"{step} {language}", mail.text, mail.html)
        table.press(seat, str(bots(GAME)["random"](queries.situation(match, seat).view, chance)))


def test_no_mail_of_a_whole_match_holds_a_command_or_a_wide_line() -> None:
    match = a_match(ben="ask", cilla="ask")
    play_and_read(match, 400, random.Random(7))
    assert match.state == match.State.FINISHED
    for notice in Notice.objects.filter(
        match=match, kind__in=[Notice.Kind.MATCH_ENDED, Notice.Kind.DEAL_ENDED]
    ):
        mail = write(notice, now())
        check_width("end", mail)
        check_that_nothing_is_a_command("end", mail.text, mail.html)


def test_a_card_is_drawn_with_the_sign_and_the_border_of_its_kind_and_its_name_and_kind_in_words() -> None:
    match = a_match("goat portrait antidote2 mermaid address greeting", "jump", "jump")
    page = write(newest_question(seats(match)[0]), now()).html
    signs = ("◆</span> Ilsken get (5), present", "◆!</span> Släktporträtt (3, oundviklig), present")
    for sign in (*signs, "✚</span> Motgift −2", "★</span> Nödsjöjungfru, fuffens"):  # noqa: RUF001 - a true minus
        assert sign in page
    assert "↩</span> Fel adress!, ripost" in page
    assert "✉</span> Sista hälsning, sista ord" in page
    for border in ("3px double", "3px solid", "2px dashed", "2px dotted"):
        assert f"border: {border}" in page
