"""What has gone wrong at other hosts of slow games, told as it goes here."""

import datetime as dt
from collections.abc import Sequence

import pytest
from django.core import mail as django_mail
from django.db import transaction

from hosting.mail.sending import outbox
from hosting.matches import expiring, leaving, moderating, opening, talking, wishing
from hosting.matches.models import Entry, Match, Notice, Seat, Submission
from hosting.matches.playing import play
from hosting.matches.sitting import Sitting
from hosting.now import now, travel
from hosting.players.addresses import add_verified
from hosting.players.models import Player
from hosting.players.wishes import About, Way
from hosting.running.sweeping import sweep
from hosting.web.readers import note_seen
from tests import people, table
from tests.table import DAY, HOUR

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def newcomer(name: str, address: str) -> Player:
    player = Player.objects.create_user(address, name, language="en", zone="Europe/London")
    add_verified(player, address)
    return player


def a_match_of(players: Sequence[Player]) -> Match:
    match = opening.open_match(players[0], game=table.GAME)
    for player in players[1:]:
        opening.join(match, player)
    match.refresh_from_db()
    return match


class Stumbled(Exception):
    """Something of ours fails at the worst moment."""


def test_what_was_rolled_back_is_told_to_nobody() -> None:
    """Elsewhere mails were sent before the commit, and told of moves that were never made."""
    match = table.a_match()
    outbox.deliver(outbox.due(now()))
    told = len(django_mail.outbox)
    seat = table.on_turn(match)

    def stumble() -> None:
        with transaction.atomic():
            sitting = Sitting.open(match.pk)
            sitting.act(sitting.seat(seat.pk), table.legal(seat)[-1])
            assert sitting.close()
            raise Stumbled

    with pytest.raises(Stumbled):
        stumble()
    outbox.deliver(outbox.due(now()))
    assert len(django_mail.outbox) == told
    assert not Entry.objects.filter(match=match, kind="action").exists()
    assert table.on_turn(match).pk == seat.pk
    assert table.press(seat, table.discard(seat)).state == "applied"


def test_names_of_which_one_is_a_part_of_the_other_are_two_people() -> None:
    """Elsewhere roles were looked for as parts of a text, and "Red" was found in "Red Army"."""
    ann, anna = newcomer("Red", "red@mail.example.org"), newcomer("Red Army", "army@mail.example.org")
    match = a_match_of((ann, anna))
    own = Seat.objects.select_related("match").get(match=match, player=ann)
    leaving.resign(own, by=ann)
    match.refresh_from_db()
    assert match.state == "finished"
    assert match.result is not None
    assert match.result["winners"] == [1 - own.number]
    assert Entry.objects.get(match=match, kind="left").seat == own.number


def test_nobody_has_to_look_at_a_page_for_a_deadline_to_fall() -> None:
    """Elsewhere clocks ran out only when some player loaded his dashboard."""
    match = table.a_match()
    seat = table.on_turn(match)
    note_seen(seat)
    with travel(DAY * 3 + HOUR):
        table.the_host_was_well()
        sweep()
    assert Entry.objects.filter(match=match, kind="expired", seat=seat.number).count() == 1


def test_nothing_beside_the_moves_puts_a_deadline_off() -> None:
    """Elsewhere the clock was that of the game's last move, and somebody else's leaving set it anew."""
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    assert other.player is not None
    assert seat.player is not None
    with travel(DAY):
        talking.say(other, "still there?", by=other.player)
        talking.say(seat, "yes", by=seat.player)
        note_seen(seat)
        wishing.choose_for(other, {About.PRESS: Way.NONE})
        table.write(seat, "help")
        table.press(other, "discard 9 1", question=0)
        table.press(seat, "discard 99 1")
        opening.open_match(people.anna(), game=table.GAME, bot="greedy")
    assert table.on_turn(match).deadline_at == seat.deadline_at


def test_one_silent_player_moves_only_his_own_deadline() -> None:
    """Elsewhere the absence of one shifted the whole table, day after day."""
    match = opening.open_match(people.anna(), game="wicked-christmas", seats=3)
    for player in (people.ben(), people.cilla()):
        opening.join(match, player)
    before = {seat.pk: seat for seat in Seat.objects.filter(match=match)}
    asked = [seat for seat in before.values() if seat.question is not None]
    with travel(DAY * 3 + HOUR):
        for seat in asked[:1]:
            assert seat.question is not None
            expiring.expire(seat.pk, seat.question)  # his mails did not reach him
    for seat in Seat.objects.filter(match=match):
        same = seat.deadline_at == before[seat.pk].deadline_at
        assert same == (seat.pk != asked[0].pk)


