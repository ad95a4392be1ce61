"""Roles, and what is kept from those who have one."""

from io import StringIO

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command

from hosting.moderation import roles
from hosting.players.models import Player
from tests import people
from tests.moderation import cases

pytestmark = pytest.mark.django_db


def test_every_host_has_the_roles_after_its_tables_are_made() -> None:
    assert set(Group.objects.values_list("name", flat=True)) == set(roles.ROLES)


@pytest.mark.parametrize("role", roles.ROLES)
def test_a_role_has_exactly_its_rights(role: str) -> None:
    assert cases.with_role(role).get_all_permissions() == set(roles.ROLES[role])


def test_setting_up_takes_away_what_a_role_should_not_have() -> None:
    everything = Group.objects.get(name="moderator").permissions.all()
    Group.objects.get(name="operator").permissions.add(*everything)
    roles.set_up()
    assert cases.with_role("operator").get_all_permissions() == set(roles.ROLES["operator"])


@pytest.mark.parametrize("role", roles.ROLES)
def test_no_role_may_add_or_delete_anything(role: str) -> None:
    assert not [right for right in roles.ROLES[role] if ".add_" in right or ".delete_" in right]


def test_the_command_gives_and_takes_roles_by_a_confirmed_address() -> None:
    anna = people.anna()
    told = StringIO()
    call_command("roles", "--give", "support", anna.email, stdout=told)
    anna.refresh_from_db()
    assert anna.is_staff
    assert f"Anna ({anna.email}): support" in told.getvalue()
    call_command("roles", "--take", "support", anna.email, stdout=told)
    anna.refresh_from_db()
    assert not anna.is_staff


def test_the_command_makes_the_first_superuser() -> None:
    call_command("roles", "--give", "superuser", people.anna().email, stdout=StringIO())
    assert people.anna().is_superuser


def test_the_command_knows_only_confirmed_addresses() -> None:
    with pytest.raises(CommandError, match="confirmed"):
        call_command("roles", "--give", "support", "nobody@mail.example.org", stdout=StringIO())


def test_who_loses_his_last_role_does_not_come_in_any_more() -> None:
    maja = cases.with_role("moderator")
    roles.give(maja, "operator")
    roles.take(maja, "moderator")
    assert maja.is_staff
    roles.take(maja, "operator")
    assert not maja.is_staff


FORM = {"name": "Anna", "language": "sv", "zone": "Europe/Stockholm", "is_active": "on"}


def change(by: Player, player: Player, **fields: str) -> str:
    """Post the form of a player's page and give the page it was on."""
    client = cases.signed_in(by)
    page = f"/admin/players/player/{player.pk}/change/"
    text = client.get(page).content.decode()
    client.post(page, FORM | fields)
    player.refresh_from_db()
    return text


def test_a_moderator_changes_a_player_but_sees_no_field_about_rights() -> None:
    anna = people.anna()
    wanted = {"is_staff": "on", "is_superuser": "on", "groups": "1"}
    page = change(cases.with_role("moderator"), anna, name="Anna S", **wanted)
    assert not [field for field in (*wanted, "user_permissions", "password") if f'name="{field}"' in page]
    assert (anna.name, anna.is_staff, anna.is_superuser, anna.groups.count()) == ("Anna S", False, False, 0)


def test_a_moderator_cannot_change_himself_or_anybody_else_with_a_role() -> None:
    maja = cases.with_role("moderator")
    boss = cases.with_role("superuser", "Boss")
    for player in (maja, boss):
        before = player.name
        change(maja, player, name="Someone", is_superuser="on")
        assert player.name == before
    assert not maja.is_superuser


def test_a_superuser_gives_roles_and_nobody_a_right_of_his_own() -> None:
    anna = people.anna()
    role = Group.objects.get(name="support")
    page = change(cases.with_role("superuser"), anna, is_staff="on", groups=str(role.pk))
    assert 'name="user_permissions"' not in page
    assert 'name="password"' not in page
    assert 'name="email"' not in page
    assert anna.is_staff
    assert list(anna.groups.all()) == [role]


def test_support_looks_at_players_and_changes_nothing() -> None:
    anna = people.anna()
    change(cases.with_role("support"), anna, name="Someone")
    assert anna.name == "Anna"


def test_a_player_is_found_by_the_whole_address_only() -> None:
    anna = people.anna()
    client = cases.signed_in(cases.with_role("support"))
    row = f"/admin/players/player/{anna.pk}/"
    assert row in client.get("/admin/players/player/", {"q": anna.email}).content.decode()
    assert row not in client.get("/admin/players/player/", {"q": anna.email[1:]}).content.decode()
