"""The mails of Wicked Christmas: narrow, harmless and well made all through a round, in every language."""

import random

import pytest

from hosting.games import bots
from hosting.mail.reading.reader import read_text
from hosting.mail.writing.letters import write
from hosting.matches import opening, queries
from hosting.matches.models import Match, Notice
from hosting.now import now
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from tests import people, table
from tests.mail.gallery import LANGUAGES, newest_question
from tests.mail.test_writing_kinds import WIDTHS, check_html, check_width, reflowed, wrapped

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

GAME = "wicked-christmas"


def a_match(**options: object) -> Match:
    """Anna, Ben and Cilla; the same cards in every run."""
    match = opening.open_match(people.anna(), game=GAME, options=options)
    table.stack_the_deck(match)
    opening.join(match, people.ben())
    opening.join(match, people.cilla())
    match.refresh_from_db()
    return match


def check_that_nothing_is_a_command(text: str, html: str) -> None:
    grammar = GameGrammar(GAME, ("Anna", "Ben", "Cilla"))
    assert read_text(text, grammar=grammar).lines == ()
    assert read_text(html, grammar=grammar, html=True).lines == ()
    lines = text.split("\n")
    again = [piece for width in WIDTHS for line in lines for piece in wrapped(line, width)]
    filled = [line for width in WIDTHS for line in reflowed(text, width)]
    found = {line.strip() for line in (*lines, *again, *filled)} - {""}
    assert [line for line in sorted(found) if grammar.sort(line) is Sort.COMMAND] == []


def test_no_mail_of_a_round_holds_a_command_or_a_wide_line() -> None:
    match, chance = a_match(rounds=1), random.Random(7)
    for step in range(400):
        match.refresh_from_db()
        if match.state != match.State.PLAYING:
            break
        seat = table.on_turn(match)
        if step % 4 == 0:
            notice = newest_question(seat)
            for language in LANGUAGES:
                notice.player.language = language  # type: ignore[union-attr]  # a question has a reader
                mail = write(notice, now())
                check_width(f"{step} {language}", mail)
                check_html(f"{step} {language}", mail)
                check_that_nothing_is_a_command(mail.text, mail.html)
        table.press(seat, str(bots(GAME)["random"](queries.situation(match, seat).view, chance)))
    assert match.state == match.State.FINISHED
    for notice in Notice.objects.filter(match=match, kind=Notice.Kind.MATCH_ENDED):
        mail = write(notice, now())
        check_width("end", mail)
        check_that_nothing_is_a_command(mail.text, mail.html)


def test_a_turn_mail_has_the_parts_of_a_turn_mail_in_order() -> None:
    match = a_match()
    seat = table.on_turn(match)
    table.press(seat, str(table.legal(seat)[0]))
    notice = newest_question(table.on_turn(match))
    notice.player.language = "en"  # type: ignore[union-attr]  # a question has a reader
    text = write(notice, now()).text
    parts = [
        "Your turn. Reply by",
        "SINCE YOUR LAST TURN",
        "THE TABLE",
        "Gift Pile: ",
        "Draw Pile: 68 cards. Discard Pile: 0 cards.",
        "YOUR CARDS",
        "Hand: ",
        "Stack 1: ",
        "\n1.\N{NO-BREAK SPACE}",
        "If you run out of time,",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert "turns missed in a row you are taken out of the match." in " ".join(text.split())
    assert len(text.splitlines()) < 60
