"""Matches of more than two: Anna, Ben and Cilla at one table, of whom one may be taken out and two go on."""

import pytest

from hosting.mail.writing.letters import write
from hosting.matches import bots, opening, queries, verifying
from hosting.matches.models import Deal, Match, Notice, Seat
from hosting.now import now
from tests import people, table
from tests.matches.test_expiring import go_silent
from tests.matches.test_whole_matches import play_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

GAME = "wicked-christmas"


def a_match(**options: object) -> Match:
    """Three sit down; the last one starts it."""
    match = opening.open_match(people.anna(), game=GAME, options=options)
    table.stack_the_deck(match)
    opening.join(match, people.ben())
    match.refresh_from_db()
    assert match.state == "open"
    opening.join(match, people.cilla())
    match.refresh_from_db()
    return match


def a_match_with(*verbs: str) -> tuple[Match, Seat]:
    """A match in which the first to act has actions of all these kinds."""
    for _try in range(40):
        match = a_match()
        seat = table.on_turn(match)
        if set(verbs) <= {action.verb for action in table.legal(seat)}:
            return match, seat
    raise AssertionError("no such hand in forty deals")


def test_the_last_of_three_to_sit_down_starts_the_match() -> None:
    match = a_match()
    assert match.state == "playing"
    assert set(Notice.objects.filter(match=match).values_list("kind", flat=True)) == {"turn", "started"}


def test_a_game_is_not_opened_for_a_number_of_players_that_it_does_not_take() -> None:
    for seats in (2, 7):
        with pytest.raises(ValueError, match="not played by"):
            opening.open_match(people.anna(), game=GAME, seats=seats)
    assert not Match.objects.exists()


def test_a_match_of_bots_is_played_to_its_threshold_and_agrees_with_its_log() -> None:
    match = opening.open_match(people.anna(), game=GAME, seats=4, options={"threshold": 100}, bot="greedy")
    play_out(match)
    assert match.state == "finished"
    assert match.result
    assert max(match.result["totals"]) >= 100
    assert list(verifying.differences(match)) == []


def test_who_misses_too_many_turns_is_taken_out_and_the_others_play_on_in_later_rounds_too() -> None:
    match = a_match()
    silent = table.on_turn(match)
    for _step in range(20):
        if Deal.objects.get(match=match).left:
            break
        seat = table.on_turn(match)
        if seat.pk == silent.pk:
            go_silent(match)
        else:
            plays = [action for action in table.legal(seat) if action.verb in ("take", "play")]
            table.press(seat, str(plays[-1]))
    deal = Deal.objects.get(match=match)
    assert deal.left == [silent.number]
    taken_out = Notice.objects.filter(seat=silent, kind="expired").latest("pk")
    assert taken_out.player
    taken_out.player.language = "en"
    told = " ".join(write(taken_out, now()).text.split())
    assert "and so you are taken out of the match. The others play on." in told
    assert "lost" not in told
    assert table.on_turn(match).pk != silent.pk
    others = Seat.objects.filter(match=match).exclude(pk=silent.pk)
    others.update(bot="greedy")
    before = Notice.objects.filter(seat=silent).count()
    play_out_one_round(match)
    assert Notice.objects.filter(seat=silent).count() == before  # no mail of a round that is not his any more
    second = Deal.objects.get(match=match, number=2)
    assert second.opening["out"] == [silent.number]
    situation = queries.situation(match, others[0])
    assert situation.view.table.zone("hand", silent.number).count == 0
    assert list(verifying.differences(match)) == []


def test_who_was_taken_out_is_told_how_the_match_ended_and_of_nothing_before() -> None:
    match = a_match(rounds=2)
    silent = table.on_turn(match)
    Seat.objects.filter(pk=silent.pk).update(misses=2, misses_total=2)
    go_silent(match)
    Seat.objects.filter(match=match).exclude(pk=silent.pk).update(bot="greedy")
    while match.state == "playing":
        bots.act(table.on_turn(match).pk)
        match.refresh_from_db()
    told = list(Notice.objects.filter(seat=silent).order_by("pk").values_list("kind", flat=True))
    assert told[-2:] == ["expired", "match_ended"]
    last = Notice.objects.filter(seat=silent).latest("pk")
    assert last.player
    last.player.language = "en"
    text = write(last, now()).text
    assert "The match is over." in text
    assert len(text.splitlines()) < 40  # not the story of all rounds without him


def play_out_one_round(match: Match) -> None:
    """Let the bots play until the next round has begun."""
    while Deal.objects.filter(match=match).count() == 1:
        bots.act(table.on_turn(match).pk)
        match.refresh_from_db()


def test_one_line_of_a_mail_may_say_one_thing_after_another() -> None:
    match, seat = a_match_with("blast", "coal")
    submission = table.write(seat, "BLAST, then COAL")
    assert submission.state == "applied", submission.outcome
    assert submission.outcome["code"] == "applied"
    assert [
        entry.data["action"].split()[0] for entry in match.entries.filter(kind="action").order_by("seq")
    ] == [
        "blast",
        "coal",
    ]


def test_a_higher_card_is_asked_about_before_it_takes_the_pile() -> None:
    match = a_match()
    lowest = min(
        (action for action in table.legal(table.on_turn(match)) if action.verb == "play"),
        key=lambda action: int(action.args[0]),
    )
    table.press(table.on_turn(match), str(lowest))
    seat = table.on_turn(match)
    higher = next(action for action in table.legal(seat) if action.family == "higher")
    asked = table.write(seat, f"play {higher.args[0]}")
    assert (asked.state, asked.outcome["stopped"]["error"]) == ("refused", "ambiguous")
    done = table.write(seat, f"play {higher.args[0]} take")
    assert done.state == "applied", done.outcome
