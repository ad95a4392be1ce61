"""Resigning: always asked first, at any time, told to all; and the seats that are left play on."""

from collections import Counter

import pytest

from hosting.mail.writing.letters import write
from hosting.matches import dealing, leaving, moderating, opening, verifying
from hosting.matches.models import Deal, Entry, Match, Notice, Seat
from hosting.matches.sitting import Sitting
from hosting.now import now
from tests import people, table
from tests.games.hidden import ALL_CARDS
from tests.matches import test_answering as asked
from tests.matches import test_more_seats as three
from tests.matches.test_pausing import moderator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def asking_mail(seat: Seat) -> Notice:
    """The mail that asks whether he means it."""
    newest = Notice.objects.filter(seat=seat).latest("pk")
    answer = table.write(seat, "RESIGN", notice=newest)
    assert answer.outcome["done"] == [{"word": "resign", "code": "asks"}]
    return Notice.objects.get(submission=answer)


@pytest.mark.parametrize("line", ["RESIGN", "ge upp", "Menyerah kalah"])
def test_the_word_alone_resigns_nothing_and_asks(line: str) -> None:
    match = table.a_match()
    answer = table.write(table.on_turn(match), line)
    match.refresh_from_db()
    assert answer.outcome["done"] == [{"word": "resign", "code": "asks"}]
    assert match.state == "playing"
    assert not Entry.objects.filter(match=match, kind="left").exists()


def test_a_yes_to_the_mail_that_asks_ends_a_match_of_two_at_once() -> None:
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    left = table.write(seat, "Ja", notice=asking_mail(seat))
    match.refresh_from_db()
    assert left.outcome["done"][0]["code"] == "resigned"
    assert match.result
    assert (match.state, match.result["winners"], match.result["reason"]) == (
        "finished",
        [other.number],
        "resigned",
    )
    assert Notice.objects.filter(seat=other, kind="match_ended").count() == 1
    assert Notice.objects.get(submission=left).kind == "answer"
    assert list(verifying.differences(match)) == []


def test_a_yes_to_any_other_mail_resigns_nothing() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    turn = Notice.objects.filter(seat=seat, question__isnull=False).latest("pk")
    asking_mail(seat)
    assert table.write(seat, "yes", notice=turn).outcome["code"] == "empty"
    match.refresh_from_db()
    assert match.state == "playing"


def test_a_no_and_silence_change_nothing() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    stays = table.write(seat, "no", notice=asking_mail(seat))
    assert stays.outcome["done"] == [{"word": "resign", "code": "stays"}]
    assert not Entry.objects.filter(match=match, kind="left").exists()


def test_a_yes_counts_no_more_when_he_has_moved_since_he_was_asked() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    mail = asking_mail(seat)
    table.press(seat, table.discard(seat))
    late = table.write(seat, "yes", notice=mail)
    assert late.outcome["done"] == [{"word": "resign", "code": "asks"}]
    match.refresh_from_db()
    assert match.state == "playing"
    assert table.write(seat, "yes", notice=Notice.objects.get(submission=late)).state == "applied"


def test_who_is_not_to_move_may_resign_and_so_may_anybody_while_the_match_is_paused() -> None:
    match = table.a_match()
    moderating.pause(match.pk, by=moderator(), reason="a look at something")
    seat = table.waiting(match)
    table.write(seat, "yes", notice=asking_mail(seat))
    match.refresh_from_db()
    assert match.state == "finished"
    assert list(verifying.differences(match)) == []


def test_resigning_twice_is_refused_kindly() -> None:
    match = three.a_match()
    seat = table.on_turn(match)
    assert seat.player
    assert leaving.resign(seat, by=seat.player) == "resigned"
    with pytest.raises(leaving.CannotLeave, match="gone"):
        leaving.resign(seat, by=seat.player)


def test_nobody_resigns_for_another() -> None:
    match = table.a_match()
    with pytest.raises(leaving.CannotLeave, match="not_seated"):
        leaving.resign(table.on_turn(match), by=people.dan())


@pytest.mark.parametrize("game", ["wicked-christmas", "maldade-presenter"])
@pytest.mark.parametrize("steps", [0, 1, 2], ids=["the one to move", "the next", "the one before"])
def test_wherever_the_leaver_sits_the_others_play_on_in_order_with_all_the_cards(
    game: str, steps: int
) -> None:
    match = four_at(game)
    mover = table.on_turn(match)
    leaver = Seat.objects.get(match=match, number=(mover.number + (0, 1, 3)[steps]) % 4)
    before = cards_at(match)
    assert leaver.player
    assert leaving.resign(leaver, by=leaver.player) == "resigned"
    assert cards_at(match) == before
    order = []
    for _turn in range(6):
        seat = table.on_turn(match)
        order.append(seat.number)
        end_turn(match, seat)
        assert cards_at(match) == before
    left = [number for number in range(4) if number != leaver.number]
    first = mover.number if steps else (mover.number + 1) % 4
    start = left.index(first)
    assert order == [left[(start + turn) % 3] for turn in range(6)]
    match.refresh_from_db()
    assert list(verifying.differences(match)) == []


