"""Mails that came now and then, twice, or not at all at other hosts, told as stories of this one."""

import pytest

from hosting.matches import dealing, moderating
from hosting.matches.models import Match, Notice, Seat
from hosting.now import now, travel
from tests import table
from tests.mail.gallery import moderator
from tests.stories.mailboxes import Post, one_line, wish
from tests.table import DAY, HOUR

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

SETTLED = {"sent", "dropped", "unwanted", "gathered", "failed"}


def both(match: Match) -> tuple[Seat, Seat]:
    """Who is to move and who waits, both reading English."""
    for seat in Seat.objects.filter(match=match).select_related("player"):
        wish(seat.player)
    return table.on_turn(match), table.waiting(match)


def test_each_turn_is_told_by_one_mail_and_every_mail_comes_to_an_end(post: Post) -> None:
    match = table.a_match()
    told = []
    for _turn in range(6):
        seat, _other = both(match)
        told.append((seat.pk, seat.question))
        post.work()
        table.press(seat, table.discard(seat))
    post.work()
    for seat_id, question in told:
        asking = Notice.objects.filter(seat=seat_id, question=question, kind__in=["turn", "started"])
        assert asking.count() == 1
    assert set(Notice.objects.values_list("state", flat=True)) <= SETTLED


def test_that_a_match_goes_on_again_is_told_to_everybody(post: Post) -> None:
    match = table.a_match()
    seat, other = both(match)
    moderating.pause(match.pk, by=moderator(), reason="the post office is on strike")
    post.work()
    assert seat.player
    assert other.player
    post.new(seat.player), post.new(other.player)
    moderating.resume(match.pk, by=moderator(), reason="the strike is over")
    for player in (seat.player, other.player):
        [text] = post.new(player)
        assert "The match goes on" in one_line(text)


def test_a_mail_that_the_relay_would_not_take_comes_later_and_is_seen_to_wait(post: Post) -> None:
    match = table.a_match()
    seat, _other = both(match)
    post.sink.answers = ["451 4.3.0 not now"] * 2
    post.work()
    assert seat.player
    assert post.to(seat.player) == []
    waiting = Notice.objects.get(seat=seat, kind="turn")
    assert (waiting.state, waiting.error) == ("new", "451 4.3.0 not now")
    with travel(HOUR):
        assert len(post.new(seat.player)) == 1


def test_the_end_of_a_turn_of_the_other_is_told_to_who_moves_next_and_the_result_to_all(post: Post) -> None:
    match = table.a_match()
    seat, other = both(match)
    post.work()
    assert seat.player
    assert other.player
    assert seat.remind_at
    assert seat.deadline_at
    with travel(seat.remind_at - now()):
        post.work()
    with travel(seat.deadline_at - now() + HOUR / 60):
        post.sink.mails = []
        [text] = post.new(other.player)
        assert f"Time ran out for {seat.name}" in one_line(text) or "ended the turn" in one_line(text)
        moderating.void(match.pk, by=moderator(), reason="both of them have asked for it")
        for player in (seat.player, other.player):
            assert "void" in one_line(post.new(player)[-1])


def test_nothing_is_told_a_second_time_after_a_new_start(post: Post) -> None:
    """A process that starts anew knows nothing but the database."""
    match = table.a_match()
    both(match)
    post.work()
    told = len(post.sink.mails)
    dealing.forget()
    for _round in range(3):
        post.work()
    assert len(post.sink.mails) == told


def test_whoever_waits_for_a_new_start_gets_no_other_cards(post: Post) -> None:
    match = table.a_match()
    seat, _other = both(match)
    post.work()
    assert seat.player
    with travel(DAY):
        before = Notice.objects.get(seat=seat, kind="turn").choices
        dealing.forget()
        assert [str(action) for action in table.legal(table.on_turn(match))] == [
            action for actions in before for action in actions
        ]
