"""No mail, no page and no log tells a card that its reader may not see (P16): for every game."""

import datetime as dt
import logging
from collections.abc import Iterator
from io import StringIO
from logging.config import dictConfig
from random import Random

import pytest
from pytest_django import Settings

import hosting.now
from hosting.games import GAMES
from hosting.logs import logging_settings
from hosting.mail.writing.letters import write
from hosting.matches import dealing
from hosting.matches.models import Match, Notice
from tests import people, table
from tests.games.hidden import permuted
from tests.games.reading import CANARY, EVERY, a_match, changed, clients, mails, pages, stages, with_canaries
from tests.web.visiting import browser_of, everything

pytestmark = pytest.mark.django_db

every_game = pytest.mark.parametrize("slug", sorted(GAMES))

ACTIONS = 40
LOOK_AT_ONCE = ["maldade-presenter", "spite-and-malice"]
"""Games whose legal moves look up every card of a hand, so that a card that no deck has makes them fail."""


@pytest.fixture(autouse=True)
def standing_clock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[None]:
    """Let the clock stand, so that pages of the same match are the same; no deal is remembered."""
    at = dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC)
    monkeypatch.setattr(hosting.now, "database_clock", lambda: at)
    settings.FORM_WAIT = 0
    dealing.forget()
    yield
    dealing.forget()


@pytest.fixture
def logged() -> Iterator[StringIO]:
    """Give what production logs."""
    before = logging.root.handlers[:], logging.root.level
    dictConfig(logging_settings(production=True))
    written = StringIO()
    (handler,) = logging.root.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(written)
    yield written
    logging.root.handlers, level = before
    logging.root.setLevel(level)


@every_game
def test_cards_that_no_deck_has_never_show_where_a_reader_may_not_look(slug: str, logged: StringIO) -> None:
    match = a_match(slug)
    browsers, kinds = clients(match), set()
    for number, notices in enumerate(stages(match, ACTIONS)):
        kinds |= {notice.kind for notice in notices}
        for seat in match.seats.order_by("number"):
            with changed(match, lambda game, viewer=seat.number: with_canaries(game, viewer)):  # type: ignore[misc]  # mypy sees no default
                shown = mails(notices, seat)
                if number % EVERY == 0:
                    shown += pages(match, browsers[seat.number])
            assert [text for text in shown if CANARY in text] == []
    assert {"turn", "started", "answer", "expired"} <= kinds
    assert CANARY not in logged.getvalue()


@every_game
def test_mails_and_pages_are_the_same_byte_by_byte_whatever_the_hidden_cards_are(slug: str) -> None:
    match, rng = a_match(slug), Random(3)
    browsers = clients(match)
    for number, notices in enumerate(stages(match, ACTIONS)):
        for seat in match.seats.order_by("number"):
            told = []
            for deal_anew in (False, True):
                with changed(
                    match,
                    lambda game, viewer=seat.number, anew=deal_anew: (  # type: ignore[misc]  # mypy sees no default
                        permuted(game, viewer, rng) if anew else game
                    ),
                ):
                    shown = mails(notices, seat)
                    told.append(shown + (pages(match, browsers[seat.number]) if number % EVERY == 0 else []))
            assert told[0] == told[1]


@every_game
def test_other_cards_do_change_the_page_of_who_may_see_them(slug: str) -> None:
    match = a_match(slug)
    browser = clients(match)[table.on_turn(match).number]
    before = pages(match, browser)
    with changed(match, lambda game: permuted(game, None, Random(3))):
        assert pages(match, browser) != before


@every_game
def test_a_stranger_is_shown_no_page_of_a_match(slug: str) -> None:
    match, browser = a_match(slug), browser_of(people.dan())
    for page in ("", "/strip", "/log", "/record", "/record.json"):
        assert browser.get(f"/match/{match.pk}{page}").status_code == 404


@pytest.mark.parametrize("slug", [*LOOK_AT_ONCE, "wicked-christmas"])
def test_rules_that_fail_over_a_card_tell_it_to_nobody(slug: str, logged: StringIO) -> None:
    dan = people.dan()
    dan.is_staff = True
    dan.save()
    match, rng = a_match(slug), Random(2)
    for _try in range(ACTIONS):
        seat = table.on_turn(match)
        legal = table.legal(seat)
        with changed(match, lambda game, viewer=seat.number: with_canaries(game, viewer)):  # type: ignore[misc]  # mypy sees no default
            table.press(seat, str(rng.choice(legal)))
        match.refresh_from_db()
        if match.state == Match.State.BROKEN:
            break
    assert match.state == Match.State.BROKEN
    assert "submission_failed" in logged.getvalue()
    assert CANARY not in logged.getvalue()
    notices = Notice.objects.select_related("match", "seat", "player", "submission__player")
    told = [write(notice, notice.created_at) for notice in notices.filter(kind__in=["broken", "moderators"])]
    assert len(told) > match.seats.count()
    assert not [mail for mail in told if CANARY in f"{mail.text}{mail.html}"]
    assert CANARY not in str(everything())


@pytest.mark.parametrize("slug", LOOK_AT_ONCE)
def test_a_page_whose_rules_fail_tells_no_card_and_no_log_does(slug: str, logged: StringIO) -> None:
    match = a_match(slug)
    browser = clients(match)[table.on_turn(match).number]
    with changed(match, lambda game: with_canaries(game, None)):
        page = browser.get(f"/match/{match.pk}")
    assert page.status_code == 503
    assert CANARY not in page.content.decode()
    assert "table_failed" in logged.getvalue()
    assert CANARY not in logged.getvalue()
