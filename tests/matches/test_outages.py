"""An outage of the host costs no player time (P11), and neither does a clock that jumps (P12)."""

import datetime as dt
import random

import pytest

from hosting.matches import outages
from hosting.matches.models import Entry, Heartbeat, Match, Notice, Outage, Seat
from hosting.now import now, travel
from hosting.running.sweeping import sweep
from tests import table
from tests.table import DAY, HOUR

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

MINUTE = dt.timedelta(minutes=1)


def the_host_is_well() -> None:
    for name in outages.WATCHED:
        outages.beat(name)


def moves(match: Match) -> list[Entry]:
    return list(Entry.objects.filter(match=match, kind="deadline_moved"))


def settle(after: dt.timedelta) -> None:
    """The host is back, and is well until all that was lost has been made good."""
    for waited in (dt.timedelta(), 2 * MINUTE, 3 * MINUTE):
        with travel(after + waited):
            the_host_is_well()
            sweep()


def test_an_outage_moves_each_open_deadline_once_and_ends_no_turn() -> None:
    open_matches = [table.a_match() for _ in range(50)]
    the_host_is_well()
    before = {seat.pk: seat.deadline_at for seat in Seat.objects.filter(deadline_at__isnull=False)}
    settle(15 * MINUTE)
    settle(19 * MINUTE)
    assert not Entry.objects.filter(kind="expired").exists()
    for match in open_matches:
        assert [entry.data["why"] for entry in moves(match)] == ["outage"]
    for seat in Seat.objects.filter(deadline_at__isnull=False):
        then = before[seat.pk]
        assert seat.deadline_at is not None
        assert then is not None
        assert 15 * MINUTE <= seat.deadline_at - then < 16 * MINUTE


def test_a_turn_that_would_have_ended_in_an_outage_has_an_hour_after_it() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.deadline_at is not None
    with travel(seat.deadline_at - now() - 5 * MINUTE):
        the_host_is_well()
    back = seat.deadline_at - now() + 10 * MINUTE
    settle(back)
    assert not Entry.objects.filter(match=match, kind="expired").exists()
    seat.refresh_from_db()
    with travel(back):
        assert seat.deadline_at is not None
        assert seat.deadline_at - now() >= HOUR


def test_one_notice_tells_of_the_moved_deadline() -> None:
    match = table.a_match()
    the_host_is_well()
    settle(20 * MINUTE)
    seat = table.on_turn(match)
    told = Notice.objects.filter(seat=seat, kind="moved")
    assert [notice.data["reason"] for notice in told] == ["outage"]


def test_parts_that_were_silent_together_are_made_good_once() -> None:
    match = table.a_match()
    the_host_is_well()
    with travel(20 * MINUTE):
        outages.beat("sweep")
    with travel(21 * MINUTE):
        outages.beat("smtp")
        outages.beat("sending")
        outages.beat("work")
    settle(21 * MINUTE)
    assert Outage.objects.count() == 4
    assert len(moves(match)) == 1


def test_no_turn_ends_while_a_part_is_silent() -> None:
    table.a_match()
    the_host_is_well()
    with travel(11 * MINUTE):
        for name in ("sweep", "work", "sending"):
            outages.beat(name)
        Outage.objects.update(credited_at=now())
        assert not outages.may_expire(now())
        outages.beat("smtp")
        Outage.objects.update(credited_at=now())
        assert outages.may_expire(now())


def test_a_part_that_is_not_run_is_not_missed() -> None:
    outages.beat("sweep")
    assert outages.may_expire(now())
    Heartbeat.objects.create(name="smtp", at=now() - 30 * DAY)
    assert outages.may_expire(now())


def test_a_short_silence_is_no_outage() -> None:
    the_host_is_well()
    with travel(4 * MINUTE):
        the_host_is_well()
    assert not Outage.objects.exists()


def test_a_clock_that_jumps_ahead_and_back_ends_no_turn_early() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    the_host_is_well()
    assert seat.deadline_at is not None
    truly = seat.deadline_at
    settle(HOUR)
    with travel(4 * MINUTE):  # the clock is put right again
        the_host_is_well()
        sweep()
    with travel(truly - now() - MINUTE):
        Heartbeat.objects.update(at=now())
        sweep()
    assert not Entry.objects.filter(match=match, kind="expired").exists()


def test_a_clock_that_ran_ahead_and_was_put_right_costs_and_gives_nothing() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    the_host_is_well()
    with travel(HOUR):
        the_host_is_well()
        sweep()
        assert not outages.may_expire(now())
    the_host_is_well()
    sweep()
    assert outages.may_expire(now())
    assert not Outage.objects.exists()
    assert table.on_turn(match).deadline_at == seat.deadline_at


def test_an_outage_before_the_clock_was_put_right_by_a_little_is_still_made_good() -> None:
    match = table.a_match()
    the_host_is_well()
    with travel(15 * MINUTE):
        the_host_is_well()
    with travel(14 * MINUTE):
        the_host_is_well()
    settle(15 * MINUTE)
    assert len(moves(match)) == 1


def test_what_a_sweep_that_died_has_made_good_is_not_made_good_again_with_an_earlier_outage() -> None:
    first, second = table.a_match(), table.a_match()
    the_host_is_well()
    with travel(20 * MINUTE):
        the_host_is_well()
    half = Outage.objects.order_by("began_at")
    began, ended = half[0].began_at, half[0].ended_at
    with travel(22 * MINUTE):
        outages._credit(first.pk, [outage.pk for outage in half], began, ended)  # and here it died
        Outage.objects.create(part="intake", began_at=began - 5 * MINUTE, ended_at=ended)
    settle(22 * MINUTE)
    assert [len(moves(match)) for match in (first, second)] == [1, 1]
    assert not Outage.objects.filter(credited_at=None).exists()
    assert set(Outage.objects.values_list("matches", flat=True)) == {2}


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_clock_does_each_turn_ends_once_and_never_before_its_time(seed: int) -> None:
    """Jumps of an hour to and fro; `true` is the time that people have, and the host does not know it."""
    chance = random.Random(seed)
    seats = [table.on_turn(table.a_match()) for _ in range(4)]
    began = now()
    true_deadlines = {}
    for seat in seats:
        true_deadlines[seat.match_id] = deadline = began + chance.uniform(5, 90) * MINUTE
        Seat.objects.filter(pk=seat.pk).update(deadline_at=deadline, remind_at=None, seen_at=now())
    jump = dt.timedelta()
    ended: dict[int, dt.datetime] = {}
    for minute in range(0, 8 * 60, 2):
        true = minute * MINUTE
        if minute < 100 and chance.random() < 0.2:
            jump = chance.choice([HOUR, -HOUR, dt.timedelta()])
        jump = jump if minute < 100 else dt.timedelta()
        with travel(true + jump):
            the_host_is_well()
            sweep()
        for entry in Entry.objects.filter(kind="expired", match__in=[seat.match_id for seat in seats]):
            ended.setdefault(entry.match_id, began + true)
        if len(ended) == len(seats):
            break
    assert set(ended) == set(true_deadlines)
    for match, deadline in true_deadlines.items():
        assert ended[match] >= deadline
    times = Entry.objects.filter(kind="expired").values_list("match", "seat")
    assert len(times) == len(set(times))


def test_mails_that_are_not_sent_are_an_outage_of_ours() -> None:
    outages.sending_goes_well(None)
    with travel(30 * MINUTE):
        outages.sending_goes_well(now() - 29 * MINUTE)
        assert not Outage.objects.exists()
        assert not outages.may_expire(now())
        outages.sending_goes_well(None)
    assert Outage.objects.get().part == "sending"
