"""Offers at a table: one word moves nothing, all words do."""

import datetime as dt

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hosting.matches import (
    absent,
    bots,
    expiring,
    leaving,
    moderating,
    offering,
    opening,
    standing_in,
    verifying,
)
from hosting.matches.models import Entry, Match, Notice, Offer, Seat, Submission
from hosting.now import now, travel
from hosting.players import absences
from hosting.players.models import Player
from tests import people, table
from tests.matches.test_pausing import moderator
from tests.table import DAY, GAME, HOUR

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def two() -> tuple[Match, Seat, Seat]:
    """A match with its seat to move and the other one."""
    match = table.a_match()
    return match, table.on_turn(match), table.waiting(match)


def three() -> Match:
    """Anna, Ben and Cilla play Wicked Christmas."""
    match = opening.open_match(people.anna(), game="wicked-christmas", seats=3)
    table.stack_the_deck(match)
    opening.join(match, people.ben())
    opening.join(match, people.cilla())
    match.refresh_from_db()
    return match


def all_seats(match: Match) -> list[Seat]:
    return list(match.seats.select_related("player", "match").order_by("number"))


def writes(seat: Seat, *lines: str, to: Notice | None = None) -> str:
    """Write lines from the seat's newest mail, or from that one; give what became of the last word."""
    notice = to or Notice.objects.filter(seat=seat).latest("pk")
    done = table.write(seat, *lines, notice=notice)
    return str(done.outcome["done"][-1]["code"])


def presses(seat: Seat, what: str, *, days: int | None = None) -> str:
    """Press a button of the page."""
    assert seat.player is not None
    return str(offering.act(seat, what, by=seat.player, days=days)["code"])


