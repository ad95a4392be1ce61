"""The mails of Wicked Christmas: narrow, harmless and well made all through a round, in every language.

The texts of its key mails stand in `wicked_christmas/`, as players read them. When one is to read otherwise,
`RECORD=1 pytest` of this file writes them anew.
"""

import datetime as dt
import os
import random
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from hosting.games import bots
from hosting.mail.reading.reader import read_text
from hosting.mail.writing.letters import write
from hosting.mail.writing.lines import TIE
from hosting.matches import opening, queries
from hosting.matches.models import Deal, Match, Notice, Seat
from hosting.now import now
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from tests import people, table
from tests.mail.gallery import LANGUAGES, answer, newest, newest_question, whole
from tests.mail.test_writing_kinds import WIDTHS, check_html, check_width, reflowed, wrapped
from tests.matches.test_expiring import go_silent

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
    assert "missed turns in a row, you are taken out of the match." in " ".join(text.split())
    assert len(text.splitlines()) < 60


TEXTS = Path(__file__).parent / "wicked_christmas"
DUE = dt.datetime(2026, 12, 3, 19, 0, tzinfo=dt.UTC)


def greedily(match: Match) -> None:
    """Let whoever is to act play as the greedy bot does."""
    seat = table.on_turn(match)
    chosen = bots(GAME)["greedy"](queries.situation(match, seat).view, random.Random(1))
    table.press(seat, str(chosen))
    match.refresh_from_db()


def key_mails() -> Iterator[tuple[str, Notice]]:
    """Give the mails that a match is played by; each is to be written before the next comes about."""
    match = a_match(rounds=2)
    first = table.on_turn(match)
    yield "first_turn", newest_question(first)
    other = Seat.objects.filter(match=match).exclude(pk=first.pk).order_by("number")[0]
    yield "started", newest(other, Notice.Kind.STARTED)
    for _move in range(7):
        greedily(match)
    yield "turn", newest_question(table.on_turn(match))
    yield "tried", answer(table.on_turn(match), ["try", "1"])
    yield "refused", answer(table.on_turn(match), ["play 12", "1"])
    while not any(action.verb == "blast" for action in table.legal(table.on_turn(match))):
        greedily(match)
    yield "again", answer(table.on_turn(match), ["blast"])
    while Deal.objects.filter(match=match).count() == 1:
        greedily(match)
    yield "round_ended", whole(Notice.objects.filter(match=match, kind=Notice.Kind.DEAL_ENDED).latest("pk"))
    silent = table.on_turn(match)
    go_silent(match)
    yield "expired", newest(silent, Notice.Kind.EXPIRED)
    while table.on_turn(match).pk != silent.pk:
        greedily(match)
    Seat.objects.filter(pk=silent.pk).update(misses=2)
    go_silent(match)
    yield "taken_out", newest(silent, Notice.Kind.EXPIRED)
    yield "out", answer(silent, ["1"], notice=newest(silent, Notice.Kind.EXPIRED))
    while match.state == Match.State.PLAYING:
        greedily(match)
    yield "match_ended_out", newest(silent, Notice.Kind.MATCH_ENDED)
    still_in = Notice.objects.filter(match=match, kind=Notice.Kind.MATCH_ENDED).exclude(seat=silent)
    yield "match_ended", whole(still_in.latest("pk"))


def as_read(notice: Notice, language: str) -> str:
    """The text of a mail in a language, with instants and numbers that are the same in every run."""
    assert notice.player
    assert notice.match
    notice.player.language, notice.player.zone = language, ZoneInfo("Europe/London")
    if notice.data.get("deadline_at"):
        before = {"began_at": 72, "reminded_at": 14, "seen_at": 70, "deadline_at": 0, "moved_at": 0}
        instants = {name: (DUE - dt.timedelta(hours=hours)).isoformat() for name, hours in before.items()}
        notice.data.update({name: at for name, at in instants.items() if name in notice.data})
    Seat.objects.filter(match=notice.match, deadline_at__isnull=False).update(deadline_at=DUE)
    text = write(notice, DUE - dt.timedelta(hours=60)).text
    number, seal = notice.match.pk, notice.match.commitment
    text = text.replace(TIE, " ")  # what is tied is tested elsewhere
    return text.replace(f"/match/{number}", "/match/1").replace(seal[:32], "SEAL").replace(seal[32:], "SEAL")


def test_the_key_mails_read_as_they_are_kept() -> None:
    kept = {path.name: path.read_text("utf-8") for path in TEXTS.glob("*.txt")}
    written = {}
    for name, notice in key_mails():
        deadlines = list(Seat.objects.filter(match=notice.match).values_list("pk", "deadline_at"))
        for language in LANGUAGES:
            written[f"{name}.{language}.txt"] = as_read(notice, language)
        for seat, deadline in deadlines:
            Seat.objects.filter(pk=seat).update(deadline_at=deadline)
    if os.environ.get("RECORD"):
        for name, text in written.items():
            (TEXTS / name).write_text(text, "utf-8")
        return
    assert set(written) == set(kept)
    for name, text in written.items():
        assert text == kept[name], name
