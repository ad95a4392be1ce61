"""What people met with clocks at other hosts, told as stories of ours: real mails, and the sweep at work."""

import datetime as dt

import pytest
from django.utils import translation

from hosting.matches import leaving, outages, queries, talking
from hosting.matches.models import Entry, Match, Notice, Seat, Submission
from hosting.matches.playing import play
from hosting.matches.sitting import Sitting
from hosting.matches.submitting import submit
from hosting.now import now, travel
from hosting.players.models import Player
from hosting.players.times import instant
from hosting.running.sweeping import sweep
from tests import table
from tests.mail import maldade_scenes as maldade
from tests.matches.test_outages import settle
from tests.matches.test_standing_in import a_match as of_three
from tests.stories.mailboxes import Post, one_line, wish
from tests.table import DAY, HOUR
from tests.web.visiting import browser_of, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

MINUTE = dt.timedelta(minutes=1)


def reader(seat: Seat) -> Player:
    """The player of a seat, who reads English."""
    return wish(seat.player)


def at(instant_: dt.datetime | None) -> dt.timedelta:
    """How long it is until then."""
    assert instant_ is not None
    return instant_ - now() + MINUTE / 60


def stay_silent(post: Post, match: Match) -> Seat:
    """Whoever is to move says nothing until his time is over; the host does all the rest."""
    seat = table.on_turn(match)
    post.work()
    with travel(at(seat.remind_at)):
        post.work()
    with travel(at(seat.deadline_at)):
        post.work()
    seat.refresh_from_db()
    return seat


def said(moment: dt.datetime, player: Player) -> str:
    """An instant as a mail to that player says it."""
    with translation.override("en"):
        return instant(moment, player.zone)


# ---- a new match, and a turn that nobody takes


def test_a_new_match_in_which_nobody_moves_has_its_whole_first_turn_and_then_goes_on(post: Post) -> None:
    """Elsewhere such a match was removed after a day, or stood still for weeks because none had moved."""
    match = table.a_match()
    first = table.on_turn(match)
    for hours in (1, 25, 48, 71):
        with travel(HOUR * hours):
            post.work()
            match.refresh_from_db()
            assert match.state == "playing"
            assert table.on_turn(match).pk == first.pk
    with travel(at(first.deadline_at)):
        post.work()
    match.refresh_from_db()
    assert match.state == "playing"
    assert table.on_turn(match).pk != first.pk
    assert Entry.objects.filter(match=match, kind="expired").count() == 1


def test_nothing_is_done_for_a_player_without_a_reminder_before_and_a_mail_after(post: Post) -> None:
    """Elsewhere players learned weeks later that they had lost."""
    match = table.a_match()
    for _turn in range(2):
        player = reader(table.on_turn(match))
        seat = stay_silent(post, match)
        ended = Entry.objects.filter(match=match, kind="expired", seat=seat.number).latest("seq")
        reminder = Notice.objects.filter(seat=seat, kind="reminder").latest("pk")
        explained = Notice.objects.filter(seat=seat, kind="expired").latest("pk")
        assert reminder.sent_at
        assert reminder.sent_at < ended.at
        assert explained.state == "sent"
        texts = [one_line(text) for text in post.new(player)]
        reminded = next(place for place, text in enumerate(texts) if text.startswith("A reminder: your turn"))
        over = next(place for place, text in enumerate(texts) if text.startswith("The host ended your turn"))
        assert reminded < over


def test_the_mail_of_an_ended_turn_states_the_rule_with_every_instant(post: Post) -> None:
    """Elsewhere a player protested: others got days and I got five hours."""
    match = table.a_match()
    player = reader(table.on_turn(match))
    before = table.on_turn(match)
    seat = stay_silent(post, match)
    ended = Entry.objects.get(match=match, kind="expired")
    reminded = Notice.objects.get(seat=seat, kind="reminder").sent_at
    assert before.asked_at
    assert before.deadline_at
    assert reminded
    text = one_line(post.new(player)[-1])
    assert f"Your turn had begun on {said(before.asked_at, player)}." in text
    assert f"A reminder went out on {said(reminded, player)}." in text
    assert f"Your time was up on {said(before.deadline_at, player)}." in text
    assert f"so the host moved for you on {said(ended.at, player)}." in text
    assert f"/match/{match.pk}/told" in text


def test_an_answer_that_comes_too_late_is_told_both_instants_and_its_lines_are_not_kept(post: Post) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    player, line = reader(seat), table.discard(seat)
    asking = Notice.objects.get(seat=seat, kind="turn")
    stay_silent(post, match)
    post.new(player)
    with travel(DAY * 4):
        late = table.write(seat, line, notice=asking)
        [answer] = post.new(player)
        closed = Entry.objects.get(match=match, kind="expired").at
        text = one_line(answer)
        assert f"Your email came on {said(late.accepted_at, player)}." in text
        assert f"The host had moved for you on {said(closed, player)}." in text
        assert "So nothing in your email was played." in text
    assert not Entry.objects.filter(match=match, kind="action").exists()


