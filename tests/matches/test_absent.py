"""Announced absence on the clocks of a player's matches: by page, mail and word alike."""

import datetime as dt

import pytest
from django.db import transaction

from hosting.matches import absent, answering, moderating, opening, presence, verifying
from hosting.matches.models import Entry, Match, Notice, Seat
from hosting.matches.sitting import Sitting
from hosting.matches.terms import Terms
from hosting.now import now, travel
from hosting.players import absences
from hosting.players.models import Absence, Player
from hosting.rules.playout import ASK
from tests import people, table
from tests.matches.test_pausing import moderator
from tests.table import DAY, GAME, HOUR

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def a_match(**terms: object) -> Match:
    """Anna against Ben, on these terms."""
    match = opening.open_match(people.anna(), game=GAME, terms=Terms(**terms))  # type: ignore[arg-type]  # whatever a test wants
    table.stack_the_deck(match)
    opening.join(match, people.ben())
    match.refresh_from_db()
    return match


def who(seat: Seat) -> Player:
    """The player of a seat."""
    assert seat.player is not None
    return seat.player


def day(player: Player, ahead: int) -> dt.date:
    """A day ahead, where the player lives."""
    return absences.today(player) + dt.timedelta(days=ahead)


def deadline(seat: Seat) -> dt.datetime:
    """Until when a seat has time, as it is kept."""
    found = Seat.objects.values_list("deadline_at", flat=True).get(pk=seat.pk)
    assert found is not None
    return found


def announce(seat: Seat, first: int, last: int) -> absent.Noted:
    """Announce an absence from that day ahead to that one."""
    return absent.announce(who(seat), day(who(seat), first), day(who(seat), last))


def test_whoever_is_to_move_has_as_much_time_after_an_absence_as_before() -> None:
    seat = table.on_turn(a_match())
    before = deadline(seat)
    announce(seat, 1, 7)
    moved = deadline(seat) - before
    assert 7 * DAY - 2 * HOUR <= moved <= 7 * DAY + 2 * HOUR


def test_a_turn_that_begins_in_an_absence_has_its_time_after_it() -> None:
    match = a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    announce(other, 0, 9)
    table.press(seat, table.discard(seat))
    first_day_back = dt.datetime.combine(day(who(other), 10), dt.time(), who(other).zone)
    assert abs(deadline(other) - (first_day_back + 3 * DAY)) <= 2 * HOUR


def test_the_log_says_it_and_a_replay_agrees() -> None:
    match = a_match()
    seat = table.on_turn(match)
    announce(seat, 1, 7)
    kinds = list(Entry.objects.filter(match=match).order_by("seq").values_list("kind", flat=True))
    assert kinds[-2:] == ["away", "deadline_moved"]
    assert list(verifying.differences(match)) == []


def test_the_others_are_told_once_and_who_announced_it_is_not() -> None:
    match = a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    announce(seat, 1, 7)
    told = Notice.objects.get(kind=Notice.Kind.ABSENCE)
    assert told.seat == other
    assert [each["what"] for each in told.data["people"]] == ["away"]


def test_all_matches_of_the_player_are_reckoned_anew_but_those_that_forbid_it() -> None:
    first, second = a_match(), a_match()
    third = a_match(absences_allowed=False)
    seats = [
        match.seats.select_related("player").get(question__isnull=False) for match in (first, second, third)
    ]
    anna = [Seat.objects.get(match=match, player=people.anna()) for match in (first, second, third)]
    before = [deadline(seat) for seat in seats]
    player = who(seats[0])
    noted = absent.announce(player, day(player, 1), day(player, 3))
    same = [place for place, seat in enumerate(seats) if seat.player == player]
    assert noted.stands_in == (first.pk, second.pk)
    assert noted.runs_in == (third.pk,)
    assert len(anna) == 3
    for place, seat in enumerate(seats):
        has_moved = deadline(seat) > before[place]
        assert has_moved == (place in same and place != 2)


def test_a_deadline_that_is_past_stays() -> None:
    seat = table.on_turn(a_match())
    before = deadline(seat)
    with travel(4 * DAY):
        announce(seat, 0, 7)
    assert deadline(seat) == before


def test_who_is_back_sooner_has_a_quarter_of_the_allowance_at_least_and_his_days_again() -> None:
    seat = table.on_turn(a_match(allowance=24 * 3600))
    left = absences.days_left(who(seat), now().year)
    announce(seat, 1, 3)
    with travel(2 * DAY):
        gone = absent.call_off(who(seat))
        assert gone is not None
        assert deadline(seat) >= now() + 6 * HOUR - dt.timedelta(seconds=5)
        assert deadline(seat) < now() + 2 * DAY
    assert absences.days_left(who(seat), now().year) >= left - 2
    assert [each["what"] for each in Notice.objects.latest("pk").data["people"]] == ["not_away"]


