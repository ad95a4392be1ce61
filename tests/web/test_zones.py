"""The zones that a form offers: each place once, by today's name, and nobody loses his own."""

from zoneinfo import ZoneInfo

import pytest

from hosting.players.models import Player
from hosting.web.forms import Profile
from hosting.web.zones import FORMER, places, with_own, zone_choices
from tests import people
from tests.web.visiting import browser_of, text_of

OWN = ("Europe/Stockholm", "Asia/Kuala_Lumpur", "Europe/London", "America/New_York", "Asia/Kolkata")


def test_each_place_stands_there_once_by_todays_name() -> None:
    assert set(OWN) <= set(places())
    assert not set(FORMER) & set(places())
    assert len(set(places())) == len(places())
    cities = [name.rpartition("/")[2] for name in places()]
    assert len(set(cities)) == len(cities)


def test_every_name_of_today_is_one_of_the_list() -> None:
    assert set(FORMER.values()) <= set(places())


@pytest.mark.django_db
def test_a_former_name_that_a_browser_gives_is_taken() -> None:
    form = Profile({"name": "Cilla", "language": "en", "zone": "Asia/Kolkata"})
    assert form.is_valid()
    assert form.cleaned_data["zone"] == ZoneInfo("Asia/Kolkata")


@pytest.mark.django_db
def test_whoever_has_a_zone_that_is_not_offered_keeps_it() -> None:
    player = people.cilla()
    Player.objects.filter(pk=player.pk).update(zone="Etc/GMT-5")
    page = browser_of(player).get("/settings").content.decode()
    assert '<option value="Etc/GMT-5" selected>' in page
    chosen = {"name": "Cilla", "language": "en", "zone": "Etc/GMT-5"}
    assert browser_of(player).post("/settings", chosen).status_code == 302
    player.refresh_from_db()
    assert str(player.zone) == "Etc/GMT-5"


def test_an_unknown_zone_is_not_offered() -> None:
    assert with_own("Moon/Tranquillity") == zone_choices()


@pytest.mark.django_db
def test_the_desk_says_whose_time_it_shows() -> None:
    player = people.anna()
    player.is_staff = player.is_superuser = True
    player.save()
    assert "Europe/Stockholm" in text_of(browser_of(player).get("/admin/"))