def test_the_others_are_told_that_one_has_left() -> None:
    match = three.a_match()
    mover = table.on_turn(match)
    leaver, third = Seat.objects.select_related("player", "match").filter(match=match).exclude(pk=mover.pk)
    assert leaver.player
    leaving.resign(leaver, by=leaver.player)
    assert Notice.objects.filter(seat__in=[mover, third], kind="seat").count() == 2
    assert Entry.objects.get(match=match, kind="left").data["why"] == "resign"


def test_who_resigns_while_another_owes_an_answer_leaves_as_soon_as_it_is_given() -> None:
    match = asked.a_match(ben="ask")
    anna, ben, _cilla = asked.seats(match)
    table.press(anna, asked.a_gift(match))
    assert anna.player
    assert leaving.resign(anna, by=anna.player) == "waits"
    with pytest.raises(leaving.CannotLeave, match="gone"):
        leaving.resign(asked.seats(match)[0], by=anna.player)
    assert not Entry.objects.filter(match=match, kind="left").exists()
    ben = asked.seats(match)[1]
    assert table.press(ben, str(table.legal(ben)[-1])).state == "applied"
    assert Entry.objects.get(match=match, kind="left").seat == anna.number
    assert table.on_turn(match).number != anna.number
    match.refresh_from_db()
    assert list(verifying.differences(match)) == []


def test_who_owes_an_answer_himself_has_it_given_the_usual_way_and_is_gone() -> None:
    match = asked.a_match(ben="ask")
    anna, ben, _cilla = asked.seats(match)
    table.press(anna, asked.a_gift(match))
    assert ben.player
    assert leaving.resign(asked.seats(match)[1], by=ben.player) == "resigned"
    assert table.on_turn(match).number == anna.number
    match.refresh_from_db()
    assert list(verifying.differences(match)) == []


def test_the_last_one_left_wins_at_once() -> None:
    match = three.a_match()
    stays, *go = Seat.objects.filter(match=match).select_related("player", "match")
    for seat in go:
        assert seat.player
        leaving.resign(seat, by=seat.player)
    match.refresh_from_db()
    assert match.result
    assert (match.state, match.result["winners"]) == ("finished", [stays.number])
    assert Notice.objects.filter(seat=stays, kind="match_ended").exists()


def test_when_only_bots_are_left_the_match_counts_for_nobody() -> None:
    match = opening.open_match(people.anna(), game="wicked-christmas", bot="random")
    seat = Seat.objects.select_related("player", "match").get(match=match, player__isnull=False)
    assert seat.player
    leaving.resign(seat, by=seat.player)
    match.refresh_from_db()
    assert match.state == "void"
    assert Notice.objects.filter(seat=seat, kind="voided").exists()


def test_who_resigns_by_mail_and_leaves_only_bots_is_told_why_the_match_is_void() -> None:
    match = opening.open_match(people.cilla(), game="wicked-christmas", bot="random")
    seat = Seat.objects.select_related("player", "match").get(match=match, player__isnull=False)
    table.write(seat, "YES", notice=asking_mail(seat))
    answer = Notice.objects.filter(seat=seat, kind="answer").latest("pk")
    told = " ".join(write(answer, now()).text.split())
    assert "Only the host's own players are left at the table, so the match ends here" in told


def test_a_seat_is_given_back_before_the_match_begins_and_another_takes_it() -> None:
    match = opening.open_match(people.anna(), game="wicked-christmas")
    mine = opening.join(match, people.ben())
    mine = Seat.objects.select_related("match").get(pk=mine.pk)
    assert leaving.resign(mine, by=people.ben()) == "given_up"
    assert opening.join(match, people.cilla()).number == mine.number


def test_when_the_creator_leaves_before_the_start_another_has_the_match_or_it_is_called_off() -> None:
    match = opening.open_match(people.anna(), game="wicked-christmas")
    opening.join(match, people.ben())
    seats = {seat.number: seat for seat in Seat.objects.filter(match=match).select_related("match")}
    leaving.resign(seats[0], by=people.anna())
    match.refresh_from_db()
    assert (match.state, match.creator) == ("open", people.ben())
    leaving.resign(seats[1], by=people.ben())
    match.refresh_from_db()
    assert match.state == "cancelled"


def four_at(game: str) -> Match:
    """Anna, Ben, Cilla and Dan."""
    match = opening.open_match(people.anna(), game=game, seats=4)
    table.stack_the_deck(match)
    for player in (people.ben(), people.cilla(), people.dan()):
        opening.join(match, player)
    match.refresh_from_db()
    return match


def end_turn(match: Match, seat: Seat) -> None:
    """The clock ends a turn, the same way in each game."""
    sitting = Sitting.open(match.pk)
    sitting.expire(sitting.seat(seat.pk), {})
    sitting.close()


def cards_at(match: Match) -> Counter[str]:
    """All cards of the newest deal, wherever they lie."""
    deal = Deal.objects.filter(match=match).latest("number")
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    match.refresh_from_db()
    with dealing.looking_at(match, deal, seats) as laid:
        return ALL_CARDS[match.game](laid.game)
