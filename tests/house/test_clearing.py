"""What the host does not keep for ever, and what it does."""

import datetime as dt

import pytest
from django.contrib.sessions.models import Session

from hosting.mail.addresses import classify, reply_address
from hosting.mail.listening.storing import Letter, store
from hosting.mail.models import InboundMail, Request
from hosting.mail.taking.mails import take
from hosting.matches import inviting, opening
from hosting.matches.models import Entry, Match, Notice
from hosting.moderation import again
from hosting.now import now, travel
from hosting.running.clearing import clear
from tests import people, table
from tests.mail import gallery
from tests.mail.letters import letter
from tests.web.visiting import browser_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    return table.a_match()


def clear_after(days: int) -> None:
    """Let the daily work be done so long from now."""
    with travel(dt.timedelta(days=days)):
        clear(now())


def mail_with_a_move(match: Match) -> InboundMail:
    """A move by mail, played."""
    seat = table.on_turn(match)
    notice = gallery.newest_question(seat)
    assert notice.player is not None
    raw = letter(table.discard(seat), sender=notice.player.email)
    (number,) = store([Letter(raw, notice.player.email, "192.0.2.10", (classify(reply_address(notice)),))])
    take(number)
    return InboundMail.objects.get(pk=number)


def test_a_mail_is_kept_as_it_came_for_thirty_days_after_it_was_dealt_with(match: Match) -> None:
    mail = mail_with_a_move(match)
    clear_after(29)
    assert bytes(InboundMail.objects.get().raw) == bytes(mail.raw)
    clear_after(31)
    assert bytes(InboundMail.objects.get().raw) == b""


def test_what_became_of_it_stays(match: Match) -> None:
    mail = mail_with_a_move(match)
    clear_after(31)
    assert Entry.objects.filter(kind="action").count() == 1
    kept = InboundMail.objects.get()
    assert (kept.state, kept.reason, kept.recipients) == (mail.state, mail.reason, mail.recipients)


def test_a_mail_that_is_not_dealt_with_is_kept_however_old_it_is() -> None:
    store([Letter(letter("1", sender="anna@mail.example.org"), "", "192.0.2.10", ())])
    clear_after(400)
    assert bytes(InboundMail.objects.get().raw)


def test_a_mail_that_is_no_longer_kept_is_not_read_again(match: Match) -> None:
    mail = mail_with_a_move(match)
    clear_after(31)
    assert not again.mail(mail.pk)
    assert InboundMail.objects.get().state == mail.state


def test_what_was_asked_of_the_host_is_forgotten_when_it_was_settled_long_ago() -> None:
    for key, done_at in (("settled", now()), ("waiting", None)):
        Request.objects.create(key=key, address="nils@new.example.org", lines=["new spite"], done_at=done_at)
    clear_after(31)
    assert [request.key for request in Request.objects.all()] == ["waiting"]


def test_the_address_of_a_stranger_who_was_answered_is_forgotten() -> None:
    facts = {"kind": Notice.Kind.CONFIRM, "address": "nils@new.example.org"}
    for state in (Notice.State.SENT, Notice.State.NEW):
        Notice.objects.create(key=f"confirm:{state}", state=state, **facts)
    clear_after(31)
    assert dict(Notice.objects.values_list("state", "address")) == {"sent": "", "new": "nils@new.example.org"}


def test_the_link_of_an_invitation_to_get_no_more_works_for_ever() -> None:
    opened = opening.open_match(people.anna(), game=table.GAME)
    inviting.invite(opened, people.anna(), "nils@new.example.org")
    notice = Notice.objects.get(kind=Notice.Kind.INVITATION)
    Notice.objects.filter(pk=notice.pk).update(state=Notice.State.SENT)
    clear_after(400)
    assert inviting.address_of(inviting.never_token(notice)) == "nils@new.example.org"


def test_a_sign_in_that_has_ended_is_forgotten() -> None:
    browser_of(people.anna())
    clear_after(13)
    assert Session.objects.count() == 1
    clear_after(15)
    assert Session.objects.count() == 0