def test_a_reminder_that_was_held_up_says_nothing_that_is_no_longer_true(post: Post) -> None:
    """Elsewhere "no time left" came with twenty-one hours left."""
    match = table.a_match()
    seat = table.on_turn(match)
    player = reader(seat)
    post.new(player)
    with travel(at(seat.remind_at)):
        post.sink.recipient_answers = ["450 4.2.0 later"] * 9
        assert post.new(player) == []
        post.sink.recipient_answers = []
        sitting = Sitting.open(match.pk)
        here = sitting.seat(seat.pk)
        assert here.deadline_at
        before, after = here.deadline_at, here.deadline_at + DAY
        sitting.move_deadline(here, after, why="agreed")
        sitting.close()
    with travel(at(seat.remind_at) + HOUR):
        texts = [one_line(text) for text in post.new(player)]
        assert any(said(after, player) in text for text in texts)
        assert not any(said(before, player) in text for text in texts)


# ---- whose clock it is


def test_only_the_seat_that_is_waited_for_runs_out_of_time(post: Post) -> None:
    """Elsewhere a player was removed who could not have moved."""
    match = of_three("forfeit", misses=1)
    asked = table.on_turn(match)
    others = Seat.objects.filter(match=match).exclude(pk=asked.pk)
    stay_silent(post, match)
    assert set(others.values_list("misses_total", flat=True)) == {0}
    assert not Notice.objects.filter(seat__in=others, kind__in=["reminder", "expired"]).exists()
    assert list(Entry.objects.filter(match=match, kind="left").values_list("seat", flat=True)) == [
        asked.number
    ]


def test_what_others_do_never_moves_a_deadline(post: Post) -> None:
    """Elsewhere somebody else's leaving began the clock anew."""
    match = of_three("forfeit")
    asked = table.on_turn(match)
    leaver, talker = Seat.objects.filter(match=match).exclude(pk=asked.pk)
    assert leaver.player
    assert talker.player
    with travel(HOUR * 30):
        leaving.resign(leaver, by=leaver.player)
        talking.say(talker, "What a pity!", by=talker.player)
        browser_of(talker.player).get(f"/match/{match.pk}")
        post.work()
    after = table.on_turn(match)
    assert (after.pk, after.deadline_at, after.remind_at) == (asked.pk, asked.deadline_at, asked.remind_at)


def test_a_move_needs_no_second_act_to_count(post: Post) -> None:
    """Elsewhere full orders without a press on "Confirm" counted as absence, day after day."""
    match = table.a_match()
    seat = table.on_turn(match)
    assert table.write(seat, table.discard(seat)).state == "applied"
    with travel(at(seat.deadline_at)):
        post.work()
    seat.refresh_from_db()
    assert seat.misses_total == 0
    assert not Entry.objects.filter(match=match, kind="expired").exists()


def test_who_has_nothing_to_choose_is_not_asked_and_neither_time_nor_a_miss_is_counted(post: Post) -> None:
    """Elsewhere a player with nothing to do lost his reserve of time."""
    match = maldade.a_match("sock jump", "", "goat jump")
    maldade.press(match, 0, "draw")
    _anna, ben, cilla = maldade.seats(match)
    assert cilla.question is not None
    assert (ben.question, ben.deadline_at, ben.misses_total) == (None, None, 0)
    assert not Notice.objects.filter(seat=ben, kind="turn").exists()
    assert post.new(wish(ben.player)) != []
    assert not Notice.objects.filter(seat=ben, question__isnull=False).exists()


def test_an_outage_of_the_host_costs_nobody_his_turn_and_needs_nobody_to_end_it(post: Post) -> None:
    """Elsewhere a scheduler that was twelve minutes late froze everything for more than a day."""
    match = table.a_match()
    seat = table.on_turn(match)
    player = reader(seat)
    post.new(player)
    for name in outages.WATCHED:
        outages.beat(name)
    back = DAY * 3 + HOUR * 5
    settle(back)
    assert not Entry.objects.filter(match=match, kind="expired").exists()
    moved = table.on_turn(match)
    assert (moved.pk, moved.misses_total) == (seat.pk, 0)
    with travel(back + 10 * MINUTE):
        assert moved.deadline_at
        assert moved.deadline_at >= now() + HOUR / 2
        texts = [one_line(text) for text in post.new(player)]
        assert any("The host was down for a while." in text for text in texts)
    with travel(at(moved.deadline_at)):
        post.work()
    assert Entry.objects.filter(match=match, kind="expired").count() == 1