def state(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def ended(match: Match) -> Match:
    """Let a match end by a resignation."""
    seat = table.on_turn(match)
    assert seat.player is not None
    leaving.resign(seat, by=seat.player)
    match.refresh_from_db()
    assert match.state == "finished"
    return match


# ---- a pause


def test_one_word_moves_nothing_and_the_other_is_asked() -> None:
    match, seat, other = two()
    before = seat.deadline_at
    assert writes(seat, "PAUSE") == "offered"
    assert state(match) == "playing"
    seat.refresh_from_db()
    assert seat.deadline_at == before
    told = Notice.objects.get(kind=Notice.Kind.OFFER)
    assert told.seat == other
    assert [each["what"] for each in told.data["people"]] == ["offered"]


@pytest.mark.parametrize(
    "word", ["PAUSE", "paus", "jeda", "AGREE", "accept", "godta", "Setuju.", "yes", "ja"]
)
def test_the_other_word_pauses_the_match(word: str) -> None:
    match, seat, other = two()
    writes(seat, "OFFER PAUSE 7 days")
    assert writes(other, word) == "agreed"
    assert state(match) == "paused"
    assert match.resume_at is not None
    assert abs(match.resume_at - now() - 7 * DAY) < HOUR
    assert Offer.objects.get().state == "agreed"
    assert Entry.objects.get(match=match, kind="paused").data["why"] == "agreed"
    assert list(verifying.differences(match)) == []


def test_a_pause_with_days_ends_by_itself_with_as_much_time_as_before() -> None:
    match, seat, other = two()
    assert seat.deadline_at is not None
    left = seat.deadline_at - now()
    writes(seat, "PAUSE 7")
    writes(other, "PAUSE")
    with travel(7 * DAY + HOUR):
        assert standing_in.due(now()) == [match.pk]
        standing_in.lapse(match.pk)
        assert state(match) == "playing"
        assert match.resume_at is None
        seat.refresh_from_db()
        assert seat.deadline_at is not None
        assert abs(seat.deadline_at - now() - left) < HOUR


def test_a_pause_of_another_length_is_no_agreement() -> None:
    match, seat, other = two()
    writes(seat, "PAUSE 7 days")
    assert writes(other, "PAUSE 14 days") == "open_other"
    assert state(match) == "playing"


def test_no_ends_the_offer_and_both_know_it() -> None:
    match, seat, other = two()
    writes(seat, "PAUSE")
    assert writes(other, "DECLINE") == "declined"
    assert Offer.objects.get().state == "declined"
    told = Notice.objects.filter(seat=seat, kind=Notice.Kind.OFFER).get()
    assert told.data["people"][0]["what"] == "declined"
    assert writes(other, "AGREE") == "none"
    assert state(match) == "playing"


def test_who_offered_may_take_it_back() -> None:
    match, seat, other = two()
    writes(seat, "PAUSE")
    assert writes(seat, "PAUSE") == "open_already"
    assert writes(seat, "WITHDRAW") == "withdrawn"
    first = Notice.objects.filter(seat=other, kind="offer").earliest("pk")
    assert writes(other, "yes", to=first) == "gone"
    assert state(match) == "playing"


def test_an_offer_lapses_after_three_days_and_all_are_told() -> None:
    match, seat, other = two()
    writes(seat, "PAUSE")
    offer = Offer.objects.get()
    assert offering.due(now()) == []
    with travel(3 * DAY + HOUR):
        table.deliver_all(match)
        assert offering.due(now()) == [offer.pk]
        offering.lapse(offer.pk)
        offering.lapse(offer.pk)
    offer.refresh_from_db()
    assert offer.state == "lapsed"
    told = [
        notice
        for notice in Notice.objects.filter(kind="offer")
        if notice.data["people"][0]["what"] == "lapsed"
    ]
    assert {notice.seat for notice in told} == {seat, other}
    assert len(told) == 2


def test_among_three_all_others_must_agree() -> None:
    match = three()
    first, second, third = all_seats(match)
    assert writes(first, "PAUSE") == "offered"
    assert writes(second, "AGREE") == "accepted"
    assert state(match) == "playing"
    assert writes(third, "AGREE") == "agreed"
    assert state(match) == "paused"


def test_bots_and_held_seats_agree_to_everything() -> None:
    match = opening.open_match(people.anna(), game=GAME, bot="greedy")
    mine = match.seats.select_related("player", "match").get(player=people.anna())
    assert presses(mine, "pause", days=3) == "agreed"
    assert state(match) == "paused"
    match = three()
    first, second, third = all_seats(match)
    Seat.objects.filter(pk=third.pk).update(bot="greedy")
    presses(first, "pause")
    assert presses(second, "agree") == "agreed"


def test_a_pause_without_an_end_ends_at_once_when_all_say_so() -> None:
    match, seat, other = two()
    writes(seat, "PAUSE")
    writes(other, "PAUSE")
    match.refresh_from_db()
    assert match.resume_at is None
    assert writes(other, "GO ON") == "offered"
    assert writes(seat, "fortsätt") == "agreed"
    assert state(match) == "playing"


def test_a_pause_without_an_end_ends_three_days_after_one_says_so_even_if_the_other_does_not() -> None:
    match, seat, other = two()
    writes(seat, "PAUSE")
    writes(other, "PAUSE")
    writes(other, "GO ON")
    assert writes(seat, "DECLINE") == "declined"
    with travel(3 * DAY + HOUR):
        assert standing_in.due(now()) == [match.pk]
        standing_in.lapse(match.pk)
    assert state(match) == "playing"


def test_a_pause_of_a_moderator_does_not_end_by_agreement() -> None:
    match, seat, _other = two()
    moderating.pause(match.pk, by=moderator(), reason="a look at something")
    assert writes(seat, "GO ON") == "not_agreed"
    assert writes(seat, "PAUSE") == "not_now"


# ---- more time


def test_more_time_is_given_when_the_other_agrees() -> None:
    _match, seat, other = two()
    before = seat.deadline_at
    assert before is not None
    assert writes(seat, "MORE TIME 5 days") == "offered"
    seat.refresh_from_db()
    assert seat.deadline_at == before
    assert writes(other, "AGREE") == "agreed"
    seat.refresh_from_db()
    assert seat.deadline_at == before + 5 * DAY
    assert seat.remind_at is not None
    assert seat.remind_at < seat.deadline_at
    entry = Entry.objects.get(kind="deadline_moved")
    assert entry.data["why"] == "agreed"
    assert Notice.objects.filter(seat=seat, kind="moved").exists()


def test_nobody_has_to_agree_to_time_of_his_own() -> None:
    _match, seat, other = two()
    before = seat.deadline_at
    assert before is not None
    assert writes(other, "MORE TIME") == "agreed"
    seat.refresh_from_db()
    assert seat.deadline_at == before + 3 * DAY


def test_an_offer_of_more_time_is_overtaken_by_the_end_of_the_turn() -> None:
    match, seat, other = two()
    writes(seat, "MORE TIME")
    table.press(seat, table.discard(seat))
    assert writes(other, "AGREE") == "none"
    assert offering.standing(match, all_seats(match)) == []
    assert writes(other, "MORE TIME") == "offered"


@pytest.mark.parametrize("line", ["MORE TIME 15 days", "MORE TIME 0", "PAUSE 61 days", "PAUSE 9 weeks"])
def test_so_many_days_cannot_be_offered(line: str) -> None:
    _match, seat, _other = two()
    assert writes(seat, line) == "bad_days"
    assert not Offer.objects.exists()


# ---- another match


def test_another_match_begins_when_all_agree_with_seats_turned_by_one() -> None:
    match = ended(table.a_match(target=30))
    first, second = all_seats(match)
    assert writes(first, "REMATCH") == "offered"
    assert not match.rematches.exists()
    assert writes(second, "revansch") == "agreed"
    again = match.rematches.get()
    assert again.state == "playing"
    assert (again.options, again.allowance, again.game) == (match.options, match.allowance, match.game)
    assert [seat.player for seat in all_seats(again)] == [second.player, first.player]
    assert again.commitment != match.commitment
    assert list(verifying.differences(again)) == []
    assert writes(second, "REMATCH") == "already"


def test_another_match_waits_for_the_end() -> None:
    match, seat, _other = two()
    assert writes(seat, "REMATCH") == "not_over"
    ended(match)
    with travel(31 * DAY):
        assert writes(seat, "REMATCH") == "too_late"


def test_bots_play_again_without_being_asked() -> None:
    match = opening.open_match(people.anna(), game=GAME, bot="random")
    for waiting in bots.waiting():
        bots.act(waiting)
    mine = match.seats.select_related("player", "match").get(player=people.anna())
    assert mine.player is not None
    leaving.resign(mine, by=mine.player)
    match.refresh_from_db()
    if match.state == "finished":
        assert presses(mine, "rematch") == "agreed"


# ---- bounds


def test_a_seat_offers_five_times_a_day_at_most() -> None:
    _match, seat, _other = two()
    for _time in range(5):
        assert presses(seat, "pause") == "offered"
        assert presses(seat, "withdraw") == "withdrawn"
    assert presses(seat, "pause") == "too_often"


def test_who_does_not_sit_there_any_more_offers_nothing() -> None:
    match, seat, _other = two()
    dan = people.dan()
    assert offering.act(seat, "pause", by=dan)["code"] == "not_seated"
    ended(match)
    assert table.write(seat, "REMATCH", player=dan).outcome["done"][0]["code"] == "not_seated"


def test_accept_stays_a_move_where_the_game_has_that_word() -> None:
    match = opening.open_match(people.anna(), game="maldade-presenter", seats=2)
    opening.join(match, people.ben())
    seat = table.on_turn(match)
    done = table.write(seat, "ACCEPT")
    assert "done" not in done.outcome


def test_an_offer_beside_a_move_is_told_in_the_mail_of_the_turn() -> None:
    _match, seat, other = two()
    done = table.write(seat, "PAUSE 3 days", table.discard(seat))
    assert (done.state, done.outcome["code"]) == ("applied", "applied")
    turn = Notice.objects.filter(seat=other).latest("pk")
    assert turn.kind == "turn"
    assert turn.data["people"][0]["what"] == "offered"
    assert writes(other, "AGREE", to=turn) == "agreed"


def test_which_of_two_offers_is_meant_the_mail_says() -> None:
    match, seat, other = two()
    writes(seat, "PAUSE")
    writes(seat, "MORE TIME 2")
    first, second = Notice.objects.filter(seat=other, kind="offer").order_by("pk")
    started = Notice.objects.filter(seat=other).earliest("pk")
    assert writes(other, "AGREE", to=started) == "which"
    assert writes(other, "yes", to=second) == "agreed"
    assert state(match) == "playing"
    assert writes(other, "no", to=first) == "declined"


# ---- nothing else moves a deadline

UNRELATED = (
    "talk",
    "show",
    "offer",
    "decline",
    "withdraw",
    "away_other",
    "sweep",
    "page",
    "nonsense",
    "mute",
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(UNRELATED), st.booleans(), st.integers(0, 9)), max_size=8))
def test_nothing_that_one_alone_does_moves_anybodys_deadline(
    happens: list[tuple[str, bool, int]],
) -> None:
    match, seat, other = two()
    before = seat.deadline_at
    for what, is_mine, hours in happens:
        with travel(hours * HOUR):
            _happens(what, match, seat if is_mine else other, other)
    seat.refresh_from_db()
    assert seat.deadline_at == before
    assert state(match) == "playing"
    Match.objects.all().delete()


