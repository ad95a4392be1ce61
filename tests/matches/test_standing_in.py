"""Seats of silent players: held by the host's own player, or offered to a substitute."""

import pytest

from hosting.mail.writing.letters import write
from hosting.matches import bots, expiring, opening, standing_in, verifying
from hosting.matches.models import Entry, Match, Notice, Seat
from hosting.matches.standing_in import CannotTake
from hosting.matches.terms import Terms
from hosting.now import now, travel
from tests import people, table
from tests.mail import gallery
from tests.table import DAY

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def a_match(after: str, *, misses: int = 1, seats: int = 3) -> Match:
    """Anna, Ben and Cilla play Wicked Christmas; one missed turn is too many."""
    terms = Terms(after_misses=after, misses_allowed=misses)
    match = opening.open_match(people.anna(), game="wicked-christmas", seats=seats, terms=terms)
    table.stack_the_deck(match)
    opening.join(match, people.ben())
    opening.join(match, people.cilla())
    match.refresh_from_db()
    return match


def miss(match: Match) -> Seat:
    """Let whoever is to act miss his turn."""
    seat = table.on_turn(match)
    assert seat.deadline_at is not None
    assert seat.remind_at is not None
    table.deliver_all(match)
    with travel(seat.remind_at - now()):
        table.sweep(match)
    with travel(seat.deadline_at - now()):
        table.sweep(match)
    seat.refresh_from_db()
    return seat


def told(seat: Seat, kind: str) -> Notice:
    return Notice.objects.filter(seat=seat, kind=kind).latest("pk")


def others_play_until(match: Match, seat: Seat) -> None:
    """Let the people at the table play until it is that seat's turn."""
    while table.on_turn(match).pk != seat.pk:
        here = table.on_turn(match)
        table.press(here, str(table.legal(here)[0]))


def test_a_bot_goes_on_in_the_seat_of_a_player_who_missed_too_many_turns() -> None:
    match = a_match("bot")
    seat = miss(match)
    assert seat.bot == "greedy"
    assert seat.player is not None
    assert told(seat, "expired").data["held"]
    others_play_until(match, seat)
    bots.act(seat.pk)
    assert table.on_turn(match).pk != seat.pk
    assert not list(verifying.differences(match))


def test_the_others_are_told_who_plays_in_that_seat() -> None:
    match = a_match("bot")
    seat = miss(match)
    next_one = table.on_turn(match)
    assert [each["what"] for each in told(next_one, "turn").data["people"]] == ["held"]
    third = Seat.objects.exclude(pk__in=[seat.pk, next_one.pk]).get(match=match)
    assert [each["what"] for each in told(third, "seat").data["people"]] == ["held"]


def test_a_player_who_is_back_plays_again_from_his_next_turn_on() -> None:
    match = a_match("bot")
    seat = miss(match)
    done = table.write(seat, "I was ill", notice=told(seat, "expired"))
    seat.refresh_from_db()
    assert (seat.bot, seat.misses) == ("", 0)
    assert done.outcome["done"][0] == {"word": "back", "code": "now", "changed": True}
    others_play_until(match, seat)
    seat.refresh_from_db()
    assert seat.deadline_at is not None
    assert told(seat, "turn").question == seat.question


def test_who_comes_back_while_the_bot_has_the_turn_waits_for_his_next() -> None:
    match = a_match("bot")
    seat = miss(match)
    others_play_until(match, seat)
    done = table.write(seat, "BACK", notice=told(seat, "expired"))
    assert done.outcome["done"][0]["code"] == "next"
    bots.act(seat.pk)
    seat.refresh_from_db()
    assert (seat.bot, seat.comes_back) == ("", False)


def test_who_says_again_what_was_played_before_is_told_that_he_is_back() -> None:
    match = a_match("bot")
    seat, asking = table.on_turn(match), told(table.on_turn(match), "turn")
    move = next(str(number + 1) for number, acts in enumerate(asking.choices) if len(acts) == 1)
    assert table.write(seat, move, notice=asking).state == "applied"
    others_play_until(match, seat)
    assert miss(match).bot
    again = table.write(seat, move, notice=asking)
    assert (again.state, again.outcome["code"]) == ("applied", "spoken")
    assert again.outcome["done"][0]["word"] == "back"
    assert write(gallery.whole(Notice.objects.get(submission=again)), now()).text


