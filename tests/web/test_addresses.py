"""A player's addresses on the web: adding, choosing, removing, and what is told when one is dead."""

import datetime as dt

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from hosting.matches import reaching
from hosting.matches.models import Notice, Seat
from hosting.matches.moving import STOPPING
from hosting.now import now, travel
from hosting.players import health
from hosting.players.addresses import add_verified, verified_addresses
from hosting.players.models import AddressHealth, Player
from tests import people, table
from tests.web.visiting import browser_of, code_for, in_english, parse_errors, stranger, text_of

pytestmark = pytest.mark.django_db

OLD, NEW = "cilla@mail.example.org", "cilla@new.example.org"
PAGE = "/account/email/"


def signed_in(player: Player) -> Client:
    """A browser in which the player has just signed in by a mailed code."""
    client = stranger()
    where = client.post("/account/login/", {"login": player.email})["Location"]
    client.post(where, {"code": code_for(player.email)})
    return client


def with_two(player: Player) -> Client:
    """The player has a second address."""
    add_verified(player, NEW)
    return signed_in(player)


def change(client: Client, code_to: str, **fields: str) -> Client:
    """Post a form of the page, and type the code that is mailed to an address he has, to be sure."""
    asked = client.post(PAGE, fields)
    assert asked["Location"].startswith("/account/reauthenticate/code/")
    where = client.post(asked["Location"], {"recipient": code_to})
    client.post(where["Location"], {"code": code_for(code_to)})
    return client


def told(address: str) -> list[str]:
    """What notices about his mail an address was sent."""
    mine = Notice.objects.filter(kind=Notice.Kind.MAIL_TEST, address=address).order_by("pk")
    return [notice.data["what"] for notice in mine]


def dead(address: str) -> None:
    """Mails to the address come back."""
    AddressHealth.objects.create(address=address, failures=health.DEAD_AT, is_dead=True, what="5.1.1")


def test_an_address_is_added_by_a_code_that_is_mailed_there() -> None:
    cilla = people.cilla()
    client = signed_in(cilla)
    change(client, cilla.email, action_add="", email=NEW)
    assert verified_addresses(cilla) == {cilla.email}
    client.post("/account/confirm-email/", {"code": code_for(NEW)})
    assert verified_addresses(cilla) == {cilla.email, NEW}


def test_mails_go_to_the_chosen_address_and_the_former_one_is_told() -> None:
    match = table.a_match()
    anna = in_english(people.anna())
    client = with_two(anna)
    change(client, anna.email, action_primary="", email=NEW)
    assert Player.objects.get(pk=anna.pk).email == NEW
    assert told(anna.email) == ["changed"]
    assert Seat.objects.get(match=match, player=anna).token_epoch == 1


def test_the_last_confirmed_address_is_never_removed() -> None:
    cilla = people.cilla()
    client = signed_in(cilla)
    EmailAddress.objects.create(user=cilla, email=NEW)
    EmailAddress.objects.filter(user=cilla, email=cilla.email).update(primary=False)
    page = client.post(PAGE, {"action_remove": "", "email": cilla.email}, follow=True)
    assert "only confirmed address" in text_of(page)
    assert verified_addresses(cilla) == {cilla.email}


def test_the_address_for_mails_is_not_removed_and_another_one_is() -> None:
    cilla = people.cilla()
    client = with_two(cilla)
    page = client.post(PAGE, {"action_remove": "", "email": cilla.email}, follow=True)
    assert "Choose another one" in text_of(page)
    change(client, cilla.email, action_remove="", email=NEW)
    assert verified_addresses(cilla) == {cilla.email}


def test_the_former_address_stays_for_a_week_and_can_then_be_removed() -> None:
    cilla = people.cilla()
    client = with_two(cilla)
    change(client, OLD, action_primary="", email=NEW)
    page = client.post(PAGE, {"action_remove": "", "email": cilla.email}, follow=True)
    assert "stays for a week" in text_of(page)
    assert cilla.email in verified_addresses(cilla)


def test_whoever_reads_the_former_address_puts_the_change_back_on_the_page() -> None:
    cilla = people.cilla()
    thief = with_two(cilla)
    change(thief, OLD, action_primary="", email=NEW)
    client = signed_in(cilla)
    page = client.get(PAGE)
    assert "It was not me" in text_of(page)
    assert parse_errors(page.content) == []
    found = Notice.objects.get(data__what="changed")
    client.post(PAGE, {"action_put_back": "", "change": str(found.pk)})
    cilla.refresh_from_db()
    assert cilla.email == "cilla@mail.example.org"
    assert verified_addresses(cilla) == {cilla.email}
    assert thief.get("/settings").status_code == 302


def test_one_cannot_put_back_the_change_of_another_player() -> None:
    cilla = people.cilla()
    change(with_two(cilla), OLD, action_primary="", email=NEW)
    found = Notice.objects.get(data__what="changed")
    signed_in(people.ben()).post(PAGE, {"action_put_back": "", "change": str(found.pk)})
    assert Player.objects.get(pk=cilla.pk).email == NEW


def test_a_dead_address_is_told_on_the_pages_and_tried_again_by_a_button() -> None:
    match = table.a_match()
    anna = in_english(people.anna())
    client = browser_of(anna)
    assert "come back" not in text_of(client.get("/"))
    dead(anna.email)
    for path in ("/", f"/match/{match.pk}"):
        page = client.get(path)
        assert f"Our emails to {anna.email} come back." in text_of(page), path
        assert parse_errors(page.content) == []
    assert "Try again" in text_of(client.get(PAGE))
    client.post(PAGE, {"action_try": "", "email": anna.email})
    assert not health.is_dead(anna.email)
    assert told(anna.email) == ["test"]


def test_mails_that_wait_go_out_when_another_address_is_confirmed() -> None:
    cilla = people.cilla()
    client = signed_in(cilla)
    dead(cilla.email)
    waiting = Notice.objects.create(
        key="which_match:1",
        kind=Notice.Kind.WRITE_HERE,
        player=cilla,
        error=reaching.NO_ADDRESS,
        not_before=now() + dt.timedelta(hours=4),
    )
    change(client, cilla.email, action_add="", email=NEW)
    client.post("/account/confirm-email/", {"code": code_for(NEW)})
    waiting.refresh_from_db()
    assert waiting.not_before is None
    assert health.address_for(cilla) == NEW


def test_nothing_is_kept_of_an_address_that_was_removed() -> None:
    cilla = people.cilla()
    client = with_two(cilla)
    dead(NEW)
    change(client, cilla.email, action_remove="", email=NEW)
    assert not AddressHealth.objects.exists()


def test_somebody_else_s_address_cannot_be_tried() -> None:
    anna = people.anna()
    dead(anna.email)
    browser_of(people.ben()).post(PAGE, {"action_try": "", "email": anna.email})
    assert health.is_dead(anna.email)


def test_after_a_week_nothing_can_be_put_back() -> None:
    cilla = people.cilla()
    client = with_two(cilla)
    change(client, OLD, action_primary="", email=NEW)
    with travel(STOPPING * 1.1):
        assert "It was not me" not in text_of(signed_in(Player.objects.get(pk=cilla.pk)).get(PAGE))
