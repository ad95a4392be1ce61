"""What holds for every game: the contract between a game and its host."""

from copy import deepcopy
from dataclasses import FrozenInstanceError
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.games import GAMES, bots, game
from hosting.rules.errors import BadOption, IllegalAction
from hosting.rules.game import Game
from hosting.rules.playout import play_out
from hosting.rules.values import Action, Step
from hosting.rules.words import LANGUAGES, languages_of
from tests.games.hidden import ALL_CARDS, permuted
from tests.games.walks import at, fresh, rough, tables, walk

every_game = pytest.mark.parametrize("slug", sorted(GAMES))


@every_game
def test_a_game_says_what_the_host_needs_to_know(slug: str) -> None:
    kind = game(slug)
    assert kind.slug == slug
    assert kind.seat_range.start >= 2
    assert kind.rules_version >= 1
    assert set(kind.languages) == set(languages_of(slug)) == set(LANGUAGES)
    assert {"greedy", "random"} <= set(bots(slug))


@every_game
def test_options_have_defaults_and_come_back_from_their_data(slug: str) -> None:
    options = game(slug).options
    assert options.parse(options.parse({}).as_dict()) == options.parse({})
    with pytest.raises(BadOption):
        options.parse({"no such option": 1})


@every_game
def test_every_deal_ends_and_has_a_score_for_each_seat(slug: str) -> None:
    for number in range(6):
        for bot in bots(slug).values():
            deal = fresh(slug, f"end {number}")
            played = play_out(deal, bot, Random(number))
            assert len(played.outcome.scores) == deal.seats
            assert set(played.outcome.winners) <= set(range(deal.seats))
            assert list(deal.to_act()) == []


@every_game
def test_a_seat_that_is_to_act_always_has_a_legal_action_and_each_only_once(slug: str) -> None:
    for deal in walk(slug):
        for seat in deal.to_act():
            legal = list(deal.legal(seat))
            assert legal
            assert len(set(legal)) == len(legal)


@every_game
def test_no_card_is_lost_or_made(slug: str) -> None:
    cards = ALL_CARDS[slug]
    deck = cards(fresh(slug))
    for number in range(3):
        for deal in walk(slug, f"cards {number}"):
            assert cards(deal) == deck


@every_game
def test_no_card_is_lost_when_time_runs_out_or_a_seat_leaves(slug: str) -> None:
    cards = ALL_CARDS[slug]
    for steps in (0, 7, 30):
        silent, leaving = at(slug, "gone", steps), at(slug, "gone", steps)
        if silent.outcome():
            break
        deck = cards(silent)
        silent.timeout(silent.to_act()[0])
        leaving.depart(leaving.to_act()[0])
        assert cards(silent) == cards(leaving) == deck


@every_game
def test_a_replay_gives_the_same_deal(slug: str) -> None:
    deal = fresh(slug, "replay")
    steps = list(play_out(deal, bots(slug)["random"], Random(3)).steps)
    again = game(slug).replay(steps, seats=deal.seats, options={}, key=b"replay", opening={})
    for viewer in (*range(deal.seats), None):
        assert again.view(viewer, since=-1) == deal.view(viewer, since=-1)
    assert again.chance.uses == deal.chance.uses


@every_game
def test_expired_turns_and_leaving_are_replayed_too(slug: str) -> None:
    deal = fresh(slug, "replay")
    steps = []
    for number in range(6):
        seat = deal.to_act()[0]
        kind = "expire" if number % 2 else "action"
        step = Step("expire", seat) if kind == "expire" else Step("action", seat, str(deal.legal(seat)[-1]))
        steps.append(step)
        deal.take(step)
    steps.append(Step("leave", 0))
    deal.take(steps[-1])
    again = game(slug).replay(steps, seats=deal.seats, options={}, key=b"replay", opening={})
    assert again.view(0, since=-1) == deal.view(0, since=-1)


@every_game
def test_a_view_does_not_depend_on_what_its_viewer_may_not_see(slug: str) -> None:
    rng = Random(7)
    for number, deal in enumerate(walk(slug, "hidden")):
        if number % 5:
            continue
        for viewer in (*range(deal.seats), None):
            assert permuted(deal, viewer, rng).view(viewer, since=-1) == deal.view(viewer, since=-1)