def test_nobody_is_asked_for_anything_while_a_bot_holds_his_seat() -> None:
    match = a_match("bot")
    seat = miss(match)
    others_play_until(match, seat)
    seat.refresh_from_db()
    assert seat.deadline_at is None
    assert not expiring.due_turns(now() + 400 * DAY)
    assert not Notice.objects.filter(seat=seat, kind="turn", seq__gte=seat.question or 0).exists()


def test_no_bots_play_on_among_themselves() -> None:
    match = a_match("bot")
    for _seat in range(3):
        miss(match)
        match.refresh_from_db()
    assert match.state == "paused"
    seat = Seat.objects.filter(match=match).exclude(bot="").first()
    assert seat is not None
    table.write(seat, "here I am", notice=told(seat, "expired"))
    match.refresh_from_db()
    assert match.state == "playing"


def test_a_seat_is_offered_while_the_match_waits() -> None:
    match = a_match("substitute")
    seat = miss(match)
    match.refresh_from_db()
    assert match.state == "paused"
    assert seat.offered_at is not None
    assert standing_in.offered(people.dan()) == [seat]
    assert standing_in.offered(people.ben()) == []
    for other in Seat.objects.filter(match=match).exclude(pk=seat.pk):
        assert told(other, "paused").data["reason"] == "waits_for_substitute"


def test_a_substitute_takes_the_seat_with_its_cards_and_a_full_turn() -> None:
    match = a_match("substitute")
    seat = miss(match)
    hand = Seat.objects.get(pk=seat.pk).luck
    standing_in.take(seat, people.dan())
    seat.refresh_from_db()
    match.refresh_from_db()
    assert (match.state, match.resume_at, seat.name, seat.luck) == ("playing", None, "Dan", hand)
    others_play_until(match, seat)
    seat.refresh_from_db()
    assert seat.deadline_at is not None
    assert seat.asked_at is not None
    assert seat.deadline_at - seat.asked_at == match.pace
    assert not list(verifying.differences(match))


def test_a_substitute_in_an_open_turn_has_all_of_its_time() -> None:
    match = a_match("substitute")
    seat = miss(match)
    asked = table.on_turn(match)
    Seat.objects.filter(pk=seat.pk).update(offered_at=None)
    Seat.objects.filter(pk=asked.pk).update(offered_at=now())
    with travel(DAY):
        standing_in.take(asked, people.dan())
        asked.refresh_from_db()
        assert asked.deadline_at is not None
        assert asked.deadline_at - now() > match.pace - DAY / 24
    assert told(asked, "turn").player_id == people.dan().pk


def test_who_had_the_seat_is_told_and_can_play_nothing_in_it() -> None:
    match = a_match("substitute")
    seat = miss(match)
    before, notice = seat.player, told(seat, "expired")
    standing_in.take(seat, people.dan())
    farewell = Notice.objects.get(seat=seat, player=before, kind="seat")
    assert farewell.data["replaced_by"] == "Dan"
    late = table.write(seat, "1", notice=notice, player=before)
    assert late.outcome["code"] == "not_seated"


@pytest.mark.parametrize("who", ["ben", "nobody"])
def test_a_seat_is_not_for_who_plays_in_the_match_or_has_no_name(who: str) -> None:
    seat = miss(a_match("substitute"))
    if who == "ben":
        player = Seat.objects.filter(match=seat.match).exclude(pk=seat.pk)[0].player
    else:
        player = people.dan()
        player.name = ""
    assert player is not None
    with pytest.raises(CannotTake):
        standing_in.take(seat, player)


def test_who_answers_in_time_keeps_his_seat() -> None:
    match = a_match("substitute")
    seat = miss(match)
    done = table.write(seat, "sorry, I am here", notice=told(seat, "expired"))
    seat.refresh_from_db()
    match.refresh_from_db()
    assert (match.state, seat.offered_at, match.resume_at) == ("playing", None, None)
    assert done.outcome["done"][0]["code"] == "now"
    with pytest.raises(CannotTake):
        standing_in.take(seat, people.dan())


def test_after_a_week_the_match_goes_on_without_the_seat() -> None:
    match = a_match("substitute")
    seat = miss(match)
    with travel(11 * DAY):
        assert standing_in.due(now()) == [match.pk]
        standing_in.lapse(match.pk)
        standing_in.lapse(match.pk)
    match.refresh_from_db()
    assert match.state == "playing"
    assert Entry.objects.filter(match=match, kind="left", seat=seat.number).count() == 1
