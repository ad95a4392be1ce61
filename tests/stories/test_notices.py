"""What people who play by mail reported elsewhere about notices, told as stories of this host."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from pytest_django import Settings

from hosting.matches import digesting, expiring, opening, talking
from hosting.matches.models import Entry, Match, Notice, Seat
from hosting.now import now, travel
from hosting.players.models import Player
from hosting.running.alerting import alert
from hosting.running.sweeping import sweep
from tests import people, table
from tests.mail.sink import free_port
from tests.stories.mailboxes import Post, one_line, wish
from tests.table import DAY, HOUR

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def until(player: Player, day: int, hour: int) -> dt.timedelta:
    """How long it is until that hour, so many days after today, where the player lives."""
    today = now().astimezone(player.zone).date()
    then = dt.datetime.combine(today + dt.timedelta(days=day), dt.time(hour), tzinfo=player.zone)
    return then.astimezone(dt.UTC) - now()


def two_matches() -> tuple[Match, Match, Player, Player]:
    """Two matches of Anna and Ben in which the same player is to move: the matches, he, and the other."""
    first = table.a_match()
    mover = table.on_turn(first).player
    assert mover is not None
    for _try in range(40):
        second = table.a_match()
        if table.on_turn(second).player == mover:
            other = table.waiting(first).player
            assert other is not None
            return first, second, mover, other
        Match.objects.filter(pk=second.pk).update(state=Match.State.CANCELLED)
        Notice.objects.filter(match=second).delete()
    raise AssertionError("nobody begins two matches")


def a_match_with_a_plain_choice() -> Match:
    """A match in which one number means one move."""
    while True:
        match = table.a_match()
        asking = Notice.objects.get(match=match, kind="turn")
        if any(len(actions) == 1 for actions in asking.choices):
            return match


# ---- one daily mail instead of a mail for each match


def test_one_daily_mail_tells_of_all_turns_and_each_has_its_own_address(post: Post) -> None:
    first, second, mover, _other = two_matches()
    wish(mover, turn="digest", reminder="digest", news="digest", hour=7)
    assert post.new(mover) == []
    with travel(until(mover, 1, 7) + HOUR / 60):
        [text] = post.new(mover)
        assert "2 turns of yours are waiting for answers." in text
        for match in (first, second):
            assert f"SPITE & MALICE {match.pk}" in text
            assert f"/match/{match.pk}" in text
        assert text.count("WHAT YOU CAN DO") == 2
        assert text.count("play+") == 2
        assert text.count(" left. Reply by") == 2


def test_the_address_in_a_daily_mail_answers_its_turn_with_the_numbers_that_it_shows(post: Post) -> None:
    match = a_match_with_a_plain_choice()
    seat = table.on_turn(match)
    wish(seat.player, turn="digest", hour=7)
    with travel(DAY):
        post.work()
        [asking] = digesting.open_turns(seat.player_id)
        number, [action] = next(
            (place, actions) for place, actions in enumerate(asking.choices, 1) if len(actions) == 1
        )
        table.write(seat, str(number), notice=asking)
    assert Entry.objects.get(match=match, kind="action").data["action"] == action


def test_nothing_to_tell_is_no_mail(post: Post) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    player = wish(seat.player, turn="digest", news="digest", hour=7)
    post.work()
    table.press(seat, table.discard(seat))
    for day in (1, 2):
        with travel(until(player, day, 7) + HOUR / 60):
            assert post.new(player) == []


def test_a_sweep_that_runs_twice_in_the_hour_sends_one_daily_mail(post: Post) -> None:
    match = table.a_match()
    player = wish(table.on_turn(match).player, turn="digest", hour=7)
    post.work()
    with travel(until(player, 1, 7) + HOUR / 60):
        assert len(post.new(player)) == 1
        Player.objects.filter(pk=player.pk).update(digest_due_at=now() - HOUR / 60)
        table.the_host_was_well()
        sweep()
        assert post.new(player) == []
    assert Notice.objects.filter(kind="digest").count() == 1


def test_a_host_that_was_down_over_the_hour_sends_the_daily_mail_once_and_late(post: Post) -> None:
    match = table.a_match()
    player = wish(table.on_turn(match).player, turn="digest", hour=7)
    post.work()
    with travel(until(player, 2, 9)):
        assert len(post.new(player)) == 1
        assert post.new(player) == []
        player.refresh_from_db()
        assert player.digest_due_at
        assert player.digest_due_at.astimezone(player.zone).hour == 7
        assert player.digest_due_at > now()


def test_whoever_moves_to_another_zone_has_one_daily_mail_that_day(post: Post) -> None:
    match = table.a_match()
    player = wish(table.on_turn(match).player, turn="digest", hour=7)
    player.zone = ZoneInfo("Asia/Kuala_Lumpur")
    player.save()
    digesting.reschedule(player)
    post.work()
    with travel(until(player, 1, 7) + HOUR / 60):
        assert len(post.new(player)) == 1
        player.zone = ZoneInfo("Europe/Stockholm")
        player.save()
        digesting.reschedule(player)
    with travel(until(player, 1, 7) + HOUR / 60):
        assert post.new(player) == []


@pytest.mark.parametrize(("day", "hour"), [(dt.date(2027, 3, 28), 2), (dt.date(2027, 10, 31), 2)])
def test_the_daily_mail_is_due_once_on_the_days_on_which_clocks_are_put(day: dt.date, hour: int) -> None:
    player = people.anna()
    player.digest_hour = hour
    at = dt.datetime.combine(day - dt.timedelta(days=1), dt.time(12), tzinfo=player.zone).astimezone(dt.UTC)
    dues = []
    for _mail in range(3):
        at = digesting.next_due(player, at)
        dues.append(at.astimezone(player.zone).date())
    assert dues == [day, day + dt.timedelta(days=1), day + dt.timedelta(days=2)]


def test_what_has_been_told_once_a_day_is_not_told_again_the_next(post: Post) -> None:
    match = table.a_match()
    player = wish(table.on_turn(match).player, turn="digest", reminder="none", hour=7)
    post.work()
    with travel(until(player, 1, 7) + HOUR / 60):
        assert len(post.new(player)) == 1
    with travel(until(player, 2, 7) + HOUR / 60):
        assert post.new(player) == []


def test_a_daily_mail_that_the_relay_did_not_take_is_sent_later_with_what_came_meanwhile(post: Post) -> None:
    first, second, mover, _other = two_matches()
    Notice.objects.filter(match=second).update(state="dropped")
    wish(mover, turn="digest", hour=7)
    post.work()
    post.sink.answers = ["451 later"]
    with travel(until(mover, 1, 7) + HOUR / 60):
        assert post.new(mover) == []
    with travel(until(mover, 1, 8)):
        [text] = post.new(mover)
    assert f"SPITE & MALICE {first.pk}" in text
    assert Notice.objects.filter(kind="digest").count() == 1


def test_all_that_was_said_in_a_day_stands_in_the_daily_mail(post: Post) -> None:
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    reader = wish(other.player, press="digest", hour=7)
    post.new(reader)
    assert seat.player is not None
    for hours, said in ((1, "Lovely weather here"), (2, "And not a cloud")):
        with travel(HOUR * hours):
            assert talking.say(seat, said, by=seat.player) == "said"
            post.work()
        with travel(HOUR * hours + HOUR / 2):
            assert post.new(reader) == []
    with travel(until(reader, 1, 7) + HOUR / 60):
        [text] = post.new(reader)
    assert "Lovely weather here" in text
    assert "And not a cloud" in text


def test_what_was_said_and_is_not_wanted_does_not_count_as_told_of_a_turn(post: Post) -> None:
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    wish(seat.player, press="none")
    Notice.objects.filter(match=match).update(state="sent", sent_at=now(), bounced_at=now())
    assert other.player is not None
    talking.say(other, "Lovely weather here", by=other.player)
    with travel(HOUR):
        post.work()
    assert Notice.objects.get(seat=seat, kind="press").state == "unwanted"
    to_the_deadline(post, match)
    assert not expired(match)


# ---- each kind as its reader wants it


@pytest.mark.parametrize("way", ["digest", "none"])
def test_a_turn_that_is_not_wanted_by_mail_is_not_sent_by_mail(post: Post, way: str) -> None:
    match = table.a_match()
    player = wish(table.on_turn(match).player, turn=way, hour=7)
    assert post.new(player) == []
    state = Notice.objects.get(match=match, player=player).state
    assert state == {"digest": "gathered", "none": "unwanted"}[way]


def test_the_end_of_a_match_is_not_told_to_whoever_wants_no_news(post: Post) -> None:
    match = table.a_match(goal=1, target=1)
    seat, other = table.on_turn(match), table.waiting(match)
    wish(other.player, turn="none", reminder="none", news="none")
    post.work()
    for _turn in range(400):
        match.refresh_from_db()
        if match.state == "finished":
            break
        seat = table.on_turn(match)
        wins = [str(action) for action in table.legal(seat) if action.args[0] == "payoff"]
        table.press(seat, wins[0] if wins else table.discard(seat))
    assert match.state == "finished"
    post.work()
    assert set(Notice.objects.filter(seat=other).values_list("state", flat=True)) <= {"unwanted", "dropped"}
    assert post.to(other.player or people.dan()) == []


def test_wishes_for_one_match_come_before_those_for_all(post: Post) -> None:
    first, second, mover, _other = two_matches()
    wish(mover, turn="none")
    Seat.objects.filter(match=second, player=mover).update(wishes={"turn": "mail"})
    assert len(post.new(mover)) == 1
    assert Notice.objects.get(match=first, player=mover).state == "unwanted"


def test_answers_to_ones_own_mails_come_whatever_is_wished(post: Post) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    player = wish(seat.player, turn="none", reminder="none", press="none", news="none")
    post.work()
    table.write(seat, table.discard(seat))
    assert len(post.new(player)) == 1


# ---- a turn that was to be told otherwise ends fairly


def expired(match: Match) -> bool:
    return Entry.objects.filter(match=match, kind="expired").exists()


def to_the_deadline(post: Post, match: Match) -> None:
    seat = table.on_turn(match)
    assert seat.remind_at
    assert seat.deadline_at
    with travel(seat.remind_at - now() + HOUR / 60):
        post.work()
    with travel(seat.deadline_at - now() + HOUR / 60):
        post.work()


def test_whoever_wants_no_mails_of_his_turns_misses_them_as_others_do(post: Post) -> None:
    match = table.a_match()
    wish(table.on_turn(match).player, turn="none", reminder="none")
    post.work()
    to_the_deadline(post, match)
    assert expired(match)


def test_a_turn_in_the_daily_mail_counts_as_told_when_that_mail_went_out(post: Post) -> None:
    match = table.a_match()
    player = wish(table.on_turn(match).player, turn="digest", reminder="none", hour=7)
    post.work()
    with travel(until(player, 1, 7) + HOUR / 60):
        post.work()
    to_the_deadline(post, match)
    assert expired(match)


def test_a_daily_mail_that_could_not_be_sent_gives_more_time(post: Post) -> None:
    match = table.a_match()
    player = wish(table.on_turn(match).player, turn="digest", reminder="none", hour=7)
    post.work()
    post.sink.answers = ["451 not today"] * 50
    with travel(until(player, 1, 7) + HOUR / 60):
        post.work()
    to_the_deadline(post, match)
    assert not expired(match)
    assert Entry.objects.filter(match=match, kind="deadline_moved").exists()


def test_a_daily_mail_that_came_back_has_told_nothing(post: Post) -> None:
    match = table.a_match()
    player = wish(table.on_turn(match).player, turn="digest", reminder="none", hour=7)
    post.work()
    with travel(until(player, 1, 7) + HOUR / 60):
        post.work()
        daily = Notice.objects.get(kind="digest")
        Notice.objects.filter(pk=daily.pk).update(bounced_at=now())
        digesting.note_bounced(daily, now())
    to_the_deadline(post, match)
    assert not expired(match)


# ---- a deadline that is moved, a match that does not begin


def test_a_moved_deadline_is_told_to_both_with_the_reason_and_once(post: Post) -> None:
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    player, waits = wish(seat.player), wish(other.player)
    assert seat.deadline_at
    Notice.objects.filter(match=match).update(state="sent", sent_at=now(), bounced_at=now())
    with travel(seat.deadline_at - now() + HOUR / 60):
        [own] = post.new(player)
        [others] = post.new(waits)
    assert "You have more time: your turn now ends on" in one_line(own)
    assert "Our emails did not arrive." in one_line(own)
    assert "WHAT YOU CAN DO" in own
    assert f"{seat.name} has more time, until" in one_line(others)


def test_after_a_moved_deadline_a_reminder_comes_before_the_new_one(post: Post) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.deadline_at
    Notice.objects.filter(match=match).update(state="sent", sent_at=now(), bounced_at=now())
    with travel(seat.deadline_at - now() + HOUR / 60):
        post.work()
    Notice.objects.filter(match=match, kind="reminder").update(bounced_at=now())
    to_the_deadline(post, match)
    assert expired(match)


def test_whoever_opened_a_match_is_told_when_nobody_came(post: Post) -> None:
    anna = wish(people.anna())
    match = opening.open_match(anna, game=table.GAME)
    with travel(DAY * 31):
        opening.lapse(now())
        [text] = post.new(anna)
    assert f"/match/{match.pk}" in text
    assert "Nobody has taken the last seat in thirty days." in one_line(text)


def test_whoever_had_taken_a_seat_is_told_that_the_match_was_called_off(post: Post) -> None:
    anna, ben = wish(people.anna()), wish(people.ben())
    match = opening.open_match(anna, game="maldade-presenter", seats=3)
    opening.join(match, ben)
    opening.cancel(match, anna)
    [text] = post.new(ben)
    assert "Anna has called it off." in text
    assert post.new(anna) == []


# ---- nothing that is not true any more


def test_after_an_outage_of_the_relay_no_mail_tells_of_a_choice_long_made(post: Post) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    player = wish(seat.player)
    post.sink.answers = ["451 later"] * 4
    post.work()
    table.press(seat, table.discard(seat))
    with travel(HOUR):
        assert post.new(player) == []
    assert Notice.objects.get(seat=seat, kind="turn").state == "dropped"


def test_a_reminder_tells_the_time_that_is_left_when_it_is_sent(post: Post) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    player = wish(seat.player)
    post.new(player)
    assert seat.remind_at
    with travel(seat.remind_at - now() + HOUR / 60):
        table.the_host_was_well()
        sweep()
        [text] = post.new(player)
    assert "14 hours 2" in one_line(text)


def test_a_reminder_of_a_deadline_that_has_moved_is_not_sent_when_another_will_come(post: Post) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    post.work()
    assert seat.remind_at
    with travel(seat.remind_at - now() + HOUR / 60):
        expiring.remind(seat.pk, seat.question or 0)
        Seat.objects.filter(pk=seat.pk).update(remind_at=now() + DAY)
        post.work()
    assert Notice.objects.get(seat=seat, kind="reminder").state == "dropped"


def test_an_open_page_does_not_keep_the_turn_mail_back(post: Post) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    Seat.objects.filter(pk=seat.pk).update(seen_at=now())
    assert len(post.new(wish(seat.player))) == 1


# ---- not more than anybody can read


def test_more_than_thirty_mails_in_an_hour_wait_for_a_daily_mail_and_are_not_lost(post: Post) -> None:
    match = table.a_match()
    other = table.waiting(match)
    player = wish(other.player)
    post.new(player)
    for number in range(35):
        Notice.objects.create(
            key=f"paused:{number}",
            kind="paused",
            player=player,
            match=match,
            seat=other,
            data={"reason": f"N{number}"},
        )
    assert len(post.new(player)) == 29
    assert Notice.objects.filter(player=player, state="gathered").count() == 6
    player.refresh_from_db()
    assert player.digest_due_at
    with travel(until(player, 1, 7) + HOUR / 60):
        [text] = post.new(player)
    assert all(f"N{number}" in text for number in range(29, 35))
    with travel(until(player, 2, 7) + HOUR / 60):
        assert post.new(player) == []
    player.refresh_from_db()
    assert player.digest_due_at is None


def test_turn_mails_are_never_kept_back(post: Post) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    player = wish(seat.player)
    for number in range(120):
        Notice.objects.create(key=f"p{number}", kind="paused", player=player, state="sent", sent_at=now())
    assert len(post.new(player)) == 1


# ---- what the others do


def three_at_a_table() -> tuple[Match, Seat, list[Seat]]:
    """Wicked Christmas for three: the match, who is to move, and the others."""
    match = opening.open_match(people.anna(), game="wicked-christmas", seats=3)
    opening.join(match, people.ben())
    opening.join(match, people.cilla())
    seats = list(Seat.objects.filter(match=match).select_related("player", "match").order_by("number"))
    first = next(seat for seat in seats if seat.question is not None)
    return match, first, [seat for seat in seats if seat is not first]


def play_a_turn(match: Match, seat: Seat) -> None:
    """Let a seat play until another one is to move."""
    while True:
        here = Seat.objects.select_related("player", "match").get(pk=seat.pk)
        match.refresh_from_db()
        if here.question is None or match.state != "playing":
            return
        table.press(here, str(table.legal(here)[-1]))


def test_turns_of_others_are_told_only_to_whoever_wants_to_know_them_and_once_a_turn(post: Post) -> None:
    match, first, others = three_at_a_table()
    for seat in others:
        wish(seat.player, moves="mail")
    plain = wish(first.player)
    post.work()
    play_a_turn(match, first)
    told = {seat.pk: list(Notice.objects.filter(seat=seat, kind="moves")) for seat in [first, *others]}
    next_one = table.on_turn(match)
    waits = next(seat for seat in others if seat.pk != next_one.pk)
    assert len(told[waits.pk]) == 1
    assert told[next_one.pk] == told[first.pk] == []
    assert waits.player is not None
    [text] = [text for text in post.new(waits.player) if "begun" not in text]
    assert f"It is {next_one.name}'s turn. You need do nothing now." in one_line(text)
    assert "SINCE YOUR LAST TURN" in text
    assert plain.wishes == {}


def test_of_two_turns_that_wait_to_be_told_only_the_newer_mail_is_sent(post: Post) -> None:
    match, first, others = three_at_a_table()
    for seat in others:
        wish(seat.player, moves="mail")
    post.work()
    play_a_turn(match, first)
    second = table.on_turn(match)
    waits = next(seat for seat in others if seat.pk != second.pk)
    play_a_turn(match, second)
    assert waits.player is not None
    post.new(waits.player)
    assert Notice.objects.get(seat=waits, kind="moves").state == "dropped"


# ---- somebody notices when mails stop


def moderators_are_told(what: str) -> int:
    return sum(
        notice.data["what"] == what
        for notice in Notice.objects.filter(kind="moderators", player=people.dan())
    )


def a_moderator() -> Player:
    dan = people.dan()
    dan.is_staff = True
    dan.save()
    return dan


def test_moderators_are_told_once_a_day_when_mails_wait_for_hours_and_none_goes_out(
    settings: Settings,
) -> None:
    a_moderator()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    table.a_match()
    sweep()
    with travel(HOUR * 2):
        sweep()
        assert moderators_are_told("sending_stuck") == 0
    with travel(HOUR * 3.1):
        sweep()
        sweep()
        assert moderators_are_told("sending_stuck") == 1


def test_mails_that_go_out_alert_nobody(post: Post) -> None:
    a_moderator()
    table.a_match()
    post.work()
    with travel(HOUR * 30):
        post.work()
    assert moderators_are_told("sending_stuck") == 0


def test_daily_mails_that_stop_are_noticed(post: Post) -> None:
    a_moderator()
    player = wish(people.anna(), turn="digest", hour=7)
    Player.objects.filter(pk=player.pk).update(digest_due_at=now() - HOUR * 4)
    alert(now())
    assert moderators_are_told("daily_mails_late") == 1
    post.work()
    Notice.objects.filter(kind="moderators").delete()
    alert(now())
    assert moderators_are_told("daily_mails_late") == 0
