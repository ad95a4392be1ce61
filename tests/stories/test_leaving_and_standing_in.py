"""What became of those who left, and of those who stayed, at other hosts; told as stories of ours."""

from itertools import pairwise
from random import Random

import pytest

from hosting.games import GAMES, bots
from hosting.matches import dealing, leaving, moderating, queries, standing_in, verifying
from hosting.matches.bots import act
from hosting.matches.models import Deal, Entry, Match, Notice, Seat
from hosting.moderation.forgetting import forget
from hosting.now import now, travel
from hosting.players.models import Player
from tests import people, table
from tests.games.hidden import ALL_CARDS
from tests.matches.test_leaving import cards_at, four_at
from tests.matches.test_standing_in import a_match as of_three
from tests.moderation import cases
from tests.stories.mailboxes import Post, one_line, wish
from tests.table import DAY, HOUR

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

GONE = "A player has closed their account."


def stay_silent(post: Post, match: Match) -> Seat:
    """Whoever is to move says nothing until his time is over; the host does all the rest."""
    seat = table.on_turn(match)
    assert seat.remind_at
    assert seat.deadline_at
    post.work()
    for instant in (seat.remind_at, seat.deadline_at):
        with travel(instant - now() + HOUR / 3600):
            post.work()
    seat.refresh_from_db()
    match.refresh_from_db()
    return seat


def move(match: Match) -> Seat:
    """Whoever is to move makes a move as the host's own player would."""
    seat = table.on_turn(match)
    action = bots(match.game)["greedy"](queries.situation(match, seat).view, Random(1))
    table.press(seat, str(action))
    match.refresh_from_db()
    return seat


def others_move_until(match: Match, seat: Seat) -> None:
    while table.on_turn(match).pk != seat.pk:
        move(match)


def person(seat: Seat | None) -> Player:
    assert seat is not None
    return wish(seat.player)


# ---- a match in which nobody moves any more


def test_a_match_that_all_have_left_alone_sleeps_and_ends_without_a_result_after_thirty_days(
    post: Post,
) -> None:
    """Elsewhere such matches stood for ever."""
    match = table.a_match()
    readers = [person(seat) for seat in match.seats.select_related("player")]
    for _turn in range(4):
        stay_silent(post, match)
    assert match.state == "paused"
    for player in readers:
        assert "It goes on as soon as one of you answers an email about this match" in one_line(
            post.new(player)[-1]
        )
    with travel(DAY * 50):
        moderating.void_the_silent(now())
        match.refresh_from_db()
        assert match.state == "void"
        for player in readers:
            assert "The match has been declared void." in one_line(post.new(player)[-1])


# ---- a seat changes hands


def test_a_moderator_offers_a_seat_and_only_after_a_missed_turn(post: Post) -> None:
    """Elsewhere that took somebody with a shell; here the newcomer has a whole turn, and all are told."""
    match = of_three("forfeit", misses=3)
    seat = table.on_turn(match)
    before = person(seat)
    others = [person(other) for other in match.seats.exclude(pk=seat.pk).select_related("player")]
    maja = cases.with_role("moderator")
    with pytest.raises(moderating.CannotModerate):
        moderating.offer_seat(match.pk, by=maja, reason=cases.REASON, seat=seat.number)
    assert Entry.objects.filter(match=match, kind="seat_offered").count() == 0
    stay_silent(post, match)
    others_move_until(match, seat)
    moderating.offer_seat(match.pk, by=maja, reason=cases.REASON, seat=seat.number)
    match.refresh_from_db()
    assert match.state == "paused"
    assert cases.REASON in one_line(post.new(before)[-1])
    hand = queries.situation(match, seat).view.table.zone("hand", seat.number).cards
    dan = wish(people.dan())
    with travel(DAY):
        standing_in.take(Seat.objects.get(pk=seat.pk), dan)
        now_his = table.on_turn(match)
        assert now_his.player == dan
        assert now_his.deadline_at
        assert now_his.deadline_at - now() > match.pace - HOUR
        assert queries.situation(match, now_his).view.table.zone("hand", seat.number).cards == hand
        assert "Your turn." in one_line(post.new(dan)[-1])
        assert "and Dan has taken it" in one_line(post.new(before)[-1])
        for other in others:
            assert f"Dan has taken the seat of {seat.name}" in one_line(post.new(other)[-1])
    match.refresh_from_db()
    assert list(verifying.differences(match)) == []