def test_an_absence_that_is_called_off_before_it_begins_leaves_the_deadline_as_it_was() -> None:
    seat = table.on_turn(a_match())
    before = deadline(seat)
    announce(seat, 1, 7)
    absent.call_off(who(seat))
    assert abs(deadline(seat) - before) <= dt.timedelta(seconds=5)
    assert not Absence.objects.exists()
    assert absent.call_off(who(seat)) is None


def test_an_absence_in_a_pause_takes_nothing_of_the_time_that_was_left() -> None:
    match = a_match()
    seat = table.on_turn(match)
    left = deadline(seat) - now()
    moderating.pause(match.pk, by=moderator(), reason="a look at something")
    announce(seat, 1, 5)
    with travel(10 * DAY):
        moderating.resume(match.pk, by=moderator(), reason="it is looked at")
        assert abs(deadline(seat) - now() - left) <= 2 * HOUR


@pytest.mark.parametrize("word", ["AWAY {} - {}", "Borta {} till {}", "cuti dari {} hingga {}"])
def test_the_word_in_a_match_is_as_good_as_the_page(word: str) -> None:
    match = a_match()
    seat = table.on_turn(match)
    before = deadline(seat)
    done = table.write(seat, word.format(day(who(seat), 1).isoformat(), day(who(seat), 3).isoformat()))
    assert done.state == "applied"
    assert [(each["word"], each["code"]) for each in done.outcome["done"]] == [("away", "noted")]
    assert done.outcome["done"][0]["left"] <= absences.MOST_DAYS - 3 + 3
    assert deadline(seat) > before + 2 * DAY
    assert Notice.objects.get(kind=Notice.Kind.ABSENCE).seat == table.waiting(match)


def test_the_word_beside_a_move_announces_and_plays() -> None:
    match = a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    days = f"AWAY {day(who(seat), 1).isoformat()} - {day(who(seat), 3).isoformat()}"
    done = table.write(seat, days, table.discard(seat))
    assert (done.state, done.outcome["code"]) == ("applied", "applied")
    turn = Notice.objects.filter(seat=other).latest("pk")
    assert turn.kind == "turn"
    assert [each["what"] for each in turn.data["people"]] == ["away"]


def test_the_word_reaches_the_other_matches_too() -> None:
    first, second = a_match(), a_match()
    seat, other = table.on_turn(second), table.on_turn(first)
    before = deadline(other)
    table.write(seat, f"AWAY {day(who(seat), 1).isoformat()} - {day(who(seat), 3).isoformat()}")
    assert (deadline(other) > before) == (other.player == seat.player)
    assert Notice.objects.filter(kind=Notice.Kind.ABSENCE).count() == 2


def test_where_the_table_forbids_it_the_word_notes_nothing_and_says_so() -> None:
    seat = table.on_turn(a_match(absences_allowed=False))
    before = deadline(seat)
    done = table.write(seat, f"AWAY {day(who(seat), 1).isoformat()} - {day(who(seat), 3).isoformat()}")
    assert (done.state, done.outcome["done"][0]["code"]) == ("refused", "not_here")
    assert deadline(seat) == before
    assert not Absence.objects.exists()


@pytest.mark.parametrize(
    ("rest", "why"), [("3 juen - 9 juen", "unclear"), ("30 feb", "unclear"), ("2020-01-01", "past")]
)
def test_days_that_cannot_be_are_answered(rest: str, why: str) -> None:
    done = table.write(table.on_turn(a_match()), f"AWAY {rest}")
    assert (done.outcome["done"][0]["code"], done.outcome["done"][0]["why"]) == ("refused", why)


def test_talk_of_being_away_is_no_word() -> None:
    done = table.write(table.on_turn(a_match()), "away from my desk just now")
    assert "done" not in done.outcome


def test_none_behind_the_word_calls_it_off() -> None:
    seat = table.on_turn(a_match())
    before = deadline(seat)
    announce(seat, 1, 7)
    done = table.write(seat, "AWAY NONE")
    assert done.outcome["done"][0]["code"] == "called_off"
    assert abs(deadline(seat) - before) <= dt.timedelta(seconds=5)
    assert table.write(seat, "borta inte").outcome["done"][0]["code"] == "was_not_away"


def test_who_is_away_is_not_waited_for_with_questions_outside_his_turn() -> None:
    match = opening.open_match(people.anna(), game="maldade-presenter", seats=2)
    opening.join(match, people.ben())
    match.refresh_from_db()
    other = table.waiting(match)
    answering.give(other, ASK)
    other.save()
    for away, expected in ((False, ASK), (True, "auto")):
        if away:
            announce(other, 0, 3)
        with transaction.atomic():
            sitting = Sitting.open(match.pk)
            orders = answering.orders_of(
                sitting.game, sitting.seats, presence.away_now(sitting.match, sitting.seats, sitting.at)
            )
            sitting.keep()
        assert orders[other.number].casefold() == expected.casefold()
