"""Stories of moves taken back: what hosts of other games got wrong, told with Anna and Ben at our table.

Each is told by mail, as they would have it: a worker takes their letters up, and they read what comes back.
"""

from collections.abc import Iterator

import pytest

from hosting.mail.writing.letters import write
from hosting.matches import dealing, queries, verifying
from hosting.matches.models import Deal, Entry, Match, Notice, Seat, Submission
from hosting.now import now
from tests import table
from tests.matches.test_undoing import a_match, a_match_in_which_a_card_has_been_turned, as_line
from tests.web.visiting import browser_of, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def reading(submission: Submission) -> str:
    """The mail that answers it, in English, as one line."""
    notice = Notice.objects.select_related("match", "seat", "player", "submission__player").get(
        submission=submission
    )
    assert notice.player
    notice.player.language = "en"
    return " ".join(write(notice, now()).text.split())


def everybody(match: Match) -> Iterator[Seat | None]:
    yield None
    yield from Seat.objects.filter(match=match).select_related("player", "match").order_by("number")


def test_a_player_regrets_a_card_and_plays_another_in_the_same_letter() -> None:
    match, (first,) = a_match()
    seat = table.on_turn(match)
    regretted = as_line(match, first)
    assert table.write(seat, regretted).state == "applied"
    letter = table.write(seat, "Sorry, that was the wrong one.", "UNDO", table.discard(seat), "/Anna")
    assert letter.state == "applied"
    told = reading(letter)
    assert "You took back your last move." in told
    assert "Done." in told
    assert table.on_turn(match).pk != seat.pk
    match.refresh_from_db()
    assert list(verifying.differences(match)) == []


def test_nobody_draws_a_card_looks_at_it_and_takes_the_draw_back() -> None:
    """Elsewhere undo was a free look at the next card."""
    match = a_match_in_which_a_card_has_been_turned()
    seat = table.on_turn(match)
    table.write(seat, "send again")
    before = match.entries.count()
    letter = table.write(seat, "undo")
    assert letter.state == "refused"
    assert "it brought out cards or chance that somebody has seen" in reading(letter)
    assert match.entries.count() == before


def test_playing_and_taking_back_again_and_again_brings_out_no_other_cards() -> None:
    """Elsewhere undo and redo fished for better luck, and a restart dealt other cards."""
    match, (first,) = a_match()
    line, seat = as_line(match, first), table.on_turn(match)
    seen = []
    for _try in range(3):
        assert table.write(table.on_turn(match), line).state == "applied"
        dealing.forget()  # as after a restart of the host
        match.refresh_from_db()
        seen.append([queries.situation(match, viewer).view.table for viewer in everybody(match)])
        assert table.write(table.on_turn(match), "UNDO").state == "applied"
    assert seen[0] == seen[1] == seen[2]
    with dealing.looking_at(
        match, Deal.objects.get(match=match), list(match.seats.order_by("number"))
    ) as laid:
        uses = len(laid.game.chance.uses)
    assert uses <= 2  # the shuffle, and perhaps who begins
    assert seat.pk == table.on_turn(match).pk


def test_the_other_player_steps_back_in_the_story_and_sees_no_hand() -> None:
    """Elsewhere stepping back through the history showed the hands of that time."""
    match, (first,) = a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    table.write(seat, as_line(match, first))
    table.write(seat, "UNDO")
    match.refresh_from_db()
    for seq in range(2, match.seq + 1):
        view = queries.situation(match, other, at=seq).view
        assert set(view.table.zone("hand", seat.number).cards) == {None}
        assert queries.situation(match, None, at=seq).view.table.zone("hand", other.number).cards[0] is None
    assert other.player
    page = text_of(browser_of(other.player).get(f"/match/{match.pk}/log"))
    assert seat.name in page


def test_a_move_is_taken_back_by_who_made_it_and_never_after_the_other_has_moved() -> None:
    """Elsewhere it was unclear whose move a takeback takes back, and offers outlived the next move."""
    match, (first,) = a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    table.write(seat, as_line(match, first))
    notice = Notice.objects.filter(seat=other).latest("pk")
    assert table.write(other, "UNDO", notice=notice).outcome["code"] == "not_your_turn"
    mine = Notice.objects.filter(seat=seat, question__isnull=False).latest("pk")
    table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    late = table.write(seat, "UNDO", notice=mine)
    assert (late.state, late.outcome["code"]) == ("refused", "stale")
    assert not Entry.objects.filter(match=match, undone_by__isnull=False).exists()
    answered = table.write(table.on_turn(match), "UNDO")
    assert "You have made no move in this turn that could be undone." in reading(answered)
