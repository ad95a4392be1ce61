"""A person is erased, and his matches stay (P25)."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client

from hosting.mail.models import InboundMail
from hosting.matches import inviting, opening, talking, verifying
from hosting.matches.models import Entry, Match, Notice, Press, Report, Seat, Submission
from hosting.matches.terms import Terms
from hosting.moderation.forgetting import CannotForget, forget
from hosting.players.models import Player
from tests import people, table
from tests.web.test_addresses import signed_in
from tests.web.visiting import browser_of, code_for, in_english, parse_errors, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def all_that_is_kept() -> str:
    """Every row of every table, as text."""
    rows: list[Any] = []
    for model in filter(lambda each: each._meta.managed, apps.get_models()):
        rows += [repr(list(model._default_manager.values_list()))]
    return json.dumps(rows)


def of_three(after: str) -> Match:
    """Anna, Ben and Cilla at a table."""
    terms = Terms(after_misses=after)
    match = opening.open_match(people.anna(), game="wicked-christmas", seats=3, terms=terms)
    table.stack_the_deck(match)
    opening.join(match, people.ben())
    opening.join(match, people.cilla())
    match.refresh_from_db()
    return match


def test_nothing_that_is_kept_bears_the_name_or_address_of_whoever_was_erased() -> None:
    match = table.a_match()
    seat = Seat.objects.get(match=match, player=people.anna())
    talking.say(seat, "Hello, Anna speaking", by=people.anna())
    table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    InboundMail.objects.create(raw=b"From: Anna <anna@mail.example.org>", mail_from="anna@mail.example.org")
    own = Submission.objects.create(match=match, seat=seat, player=seat.player, source="mail", key="mail:7:0")
    InboundMail.objects.create(raw=b"x", mail_from="a@else.example", recipients=[{"submission": own.pk}])
    InboundMail.objects.create(raw=b"Ben's", mail_from="ben@mail.example.org")
    inviting.invite(opening.open_match(people.ben(), game=table.GAME), people.ben(), "anna@mail.example.org")
    forget(people.anna())
    kept = all_that_is_kept()
    assert "anna" not in kept.lower()
    assert "Ben" in kept
    assert [bytes(mail.raw) for mail in InboundMail.objects.all()] == [b"Ben's"]
    match.refresh_from_db()
    assert list(verifying.differences(match)) == []


def test_the_seat_bears_another_name_and_the_match_ends_for_the_other_with_a_result() -> None:
    match = table.a_match()
    seat = Seat.objects.get(match=match, player=people.anna())
    forget(people.anna())
    seat.refresh_from_db()
    match.refresh_from_db()
    assert (seat.name, seat.player) == ("Former player", None)
    assert match.state == "finished"
    assert match.result
    assert match.result["winners"] == [1 - seat.number]
    assert Notice.objects.filter(match=match, player=people.ben(), kind="match_ended").count() == 1


def test_where_the_match_is_so_the_hosts_own_player_goes_on_at_once() -> None:
    match = of_three("bot")
    seat = table.on_turn(match)
    assert seat.player
    forget(seat.player)
    seat.refresh_from_db()
    match.refresh_from_db()
    assert (seat.bot, seat.deadline_at, match.state) == ("greedy", None, "playing")
    others = Notice.objects.filter(match=match, kind="seat")
    assert {each["what"] for notice in others for each in notice.data["people"]} == {"gone"}
    assert list(verifying.differences(match)) == []
    reader = browser_of(in_english(Seat.objects.filter(match=match, player__isnull=False)[0].player))
    said = text_of(reader.get(f"/match/{match.pk}/log"))
    assert "took over the seat of Former player, who has closed their account." in said


def test_where_the_match_is_so_the_seat_is_offered() -> None:
    match = of_three("substitute")
    seat = table.on_turn(match)
    assert seat.player
    forget(seat.player)
    seat.refresh_from_db()
    match.refresh_from_db()
    assert match.state == "paused"
    assert seat.offered_at


def test_two_who_go_are_told_apart() -> None:
    match = of_three("forfeit")
    forget(people.anna())
    forget(people.ben())
    names = list(Seat.objects.filter(match=match, player=None).values_list("name", flat=True))
    assert sorted(names) == ["Former player", "Former player 2"]


def test_a_match_of_bots_alone_ends_without_a_result() -> None:
    match = opening.open_match(people.anna(), game=table.GAME, bot="greedy")
    forget(people.anna())
    match.refresh_from_db()
    assert match.state in {"finished", "void"}


def test_an_open_match_goes_to_whoever_sits_there_and_a_finished_one_stays() -> None:
    waiting = opening.open_match(people.anna(), game=table.GAME)
    forget(people.anna())
    waiting.refresh_from_db()
    assert waiting.state == "cancelled"
    assert not Seat.objects.filter(match=waiting).exclude(name="").exists()


def test_mails_of_his_that_wait_to_be_read_play_nothing() -> None:
    match = of_three("bot")
    seat = table.on_turn(match)
    waits = Submission.objects.create(
        match=match, seat=seat, player=seat.player, question=seat.question, source="mail", key="mail:1:0"
    )
    assert seat.player
    forget(seat.player)
    waits.refresh_from_db()
    assert waits.state == "refused"


def test_what_a_moderator_has_still_to_look_at_stays_for_that_long_without_the_name() -> None:
    match = table.a_match()
    seat = Seat.objects.get(match=match, player=people.anna())
    for text in ("one", "two"):
        talking.say(seat, text, by=people.anna())
    Report.objects.create(match=match, by=people.ben(), press=Press.objects.get(text="two"), text="rude")
    forget(people.anna())
    assert list(Press.objects.values_list("name", "text")) == [("Former player", "two")]


def test_a_moderator_cannot_be_erased_before_his_role_is_taken() -> None:
    player = people.dan()
    player.is_staff = True
    player.save()
    with pytest.raises(CannotForget):
        forget(player)
    with pytest.raises(CommandError):
        call_command("forget_player", player.email, "--yes")


def test_the_command_asks_first_and_knows_when_nobody_has_the_address(
    capsys: pytest.CaptureFixture[str],
) -> None:
    anna = people.anna()
    call_command("forget_player", anna.email)
    assert Player.objects.filter(pk=anna.pk).exists()
    call_command("forget_player", anna.email, "--yes")
    assert not Player.objects.filter(pk=anna.pk).exists()
    assert "is erased; his matches stay" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("forget_player", anna.email, "--yes")


def close(client: Client) -> Any:
    return client.post("/account/forget", {"sure": "1"})


def test_a_player_closes_his_account_on_the_page_after_a_fresh_sign_in() -> None:
    match = table.a_match()
    anna = in_english(people.anna())
    page = browser_of(anna).get("/account/forget")
    assert "You are playing in 1 running match." in text_of(page)
    assert parse_errors(page.content) == []
    assert close(browser_of(anna))["Location"].startswith("/account/reauthenticate/")
    assert Player.objects.filter(pk=anna.pk).exists()
    fresh = signed_in(anna)
    where = fresh.post(close(fresh)["Location"], {"recipient": anna.email})["Location"]
    fresh.post(where, {"code": code_for(anna.email)})
    assert not Player.objects.filter(pk=anna.pk).exists()
    assert not EmailAddress.objects.filter(email=anna.email).exists()
    assert "Your account is closed" in text_of(fresh.get("/"))
    assert browser_of(people.ben()).get(f"/match/{match.pk}").status_code == 200
    assert Entry.objects.filter(match=match, kind="left").exists()
