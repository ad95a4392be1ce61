"""No mail, no page and no log tells a card that its reader may not see (P16): for every game."""

import datetime as dt
import logging
from collections.abc import Iterator, Sequence
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
    kinds, codes = look_for_canaries(slug, ACTIONS, "resign")
    assert {"turn", "started", "answer", "reminder", "expired", "held", "paused", "resumed"} <= kinds
    assert {"unclear", "nothing", "tried", "help", "paused", "stale"} <= codes
    assert CANARY not in logged.getvalue()


@every_game
def test_nor_when_a_match_is_declared_void(slug: str, logged: StringIO) -> None:
    kinds, _codes = look_for_canaries(slug, EVERY + 1, "void")
    assert "voided" in kinds
    assert CANARY not in logged.getvalue()


def look_for_canaries(slug: str, most: int, ending: str) -> tuple[set[str], set[str]]:
    """Play a match and look at all that each seat reads; give the kinds of mails and the codes of answers."""
    match = a_match(slug)
    browsers, kinds, codes = clients(match), set[str](), set[str]()
    for number, notices in enumerate(stages(match, most, ending=ending)):
        kinds |= {notice.kind for notice in notices}
        codes |= {notice.submission.outcome.get("code", "") for notice in notices if notice.submission}
        for seat in match.seats.order_by("number"):
            with changed(match, lambda game, viewer=seat.number: with_canaries(game, viewer)):  # type: ignore[misc]  # mypy sees no default
                shown = mails(notices, seat)
                if number % EVERY == 0:
                    shown += pages(match, browsers[seat.number])
            assert [text for text in shown if CANARY in text] == []
    return kinds, codes


@every_game
def test_a_moderator_reads_no_card_of_a_running_match_anywhere(slug: str) -> None:
    match, dan = a_match(slug), people.dan()
    dan.is_staff = dan.is_superuser = True
    dan.save()
    desk = browser_of(dan)
    for number, notices in enumerate(stages(match, ACTIONS)):
        if number % (2 * EVERY) or match.is_over:
            continue
        with changed(match, lambda game: with_canaries(game, None)):
            shown = [desk.get(path) for path in desk_pages(match, notices)]
        assert {page.status_code for page in shown} == {200}
        assert [page for page in shown if CANARY in page.content.decode()] == []


def desk_pages(match: Match, notices: Sequence[Notice]) -> list[str]:
    """Give the pages of the desk that know of a running match and of what it told last."""
    one = f"/admin/matches/match/{match.pk}"
    pages = [f"{one}/change/", f"{one}/history/", f"{one}/act/void/", "/admin/matches/match/"]
    pages += [f"{one}/act/{'pause' if match.state == Match.State.PLAYING else 'resume'}/"]
    pages += [f"/admin/matches/notice/{notice.pk}/change/" for notice in notices]
    done = [notice.submission_id for notice in notices if notice.submission_id]
    return pages + [f"/admin/matches/submission/{number}/change/" for number in done]


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
                    told.append(
                        shown + (pages(match, browsers[seat.number]) if number % (2 * EVERY) == 0 else [])
                    )
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