PROVIDERS = ("hotmail", "outlook", "live", "msn", "icloud", "yahoo", "passport")


def test_a_turn_is_told_to_every_provider_and_for_every_match_however_many_begin_in_a_minute() -> None:
    """Elsewhere some providers got no mails at all, and a player one a minute for all his matches."""
    anna = people.anna()
    for name in PROVIDERS:
        match = a_match_of((anna, newcomer(name.title(), f"somebody@{name}.com")))
        if table.on_turn(match).player_id == anna.pk:
            table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    outbox.deliver(outbox.due(now()))
    turns = Notice.objects.filter(kind__in=["turn", "started"])
    assert set(turns.values_list("state", flat=True)) <= {"sent", "dropped"}
    asked = Notice.objects.filter(kind="turn", seat__question__isnull=False)
    assert len(asked.filter(state="sent").values("match").distinct()) == len(PROVIDERS)
    for seat in Seat.objects.filter(question__isnull=False).select_related("player"):
        assert seat.player is not None
        assert any(seat.player.email in mail.to for mail in django_mail.outbox)


def test_a_reminder_that_was_not_sent_is_sent_later_and_counts_only_then() -> None:
    """Elsewhere the flag "reminded" was set before the mail, and a mail that failed was lost."""
    match = table.a_match()
    seat = table.on_turn(match)
    outbox.deliver(outbox.due(now()))
    assert seat.remind_at is not None
    assert seat.deadline_at is not None
    with travel(seat.remind_at - now()):
        assert seat.question is not None
        expiring.remind(seat.pk, seat.question)
    with travel(seat.deadline_at - now() + HOUR):
        expiring.expire(seat.pk, seat.question)  # nothing was sent: he has not been told
        assert not Entry.objects.filter(match=match, kind="expired").exists()
        reminder = Notice.objects.get(seat=seat, kind="reminder")
        assert reminder.state == "new"
        outbox.deliver([reminder.pk])
        reminder.refresh_from_db()
        assert reminder.state in {"sent", "dropped"}


def test_every_instant_that_is_kept_names_its_zone() -> None:
    """Elsewhere local times were kept without one, and were an hour off twice a year."""
    match = table.a_match()
    seat = table.on_turn(match)
    note_seen(seat)
    with travel(DAY * 3 + HOUR):
        assert seat.question is not None
        expiring.expire(seat.pk, seat.question)
    moderator = newcomer("Maja", "maja@mail.example.org")
    moderator.is_staff = True
    moderator.save()
    moderating.pause(match.pk, by=moderator, reason="the players asked for it")
    for entry in Entry.objects.filter(match=match):
        assert entry.at.utcoffset() == dt.timedelta()
        kept = [value for name, value in entry.data.items() if name.endswith("_at") and value]
        assert all(dt.datetime.fromisoformat(value).utcoffset() == dt.timedelta() for value in kept)
    assert Entry.objects.get(match=match, kind="expired").data["deadline_at"]


def test_a_move_that_comes_too_late_is_never_answered_with_nothing() -> None:
    """Elsewhere a stale move was dropped, and its player heard nothing."""
    match = table.a_match()
    seat = table.on_turn(match)
    notice = Notice.objects.get(seat=seat, question=seat.question)
    first, *_, last = [str(action) for action in table.legal(seat) if action.verb == "discard"]
    table.press(seat, first)
    late = table.write(seat, last, notice=notice)
    assert late.outcome["code"] == "stale"
    assert Notice.objects.filter(submission=late, kind="answer").count() == 1


def test_a_worker_that_stumbles_once_loses_no_move() -> None:
    """Elsewhere an exception was swallowed, and the turn with it."""
    match = table.a_match()
    seat = table.on_turn(match)
    ready = Submission.objects.create(
        match=match, seat=seat, player=seat.player, question=seat.question, source="web", key="w:1",
        action=table.discard(seat), attempts=1, not_before=now() + HOUR,
    )  # fmt: skip
    play(ready.pk)
    assert not Entry.objects.filter(match=match, kind="action").exists()
    with travel(HOUR * 2):
        table.the_host_was_well()
        sweep()
    ready.refresh_from_db()
    assert ready.state == "applied"
