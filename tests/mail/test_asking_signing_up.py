"""An account by mail alone, and invitations that are answered by mail."""

import datetime as dt
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core.checks import run_checks
from pytest_django import Settings

from hosting.mail.asking import requests
from hosting.mail.models import Request
from hosting.matches import inviting, opening
from hosting.matches.models import Invitation, Match, Notice, Seat
from hosting.now import now, travel
from hosting.players.addresses import verified_addresses
from hosting.players.models import Player
from tests import people, table
from tests.mail.post import Post, flat, post_office

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

NILS = "nils@new.example.org"


@pytest.fixture
def post(settings: Settings) -> Iterator[Post]:
    people.cilla()
    with post_office(settings) as post:
        yield post


def account() -> Player:
    return Player.objects.get(email=NILS)


# --- Asking for an account


def test_an_unknown_sender_is_asked_and_his_yes_makes_the_account_and_does_what_he_asked(post: Post) -> None:
    post.write(NILS, "Hej!", "", "nytt spite poäng 9", name="Nils Åkesson")
    [question] = post.to(NILS)
    assert "Ska vi göra ett konto åt dig" in question.text
    assert "Du skulle heta Nils Åkesson" in flat(question.text)
    assert not Player.objects.filter(email=NILS).exists()
    post.reply(question, "Ja tack")
    nils = account()
    assert (nils.name, nils.language, str(nils.zone)) == ("Nils Åkesson", "sv", "Europe/Stockholm")
    assert verified_addresses(nils) == {NILS}
    assert Match.objects.get().options["target"] == 9
    welcome = flat(post.newest(NILS).text)
    assert "Välkommen till Postbord, Nils Åkesson." in welcome
    assert "Tider anges som i Stockholm" in welcome
    assert "”övning”" in welcome
    assert "Du skrev ”nytt spite poäng 9”." in welcome


def test_any_mail_of_an_unknown_sender_is_answered_with_the_question(post: Post) -> None:
    post.write(NILS, "Good evening, a friend has told me about you.")
    post.reply(post.newest(NILS), "YES")
    assert account().name == "nils"
    assert "Welcome to Postbord" in post.newest(NILS).text


def test_the_name_asked_for_comes_before_the_one_in_the_mail(post: Post) -> None:
    post.write(NILS, "sign up Nisse", name="Nils Åkesson")
    post.reply(post.newest(NILS), "yes")
    assert account().name == "Nisse"


@pytest.mark.parametrize(
    ("written", "name"),
    [("=?utf-8?q?Nils_=C3=85?=", "Nils Å"), ('"<b>Nils & Co"', "b Nils Co"), ("!!", "Player")],
)
def test_a_name_in_a_mail_is_cleaned(post: Post, written: str, name: str) -> None:
    post.write("42@new.example.org", "help", name=written)
    post.reply(post.newest("42@new.example.org"), "yes")
    assert Player.objects.get(email="42@new.example.org").name == name


def test_an_unknown_address_is_asked_once_a_day(post: Post) -> None:
    for _time in range(3):
        post.write(NILS, "help")
    assert len(post.to(NILS)) == 1
    with travel(dt.timedelta(days=1, minutes=1)):
        post.write(NILS, "help")
    assert len(post.to(NILS)) == 2


@pytest.mark.parametrize("dmarc", ["fail", "none", ""])
def test_nobody_is_asked_for_whom_his_domain_does_not_vouch(post: Post, dmarc: str) -> None:
    post.write(NILS, "new spite", dmarc=dmarc)
    assert post.to(NILS) == []
    assert not Request.objects.exists()


def test_without_a_mail_server_that_checks_nobody_signs_up_and_the_start_says_so(
    post: Post, settings: Settings
) -> None:
    settings.MAILROOM = False
    assert "mail.I001" not in {message.id for message in run_checks()}
    settings.AUTHSERV_ID = ""
    post.write(NILS, "new spite")
    assert post.to(NILS) == []
    assert "mail.I001" in {message.id for message in run_checks()}


def test_somebody_else_s_yes_makes_no_account(post: Post) -> None:
    post.write(NILS, "new spite")
    post.reply(post.newest(NILS), "yes", sender="eve@new.example.org")
    post.reply(post.newest(NILS), "yes", sender=people.anna().email)
    post.reply(post.newest(NILS), "yes", dmarc="fail")
    assert Player.objects.filter(email__endswith="new.example.org").count() == 0


