"""Every page of the desk, opened by every role."""

import re
from typing import Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from hosting.matches import opening
from hosting.matches.models import Entry, Match, Seat, Submission
from hosting.moderation import roles
from hosting.moderation.site import desk
from tests import people
from tests.moderation import cases

pytestmark = pytest.mark.django_db

LISTS: Final = sorted(f"{model._meta.app_label}.{model._meta.model_name}" for model in desk._registry)
WHO: Final = ["superuser", *roles.ROLES]
CHANGED_HERE: Final = {"players.player"}


def may_see(who: str, model: str) -> bool:
    app, name = model.split(".")
    return who == "superuser" or f"{app}.view_{name}" in roles.ROLES[who]


def list_of(model: str) -> str:
    return f"/admin/{model.replace('.', '/')}/"


def test_only_these_models_are_at_the_desk() -> None:
    assert LISTS == [
        "account.emailaddress", "admin.logentry", "mail.inboundmail",
        "matches.deal", "matches.entry", "matches.heartbeat", "matches.match", "matches.notice",
        "matches.offer", "matches.press", "matches.report", "matches.seat", "matches.submission",
        "players.absence", "players.addresshealth", "players.player",
    ]  # fmt: skip


@pytest.mark.parametrize("who", WHO)
def test_a_role_opens_the_lists_that_it_may_see_and_no_other(who: str) -> None:
    cases.planted()
    client = cases.signed_in(cases.with_role(who))
    opened = {model: client.get(list_of(model)).status_code for model in LISTS}
    assert opened == {model: 200 if may_see(who, model) else 403 for model in LISTS}


@pytest.mark.parametrize("who", WHO)
def test_a_role_opens_the_pages_of_the_rows_that_it_may_see(who: str) -> None:
    case = cases.planted()
    client = cases.signed_in(cases.with_role(who))
    opened = {page: client.get(page).status_code for page in case.pages}
    expected = {page: 200 if may_see(who, ".".join(page.split("/")[2:4])) else 403 for page in case.pages}
    assert opened == expected


@pytest.mark.parametrize("who", WHO)
def test_the_front_page_of_the_desk_opens_for_everybody_with_a_role(who: str) -> None:
    assert cases.signed_in(cases.with_role(who)).get("/admin/").status_code == 200


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("act", ["pause", "resume", "end-turn", "void"])
def test_only_moderators_open_the_pages_of_acts(who: str, act: str) -> None:
    match = cases.running_match()
    page = cases.signed_in(cases.with_role(who)).get(f"/admin/matches/match/{match.pk}/act/{act}/")
    assert page.status_code == (200 if who in {"superuser", "moderator"} else 403)


@pytest.mark.parametrize("who", WHO)
def test_the_state_of_the_host_opens_for_those_who_keep_it_going(who: str) -> None:
    cases.planted()
    page = cases.signed_in(cases.with_role(who)).get("/admin/host/")
    assert page.status_code == (403 if who == "moderator" else 200)


@pytest.mark.parametrize("model", LISTS)
def test_nothing_is_added_or_deleted_at_the_desk(model: str) -> None:
    case = cases.planted()
    client = cases.signed_in(cases.with_role("superuser"))
    row = case.match.pk
    assert client.get(f"{list_of(model)}add/").status_code in {403, 404}
    assert client.post(f"{list_of(model)}{row}/delete/", {"post": "yes"}).status_code in {302, 403, 404}
    assert "delete_selected" not in client.get(list_of(model)).content.decode()
    assert Match.objects.count() == 1


def test_rows_of_the_log_are_not_changed_by_posting_to_their_pages() -> None:
    case = cases.planted()
    client = cases.signed_in(cases.with_role("superuser"))
    for page in [*case.pages, f"/admin/matches/entry/{Entry.objects.latest('pk').pk}/change/"]:
        if "history" not in page:
            assert client.post(page, {"state": "void", "game": "x"}).status_code in {403, 404}
    case.match.refresh_from_db()
    assert case.match.state == "playing"


@pytest.mark.storage
@pytest.mark.parametrize("who", WHO)
def test_no_secret_is_on_any_page(who: str) -> None:
    case = cases.planted()
    client = cases.signed_in(cases.with_role(who))
    acts = [f"/admin/matches/match/{case.match.pk}/act/{act}/" for act in ("pause", "end-turn", "void")]
    players = [f"/admin/players/player/{player.pk}/change/" for player in (people.anna(), people.ben())]
    for page in ["/admin/", "/admin/host/", *map(list_of, LISTS), *case.pages, *acts, *players]:
        text = client.get(page).content.decode()
        assert [secret for secret in case.secrets if secret in text] == [], page


def test_what_may_be_seen_is_seen() -> None:
    case = cases.planted()
    client = cases.signed_in(cases.with_role("support"))
    submission, mail = (client.get(case.pages[page]).content.decode() for page in (2, 4))
    assert cases.OWN_WORDS in submission
    assert cases.OWN_WORDS in mail
    assert "X-Mailer: Pine" in mail
    assert "...@mail.example.org" in mail


