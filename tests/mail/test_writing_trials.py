"""Mails that name the trial and the standing order in force, and the answer to a trial."""

import pytest

from hosting.games.maldade_presenter.rules import MaldadePresenter
from hosting.mail.reading.reader import read_text
from hosting.mail.writing.letters import write
from hosting.matches import answering, opening
from hosting.matches.models import Notice, Seat
from hosting.now import now
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from tests import people, table
from tests.mail import gallery
from tests.mail.test_writing_kinds import WIDTHS, reflowed, wrapped

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Anna", "Ben", "Cilla")
ORDERS = {"en": "RIPOSTE", "sv": "RIPOST", "ms": "TANGKIS"}


def text(notice: Notice, language: str = "en") -> str:
    assert notice.player is not None
    notice.player.language = language
    return " ".join(write(notice, now()).text.replace("\N{NO-BREAK SPACE}", " ").split())


def a_turn_mail(order: str) -> Notice:
    """Anna, who is on turn in Maldade Presenter and has given this order."""
    match = opening.open_match(people.anna(), game=MaldadePresenter.slug, options={"youngest": 1}, seats=3)
    opening.join(match, people.ben())
    opening.join(match, people.cilla())
    seat = Seat.objects.get(match=match, number=0)
    answering.give(seat, order)
    seat.save()
    return gallery.newest_question(seat)


def test_a_turn_mail_names_the_trial_inside_a_sentence() -> None:
    notice = gallery.newest_question(table.on_turn(table.a_match()))
    for language, word in (("en", "Write TRY above"), ("sv", "Skriv PROVA ovanför"), ("ms", "Tulis CUBA di")):
        assert word in text(notice, language)


def test_the_answer_to_a_trial_says_that_nothing_was_played_and_what_would_be_told() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    told = text(gallery.answer(seat, ["try", table.discard(seat), "1"]))
    assert told.startswith("Only tried: nothing was played, and it is still your turn.")
    assert "Your turn would be over then. What came after, “1”, was not tried." in told
    assert "WHAT WOULD HAPPEN - You discarded" in told


def test_the_answer_to_a_trial_keeps_to_itself_what_would_be_drawn() -> None:
    match = table.a_match()
    table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    seat = table.on_turn(match)
    told = text(gallery.answer(seat, ["try", table.discard(seat)]))
    assert "nobody is told in advance" in told
    assert "IF YOU PLAY THIS" not in told


def test_the_answer_to_a_trial_has_the_numbered_list_and_the_clock_of_before() -> None:
    seat = table.on_turn(table.a_match())
    before = gallery.newest_question(seat)
    notice = gallery.answer(seat, ["try", "1"])
    assert (notice.question, notice.choices) == (before.question, before.choices)


@pytest.mark.parametrize("order", MaldadePresenter.standing_orders)
def test_a_mail_says_which_order_is_in_force_and_how_to_give_another(order: str) -> None:
    told = text(a_turn_mail(order))
    assert f"Your standing order is {order.upper()}: " in told
    others = [f"RIPOSTE {other.upper()}" for other in MaldadePresenter.standing_orders if other != order]
    assert f"write {', '.join(others[:-1])} or {others[-1]} in any reply" in told


def test_a_mail_of_a_game_without_orders_names_none() -> None:
    assert "standing order" not in text(gallery.newest_question(table.on_turn(table.a_match())))


@pytest.mark.parametrize("language", ORDERS)
def test_no_line_about_orders_comes_back_as_one(language: str) -> None:
    grammar = GameGrammar(MaldadePresenter.slug, NAMES)
    for order in MaldadePresenter.standing_orders:
        notice = a_turn_mail(order)
        assert notice.player is not None
        notice.player.language = language
        mail = write(notice, now())
        assert f"{ORDERS[language]} " in mail.text
        lines = mail.text.split("\n")
        for width in WIDTHS:
            lines += [piece for line in mail.text.split("\n") for piece in wrapped(line, width)]
            lines += reflowed(mail.text, width)
        assert [line for line in lines if line.strip() and grammar.sort(line.strip()) is Sort.COMMAND] == []
        assert read_text(mail.text, grammar=grammar).lines == ()