def test_the_hosts_own_player_stands_in_and_goes_when_the_player_is_back_as_often_as_it_takes(
    post: Post,
) -> None:
    """Elsewhere who had once been replaced never got his seat back."""
    match = of_three("bot")
    seat = table.on_turn(match)
    player = person(seat)
    for _time in range(2):
        stay_silent(post, match)
        seat.refresh_from_db()
        assert seat.bot
        assert "the host's own player plays in your seat" in one_line(post.new(player)[-1])
        table.write(seat, "I was ill", notice=Notice.objects.filter(seat=seat, kind="expired").latest("pk"))
        others_move_until(match, seat)
        seat.refresh_from_db()
        assert (seat.bot, seat.misses) == ("", 0)
        assert any("Your turn." in one_line(text) for text in post.new(player))
    assert seat.misses_total == 2
    assert list(verifying.differences(match)) == []


def test_the_table_reads_who_missed_a_turn_and_how_many(post: Post) -> None:
    """Elsewhere nobody knew why the match had stood still."""
    match = table.a_match()
    other = person(table.waiting(match))
    silent = stay_silent(post, match)
    assert f"Turns missed by {silent.name}: 1 in a row, 1 in all." in one_line(post.new(other)[-1])
    move_all_of_a_turn(match)
    stay_silent(post, match)
    assert f"Turns missed by {silent.name}: 2 in a row, 2 in all." in one_line(post.new(other)[-1])


def move_all_of_a_turn(match: Match) -> None:
    """Whoever is to move discards."""
    seat = table.on_turn(match)
    table.press(seat, table.discard(seat))


# ---- somebody leaves


def test_the_last_of_two_wins_at_once_and_is_asked_nothing_any_more(post: Post) -> None:
    """Elsewhere the one who was left had to play on alone, or resign himself."""
    match = table.a_match()
    leaver, winner = table.on_turn(match), table.waiting(match)
    reader = person(winner)
    post.new(reader)
    leaving.resign(leaver, by=person(leaver))
    match.refresh_from_db()
    assert match.state == "finished"
    assert match.result
    assert match.result["winners"] == [winner.number]
    assert not Seat.objects.filter(match=match, question__isnull=False).exists()
    [last] = post.new(reader)
    assert "The match is over." in one_line(last)


@pytest.mark.parametrize("game", sorted(slug for slug in GAMES if 4 in GAMES[slug].seat_range))
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_wherever_the_leaver_sat_nobody_waits_for_him_and_the_others_play_on_in_order(
    game: str, place: int, post: Post
) -> None:
    """Elsewhere the leaver was still awaited, the order of play was scrambled, and cards were there twice."""
    match = four_at(game)
    cards = cards_at(match)
    asked = table.on_turn(match)
    leaver = Seat.objects.select_related("match").get(match=match, number=(asked.number + place) % 4)
    left = [number for number in range(4) if number != leaver.number]
    leaving.resign(leaver, by=person(leaver))
    match.refresh_from_db()
    assert match.state == "playing"
    moved: list[int] = []
    while len(moved) < 6 and Deal.objects.filter(match=match).count() == 1 and match.state == "playing":
        assert cards_at(match) == cards
        seat = table.on_turn(match)
        if not moved or moved[-1] != seat.number:
            moved.append(seat.number)
        if "draw" in map(str, table.legal(seat)):
            table.press(seat, "draw")  # no card that would let somebody rest
            match.refresh_from_db()
        else:
            move(match)
    assert leaver.number not in moved
    assert len(moved) >= 3
    post.work()
    assert not Notice.objects.filter(seat=leaver, question__isnull=False, seq__gt=leaver.match.seq).exists()
    for one, next_one in pairwise(moved):
        assert left.index(next_one) == (left.index(one) + 1) % 3
    assert list(verifying.differences(match)) == []