def test_to_be_silent_is_never_better_than_a_move_of_ones_own(post: Post) -> None:
    """Elsewhere being timed out became good play. What the host does here could have been done by himself."""
    match = table.a_match()
    seat = table.on_turn(match)
    own = {str(action) for action in table.legal(seat)}
    before = queries.situation(match, seat).view.table
    seat = stay_silent(post, match)
    match.refresh_from_db()
    after = queries.situation(match, seat).view.table
    [place] = [
        n for n in range(1, 5) if after.zone("side", seat.number, n) != before.zone("side", seat.number, n)
    ]
    assert f"discard {after.zone('side', seat.number, place).cards[-1]} {place}" in own
    assert seat.misses_total == 1


# ---- answers outside the turn


GIFT = "give goat 1"


def of_a_gift(order: str) -> Match:
    """Anna may give Ben an angry goat; he could return it, under this order."""
    return maldade.a_match("goat jump sock", "return jump", "jump", ben=order)


def test_who_is_asked_for_an_answer_has_a_deadline_of_his_own_and_is_told_what_silence_means(
    post: Post,
) -> None:
    """Elsewhere choices outside one's turn made slow matches stand still."""
    match = of_a_gift("ask")
    anna, ben, _cilla = maldade.seats(match)
    player = reader(ben)
    post.new(player)
    maldade.press(match, 0, GIFT)
    asked = maldade.seats(match)[1]
    assert asked.deadline_at
    [text] = post.new(player)
    assert f"Your answer is needed. Reply by {said(asked.deadline_at, player)}." in one_line(text)
    assert "the host" in one_line(text).lower()
    assert maldade.seats(match)[0].deadline_at is None
    Seat.objects.filter(pk=ben.pk).update(seen_at=now())
    with travel(at(asked.deadline_at)):
        post.work()
        assert "That does not count as a missed turn." in one_line(post.new(player)[-1])
    anna, ben, _cilla = maldade.seats(match)
    assert (ben.misses_total, ben.question) == (0, None)
    assert anna.deadline_at is not None


def test_an_order_can_say_that_a_card_is_not_to_be_used() -> None:
    """Elsewhere such a card was always used for its player."""
    match = of_a_gift("never")
    maldade.press(match, 0, GIFT)
    ben = maldade.seats(match)[1]
    hand = queries.situation(match, ben).view.table.zone("hand", 1).cards
    assert "return" in hand
    assert ben.question is None


def test_what_stands_below_a_move_that_another_may_answer_is_not_played_blindly(post: Post) -> None:
    """Elsewhere moves given in advance went on after everything had changed."""
    match = of_a_gift("ask")
    anna = maldade.seats(match)[0]
    player = reader(anna)
    post.new(player)
    before = len(queries.situation(match, anna).view.table.zone("hand", 0).cards)
    sent = table.write(anna, "GIVE goat TO Ben", "GIVE sock TO Cilla", "DRAW")
    assert sent.state == "applied", sent.outcome
    [text] = post.new(player)
    assert "“GIVE sock TO Cilla”" in one_line(text)
    assert "was not tried" in one_line(text)
    assert len(queries.situation(match, anna).view.table.zone("hand", 0).cards) == before - 1


def test_an_order_that_was_changed_before_the_move_came_is_in_force_for_it() -> None:
    """Elsewhere switching a standing order off a moment before the turn was too late."""
    match = of_a_gift("always")
    anna, ben, _cilla = maldade.seats(match)
    cancels = submit(ben, player=ben.player, question=None, source="web", key="k1", lines=["RIPOSTE NEVER"])
    gives = submit(anna, player=anna.player, question=anna.question, source="web", key="k2", action=GIFT)
    Submission.objects.filter(pk=gives.pk).update(accepted_at=cancels.accepted_at + MINUTE / 60)
    from_a_worker_that_was_quicker(gives)
    entry = Entry.objects.filter(match=match, kind="action").latest("seq")
    assert entry.data["orders"][1] == "never"
    cancels.refresh_from_db()
    assert cancels.outcome["code"] == "ordered"


def from_a_worker_that_was_quicker(submission: Submission) -> None:
    """A worker takes this one up first, though another was accepted before."""
    with travel(MINUTE):
        table.the_host_was_well()
        play(submission.pk)
        sweep()


def test_the_page_tells_a_player_by_which_rule_his_turn_was_ended(post: Post) -> None:
    match = table.a_match()
    player = reader(table.on_turn(match))
    stay_silent(post, match)
    page = text_of(browser_of(player).get(f"/match/{match.pk}/told"))
    assert page.count("Our mail relay accepted it on") >= 3
    assert "The rule: our emails about the turn and a reminder, of" in page
