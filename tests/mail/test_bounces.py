"""Mails that come back: what they say about an address, and what the player and the moderators are told."""

import datetime as dt

import pytest
from pytest_django import Settings

from hosting.mail import addresses
from hosting.mail.addresses import Kind, bounce_address, classify
from hosting.mail.sending import outbox
from hosting.mail.taking.mails import take
from hosting.matches import expiring, reaching
from hosting.matches.models import Match, Notice, Seat
from hosting.now import now, travel
from hosting.players import health
from hosting.players.addresses import add_verified
from hosting.players.models import AddressHealth, Player
from tests import people, table
from tests.mail.letters import letter
from tests.mail.sink import sink
from tests.mail.test_sending import use
from tests.mail.test_taking import BOUNCE, asked, his, reply, stored, taken

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

WORK = "work@other.example.org"


@pytest.fixture
def match() -> Match:
    """Anna against Ben."""
    return table.a_match()


def a_notice(player: Player) -> Notice:
    """Another notice that was sent to the player."""
    return Notice.objects.create(
        key=f"which_match:{Notice.objects.count()}",
        kind=Notice.Kind.WRITE_HERE,
        player=player,
        state=Notice.State.SENT,
    )


def comes_back(notice: Notice, status: str = "5.1.1", action: str = "failed") -> None:
    """The notice comes back with this status."""
    taken(BOUNCE.format(action=action, status=status).encode(), bounce_address(notice.number), mail_from="")


def dies(player: Player) -> None:
    """As many mails to the player come back as make an address dead."""
    for _ in range(3):
        comes_back(a_notice(player))


def told(player: Player) -> list[dict[str, str]]:
    """What notices about his mail say to the player."""
    mine = Notice.objects.filter(player=player, kind=Notice.Kind.MAIL_TEST).order_by("pk")
    return [{"to": notice.address, **notice.data} for notice in mine]


def test_three_mails_that_came_back_for_good_make_an_address_dead() -> None:
    anna = people.anna()
    for count in (1, 2):
        comes_back(a_notice(anna))
        assert not health.is_dead(anna.email), count
    comes_back(a_notice(anna))
    assert health.is_dead(anna.email)


def test_a_mail_that_was_given_up_for_another_reason_counts_half() -> None:
    anna = people.anna()
    for _ in range(5):
        comes_back(a_notice(anna), status="4.2.2")
    assert not health.is_dead(anna.email)
    comes_back(a_notice(anna), status="4.4.7")
    assert health.is_dead(anna.email)


def test_reports_of_delay_count_for_nothing() -> None:
    anna = people.anna()
    for _ in range(10):
        comes_back(a_notice(anna), status="4.4.7", action="delayed")
    assert not AddressHealth.objects.exists()


def test_a_notice_that_comes_back_twice_counts_once() -> None:
    notice = a_notice(people.anna())
    for _ in range(5):
        comes_back(notice)
    assert AddressHealth.objects.get().failures == health.HARD


def test_a_bounce_without_a_report_counts_by_its_words() -> None:
    anna = people.anna()
    raw = letter(
        "Hi. This is the mail program at mail.example.org.\r\nSorry, no mailbox here. (#5.1.1)",
        sender="MAILER-DAEMON@mail.example.org",
        subject="failure notice",
    )
    taken(raw, bounce_address(a_notice(anna).number), mail_from="")
    assert AddressHealth.objects.get().failures == health.HARD


def test_a_bounce_at_another_address_counts_by_the_signed_id_of_the_mail_inside() -> None:
    notice = a_notice(people.anna())
    named = f"Message-ID: {addresses.message_id(notice.number)}"
    inside = f"--b\r\nContent-Type: message/rfc822\r\n\r\n{named}\r\n\r\nx\r\n"
    raw = BOUNCE.format(action="failed", status="5.1.1").replace("--b--", f"{inside}--b--")
    taken(raw.encode(), "postmaster@play.localhost", mail_from="")
    notice.refresh_from_db()
    assert notice.bounced_at is not None


def test_a_forged_bounce_is_refused_at_the_door_and_one_that_names_nothing_of_ours_does_nothing() -> None:
    notice = a_notice(people.anna())
    good = bounce_address(notice.number)
    forged = good.replace(good[10], "a" if good[10] != "a" else "b", 1)
    assert classify(forged).kind is Kind.UNKNOWN
    taken(BOUNCE.format(action="failed", status="5.1.1").encode(), "postmaster@play.localhost", mail_from="")
    notice.refresh_from_db()
    assert notice.bounced_at is None
    assert not AddressHealth.objects.exists()


