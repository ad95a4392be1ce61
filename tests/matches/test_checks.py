"""What must hold before a host may run on its database."""

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import override_settings

from hosting.matches import dealing
from hosting.matches.models import Deal, Notice
from hosting.matches.playing import play
from hosting.matches.submitting import submit
from tests import table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

OTHER_KEY = "YW5vdGhlci1rZXktYW5vdGhlci1rZXktYW5vdGhlci0="


def test_a_host_whose_keys_open_the_running_seeds_may_start() -> None:
    table.a_match()
    call_command("check", fail_level="CRITICAL")


def test_a_host_without_the_key_of_a_running_match_does_not_start() -> None:
    table.a_match()
    with override_settings(SEED_KEYS=(OTHER_KEY,)), pytest.raises(SystemCheckError, match="SEED_KEYS"):
        call_command("check", fail_level="CRITICAL")


def test_an_older_key_still_opens_what_it_closed() -> None:
    match = table.a_match()
    with override_settings(SEED_KEYS=(OTHER_KEY, *settings.SEED_KEYS)):
        call_command("check")
        dealing.forget()
        assert table.legal(table.on_turn(match)) != []


def test_a_deal_of_unknown_rules_fails_the_check_and_its_match_is_stopped_while_others_go_on() -> None:
    match, other = table.a_match(), table.a_match()
    Deal.objects.filter(match=match).update(rules_version=99)
    dealing.forget()
    with pytest.raises(SystemCheckError, match="version 99"):
        call_command("check")
    call_command("check", fail_level="CRITICAL")
    seat = table.on_turn(match)
    play(
        submit(
            seat, player=seat.player, question=seat.question, source="web", key="w", action="discard 9 1"
        ).pk
    )
    match.refresh_from_db()
    assert match.state == "broken"
    assert Notice.objects.filter(match=match, kind="broken").count() == 2
    seat = table.on_turn(other)
    assert table.press(seat, table.discard(seat)).state == "applied"
