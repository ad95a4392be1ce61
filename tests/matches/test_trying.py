"""A trial tells what lines would do, plays nothing, and tells nothing that its player does not see."""

from random import Random

import pytest

from hosting.games import GAMES
from hosting.matches import trying
from hosting.matches.models import Entry, Match, Notice, Seat, Submission
from hosting.rules.game import Game
from hosting.rules.trying import Barrier, ahead
from hosting.rules.words import words
from tests import table
from tests.matches.test_answering import a_gift, seats
from tests.matches.test_answering import a_match as a_match_of_three

DEALS = 6
STEPS = 60
OF_A_SEAT = ("question", "asked_at", "deadline_at", "remind_at", "has_acted", "misses", "orders")

database = pytest.mark.django_db(transaction=True)


def state_of(match: Match) -> tuple[list[object], ...]:
    """Everything of a match that must not change by a trial."""
    return (
        list(Match.objects.filter(pk=match.pk).values()),
        list(
            Seat.objects.filter(match=match)
            .order_by("pk")
            .values("question", "deadline_at", "orders", "misses")
        ),
        list(Entry.objects.filter(match=match).order_by("seq").values()),
    )


def a_match_with_a_plain_play() -> tuple[Match, Seat, str]:
    """Somebody is on turn and may play a card of the hand after which nothing is drawn or turned."""
    match = table.a_match()
    for _turn in range(60):
        seat = table.on_turn(match)
        found = [a for a in table.legal(seat) if a.verb == "play" and a.args[0] != "payoff"]
        for action in found:
            done = table.write(seat, "TRY", str(action))
            if "stopped" not in done.outcome:
                return match, seat, str(action)
        table.press(seat, table.discard(seat))
    raise AssertionError("nothing plain in sixty turns")


@database
@pytest.mark.parametrize("word", ["TRY", "prova", "Pröva:", "Testa", "- cuba."])
def test_a_trial_tells_what_would_happen_and_plays_nothing(word: str) -> None:
    match, seat, action = a_match_with_a_plain_play()
    before = state_of(match)
    done = table.write(seat, word, action)
    assert (done.state, done.outcome["code"], done.outcome["moves"]) == ("refused", "tried", [action])
    assert [event.name for event in trying.events_of(done.outcome)][:1] == ["played"]
    assert state_of(match) == before


@database
def test_the_word_may_stand_on_the_line_of_the_first_move_and_below_a_greeting() -> None:
    _match, seat, action = a_match_with_a_plain_play()
    done = table.write(seat, "Hi Ben!", f"TRY {action}")
    assert (done.outcome["code"], done.outcome["moves"]) == ("tried", [action])
    assert done.outcome["would"]


@database
def test_a_number_in_a_trial_means_the_list_of_the_mail() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    notice = Notice.objects.filter(seat=seat, question=seat.question).latest("pk")
    done = table.write(seat, "TRY 99")
    assert done.outcome["stopped"]["reason"]["args"] == {"number": 99, "last": len(notice.choices or [])}


@database
def test_a_trial_stops_at_the_first_line_that_is_not_legal_and_names_the_rest() -> None:
    match, seat, action = a_match_with_a_plain_play()
    before = state_of(match)
    done = table.write(seat, "TRY", action, "play 7 to 9", "1")
    assert done.outcome["stopped"]["error"] == "illegal"
    assert done.outcome["left"] == ["1"]
    assert done.outcome["would"]
    assert state_of(match) == before


@database
def test_a_trial_stops_before_the_next_player_draws() -> None:
    match = table.a_match()
    table.press(table.on_turn(match), table.discard(table.on_turn(match)))  # now that hand has a gap
    seat = table.on_turn(match)
    done = table.write(seat, "TRY", table.discard(seat), "1")
    assert done.outcome["stopped"] == {"line": table.discard(seat), "error": Barrier.HIDDEN}
    assert (done.outcome["would"], done.outcome["left"]) == ([], ["1"])