def test_a_no_and_three_days_of_silence_keep_nothing(post: Post) -> None:
    post.write(NILS, "new spite")
    question = post.newest(NILS)
    post.reply(question, "no")
    post.reply(question, "yes")
    assert Request.objects.get().state == "dropped"
    with travel(dt.timedelta(days=2)):
        post.write(NILS, "new spite")
        question = post.newest(NILS)
    with travel(dt.timedelta(days=6)):
        assert requests.lapse(now()) == 1
        post.reply(question, "yes")
        assert "Your yes came more than three days later" in flat(post.newest(NILS).text)
    assert not Player.objects.filter(email=NILS).exists()


def test_a_second_yes_makes_no_second_account(post: Post) -> None:
    post.write(NILS, "new spite")
    question = post.newest(NILS)
    post.reply(question, "yes")
    post.reply(question, "yes")
    assert Player.objects.filter(email=NILS).count() == Match.objects.count() == 1


def test_a_sign_up_that_was_begun_on_the_pages_is_finished_by_mail(post: Post) -> None:
    begun = Player.objects.create_user(NILS, "Somebody")
    EmailAddress.objects.create(user=begun, email=NILS, verified=False, primary=True)
    post.write(NILS, "sign up Nils")
    post.reply(post.newest(NILS), "yes")
    nils = account()
    assert (nils.pk, nils.name, verified_addresses(nils)) == (begun.pk, "Nils", frozenset({NILS}))


def test_a_closed_account_is_not_asked_and_not_opened_again(post: Post) -> None:
    cilla = people.cilla()
    cilla.is_active = False
    cilla.save()
    post.write(cilla.email, "new spite")
    assert post.to(cilla.email) == []


# --- Invitations


def invited(post: Post, address: str) -> Match:
    """Anna, who speaks Swedish, invites somebody."""
    match = opening.open_match(people.anna(), game=table.GAME)
    inviting.invite(match, people.anna(), address)
    post.work()
    return match


def test_a_known_player_accepts_with_one_word(post: Post) -> None:
    match = invited(post, people.cilla().email)
    mail = post.newest(people.cilla().email)
    assert "Anna invites you to a match of Spite & Malice." in mail.text
    assert "you have 3 days for each turn" in flat(mail.text)
    assert mail.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"/join/{match.join_code}" in mail.text
    post.reply(mail, "YES", dmarc="none")
    match.refresh_from_db()
    assert match.state == "playing"
    assert Invitation.objects.get().state == "accepted"


def test_an_answer_that_is_no_clear_yes_is_asked_about_and_not_guessed_at(post: Post) -> None:
    match = invited(post, people.cilla().email)
    post.reply(post.newest(people.cilla().email), "Yes, with the greatest pleasure, my dear!")
    match.refresh_from_db()
    assert match.state == "open"
    question = post.newest(people.cilla().email)
    assert f"To take it, write “join {match.pk}”" in flat(question.text)
    post.reply(question, f"join {match.pk}")
    match.refresh_from_db()
    assert match.state == "playing"


def test_an_unknown_address_is_written_to_in_the_language_of_the_inviter_and_signs_up_first(
    post: Post,
) -> None:
    match = invited(post, NILS)
    mail = post.newest(NILS)
    assert "Anna bjuder in dig till ett parti Spite & Malice." in mail.text
    post.reply(mail, "JA")
    question = post.newest(NILS)
    assert "Ska vi göra ett konto" in question.text
    post.reply(question, "JA")
    match.refresh_from_db()
    assert match.state == "playing"
    assert Seat.objects.filter(match=match, player=account()).exists()


def test_a_no_declines_and_needs_no_account(post: Post) -> None:
    invited(post, NILS)
    post.reply(post.newest(NILS), "NEJ", dmarc="none")
    assert Invitation.objects.get().state == "declined"
    assert len(post.to(NILS)) == 1


def test_an_invitation_that_was_passed_on_gives_nobody_else_the_seat(post: Post) -> None:
    match = invited(post, NILS)
    post.reply(post.newest(NILS), "YES", sender=people.cilla().email)
    match.refresh_from_db()
    assert match.state == "open"


def test_an_invitation_that_has_lapsed_is_not_sent_and_its_yes_is_told_so(post: Post) -> None:
    match = invited(post, people.cilla().email)
    mail = post.newest(people.cilla().email)
    inviting.invite(match, people.anna(), NILS)
    opening.join(match, people.ben())
    post.work()
    assert post.to(NILS) == []
    assert Notice.objects.get(address=NILS).state == "dropped"
    post.reply(mail, "yes")
    assert "Somebody else was quicker" in flat(post.newest(people.cilla().email).text)
