"""Mails that say that their writer is away become an offer to note an absence, and nothing else."""

import datetime as dt

import pytest

from hosting.mail.addresses import bounce_address, reply_address
from hosting.mail.models import InboundMail
from hosting.mail.reading.away import days_given, last_day, speaks_of_it
from hosting.matches.models import Entry, Match, Notice, Submission
from hosting.now import now, travel
from hosting.players import absences
from hosting.players.models import Absence
from tests import people, table
from tests.mail.letters import letter
from tests.mail.test_taking import asked, his, kinds, reply, taken

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

TODAY = dt.date(2026, 11, 30)
AUTO = "Auto-Submitted: auto-replied"


@pytest.fixture
def match() -> Match:
    """Anna against Ben."""
    return table.a_match()


def in_days(days: int) -> dt.date:
    """A day from now on."""
    return now().date() + dt.timedelta(days=days)


def vacation(
    notice: Notice, text: str = "I am on vacation.", *, to: str = "", sender: str = ""
) -> InboundMail:
    """A vacation program answers a notice."""
    raw = letter(text, AUTO, sender=sender or his(notice), subject="Automatic reply")
    return taken(raw, to or reply_address(notice))


def the_offer() -> Notice:
    """The only offer."""
    return Notice.objects.select_related("player").get(kind=Notice.Kind.BACK_SOON, data__what="offer")


def says(offer: Notice, *lines: str, sender: str = "") -> list[str]:
    """What is told after a reply to an offer."""
    taken(letter("\r\n".join(lines), sender=sender or his(offer)), reply_address(offer))
    told = Notice.objects.filter(kind=Notice.Kind.BACK_SOON).exclude(pk=offer.pk).order_by("pk")
    return [notice.data.get("refused") or notice.data["what"] for notice in told]


# --- What a text says


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I am out of the office until December 7.", (12, 7)),
        ("I am out of office and will be back on 7 December 2026.", (12, 6)),
        ("Out of office until Monday, 7th of December", (12, 7)),
        ("I am away from 2026-12-01 to 2026-12-10 and read no mail.", (12, 10)),
        ("Jag har semester t.o.m. den 11 december.", (12, 11)),
        ("Jag är åter på kontoret den 11 december.", (12, 10)),
        ("Saya bercuti hingga 15 Disember 2026.", (12, 15)),
        ("Saya akan kembali pada 15 Disember.", (12, 14)),
        ("Ich bin im Urlaub bis zum 12.12.2026.", (12, 12)),
        ("Ich bin ab dem 12. Dezember wieder da.", None),
        ("I am on vacation.", None),
        ("Back on 12/11.", None),
        ("Call 2026-99-99 until 31 February.", None),
        ("I was out of the office until 7 May 2019.", None),
    ],
)
def test_the_last_day_is_read_where_it_is_sure(text: str, day: tuple[int, int] | None) -> None:
    assert last_day(text, TODAY) == (dt.date(2026, *day) if day else None)


def test_a_day_without_a_year_is_the_next_of_that_name() -> None:
    assert last_day("away until 3 January", TODAY) == dt.date(2027, 1, 3)


@pytest.mark.parametrize(
    ("line", "good"),
    [
        ("2026-12-01 to 2026-12-07", True),
        ("1 December until 7 December", True),
        ("1.12. - 7.12.", True),
        ("från 1 december till 7 december", True),
        ("dari 1 Disember hingga 7 Disember 2026.", True),
        ("I am out of the office from 1 December to 7 December", False),
        ("2026-12-01", False),
        ("yes", False),
    ],
)
def test_days_are_given_by_a_line_of_two_days_and_nothing_else(line: str, good: bool) -> None:  # noqa: FBT001 - a table
    assert days_given(line, TODAY) == ((dt.date(2026, 12, 1), dt.date(2026, 12, 7)) if good else None)


def test_talk_of_holidays_is_not_being_away() -> None:
    assert not speaks_of_it("How was your vacation? Hur var semestern? Bagaimana cuti anda?")


# --- The offer


def test_a_vacation_program_s_answer_becomes_an_offer_with_its_last_day(match: Match) -> None:
    notice = asked(match)
    mail = vacation(notice, f"I am on vacation until {in_days(9).isoformat()}.")
    assert (mail.state, mail.kind) == ("quiet", "automatic")
    offer = the_offer()
    assert offer.player == notice.player
    assert offer.data["last"] == in_days(9).isoformat()
    assert kinds() == ["back_soon"]


def test_one_that_answers_the_sender_of_the_envelope_is_as_good(match: Match) -> None:
    notice = asked(match)
    vacation(notice, to=bounce_address(notice.number))
    assert the_offer().player == notice.player


def test_one_a_week_is_enough(match: Match) -> None:
    notice = asked(match)
    for _ in range(5):
        vacation(notice)
    with travel(dt.timedelta(days=8)):
        vacation(notice)
    assert kinds() == ["back_soon", "back_soon"]


def test_somebody_else_s_program_makes_us_write_to_nobody(match: Match) -> None:
    notice = asked(match)
    vacation(notice, sender="ben@other.example.org")
    assert kinds() == []


