"""Inviting by address from the pages, the end of all invitations, and what waits for a player's word."""

import pytest
from django.test import Client

from hosting.mail.asking import requests
from hosting.mail.models import InboundMail, Request
from hosting.matches import inviting
from hosting.matches.inviting import invite
from hosting.matches.models import Invitation, Match, Notice
from hosting.matches.opening import open_match
from hosting.players.models import NeverAgain
from tests import people, table
from tests.web.test_lobby import FORM, NEW
from tests.web.visiting import browser_of, parse_errors, stranger, text_of

pytestmark = pytest.mark.django_db

FRIEND = "friend@other.example.org"


def invited() -> Notice:
    """Somebody is invited; the notice of it."""
    invite(open_match(people.anna(), game=table.GAME), people.anna(), FRIEND)
    return Notice.objects.get(kind=Notice.Kind.INVITATION)


def held() -> Request:
    """Cilla's mail waits for her word."""
    mail = InboundMail.objects.create(raw=b"")
    request = requests.open_request(
        mail, requests.items_of(["new spite"]), player=people.cilla(), address=people.cilla().email
    )
    requests.hold(request, {0})
    requests.carry_out(request.pk, mail=mail.pk)
    request.refresh_from_db()
    return request


def test_a_new_match_invites_whoever_is_named_and_tells_of_each() -> None:
    client = browser_of(people.cilla())
    page = client.post(NEW, {**FORM, "invite": f"{FRIEND}, nobody; CILLA@mail.example.org"}, follow=True)
    assert [found.address for found in Invitation.objects.all()] == [FRIEND]
    told = text_of(page)
    assert f"Invited: {FRIEND}." in told
    assert "Not invited: nobody. That is not an address." in told
    assert "That is your own address." in told
    assert f"Invited, but not yet answered: {FRIEND}." in told
    assert parse_errors(page.content) == []


def test_an_invited_player_finds_the_invitation_among_his_matches_and_can_say_no() -> None:
    match = open_match(people.anna(), game=table.GAME)
    invite(match, people.anna(), people.cilla().email)
    client, other = browser_of(people.cilla()), browser_of(people.dan())
    page = client.get("/")
    assert "Anna invites you to Spite & Malice" in text_of(page)
    assert f"/join/{match.join_code}" in page.content.decode()
    assert parse_errors(page.content) == []
    assert "invites you" not in text_of(other.get("/"))
    path = f"/invitation/{Invitation.objects.get().pk}/decline"
    other.post(path)
    assert Invitation.objects.get().state == "sent"
    assert "You have said no to the invitation." in text_of(client.post(path, follow=True))
    assert Invitation.objects.get().state == "declined"
    assert "invites you" not in text_of(client.get("/"))


def test_an_address_that_is_written_twice_is_invited_once_and_told_once() -> None:
    client = browser_of(people.cilla())
    told = text_of(client.post(NEW, {**FORM, "invite": f"{FRIEND}, {FRIEND.upper()}"}, follow=True))
    assert told.count(f"Invited: {FRIEND}.") == 1
    assert "Not invited" not in told


def test_a_waiting_match_invites_and_only_who_sits_there_may() -> None:
    match = open_match(people.cilla(), game=table.GAME)
    page = browser_of(people.cilla()).post(f"/match/{match.pk}/invite", {"invite": FRIEND}, follow=True)
    assert f"Invited: {FRIEND}." in text_of(page)
    assert browser_of(people.dan()).post(f"/match/{match.pk}/invite", {"invite": FRIEND}).status_code == 404
    assert Invitation.objects.count() == 1


def test_looking_at_the_link_of_an_invitation_changes_nothing_and_its_button_does() -> None:
    link = f"/never/{inviting.never_token(invited())}"
    page = stranger().get(link)
    assert FRIEND in text_of(page)
    assert parse_errors(page.content) == []
    assert not NeverAgain.objects.exists()
    done = Client(enforce_csrf_checks=True).post(link, {"List-Unsubscribe": "One-Click"})
    assert "Noted: nobody can send" in text_of(done)
    assert NeverAgain.objects.count() == 1
    assert Invitation.objects.get().state == "declined"


def test_a_link_that_is_not_ours_is_unknown() -> None:
    assert stranger().get("/never/12:aaaa").status_code == 404


def test_what_a_mail_asked_for_is_shown_and_done_by_its_button() -> None:
    request = held()
    client = browser_of(people.cilla())
    page = client.get("/asked")
    assert "new spite" in text_of(page)
    assert parse_errors(page.content) == []
    assert Match.objects.count() == 0
    done = client.post("/asked", {"request": request.pk, "answer": "mine"}, follow=True)
    assert "It is being done" in text_of(done)
    assert Match.objects.count() == 1
    client.post("/asked", {"request": request.pk, "answer": "mine"})
    assert Match.objects.count() == 1


def test_what_is_dropped_is_not_done_and_nobody_else_sees_it() -> None:
    request = held()
    assert "Nothing is waiting" in text_of(browser_of(people.dan()).get("/asked"))
    answer = {"request": request.pk, "answer": "mine"}
    assert browser_of(people.dan()).post("/asked", answer).status_code == 404
    client = browser_of(people.cilla())
    assert client.post("/asked", {"request": "x", "answer": "mine"}).status_code == 400
    client.post("/asked", {"request": request.pk, "answer": "not_mine"})
    client.post("/asked", {"request": request.pk, "answer": "mine"})
    assert Match.objects.count() == 0
