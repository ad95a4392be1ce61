"""Choosing which mails come: for all matches in the settings, for one on its page, in plain words."""

import re

import pytest
from django.test import Client

from hosting.mail.sending.outgoing import OutgoingMail
from hosting.mail.writing.letters import write
from hosting.matches.models import Notice, Seat
from hosting.now import now
from hosting.players.models import Player
from tests import people, table
from tests.web.visiting import browser_of, reader_on_turn, text_of

pytestmark = pytest.mark.django_db(transaction=True)

USUAL = {
    "mails-turn": "mail",
    "mails-reminder": "mail",
    "mails-press": "mail",
    "mails-news": "mail",
    "mails-moves": "none",
    "mails-hour": "7",
}
OF_MATCH = {name: "" for name in USUAL if name != "mails-hour"}


def cilla() -> tuple[Client, Player]:
    player = people.cilla()
    return browser_of(player), player


def kept(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def chosen(page: str, name: str) -> str:
    """What a select of a page shows."""
    select = re.search(rf'<select name="{name}".*?</select>', page, re.DOTALL)
    assert select
    found = re.search(r'value="([^"]*)" selected', select[0])
    assert found
    return found[1]


def test_the_settings_show_what_is_usual_and_that_clocks_run_on() -> None:
    browser, _player = cilla()
    page = browser.get("/settings")
    shown = {name: chosen(page.content.decode(), name) for name in USUAL}
    assert shown == USUAL
    assert "The clocks keep running, whatever you choose" in text_of(page)


def test_what_is_as_usual_is_not_kept() -> None:
    browser, player = cilla()
    browser.post("/settings/mails", USUAL)
    assert (kept(player).wishes, kept(player).digest_hour, kept(player).digest_due_at) == ({}, None, None)


def test_a_daily_mail_at_a_chosen_hour() -> None:
    browser, player = cilla()
    page = browser.post("/settings/mails", {**USUAL, "mails-news": "digest", "mails-hour": "20"}, follow=True)
    assert "Your choice of emails is saved." in text_of(page)
    after = kept(player)
    assert (after.wishes, after.digest_hour) == ({"news": "digest"}, 20)
    assert after.digest_due_at
    assert after.digest_due_at.astimezone(after.zone).hour == 20
    assert chosen(page.content.decode(), "mails-hour") == "20"


def test_turning_turn_mails_off_is_answered_on_the_page_and_by_one_mail_that_clocks_run_on() -> None:
    browser, player = cilla()
    page = browser.post("/settings/mails", {**USUAL, "mails-turn": "none"}, follow=True)
    assert "The clocks keep running all the same" in text_of(page)
    browser.post("/settings/mails", {**USUAL, "mails-turn": "none"})
    notice = Notice.objects.select_related("player").get(player=player, kind="wishes")
    text = write(notice, now()).text
    assert "You will get no more emails when it is your turn." in " ".join(text.split())
    assert "The clocks keep running all the same" in " ".join(text.split())


def test_turning_other_mails_off_brings_no_mail() -> None:
    browser, _player = cilla()
    browser.post("/settings/mails", {**USUAL, "mails-press": "none", "mails-news": "digest"})
    assert not Notice.objects.filter(kind="wishes").exists()


def test_a_choice_for_one_match_comes_first_and_can_go_back_to_that_for_all() -> None:
    match = table.a_match()
    browser, seat = reader_on_turn(match)
    assert seat.player is not None
    page = browser.get(f"/match/{match.pk}").content.decode()
    assert chosen(page, "mails-turn") == ""
    assert "as in all your matches: by email at once" in page
    after = browser.post(f"/match/{match.pk}/mails", {**OF_MATCH, "mails-moves": "mail"}, follow=True)
    assert Seat.objects.get(pk=seat.pk).wishes == {"moves": "mail"}
    assert chosen(after.content.decode(), "mails-moves") == "mail"
    browser.post(f"/match/{match.pk}/mails", OF_MATCH)
    assert Seat.objects.get(pk=seat.pk).wishes == {}


def test_a_daily_mail_for_one_match_alone_comes_at_the_usual_hour() -> None:
    match = table.a_match()
    browser, seat = reader_on_turn(match)
    browser.post(f"/match/{match.pk}/mails", {**OF_MATCH, "mails-turn": "digest"})
    assert seat.player is not None
    after = kept(seat.player)
    assert after.digest_hour == 7
    assert after.digest_due_at is not None


def test_nobody_chooses_for_a_match_of_others() -> None:
    match = table.a_match()
    assert browser_of(people.dan()).post(f"/match/{match.pk}/mails", OF_MATCH).status_code == 404


@pytest.mark.parametrize("wrong", [{"mails-turn": "carrier pigeon"}, {"mails-hour": "25"}])
def test_a_choice_that_is_not_offered_is_refused(wrong: dict[str, str]) -> None:
    browser, player = cilla()
    assert browser.post("/settings/mails", {**USUAL, **wrong}).status_code == 400
    assert kept(player).wishes == {}


def test_another_zone_moves_the_daily_mail() -> None:
    browser, player = cilla()
    browser.post("/settings/mails", {**USUAL, "mails-turn": "digest"})
    browser.post("/settings", {"name": "Cilla", "language": "en", "zone": "Asia/Kuala_Lumpur"})
    after = kept(player)
    assert after.digest_due_at
    assert after.digest_due_at.astimezone(after.zone).hour == 7


def test_text_only_mails_have_one_part_and_all_the_words() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.player is not None
    browser_of(seat.player).post("/settings/mails", {**USUAL, "mails-text_only": "on"})
    notice = Notice.objects.select_related("player", "seat", "match").get(seat=seat, kind="turn")
    mail = OutgoingMail(write(notice, now())).message()
    assert mail.get_content_type() == "text/plain"
    assert not mail.is_multipart()
    raw = mail.get_payload(decode=True)
    assert isinstance(raw, bytes)
    assert f"/match/{match.pk}" in raw.decode()
