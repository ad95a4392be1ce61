"""What holds for every game after every single step: moves, silences, departures and answers."""

from collections import Counter
from copy import deepcopy
from random import Random

import pytest

from hosting.games import GAMES
from hosting.rules.game import Game
from hosting.rules.playout import ASK
from hosting.rules.values import Event, View
from tests.games.hidden import ALL_CARDS, SHOWN_IN_PASSING, permuted
from tests.games.walks import fresh, rough, tables

every_table = pytest.mark.parametrize(
    ("slug", "seats"), [(slug, seats) for slug in sorted(GAMES) for seats in tables(slug)]
)
every_game = pytest.mark.parametrize("slug", sorted(GAMES))

DEALS = 4


def told(game: Game) -> list[View]:
    """Give all that anybody knows of a deal."""
    return [game.view(viewer, since=-1) for viewer in (*range(game.seats), None)]


@every_table
def test_no_card_is_lost_or_made_by_any_step(slug: str, seats: int) -> None:
    cards = ALL_CARDS[slug]
    deck = cards(fresh(slug, seats=seats))
    for number in range(DEALS):
        for game, steps in rough(slug, f"cards {number}", seats):
            assert cards(game) == deck, steps[-1:]


@every_table
def test_a_replay_of_any_steps_gives_the_same_deal(slug: str, seats: int) -> None:
    kinds = Counter[str]()
    for number in range(DEALS):
        key, rng = f"replay {number}", Random(number)
        for game, steps in rough(slug, key, seats):
            if game.to_act() and rng.random() > 0.05:
                continue
            again = GAMES[slug].replay(steps, seats=seats, options={}, key=key.encode(), opening={})
            assert told(again) == told(game)
            assert again.chance.uses == game.chance.uses
            assert (again.ply, again.turns, again.opener) == (game.ply, game.turns, game.opener)
        kinds += Counter(step.kind for step in steps)
    assert {"action", "expire"} <= set(kinds)


@every_game
def test_rough_deals_have_silences_departures_and_every_order(slug: str) -> None:
    done = [
        step
        for seats in tables(slug)
        for number in range(4 * DEALS)
        for *_, (_game, steps) in [rough(slug, f"replay {number}", seats)]
        for step in steps
    ]
    assert {step.kind for step in done} == {"action", "expire", "leave"}
    assert {order for step in done for order in step.orders} == set(GAMES[slug].standing_orders)


@every_table
def test_a_deal_ends_however_roughly_it_is_played(slug: str, seats: int) -> None:
    for number in range(DEALS):
        for game, steps in rough(slug, f"end {number}", seats):  # noqa: B007 - the last one is looked at
            assert len(steps) < 5000
        outcome = game.outcome()
        assert outcome is not None
        assert len(outcome.scores) == seats
        assert set(outcome.winners) <= set(range(seats))


@every_table
def test_every_seat_that_is_waited_for_can_act_be_silent_and_be_asked_again_only_for_an_answer(
    slug: str, seats: int
) -> None:
    for number in range(DEALS):
        for game, _steps in rough(slug, f"waiting {number}", seats):
            for seat in game.to_act():
                legal = list(game.legal(seat))
                assert legal
                assert len(set(legal)) == len(legal)
            assert bool(game.to_act()) is (game.outcome() is None)
            assert len(set(game.to_act())) == len(game.to_act())
            assert not game.answering() or (game.standing_orders and ASK in game.standing_orders)


@every_table
def test_no_view_depends_on_what_its_viewer_may_not_see_after_any_step(slug: str, seats: int) -> None:
    rng = Random(7)
    for game, _steps in rough(slug, "hidden", seats):
        if rng.random() < 0.2:
            for viewer in (*range(seats), None):
                assert permuted(game, viewer, rng).view(viewer, since=-1) == game.view(viewer, since=-1)


@every_table
def test_a_step_tells_nobody_what_the_table_does_not_show_him(slug: str, seats: int) -> None:
    """Where two deals look alike to a viewer before a step and after it, the step sounds alike, too."""
    rng, compared = Random(13), 0
    for number in range(2):
        for game, _steps in rough(slug, f"told {number}", seats):
            if not game.to_act() or rng.random() > 0.3:
                continue
            seat = game.to_act()[0]
            action = rng.choice(list(game.legal(seat)))
            for viewer in (*range(seats), None):
                here, there = deepcopy(game), permuted(game, viewer, rng)
                if action not in there.legal(seat):
                    continue
                here.act(seat, action)
                there.act(seat, action)
                mine, other = here.view(viewer, since=game.ply), there.view(viewer, since=game.ply)
                if mine.table == other.table and in_passing(mine) == in_passing(other):
                    compared += 1
                    assert mine.events == other.events, (seat, str(action), viewer)
    assert compared


def in_passing(view: View) -> list[Event]:
    """Give what the rules show of cards that then lie hidden again."""
    return [event for event in view.events if event.name in SHOWN_IN_PASSING.get(view.slug, ())]
