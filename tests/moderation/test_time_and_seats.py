"""More time, and seats for substitutes, at the desk: with a reason, bounded, and only where it is right."""

import pytest
from django.contrib.admin.models import LogEntry

from hosting.mail.writing.letters import write
from hosting.matches import absent, offering, standing_in, verifying
from hosting.matches.models import Entry, Match, Notice, Offer, Seat
from hosting.moderation import roles
from hosting.now import now, travel
from hosting.players import absences
from hosting.players.models import AddressHealth, Player
from tests import people, table
from tests.moderation import cases
from tests.table import DAY
from tests.web.visiting import text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def act(by: Player, match: Match, name: str, **fields: object) -> int:
    """Post the form of an act; give the status of the answer."""
    match.refresh_from_db()
    posted = {"reason": cases.REASON, "seq": match.seq, **fields}
    return cases.signed_in(by).post(f"/admin/matches/match/{match.pk}/act/{name}/", posted).status_code


def maja() -> Player:
    return Player.objects.filter(name="Maja").first() or cases.with_role("moderator")


def test_the_deadline_of_one_seat_moves_and_its_player_reads_why() -> None:
    match = cases.running_match()
    seat = table.on_turn(match)
    assert seat.deadline_at is not None
    assert act(maja(), match, "more-time", seat=seat.number, days=5) == 302
    before = seat.deadline_at
    seat.refresh_from_db()
    assert seat.deadline_at == before + 5 * DAY
    entry = Entry.objects.get(match=match, kind="deadline_moved")
    assert (entry.data["by"], entry.data["why"]) == ("Maja", cases.REASON)
    told = Notice.objects.select_related("match", "seat", "player").get(seat=seat, kind="moved")
    assert told.player is not None
    told.player.language = "en"
    text = " ".join(write(told, now()).text.split())
    assert "Decided by Maja." in text
    assert cases.REASON in text
    assert list(verifying.differences(match)) == []
    assert "seat" in LogEntry.objects.get().change_message


def test_a_deadline_that_is_past_counts_from_now() -> None:
    match = cases.running_match()
    seat = table.on_turn(match)
    with travel(10 * DAY):
        assert act(maja(), match, "more-time", seat=seat.number, days=2) == 302
        seat.refresh_from_db()
        assert seat.deadline_at is not None
        assert seat.deadline_at > now() + DAY


@pytest.mark.parametrize("days", [0, -3, 31, "", "x"])
def test_so_many_days_are_not_taken(days: object) -> None:
    match = cases.running_match()
    seat = table.on_turn(match)
    assert act(maja(), match, "more-time", seat=seat.number, days=days) == 200
    assert act(maja(), match, "more-time-for-all", days=days) == 200
    assert not Entry.objects.filter(kind="deadline_moved").exists()


def test_who_is_not_asked_gets_no_time() -> None:
    match = cases.running_match()
    assert act(maja(), match, "more-time", seat=table.waiting(match).number, days=2) == 409


def test_all_deadlines_move_alike_also_by_the_only_moderator_who_plays() -> None:
    match = cases.running_match()
    seat = table.on_turn(match)
    before = seat.deadline_at
    assert before is not None
    roles.give(people.ben(), "moderator")
    assert act(people.ben(), match, "more-time", seat=seat.number, days=2) == 409
    assert act(people.ben(), match, "more-time-for-all", days=2) == 302
    seat.refresh_from_db()
    assert seat.deadline_at == before + 2 * DAY
    assert Entry.objects.get(kind="deadline_moved").data["plays_in_it"]


def test_a_seat_is_offered_only_after_a_missed_turn() -> None:
    match = cases.running_match()
    seat = table.on_turn(match)
    assert act(maja(), match, "offer-seat", seat=seat.number) == 409
    Seat.objects.filter(pk=seat.pk).update(misses=1, misses_total=1)
    assert act(maja(), match, "offer-seat", seat=seat.number) == 302
    match.refresh_from_db()
    assert match.state == "paused"
    assert [each.pk for each in standing_in.offered(people.cilla())] == [seat.pk]
    entry = Entry.objects.get(kind="seat_offered")
    assert (entry.data["by"], entry.data["why"]) == ("Maja", cases.REASON)
    standing_in.take(seat, people.cilla())
    match.refresh_from_db()
    assert match.state == "playing"


def test_a_match_that_a_moderator_lets_go_on_offers_no_seat_any_more() -> None:
    match = cases.running_match()
    seat = table.on_turn(match)
    Seat.objects.filter(pk=seat.pk).update(misses=1, misses_total=1)
    act(maja(), match, "offer-seat", seat=seat.number)
    assert act(maja(), match, "resume") == 302
    match.refresh_from_db()
    assert match.resume_at is None
    assert standing_in.offered(people.cilla()) == []


def test_the_pages_of_the_acts_say_what_they_do() -> None:
    match = cases.running_match()
    client = cases.signed_in(maja())
    for name, said in (
        ("more-time", " left."),
        ("more-time-for-all", " left."),
        ("offer-seat", "Only the seat of somebody who has missed a turn"),
    ):
        assert said in text_of(
            client.get(f"/admin/matches/match/{match.pk}/act/{name}/", HTTP_ACCEPT_LANGUAGE="en")
        )


def test_absences_offers_and_addresses_in_trouble_are_seen_and_no_address_is_whole() -> None:
    match = cases.running_match()
    seat = table.on_turn(match)
    assert seat.player is not None
    offering.act(seat, "pause", by=seat.player)
    assert Offer.objects.exists()
    today = absences.today(seat.player)
    absent.announce(seat.player, today + DAY, today + DAY)
    AddressHealth.objects.create(
        address="anna@mail.example.org",
        failures=2,
        is_dead=True,
        what="550 no such user anna@mail.example.org",
    )
    client = cases.signed_in(maja())
    assert "1 offer" in text_of(
        client.get(f"/admin/matches/offer/?match__id__exact={match.pk}", HTTP_ACCEPT_LANGUAGE="en")
    )
    found = client.get(
        f"/admin/players/absence/?player__seats__match__id__exact={match.pk}", HTTP_ACCEPT_LANGUAGE="en"
    )
    assert seat.name in text_of(found)
    page = text_of(client.get("/admin/players/addresshealth/"))
    assert "anna@mail.example.org" not in page
    assert "...@mail.example.org" in page
    assert cases.signed_in(seat.player).get("/admin/matches/offer/").status_code == 302