def test_an_automatic_mail_that_speaks_of_no_absence_makes_no_offer(match: Match) -> None:
    vacation(asked(match), "We have received your mail, ticket 4711.")
    assert kinds() == []


def test_a_program_that_does_not_say_so_is_known_by_its_words(match: Match) -> None:
    notice = asked(match)
    text = f"Hello,\r\n\r\nI am out of the office until {in_days(9):%d %B %Y}.\r\n\r\nKind regards"
    done = reply(notice, *text.split("\r\n"))
    assert (done.state, done.outcome) == ("refused", {"code": "away"})
    assert kinds() == ["back_soon"]


def test_news_of_an_absence_beside_a_move_is_left_aside(match: Match) -> None:
    notice, seat = asked(match), table.on_turn(match)
    done = reply(notice, table.discard(seat), "", "I am on vacation until Sunday.")
    assert done.state == "applied"
    assert "back_soon" not in kinds()


def test_a_player_who_has_announced_his_absence_is_not_asked(match: Match) -> None:
    notice = asked(match)
    assert notice.player is not None
    today = absences.today(notice.player)
    absences.announce(notice.player, today, today + dt.timedelta(days=3))
    vacation(notice)
    assert kinds() == []


# --- The answer


@pytest.mark.parametrize("word", ["YES", "ja tack", "Ya."])
def test_yes_notes_the_absence(match: Match, word: str) -> None:
    vacation(asked(match), f"I am on vacation until {in_days(9).isoformat()}.")
    offer = the_offer()
    assert says(offer, word) == ["noted"]
    absence = Absence.objects.get()
    assert absence.last_day == in_days(9)
    assert absence.player == offer.player


def test_days_of_his_own_note_these(match: Match) -> None:
    vacation(asked(match))
    assert says(the_offer(), f"{in_days(2).isoformat()} to {in_days(5).isoformat()}") == ["noted"]
    assert (Absence.objects.get().first_day, Absence.objects.get().last_day) == (in_days(2), in_days(5))


def test_yes_to_an_offer_without_days_asks_for_them(match: Match) -> None:
    vacation(asked(match))
    assert says(the_offer(), "YES") == ["unclear"]
    assert not Absence.objects.exists()


def test_no_notes_nothing_and_is_not_answered(match: Match) -> None:
    vacation(asked(match), f"I am on vacation until {in_days(9).isoformat()}.")
    assert says(the_offer(), "No") == []
    assert not Absence.objects.exists()


def test_too_many_days_are_refused_kindly(match: Match) -> None:
    vacation(asked(match))
    assert says(the_offer(), f"{in_days(2).isoformat()} to {in_days(40).isoformat()}") == ["too_many"]


def test_a_stranger_cannot_say_yes(match: Match) -> None:
    vacation(asked(match), f"I am on vacation until {in_days(9).isoformat()}.")
    assert says(the_offer(), "YES", sender="ben@other.example.org") == []
    assert not Absence.objects.exists()


def test_a_program_that_answers_the_offer_itself_notes_nothing(match: Match) -> None:
    vacation(asked(match))
    offer = the_offer()
    vacation(offer, f"I am away from {in_days(1).isoformat()} to {in_days(5).isoformat()}.")
    text = f"I am out of office from {in_days(1).isoformat()} to {in_days(5).isoformat()}."
    for _ in range(10):
        says(offer, text)
    assert not Absence.objects.exists()
    assert Notice.objects.filter(kind=Notice.Kind.BACK_SOON).count() <= 4


def test_talk_that_holds_no_command_is_answered_three_times_a_day(match: Match) -> None:
    notice = asked(match)
    for number in range(10):
        reply(notice, f"Thank you for contacting us, your case is number {number}00{number}.")
    assert kinds() == ["answer"] * 3
    assert Submission.objects.latest("pk").outcome == {"code": "talks_to_itself"}
    assert not Entry.objects.filter(kind="action").exists()
    assert not InboundMail.objects.filter(reason="").exists()


def test_the_same_words_without_a_command_are_answered_once_a_day(match: Match) -> None:
    notice = asked(match)
    for _ in range(5):
        reply(notice, "Thank you for your mail! We read everything that we get.")
    assert kinds() == ["answer"]


def test_the_same_slip_in_two_turns_of_a_day_is_answered_both_times(match: Match) -> None:
    for _turn in range(2):
        reply(asked(match), "paly the ace")
        for _seat in range(2):
            seat = table.on_turn(match)
            table.press(seat, table.discard(seat))
    assert kinds() == ["answer", "answer"]


def test_days_of_a_year_are_counted_together() -> None:
    anna = people.anna()
    today = absences.today(anna)
    first = dt.date(today.year + 1, 3, 1)
    absences.announce(anna, first, first + dt.timedelta(days=19))
    with pytest.raises(absences.Refused, match="too_many"):
        absences.announce(anna, first + dt.timedelta(days=30), first + dt.timedelta(days=40))
    with pytest.raises(absences.Refused, match="known"):
        absences.announce(anna, first, first)
    with pytest.raises(absences.Refused, match="past"):
        absences.announce(anna, today - dt.timedelta(days=1), today)
    with pytest.raises(absences.Refused, match="order"):
        absences.announce(anna, first, first - dt.timedelta(days=1))
    assert absences.days_left(anna, first.year) == 8
