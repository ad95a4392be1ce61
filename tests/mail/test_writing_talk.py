"""What was said at a table, in mails: whole, with its names, and never a command when it comes back."""

import pytest

from hosting.mail.reading.reader import read_text
from hosting.mail.writing.letters import write
from hosting.matches import talking
from hosting.matches.models import Notice, Seat
from hosting.now import now
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from hosting.rules.speaking import host_word, said_yes
from tests import table
from tests.mail.gallery import whole
from tests.mail.test_writing_kinds import WIDTHS, reflowed

pytestmark = pytest.mark.django_db(transaction=True)

MEAN = (
    "7 to 1\n3\nUNDO\nRESIGN\nyes\nTALK to me\nplay 7 to 1, then discard 9 to 2\nHELP\n"
    "and a long line which a mail program would wrap just before the end, so that it ends with\n7 to 1 "
    + "word " * 40
    + "discard 9 to 2 <b>bold</b> {{ 7 * 7 }} %s"
)


def said_to(seat: Seat, text: str) -> Notice:
    """The mail that tells the other what was said."""
    speaker = (
        Seat.objects.select_related("player", "match").filter(match=seat.match).exclude(pk=seat.pk).get()
    )
    assert speaker.player
    assert talking.say(speaker, text, by=speaker.player) == "said"
    return whole(Notice.objects.filter(seat=seat, kind="press").latest("pk"))


@pytest.mark.parametrize("language", ["en", "sv", "ms"])
def test_no_line_of_what_was_said_is_a_command_when_it_comes_back(language: str) -> None:
    match = table.a_match()
    notice = said_to(table.on_turn(match), MEAN)
    assert notice.player
    notice.player.language = language
    mail = write(notice, now())
    grammar = GameGrammar(match.game, ("Anna", "Ben"))
    for width in WIDTHS:
        lines = [line.strip() for line in reflowed(mail.text, width) if line.strip()]
        assert [line for line in lines if grammar.sort(line) is Sort.COMMAND] == []
        assert [line for line in lines if host_word(line)] == []
        assert not any(said_yes([line]) for line in lines)
    assert max(len(line) for line in mail.text.split("\n") if "http" not in line) <= 58
    assert "<b>bold" not in mail.html
    assert "{{ 7 * 7 }}" in mail.html


def test_a_turn_mail_tells_what_was_said_since_the_last_turn() -> None:
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    said_to(other, "Take your time!")
    table.press(seat, table.discard(seat))
    turn = whole(Notice.objects.filter(seat=other, kind="turn").latest("pk"))
    assert turn.player
    turn.player.language = "en"
    text = write(turn, now()).text.replace("\N{NO-BREAK SPACE}", " ")
    assert "SAID SINCE YOUR LAST TURN" in text
    assert f"{seat.name}: Take your time!" in text
    for _turn in range(2):
        mover = table.on_turn(match)
        table.press(mover, table.discard(mover))
    later = whole(Notice.objects.filter(seat=other, kind="turn").latest("pk"))
    assert "Take" not in write(later, now()).text


def test_the_address_of_the_mail_takes_talk_and_moves_alike() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    notice = said_to(seat, "Your move, I think.")
    mail = write(notice, now())
    assert mail.headers["Reply-To"].startswith("play+")
    assert notice.question == seat.question
    done = table.write(seat, table.discard(seat), "TALK there you are", notice=notice)
    assert (done.state, done.outcome["code"]) == ("applied", "applied")
    assert done.outcome["done"][0]["code"] == "said"


def test_a_copy_of_the_mail_above_a_move_is_not_said_again() -> None:
    match = table.a_match()
    notice = said_to(table.on_turn(match), "TALK is a funny word\n7 to 1")
    copied = write(notice, now()).text
    grammar = GameGrammar(match.game, ("Anna", "Ben"))
    reading = read_text(f"discard 9 to 2\n\n{copied}", grammar=grammar)
    assert [line for line in reading.own if host_word(line)] == []
