"""Stories of people at a table: they talk, fall out, are helped, and leave, all by mail."""

import datetime as dt

import pytest

from hosting.mail.sending.outbox import _before_writing
from hosting.mail.writing.letters import write
from hosting.matches import reporting, talking, verifying
from hosting.matches.models import Match, Notice, Press, Report, Seat, Submission
from hosting.now import now, travel
from tests import table
from tests.mail.gallery import whole
from tests.matches import test_more_seats as three
from tests.matches.test_pausing import moderator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def seats(match: Match) -> list[Seat]:
    return list(Seat.objects.filter(match=match).select_related("player", "match").order_by("number"))


def newest(seat: Seat, kind: str = "") -> Notice:
    found = Notice.objects.filter(seat=seat, **({"kind": kind} if kind else {}))
    return whole(found.latest("pk"))


def text_of(notice: Notice) -> str:
    """A mail in English, as one line of plain blanks."""
    assert notice.player
    notice.player.language = "en"
    return " ".join(write(notice, now()).text.split())


def reply(seat: Seat, *lines: str) -> Submission:
    return table.write(seat, *lines, notice=newest(seat))


def test_three_friends_chat_through_a_turn_and_read_it_all_in_few_mails() -> None:
    match = three.a_match()
    mover, *others = sorted(seats(match), key=lambda seat: seat.question is None)
    second, third = others
    reply(mover, "TALK Sorry, I am at my mother's.", "Back on Sunday.")
    with travel(dt.timedelta(minutes=2)):
        reply(second, "PRATA Hälsa henne!")
    told = text_of(newest(third, "press"))
    assert f"{mover.name}: Sorry, I am at my mother's." in told
    assert f"{mover.name}: Back on Sunday." in told
    assert f"{second.name}: Hälsa henne!" in told
    assert Notice.objects.filter(seat=third, kind="press").count() == 1
    with travel(dt.timedelta(minutes=10)):
        talking.note_read(third, now())
        dropped = _before_writing(newest(third, "press"), now())
    assert dropped is not None
    assert dropped.state == "dropped"


def test_a_cross_word_is_muted_reported_hidden_and_answered() -> None:
    match, dan = three.a_match(), moderator()
    rude, hurt, _third = seats(match)
    reply(rude, "TALK you play like a sleepy goat")
    press = Press.objects.get()
    done = reply(hurt, f"MUTE {rude.name}", "REPORT He calls me a goat each time.")
    assert [each["code"] for each in done.outcome["done"]] == ["done", "reported"]
    assert "Your report has gone to the moderators" in text_of(newest(hurt, "answer"))
    assert dan.notices.filter(kind="moderators").count() == 1
    talking.hide(press, by=dan)
    talking.silence(press, by=dan)
    reporting.settle(Report.objects.get().pk, "We have hidden it, and he may not talk for now.", by=dan)
    assert "he may not talk for now" in text_of(newest(hurt, "reported"))
    reply(rude, "TALK what did I do?")
    assert "a moderator has decided" in text_of(newest(rude, "answer"))


def test_a_player_who_quotes_his_reply_address_at_the_table_gives_no_key_away() -> None:
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    address = write(newest(seat), now()).headers["Reply-To"]
    reply(seat, f"TALK your mails come from <{address}>, do mine, too?")
    told = write(newest(other, "press"), now())
    secret = address.partition("@")[0].partition("+")[2]
    assert secret not in told.text + told.html
    assert "do mine, too?" in " ".join(told.text.split()).replace("\N{NO-BREAK SPACE}", " ")


def test_one_of_three_gives_up_out_of_turn_and_the_other_two_play_on() -> None:
    match = three.a_match()
    leaver = next(seat for seat in seats(match) if seat.question is None)
    asked = reply(leaver, "I have no time any more, sorry.", "RESIGN")
    assert "If you mean it, reply to this very email with just the word YES." in text_of(
        newest(leaver, "answer")
    )
    assert asked.state == "refused"
    left = reply(leaver, "Yes please")
    assert left.outcome["done"][0]["code"] == "resigned"
    match.refresh_from_db()
    assert match.state == "playing"
    for _turn in range(4):
        mover = table.on_turn(match)
        assert mover.number != leaver.number
        table.press(mover, str(table.legal(mover)[-1]))
    match.refresh_from_db()
    assert list(verifying.differences(match)) == []