def test_a_dead_address_gets_no_mail_and_another_of_the_player_gets_it_instead_and_is_told() -> None:
    anna = people.anna()
    add_verified(anna, WORK)
    dies(anna)
    assert health.address_for(anna) == WORK
    assert told(anna) == [{"to": WORK, "what": "moved", "dead": anna.email}]
    next_one = a_notice(anna)
    Notice.objects.filter(pk=next_one.pk).update(state=Notice.State.NEW)
    outbox.deliver([next_one.pk])
    next_one.refresh_from_db()
    assert (next_one.state, next_one.address) == ("sent", WORK)


def test_moderators_are_told_once_of_a_dead_address() -> None:
    dan, anna = people.dan(), people.anna()
    dan.is_staff = True
    dan.save()
    dies(anna)
    dies(anna)
    assert Notice.objects.filter(kind=Notice.Kind.MODERATORS, data__what="address_dead").count() == 1


def test_notices_wait_for_an_address_and_go_out_when_it_is_tried_again(match: Match) -> None:
    notice = asked(match)
    assert notice.player is not None
    dies(notice.player)
    outbox.deliver([notice.pk])
    notice.refresh_from_db()
    assert (notice.state, notice.error) == ("new", reaching.NO_ADDRESS)
    assert reaching.waiting_for_an_address(notice.player) == 1
    assert reaching.try_again(notice.player, notice.player.email)
    outbox.deliver([notice.pk])
    notice.refresh_from_db()
    assert notice.state == "sent"
    assert told(notice.player) == [{"to": notice.player.email, "what": "test"}]


def test_an_address_on_trial_dies_of_the_next_mail_that_comes_back() -> None:
    anna = people.anna()
    dies(anna)
    reaching.try_again(anna, anna.email)
    comes_back(a_notice(anna))
    assert health.is_dead(anna.email)


def test_a_turn_does_not_expire_for_want_of_mails_that_wait(match: Match) -> None:
    seat = table.on_turn(match)
    assert seat.player is not None
    dies(seat.player)
    with travel(dt.timedelta(hours=73)):
        expiring.remind(seat.pk, seat.question or 0)
        outbox.deliver(list(Notice.objects.filter(seat=seat).values_list("pk", flat=True)))
        expiring.expire(seat.pk, seat.question or 0)
        later = Seat.objects.get(pk=seat.pk)
        assert later.question == seat.question
        assert later.deadline_at is not None
        assert later.deadline_at > now()


def test_an_answer_from_where_the_notice_was_sent_to_makes_an_address_well(match: Match) -> None:
    notice = asked(match)
    assert notice.player is not None
    comes_back(a_notice(notice.player))
    reply(notice, "hello")
    assert not AddressHealth.objects.exists()


def test_an_answer_from_another_address_says_nothing_about_the_dead_one(match: Match) -> None:
    notice = asked(match)
    assert notice.player is not None
    add_verified(notice.player, WORK)
    dies(notice.player)
    reply(notice, "hello", sender=WORK)
    assert health.is_dead(notice.player.email)


def test_a_stranger_makes_no_address_well(match: Match) -> None:
    notice = asked(match)
    assert notice.player is not None
    dies(notice.player)
    reply(notice, "hello", sender="ben@other.example.org")
    assert health.is_dead(his(notice))


def test_an_automatic_reply_with_the_null_sender_is_no_bounce() -> None:
    anna = people.anna()
    raw = letter("Your mail has been received.", sender=anna.email, subject="Received")
    mail = stored(raw, bounce_address(a_notice(anna).number), mail_from="")
    take(mail.pk)
    assert not AddressHealth.objects.exists()


def test_a_relay_that_knows_no_such_address_counts_as_a_mail_that_came_back(settings: Settings) -> None:
    anna = people.anna()
    with sink() as relay:
        use(settings, relay.port)
        relay.recipient_answers += [
            "550 5.1.1 no such user",
            "550 5.7.1 not from you",
            "550 5.1.1 no such user",
        ]
        for _ in range(3):
            notice = a_notice(anna)
            Notice.objects.filter(pk=notice.pk).update(state=Notice.State.NEW)
            outbox.deliver([notice.pk])
    assert AddressHealth.objects.get().failures == 2 * health.HARD
