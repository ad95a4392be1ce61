"""A player's night: chosen on the page or by mail, kept out of deadlines, and told where one was moved."""

import datetime as dt

import pytest

from hosting.mail.writing.letters import write
from hosting.matches.models import Match, Notice
from hosting.now import now, travel
from hosting.players import nights
from hosting.players.models import Player
from tests import people, table
from tests.mail.gallery import whole
from tests.web.visiting import browser_of, in_english, parse_errors, text_of

pytestmark = pytest.mark.django_db


def chosen(player: Player, begins: object, ends: object) -> str:
    """The page after a night was chosen by its form."""
    fields = {"night-begins": begins, "night-ends": ends}
    return text_of(browser_of(in_english(player)).post("/settings/night", fields, follow=True))


def test_a_night_is_chosen_and_taken_back_on_the_page_of_settings() -> None:
    anna = people.anna()
    page = browser_of(in_english(anna)).get("/settings")
    assert parse_errors(page.content) == []
    assert "Your settings are saved." in chosen(anna, 23, 7)
    anna.refresh_from_db()
    assert nights.of(anna) == (23, 7)
    chosen(anna, "", "")
    anna.refresh_from_db()
    assert nights.of(anna) is None


@pytest.mark.parametrize(("begins", "ends"), [(7, 23), (8, 8), (25, 3), ("x", 7)])
def test_hours_that_are_no_night_change_nothing(begins: object, ends: object) -> None:
    assert "12 hours at most" in chosen(people.anna(), begins, ends)
    assert nights.of(people.anna()) is None


def test_a_deadline_in_the_night_is_moved_to_its_end_and_the_mail_and_the_page_say_so() -> None:
    noon = (now() + dt.timedelta(days=2)).replace(hour=12, minute=30)
    with travel(noon - now()):
        for person in (people.anna(), people.ben()):
            hour = noon.astimezone(person.zone).hour
            nights.keep(person, ((hour - 1) % 24, (hour + 4) % 24))
        match = table.a_match()
        seat = table.on_turn(match)
        assert seat.player is not None
        assert seat.deadline_at is not None
        here = seat.deadline_at.astimezone(seat.player.zone)
        assert (here.hour, here.minute) == (seat.player.sleeps_until, 0)
        turn = whole(Notice.objects.get(seat=seat, kind="turn"))
        assert turn.player is not None
        turn.player.language = "en"
        assert "run out during your night" in " ".join(write(turn, now()).text.split())
        page = browser_of(in_english(seat.player)).get(f"/match/{match.pk}")
        assert "It would have run out during your night" in text_of(page)


def test_another_night_moves_no_deadline_that_runs() -> None:
    match: Match = table.a_match()
    seat = table.on_turn(match)
    assert seat.deadline_at is not None
    assert seat.player is not None
    here = seat.deadline_at.astimezone(seat.player.zone).hour
    chosen(seat.player, (here - 1) % 24, (here + 4) % 24)
    before = seat.deadline_at
    seat.refresh_from_db()
    assert seat.deadline_at == before