@every_game
def test_hidden_cards_do_change_what_others_may_see(slug: str) -> None:
    deal, rng = at(slug, "hidden", 10), Random(7)
    seat = deal.to_act()[0]
    views = [permuted(deal, None, rng).view(seat) for _ in range(5)]
    assert any(view != deal.view(seat) for view in views)


@every_game
def test_actions_and_their_text_are_inverse(slug: str) -> None:
    for deal in walk(slug):
        for seat in deal.to_act():
            for action in deal.legal(seat):
                assert Action.parse(str(action)) == action


@every_game
def test_only_the_viewers_own_legal_actions_are_shown(slug: str) -> None:
    for deal in walk(slug):
        for viewer in (*range(deal.seats), None):
            expected = tuple(deal.legal(viewer)) if viewer in deal.to_act() and viewer is not None else ()
            assert deal.view(viewer).legal == expected


@every_game
def test_a_view_cannot_be_changed(slug: str) -> None:
    view = fresh(slug).view(0)
    with pytest.raises(FrozenInstanceError):
        view.ply = 3  # type: ignore[misc]  # that it may not be done is the point


@every_game
def test_events_are_given_since_a_ply(slug: str) -> None:
    deal = at(slug, "events", 4)
    assert deal.ply == 4
    assert deal.view(None, since=4).events == ()
    newest = deal.view(None, since=3).events
    assert newest
    assert deal.view(None, since=0).events[-len(newest) :] == newest
    assert len(deal.view(None, since=-1).events) > len(deal.view(None, since=0).events)


@every_game
def test_events_that_only_some_may_see_are_seen_by_those(slug: str) -> None:
    for viewer in (0, 1, None):
        *_, deal = walk(slug, "private")
        for event in deal.view(viewer, since=-1).events:
            assert event.seen_by is None or viewer in event.seen_by


@every_game
@settings(max_examples=80, deadline=None)
@given(key=st.text("abcdef", max_size=4), steps=st.integers(0, 200), table=st.integers(0, 2))
def test_the_auto_turn_works_for_every_seat_that_is_waited_for(
    slug: str, key: str, steps: int, table: int
) -> None:
    """Also for a seat that owes an answer: it is given, and the turn that waited for it goes on."""
    sizes = tables(slug)
    for number, (deal, _steps) in enumerate(rough(slug, key, sizes[table % len(sizes)])):  # noqa: B007 - looked at below
        if number == steps:
            break
    for seat in deal.to_act():
        silent = deepcopy(deal)
        before, owes = (silent.ply, silent.turns), silent.answering()
        silent.timeout(seat)
        begun = silent.turns - before[1]
        assert silent.ply == before[0] + 1
        assert begun == 1 or (begun > 1 and silent.standing_orders) or (begun == 0 and owes)
        over_or_passed = silent.outcome() is not None or seat not in silent.to_act()
        assert over_or_passed or begun > 1 or (owes and not silent.answering())


@every_game
def test_seats_that_are_always_silent_come_to_an_end_when_the_host_takes_them_out_at_last(slug: str) -> None:
    deal = fresh(slug, "silence")
    while deal.to_act():
        seat = deal.to_act()[0]
        deal.timeout(seat)
        if deal.ply > 300 and deal.outcome() is None:
            deal.depart(seat)
        assert deal.ply < 330
    assert deal.outcome() is not None


@every_game
def test_who_is_not_to_act_cannot_act_expire_or_leave_a_deal_that_is_over(slug: str) -> None:
    deal: Game = fresh(slug)
    waiting = next(seat for seat in range(deal.seats) if seat not in deal.to_act())
    with pytest.raises(IllegalAction):
        deal.timeout(waiting)
    with pytest.raises(IllegalAction):
        deal.play(waiting, deal.legal(deal.to_act()[0])[0])
    *_, over = walk(slug)
    with pytest.raises(IllegalAction):
        over.depart(0)
