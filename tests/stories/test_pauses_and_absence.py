"""Pauses, longer turns and absences, as people live with them: by real mail in and out, over days and clocks.

Anna writes from Stockholm, Ben from Kuala Lumpur. What others reported of other hosts stands behind it: one
word too few that moved a deadline, an absence that came by itself, days that nobody counted, a mailed
deadline that was an hour off.
"""

import datetime as dt
import re
from zoneinfo import ZoneInfo

import pytest
from django.core import mail as django_mail
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hosting.mail.addresses import reply_address
from hosting.mail.sending import outbox
from hosting.mail.sending.outgoing import OutgoingMail, WrittenMail
from hosting.matches import opening, verifying
from hosting.matches.models import Entry, Match, Notice, Seat
from hosting.matches.terms import Terms
from hosting.now import now, travel
from hosting.players import absences
from hosting.players.models import Absence
from hosting.running.sweeping import sweep
from tests import people, table
from tests.mail.letters import letter
from tests.mail.test_taking import taken
from tests.table import DAY, GAME, HOUR

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

STOCKHOLM, KUALA_LUMPUR = ZoneInfo("Europe/Stockholm"), ZoneInfo("Asia/Kuala_Lumpur")


def the_match(**terms: object) -> Match:
    """Anna against Ben; what is to be told of the beginning is sent."""
    match = opening.open_match(people.anna(), game=GAME, terms=Terms(**terms))  # type: ignore[arg-type]  # whatever a story wants
    table.stack_the_deck(match)
    opening.join(match, people.ben())
    match.refresh_from_db()
    send()
    return match


def send() -> None:
    """Let all mails go out."""
    outbox.deliver(outbox.due(now()))


def to(seat: Seat) -> list[WrittenMail]:
    """What the player of a seat has got, oldest first."""
    assert seat.player is not None
    sent = (each.mail for each in django_mail.outbox if isinstance(each, OutgoingMail))
    return [mail for mail in sent if mail.to == seat.player.email]


def replies(seat: Seat, *lines: str) -> None:
    """The player answers his newest mail of the match, and what comes of it is sent."""
    assert seat.player is not None
    newest = Notice.objects.filter(seat=seat, state="sent").latest("pk")
    taken(letter("\r\n".join(lines), sender=seat.player.email), reply_address(newest))
    send()


def deadline(match: Match) -> dt.datetime:
    """Until when whoever is to move has time."""
    found = Seat.objects.get(match=match, question__isnull=False).deadline_at
    assert found is not None
    return found


def look_in() -> None:
    """The sweep looks in, and mails go out."""
    table.the_host_was_well()
    sweep()
    send()


# ---- a pause by both, and by one


def test_both_write_pause_and_the_deadline_moves_one_alone_moves_nothing() -> None:
    match = the_match()
    seat, other = table.on_turn(match), table.waiting(match)
    before = deadline(match)
    replies(seat, "PAUSE 7 days")
    assert deadline(match) == before
    match.refresh_from_db()
    assert match.state == "playing"
    asked = to(other)[-1]
    assert asked.subject == to(other)[0].subject
    replies(other, "paus" if other.player == people.anna() else "jeda")
    match.refresh_from_db()
    assert match.state == "paused"
    with travel(7 * DAY + HOUR):
        look_in()
        match.refresh_from_db()
        assert match.state == "playing"
        assert abs(deadline(match) - before - 7 * DAY) < 2 * HOUR
    assert not Entry.objects.filter(match=match, kind="expired").exists()
    assert list(verifying.differences(match)) == []


def test_an_offer_that_nobody_answers_changes_nothing_and_its_end_is_told() -> None:
    match = the_match(allowance=7 * 24 * 3600)
    seat, other = table.on_turn(match), table.waiting(match)
    before = deadline(match)
    replies(seat, "PAUSE")
    mails = len(to(other))
    with travel(3 * DAY + HOUR):
        look_in()
        look_in()
        assert deadline(match) == before
        assert len(to(other)) == mails + 1
    match.refresh_from_db()
    assert match.state == "playing"


# ---- an absence


def test_an_absence_is_announced_by_mail_and_the_table_reads_until_when() -> None:
    match = the_match()
    seat, other = table.on_turn(match), table.waiting(match)
    assert seat.player is not None
    before = deadline(match)
    today = absences.today(seat.player)
    last = today + dt.timedelta(days=5)
    replies(seat, f"AWAY {today + DAY} - {last}")
    assert deadline(match) > before + 4 * DAY
    assert str(last.year) in to(seat)[-1].text
    told = to(other)[-1]
    assert re.search(rf"\b{last.day}\b", told.text)
    assert seat.name in told.text
    with travel(4 * DAY):
        look_in()
    assert not Entry.objects.filter(match=match, kind="expired").exists()


