"""Feeds: a player's deadlines for his calendar, and the news of a match for his reader of feeds."""

import datetime as dt
import xml.etree.ElementTree as ET
from xml.etree.ElementTree import Element

import pytest
from icalendar import Calendar, Event
from pytest_django import DjangoAssertNumQueries

from hosting.logs import mask
from hosting.matches import dealing, moderating
from hosting.matches.models import Match
from hosting.now import travel
from hosting.players import absences
from hosting.players.models import Player
from tests import people, table
from tests.web.visiting import browser_of, in_english, parse_errors, stranger, text_of

pytestmark = pytest.mark.django_db(transaction=True)
ATOM = "{http://www.w3.org/2005/Atom}"


def moderator() -> Player:
    """Dan, as a moderator."""
    player = people.dan()
    player.is_staff = True
    player.save()
    return player


def parsed(content: bytes) -> Element:
    """An XML file of our own."""
    return ET.fromstring(content)  # noqa: S314 - we wrote it


def with_feeds(player: Player | None) -> str:
    """Let a player make the addresses of his feeds; gives the place where they stand."""
    assert player is not None
    browser_of(player).post("/settings/feeds")
    player.refresh_from_db()
    return f"/feeds/{player.feed_key}"


def turns(place: str) -> list[Event]:
    response = stranger().get(f"{place}/deadlines.ics")
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    walked = Calendar.from_ical(response.content).walk("VEVENT")
    return [event for event in walked if isinstance(event, Event)]


def test_the_calendar_has_an_event_for_each_open_turn_in_utc_and_in_words_of_the_players_zone() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.deadline_at
    place = with_feeds(in_english(seat.player))
    (event,) = turns(place)
    assert event.decoded("dtstart") == seat.deadline_at.replace(microsecond=0)
    assert b"\r\nDTSTART:" + f"{seat.deadline_at:%Y%m%dT%H%M%SZ}".encode() in event.to_ical()
    assert str(event["summary"]) == f"Your turn: Spite & Malice {match.pk}"
    assert seat.player
    assert f"({'Stockholm' if seat.player.name == 'Anna' else 'Kuala Lumpur'})" in str(event["description"])
    (alarm,) = event.walk("VALARM")
    assert alarm.decoded("trigger") == -dt.timedelta(hours=14, minutes=24)
    assert turns(with_feeds(table.waiting(match).player)) == []


def test_a_deadline_that_moves_keeps_its_uid_and_gets_a_higher_sequence() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    place = with_feeds(seat.player)
    (before,) = turns(place)
    moderating.pause(match.pk, by=moderator(), reason="a storm at sea")
    assert turns(place) == []
    with travel(table.DAY):
        moderating.resume(match.pk, by=moderator(), reason="it is over by now")
        (after,) = turns(place)
    assert after["uid"] == before["uid"]
    assert int(str(after["sequence"])) > int(str(before["sequence"]))
    assert after.decoded("dtstart") - before.decoded("dtstart") >= table.DAY


def test_the_next_turn_is_another_event() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    place = with_feeds(seat.player)
    (first,) = turns(place)
    table.press(seat, table.discard(seat))
    assert turns(place) == []
    table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    (second,) = turns(place)
    assert second["uid"] != first["uid"]


def test_absences_are_whole_days_and_their_last_day_counts() -> None:
    anna = people.anna()
    first = absences.today(anna) + dt.timedelta(days=3)
    absences.announce(anna, first, first + dt.timedelta(days=4))
    (event,) = turns(with_feeds(anna))
    assert event.decoded("dtstart") == first
    assert event.decoded("dtend") == first + dt.timedelta(days=5)


def test_addresses_are_made_by_a_button_and_end_when_they_are_made_anew_or_switched_off() -> None:
    anna = in_english(people.anna())
    browser = browser_of(anna)
    assert "Make the addresses" in text_of(browser.get("/settings"))
    assert Player.objects.get(pk=anna.pk).feed_key == ""
    old = with_feeds(anna)
    assert f"{old}/deadlines.ics" in browser.get("/settings").content.decode()
    new = with_feeds(anna)
    assert new != old
    assert stranger().get(f"{new}/deadlines.ics").status_code == 200
    browser.post("/settings/feeds", {"stop": "1"})
    unknown = stranger().get(f"/feeds/{'a' * 32}/deadlines.ics")
    for gone in (old, new):
        answer = stranger().get(f"{gone}/deadlines.ics")
        assert (answer.status_code, answer.content) == (404, unknown.content)
        assert dict(answer.headers) == dict(unknown.headers)