@pytest.mark.storage
@pytest.mark.parametrize("role", ["superuser", "moderator"])
def test_somebody_who_plays_sees_no_row_of_his_match(role: str) -> None:
    case = cases.planted()
    roles.give(people.ben(), role)
    client = cases.signed_in(people.ben())
    for model in ("entry", "submission", "notice", "seat", "deal"):
        assert str(case.match) not in client.get(f"/admin/matches/{model}/").content.decode()
    assert f"inboundmail/{case.mail.pk}/" not in client.get("/admin/mail/inboundmail/").content.decode()
    for page in case.pages[2:]:
        assert client.get(page).status_code == 302  # Django's way of saying that there is no such row


def test_the_table_on_a_match_page_is_empty_for_somebody_who_sits_there() -> None:
    case = cases.planted()
    roles.give(people.ben(), "moderator")
    row = 'id="seats-0"'
    assert row in cases.signed_in(cases.with_role("moderator")).get(case.pages[0]).content.decode()
    assert row not in cases.signed_in(people.ben()).get(case.pages[0]).content.decode()


@pytest.mark.storage
def test_somebody_who_plays_sees_rows_of_other_matches() -> None:
    case = cases.planted()
    roles.give(people.cilla(), "moderator")
    own = opening.open_match(people.cilla(), game=cases.GAME, bot="greedy")
    text = cases.signed_in(people.cilla()).get("/admin/matches/seat/").content.decode()
    assert str(Seat.objects.get(match=case.match, number=0).name) in text
    assert f"{own.game} {own.pk}" not in text


@pytest.mark.storage
def test_somebody_who_plays_sees_no_mail_to_a_plain_or_former_address() -> None:
    case = cases.planted()
    case.mail.recipients = [{"address": "x", "kind": "old_token", "notice": None}]
    case.mail.save()
    Submission.objects.all().delete()
    roles.give(people.ben(), "moderator")
    assert cases.signed_in(people.ben()).get(case.pages[4]).status_code == 302
    assert cases.signed_in(cases.with_role("moderator")).get(case.pages[4]).status_code == 200


@pytest.mark.parametrize(
    "question",
    [
        "matches/entry/?digest__startswith=c",
        "matches/notice/?choices__contains=7",
        "matches/notice/?number__gt=0",
        "matches/match/?join_code__startswith=a",
        "matches/entry/?match__join_code__startswith=a",
        "matches/submission/?notice__number=5",
        "players/player/?email__startswith=a",
        "mail/inboundmail/?raw__contains=PLAY",
    ],
)
def test_a_list_answers_no_question_about_what_it_hides(question: str) -> None:
    cases.planted()
    assert cases.signed_in(cases.with_role("superuser")).get(f"/admin/{question}").status_code == 400


@pytest.mark.parametrize(
    "question",
    [
        "matches/entry/?match__id__exact=1",
        "matches/notice/?state__exact=failed&kind__exact=turn",
        "matches/submission/?q=1",
        "matches/match/?q=anna",
        "players/player/?q=ann&is_staff__exact=0",
        "account/emailaddress/?verified__exact=1",
        "mail/inboundmail/?state__exact=new",
        "matches/seat/?is_out__exact=0",
        "matches/match/?game=spite-and-malice",
    ],
)
def test_a_list_can_be_filtered_and_searched(question: str) -> None:
    cases.planted()
    assert cases.signed_in(cases.with_role("superuser")).get(f"/admin/{question}").status_code == 200


@pytest.mark.parametrize("page", ["", "host/", "matches/match/", "matches/notice/", "players/player/"])
def test_pages_hold_the_strict_policy(page: str) -> None:
    cases.planted()
    response = cases.signed_in(cases.with_role("superuser")).get(f"/admin/{page}")
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    text = response.content.decode()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"|<script(?![^>]*\ssrc=)", text)


def test_a_stranger_is_sent_to_the_sign_in_of_players() -> None:
    response = Client().get("/admin/matches/match/", follow=True)
    assert "/account/login/" in response.redirect_chain[-1][0]


def test_a_player_without_a_role_is_not_let_in() -> None:
    response = cases.signed_in(people.dan()).get("/admin/", follow=True)
    assert response.status_code == 403


def test_there_is_no_page_about_passwords() -> None:
    client = cases.signed_in(cases.with_role("superuser"))
    assert client.get("/admin/password_change/").status_code == 404


@pytest.mark.parametrize("model", LISTS)
def test_a_list_costs_no_more_queries_for_more_rows(model: str) -> None:
    client = cases.signed_in(cases.with_role("superuser"))
    cases.planted()
    client.get("/admin/")  # the first page of a day prolongs the sign-in
    with CaptureQueriesContext(connection) as few:
        client.get(list_of(model))
    for _ in range(3):
        cases.running_match()
    with CaptureQueriesContext(connection) as many:
        client.get(list_of(model))
    assert len(many) == len(few)


def test_a_list_of_mails_does_not_read_their_sources() -> None:
    cases.planted()
    client = cases.signed_in(cases.with_role("superuser"))
    with CaptureQueriesContext(connection) as asked:
        client.get("/admin/mail/inboundmail/")
    assert not [query for query in asked.captured_queries if '"raw"' in query["sql"]]


def test_the_desk_greets_by_name_and_shows_nobody_an_address_not_even_his_own() -> None:
    maja = cases.with_role("superuser")
    text = cases.signed_in(maja).get("/admin/").content.decode()
    assert "Maja" in text
    assert maja.email not in text