@database
@pytest.mark.parametrize("order", ["auto", "never", "ask"])
def test_a_trial_stops_before_a_seat_is_asked_and_says_the_same_whatever_its_order(order: str) -> None:
    match = a_match_of_three(ben=order)
    anna = seats(match)[0]
    before = state_of(match)
    card = words(match.game, "en").text(f"cards.{a_gift(match).split()[1]}")
    line = f"GIVE {card} TO Ben"
    outcome = table.write(anna, "TRY", line, "END").outcome
    assert outcome["stopped"] == {"line": line, "error": Barrier.ASKS}
    assert (outcome["would"], outcome["left"]) == ([], ["END"])
    assert state_of(match) == before


@database
def test_a_standing_order_in_a_trial_is_not_given() -> None:
    match = a_match_of_three()
    anna = seats(match)[0]
    done = table.write(anna, "TRY", "RIPOSTE ASK", "END")
    assert done.outcome["code"] == "tried"
    assert "order" not in done.outcome
    assert seats(match)[0].orders.get("answers") == "auto"


@database
def test_a_slip_behind_the_word_plays_nothing_below_it() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    before = state_of(match)
    done = table.write(seat, "TRY flurb", table.discard(seat))
    assert (done.state, done.outcome["code"]) == ("refused", "unclear")
    assert state_of(match) == before


@database
def test_the_word_below_a_move_makes_a_trial_of_all() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    done = table.write(seat, table.discard(seat), "TRY", "1")
    assert done.outcome["code"] == "tried"
    assert table.on_turn(match).pk == seat.pk


@database
def test_a_trial_that_ends_the_turn_says_so_and_names_what_was_not_tried() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    done = table.write(seat, "TRY", table.discard(seat), "1")
    assert (done.outcome["then"], done.outcome["left"]) == ("passed", ["1"])


@database
def test_a_trial_for_a_question_that_is_closed_is_stale() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    notice = Notice.objects.filter(seat=seat, question__isnull=False).latest("pk")
    table.press(seat, table.discard(seat))
    assert table.write(seat, "TRY", "1", notice=notice).outcome["code"] == "stale"


@database
def test_lines_that_were_tried_may_be_played_afterwards() -> None:
    _match, seat, action = a_match_with_a_plain_play()
    assert table.write(seat, action).state == Submission.State.APPLIED


@database
def test_a_word_without_moves_says_so() -> None:
    match = table.a_match()
    done = table.write(table.on_turn(match), "TRY")
    assert (done.outcome["code"], done.outcome["moves"]) == ("tried", [])


def walk(slug: str, number: int) -> int:
    """Try actions at every step of a deal, look at what came out, and say how many trials went through."""
    chance = Random(f"{slug} {number}")
    game = GAMES[slug].start(
        seats=min(GAMES[slug].seat_range), options={}, key=chance.randbytes(32), opening={}
    )
    went = 0
    for _step in range(STEPS):
        if not game.to_act():
            break
        seat = game.to_act()[0]
        legal = list(game.legal(seat))
        for action in chance.sample(legal, min(8, len(legal))):
            after = ahead(game, seat, action)
            if not isinstance(after, Barrier):
                check_that_nothing_came_out(game, after, seat)
                went += 1
        game.play(seat, chance.choice(legal))
    return went


def check_that_nothing_came_out(before: Game, after: Game, seat: int) -> None:
    """All cards that are seen or told were seen before."""
    known = {card for zone in before.view(seat).table.zones for card in zone.cards}
    view = after.view(seat, since=before.ply)
    assert {card for zone in view.table.zones for card in zone.cards} - known == set()
    for event in view.events:
        told = [str(event.args[name]) for name in ("card", "cards", "gift", "gifts") if name in event.args]
        assert set(" ".join(told).split()) <= known, event
    assert len(after.chance.uses) == len(before.chance.uses)


@pytest.mark.parametrize("slug", GAMES)
def test_a_trial_shows_no_card_that_was_not_seen(slug: str) -> None:
    assert sum(walk(slug, number) for number in range(DEALS)) > 0


@pytest.mark.parametrize("slug", GAMES)
def test_a_trial_leaves_the_deal_as_it_is(slug: str) -> None:
    game = GAMES[slug].start(seats=min(GAMES[slug].seat_range), options={}, key=b"k" * 32, opening={})
    seat = game.to_act()[0]
    before = game.view(seat, since=-1)
    for action in game.legal(seat):
        ahead(game, seat, action)
    assert game.view(seat, since=-1) == before