def test_looking_at_the_button_or_the_address_of_renewing_makes_nothing() -> None:
    anna = people.anna()
    assert browser_of(anna).get("/settings/feeds")["Location"] == "/settings"
    assert stranger().post("/settings/feeds").status_code == 302
    assert Player.objects.get(pk=anna.pk).feed_key == ""


def test_a_feed_knows_no_cookie_and_is_kept_by_its_reader_only() -> None:
    match = table.a_match()
    place = with_feeds(people.anna())
    client = stranger()
    client.cookies["sessionid"] = "stale"
    for path in (f"{place}/deadlines.ics", f"{place}/match/{match.pk}.atom", "/feeds/nothing/deadlines.ics"):
        answer = client.get(path, HTTP_ACCEPT_LANGUAGE="ms")
        assert not answer.cookies
        assert "Vary" not in answer.headers
        assert answer["Cache-Control"] == "private"
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert client.post(f"{place}/deadlines.ics").status_code == 405
    assert client.head(f"{place}/deadlines.ics").status_code == 200


def test_a_feed_asks_no_session(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    table.a_match()
    place = with_feeds(people.anna())
    with django_assert_max_num_queries(5):
        stranger().get(f"{place}/deadlines.ics")


@pytest.mark.parametrize("language", ["sv", "ms", "en"])
def test_feeds_speak_the_language_of_whose_they_are(language: str) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.player
    seat.player.language = language
    seat.player.save()
    place = with_feeds(seat.player)
    answer = stranger().get(f"{place}/match/{match.pk}.atom", HTTP_ACCEPT_LANGUAGE="en")
    assert answer["Content-Language"] == language
    assert parsed(answer.content).get("{http://www.w3.org/XML/1998/namespace}lang") == language
    (event,) = turns(place)
    begins = {"sv": "Din tur: ", "ms": "Giliran anda: ", "en": "Your turn: "}
    assert str(event["summary"]).startswith(begins[language])
    page = browser_of(seat.player).get("/settings")
    assert parse_errors(page.content) == []


def entries_of(place: str, match: Match) -> list[Element]:
    answer = stranger().get(f"{place}/match/{match.pk}.atom")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    return parsed(answer.content).findall(f"{ATOM}entry")


def test_the_news_of_a_match_tell_what_was_done_newest_first_under_names_that_stay() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    place = with_feeds(in_english(people.anna()))
    table.press(seat, table.discard(seat))
    before = entries_of(place, match)
    assert seat.name in (before[0].findtext(f"{ATOM}title") or "")
    moderating.pause(match.pk, by=moderator(), reason="a storm <over> the sea\x0b")
    after = entries_of(place, match)
    assert "a storm <over> the sea" in (after[0].findtext(f"{ATOM}summary") or "")
    ids = [entry.findtext(f"{ATOM}id") for entry in before]
    assert [entry.findtext(f"{ATOM}id") for entry in after[1:]] == ids
    assert len(set(ids)) == len(ids)


def test_the_news_of_a_match_show_no_card_that_only_a_hand_knows() -> None:
    """The feed of a player says, word for word, what his opponent's says: it is made of what all may see."""
    match = table.a_match()
    for _turn in range(6):
        table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    told = {
        tuple(entry.findtext(f"{ATOM}summary") for entry in entries_of(with_feeds(in_english(player)), match))
        for player in (people.anna(), people.ben())
    }
    assert len(told) == 1


def test_a_match_of_others_and_one_that_does_not_exist_are_alike() -> None:
    match = table.a_match()
    place = with_feeds(people.dan())
    answers = [stranger().get(f"{place}/match/{number}.atom") for number in (match.pk, 99999)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content


def test_a_match_before_its_start_and_one_whose_rules_fail_have_feeds_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = table.a_match()
    place = with_feeds(people.anna())
    Match.objects.filter(pk=match.pk).update(state="broken")
    dealing.forget()
    match.deals.update(rules_version=999)
    assert len(entries_of(place, match)) == 1


def test_the_secret_is_masked_in_logs() -> None:
    place = with_feeds(people.anna())
    assert place not in mask(f"GET {place}/deadlines.ics")


def test_whoever_may_not_sign_in_any_more_has_no_feeds() -> None:
    place = with_feeds(people.anna())
    Player.objects.update(is_active=False)
    assert stranger().get(f"{place}/deadlines.ics").status_code == 404
