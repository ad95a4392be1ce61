"""Reports: kept, told to moderators who do not play, settled by one of them, and answered."""

import datetime as dt

import pytest

from hosting.mail.writing.letters import write
from hosting.matches import reporting, talking
from hosting.matches.models import Notice, Press, Report
from hosting.matches.moderating import CannotModerate
from hosting.now import now, travel
from tests import people, table
from tests.mail.gallery import whole
from tests.matches.test_pausing import moderator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

ANSWER = "We have talked with the player."


def test_a_report_by_mail_is_kept_and_the_moderators_are_told_and_the_others_are_not() -> None:
    match, dan = table.a_match(), moderator()
    seat = table.on_turn(match)
    done = table.write(seat, "REPORT He keeps sending me rude mails.", "It has to stop.")
    assert done.outcome["done"][0]["code"] == "reported"
    report = Report.objects.get()
    assert (report.match, report.by, report.kind) == (match, seat.player, "other")
    assert report.text == "He keeps sending me rude mails.\nIt has to stop."
    told = Notice.objects.get(kind="moderators")
    assert (told.player, told.data["what"], told.data["report"]) == (dan, "report", report.pk)
    assert "rude" not in write(whole(told), now()).text
    assert not Press.objects.exists()


def test_a_moderator_who_plays_in_the_match_is_not_told_and_settles_nothing() -> None:
    match, dan = table.a_match(), moderator()
    anna = people.anna()
    anna.is_staff = True
    anna.save()
    report = reporting.report(match, "something is wrong here", by=people.ben())
    assert list(Notice.objects.filter(kind="moderators").values_list("player", flat=True)) == [dan.pk]
    with pytest.raises(CannotModerate, match="plays_in_it"):
        reporting.settle(report.pk, ANSWER, by=anna)
    reporting.settle(report.pk, ANSWER, by=dan)


def test_who_reported_gets_the_answer_by_mail_and_it_is_settled_once() -> None:
    match, dan = table.a_match(), moderator()
    report = reporting.report(match, "something is wrong here", by=people.ben())
    reporting.settle(report.pk, ANSWER, by=dan)
    notice = whole(Notice.objects.get(key=f"report:{report.pk}"))
    assert notice.player == people.ben()
    notice.player.language = "en"
    text = " ".join(write(notice, now()).text.split())
    assert "Your report has been looked at." in text
    assert f"The moderators answer: {ANSWER}" in text
    with pytest.raises(CannotModerate, match="changed"):
        reporting.settle(report.pk, ANSWER, by=dan)


def test_an_answer_needs_words() -> None:
    report = reporting.report(table.a_match(), "something is wrong here", by=people.ben())
    with pytest.raises(CannotModerate, match="reason"):
        reporting.settle(report.pk, " ok ", by=moderator())


def test_the_same_report_again_is_the_one_that_is_there_and_ten_a_day_are_the_most() -> None:
    match, ben = table.a_match(), people.ben()
    first = reporting.report(match, "the same", by=ben)
    assert reporting.report(match, "the same", by=ben) == first
    for number in range(9):
        reporting.report(match, f"report {number}", by=ben)
    with pytest.raises(reporting.CannotReport, match="too_often"):
        reporting.report(match, "one more", by=ben)
    with travel(dt.timedelta(days=1, minutes=1)):
        reporting.report(match, "one more", by=ben)


def test_something_else_needs_words_and_the_other_kinds_do_not() -> None:
    match, ben = table.a_match(), people.ben()
    with pytest.raises(reporting.CannotReport, match="empty"):
        reporting.report(match, "  ", by=ben)
    with pytest.raises(reporting.CannotReport, match="kind"):
        reporting.report(match, "x", by=ben, kind="dislike")
    assert reporting.report(match, "", by=ben, kind="spam").kind == "spam"


def test_what_is_hidden_is_read_by_nobody_and_nobody_hides_in_his_own_match() -> None:
    match, dan = table.a_match(), moderator()
    seat, other = table.on_turn(match), table.waiting(match)
    assert seat.player
    assert other.player
    talking.say(seat, "something ugly", by=seat.player)
    press = Press.objects.get()
    with pytest.raises(CannotModerate, match="plays_in_it"):
        talking.hide(press, by=other.player)
    talking.hide(press, by=dan)
    assert talking.said_at(match, other.player) == []
    notice = whole(Notice.objects.get(seat=other, kind="press"))
    assert talking.is_overtaken(notice)
    talking.show(Press.objects.get(), by=dan)
    assert [each.text for each in talking.said_at(match, other.player)] == ["something ugly"]
    talking.silence(press, by=dan)
    assert talking.say(seat, "again", by=seat.player) == "not_allowed"
    talking.allow(press, by=dan)
    assert talking.say(seat, "again", by=seat.player) == "said"