def _happens(what: str, match: Match, one: Seat, other: Seat) -> None:
    assert isinstance(one.player, Player)
    assert other.player is not None
    lines = {"talk": "talk hello", "show": "show", "nonsense": "plai 7 to 9", "mute": "mute nobody"}
    if what in lines:
        table.write(one, lines[what], notice=Notice.objects.filter(seat=one).latest("pk"))
    elif what == "offer":
        offering.act(one, "pause", by=one.player)
        if Offer.objects.filter(match=match, state="agreed").exists():
            raise AssertionError("one alone has paused the match")
        for each in Offer.objects.filter(match=match, state="open"):
            offering.act(each.seat, "withdraw", by=each.seat.player, offer_id=each.pk)  # type: ignore[arg-type]  # people sit there
    elif what in {"decline", "withdraw"}:
        offering.act(one, "refuse" if what == "decline" else what, by=one.player)
    elif what == "sweep":
        expiring.due_turns(now())
    elif what == "away_other":
        day = absences.today(other.player) + dt.timedelta(days=2)
        if not other.player.absences.exists():
            absent.announce(other.player, day, day)
    elif what == "page":
        Seat.objects.filter(pk=one.pk).update(seen_at=now())
    assert Submission.objects.filter(match=match, state="ready").count() == 0
