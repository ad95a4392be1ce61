import pytest

from hosting.matches import bots, opening, queries, verifying
from hosting.matches.models import Entry, Match, Notice, Seat
from hosting.matches.playing import play
from hosting.matches.submitting import submit
from tests import people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def play_out(match: Match, bot: str = "greedy") -> None:
    """Let every seat play as a bot would until the match ends."""
    Seat.objects.filter(match=match).update(bot=bot)
    while (seat := Seat.objects.filter(match=match, question__isnull=False).first()) is not None:
        bots.act(seat.pk)
        match.refresh_from_db()


def test_a_match_is_played_from_the_first_deal_to_its_target_and_agrees_with_its_log() -> None:
    match = opening.open_match(people.anna(), game="spite-and-malice", options={"target": 10})
    opening.join(match, people.ben(), luck="tuah")
    match.refresh_from_db()
    assert match.state == "playing"
    play_out(match)
    assert match.state == "finished"
    assert match.result
    assert max(match.result["totals"]) >= 10
    assert list(verifying.differences(match)) == []


def test_a_submission_with_two_lines_is_applied_in_order_and_answered_once() -> None:
    match = opening.open_match(people.anna(), game="spite-and-malice")
    opening.join(match, people.ben())
    match.refresh_from_db()
    seat = Seat.objects.get(match=match, question__isnull=False)
    notice = Notice.objects.get(seat=seat, kind="turn")
    situation = queries.situation(match, seat)
    last = situation.view.legal[-1]
    submission = submit(
        seat,
        player=seat.player,
        question=notice.question,
        source="mail",
        key="k1",
        lines=[f"discard {last.args[0]} {last.args[1]}"],
    )
    play(submission.pk)
    submission.refresh_from_db()
    assert submission.state == "applied", submission.outcome
    assert Entry.objects.filter(match=match, kind="action").count() == 1
    assert Notice.objects.filter(key=f"answer:{submission.pk}").count() == 1
    play(submission.pk)
    assert Entry.objects.filter(match=match, kind="action").count() == 1