def test_a_table_that_forbids_absences_is_not_held_up_and_says_so() -> None:
    match = the_match(absences_allowed=False)
    seat, other = table.on_turn(match), table.waiting(match)
    assert seat.player is not None
    before, mails = deadline(match), len(to(other))
    today = absences.today(seat.player)
    replies(seat, f"AWAY {today + DAY} - {today + 5 * DAY}")
    assert deadline(match) == before
    assert not Absence.objects.exists()
    assert len(to(other)) == mails
    assert len(to(seat)) == 2


def test_no_absence_begins_by_itself() -> None:
    match = the_match()
    seat = table.on_turn(match)
    before = deadline(match)
    assert seat.player is not None
    newest = Notice.objects.filter(seat=seat, state="sent").latest("pk")
    raw = letter(
        "I am on vacation until 24 December.", "Auto-Submitted: auto-replied", sender=seat.player.email
    )
    taken(raw, reply_address(newest))
    send()
    assert deadline(match) == before
    assert not Absence.objects.exists()
    offered = Notice.objects.get(kind=Notice.Kind.BACK_SOON)
    assert offered.state == "sent"


def test_a_year_has_so_many_days_and_no_more_in_whatever_pieces() -> None:
    match = the_match(allowance=30 * 24 * 3600)
    seat = table.on_turn(match)
    assert seat.player is not None
    first = dt.date(absences.today(seat.player).year + 1, 2, 1)
    replies(seat, f"AWAY {first} - {first + dt.timedelta(days=19)}")
    replies(seat, f"AWAY {first + dt.timedelta(days=30)} - {first + dt.timedelta(days=38)}")
    assert Absence.objects.count() == 1
    replies(seat, f"AWAY {first + dt.timedelta(days=30)} - {first + dt.timedelta(days=37)}")
    assert Absence.objects.count() == 2
    assert absences.days_left(seat.player, first.year) == 0
    replies(seat, "AWAY NONE")
    assert absences.days_left(seat.player, first.year) == absences.MOST_DAYS


# ---- nothing else


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["talk", "show", "offer", "sweep", "leave", "help"]), min_size=1, max_size=5))
def test_what_others_do_never_gives_anybody_more_time(happens: list[str]) -> None:
    match = opening.open_match(people.anna(), game="wicked-christmas", seats=3)
    opening.join(match, people.ben())
    opening.join(match, people.cilla())
    match.refresh_from_db()
    seat = table.on_turn(match)
    others = list(match.seats.select_related("player").exclude(pk=seat.pk))
    before = seat.deadline_at
    words = {"talk": ["TALK hello"], "show": ["SHOW"], "offer": ["PAUSE"], "help": ["HELP"]}
    for place, what in enumerate(happens):
        other = others[place % 2]
        if what in words:
            table.write(other, *words[what], notice=Notice.objects.filter(seat=other).latest("pk"))
        elif what == "sweep":
            table.sweep(match)
        elif what == "leave" and not Entry.objects.filter(match=match, kind="left").exists():
            asks = table.write(other, "RESIGN", notice=Notice.objects.filter(seat=other).latest("pk"))
            table.write(other, "YES", notice=Notice.objects.get(submission=asks))
    seat.refresh_from_db()
    assert seat.deadline_at == before
    Match.objects.all().delete()


# ---- clocks that are put forward and back


@pytest.mark.parametrize("turn_of_the_clock", [dt.date(2027, 3, 28), dt.date(2027, 10, 31)])
def test_a_deadline_is_told_rightly_in_both_zones_when_stockholm_changes_its_clock(
    turn_of_the_clock: dt.date,
) -> None:
    begin = dt.datetime.combine(turn_of_the_clock - dt.timedelta(days=5), dt.time(12), dt.UTC)
    with travel(begin - now()):
        match = the_match()
        _is_told_rightly(match)
    for turn in range(1, 13):
        with travel(begin + turn * 20 * HOUR - now()):
            seat = table.on_turn(match)
            table.press(seat, table.discard(seat))
            send()
            _is_told_rightly(match)
    assert Entry.objects.filter(match=match, kind="action").count() >= 12
    assert list(verifying.differences(match)) == []


def _is_told_rightly(match: Match) -> None:
    """The mail of a turn says its deadline as a clock on the player's wall would show it."""
    seat = table.on_turn(match)
    assert seat.asked_at is not None
    until = deadline(match)
    assert until == seat.asked_at + 3 * DAY
    text = " ".join(to(seat)[-1].text.split())
    if seat.player == people.anna():
        here = until.astimezone(STOCKHOLM)
        said = rf"\b{here.day} \w+,? (?:kl\.? )?{here:%H}[.:]{here:%M} \(Stockholm\)"
    else:
        here = until.astimezone(KUALA_LUMPUR)
        said = rf"\b{here.day} \w+, pukul {here.hour % 12 or 12}\.{here:%M} [\w ]+ \(Kuala Lumpur\)"
    assert re.search(said, text), text[:200]