def test_who_leaves_out_of_turn_is_gone_at_once_and_the_asked_one_keeps_his_time() -> None:
    match = of_three("forfeit")
    asked = table.on_turn(match)
    leaver = Seat.objects.filter(match=match).exclude(pk=asked.pk).select_related("match")[0]
    assert leaving.resign(leaver, by=person(leaver)) == "resigned"
    after = table.on_turn(match)
    assert (after.pk, after.deadline_at) == (asked.pk, asked.deadline_at)


def test_a_pause_and_its_end_draw_no_card_and_use_no_chance() -> None:
    """Elsewhere going on after a pause drew a new card."""
    maja = cases.with_role("moderator")
    for game in sorted(GAMES):
        match = four_at(game) if 4 in GAMES[game].seat_range else table.a_match()
        before, uses = everything_seen(match)
        moderating.pause(match.pk, by=maja, reason=cases.REASON)
        dealing.forget()
        with travel(DAY):
            moderating.resume(match.pk, by=maja, reason=cases.REASON)
            match.refresh_from_db()
            assert everything_seen(match) == (before, uses)
        assert list(verifying.differences(match)) == []


def everything_seen(match: Match) -> tuple[list[object], int]:
    """The table as everybody sees it, and how often chance was used."""
    seats = list(match.seats.order_by("number"))
    views = [queries.situation(match, seat).view.table for seat in (*seats, None)]
    with dealing.looking_at(match, match.deals.latest("number"), seats) as laid:
        return list(views), len(laid.game.chance.uses)


def test_all_cards_are_there_after_every_step_with_silences_and_leavers() -> None:
    """Elsewhere a leaver's hand was set aside and came back doubled with the next shuffle."""
    for game in sorted(GAMES):
        match = four_at(game) if 4 in GAMES[game].seat_range else table.a_match()
        seats, rng = list(match.seats.order_by("number")), Random(5)
        cards = cards_at(match)
        with dealing.looking_at(match, match.deals.get(), seats) as laid:
            assert ALL_CARDS[game](laid.game) == cards
        for step in range(40):
            match.refresh_from_db()
            if match.state != "playing" or Deal.objects.filter(match=match).count() > 1:
                break
            if step == 15 and game != table.GAME:
                here = Seat.objects.filter(match=match).select_related("match", "player")
                leaver = rng.choice([seat for seat in here if leaving.may_leave(seat)])
                leaving.resign(leaver, by=person(leaver))
            else:
                move(match)
            if Deal.objects.filter(match=match).count() == 1:
                assert cards_at(match) == cards


# ---- somebody closes his account


def test_who_closes_his_account_spoils_no_match_of_others(post: Post) -> None:
    """Elsewhere deleting an account deleted the matches, or left them waiting for nobody."""
    match = of_three("bot")
    seat = table.on_turn(match)
    others = [person(other) for other in match.seats.exclude(pk=seat.pk).select_related("player")]
    for other in others:
        post.new(other)
    assert seat.player
    forget(seat.player)
    assert match.seats.count() == 3
    for other in others:
        texts = [one_line(text) for text in post.new(other)]
        assert any(f"{GONE} Their seat is now called Former player." in text for text in texts)
    for _move in range(6):
        asked = table.on_turn(match)
        if asked.bot:
            act(asked.pk)
        else:
            move(match)
    match.refresh_from_db()
    assert match.state == "playing"
    assert list(verifying.differences(match)) == []
