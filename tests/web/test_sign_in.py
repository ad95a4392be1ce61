"""Sign-in: by mailed code, the same for known and unknown addresses, and hard to abuse."""

import datetime as dt
import re

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client

from hosting.matches.models import Notice
from hosting.now import Offset
from hosting.players.addresses import verified_addresses
from hosting.players.models import Player
from tests import people
from tests.web.visiting import browser_of, code_for, newest_mail, stranger, text_of

pytestmark = pytest.mark.django_db

NEWCOMER = {"name": "Eva", "email": "eva@mail.example.org", "language": "sv", "zone": "Europe/Stockholm"}


def ask_for_code(client: Client, address: str, **more: str) -> str:
    """Ask for a code; give where the browser is sent."""
    response = client.post("/account/login/", {"login": address, **more})
    assert response.status_code == 302
    return str(response["Location"])


def is_signed_in(client: Client) -> bool:
    return client.get("/settings").status_code == 200


def test_a_player_signs_in_with_the_code_from_the_mail() -> None:
    ben, client = people.ben(), stranger()
    where = ask_for_code(client, ben.email)
    response = client.post(where, {"code": code_for(ben.email)})
    assert response["Location"] == "/"
    assert is_signed_in(client)


def test_a_code_may_be_typed_in_lower_case_and_without_its_hyphen() -> None:
    ben, client = people.ben(), stranger()
    where = ask_for_code(client, ben.email)
    client.post(where, {"code": code_for(ben.email).lower().replace("-", "")})
    assert is_signed_in(client)


def test_the_mail_with_the_code_is_in_the_reader_s_language_and_has_no_link() -> None:
    ben = people.ben()
    ask_for_code(stranger(HTTP_ACCEPT_LANGUAGE="sv"), ben.email)
    assert "http" not in newest_mail(ben.email)


def test_a_wrong_code_is_refused_kindly_and_the_right_one_still_works() -> None:
    ben, client = people.ben(), stranger()
    where = ask_for_code(client, ben.email)
    wrong = client.post(where, {"code": "AAAA-AAAA"})
    assert "That is not the code." in text_of(wrong)
    client.post(where, {"code": code_for(ben.email)})
    assert is_signed_in(client)


def test_five_wrong_codes_end_the_attempt() -> None:
    ben, client = people.ben(), stranger()
    where = ask_for_code(client, ben.email)
    code = code_for(ben.email)
    for _ in range(5):
        client.post(where, {"code": "AAAA-AAAA"})
    client.post(where, {"code": code})
    assert not is_signed_in(client)


def test_a_code_of_another_browser_is_worth_nothing() -> None:
    ben, his, other = people.ben(), stranger(), stranger()
    ask_for_code(his, ben.email)
    response = other.post("/account/login/code/confirm/", {"code": code_for(ben.email)})
    assert response.status_code == 302
    assert not is_signed_in(other)


def test_a_code_works_once() -> None:
    ben, client = people.ben(), stranger()
    where = ask_for_code(client, ben.email)
    code = code_for(ben.email)
    client.post(where, {"code": code})
    client.post("/account/logout/")
    client.post(where, {"code": code})
    assert not is_signed_in(client)


def test_the_session_key_changes_at_sign_in_and_dies_at_sign_out() -> None:
    ben, client = people.ben(), stranger()
    where = ask_for_code(client, ben.email)
    before = client.cookies["sessionid"].value
    client.post(where, {"code": code_for(ben.email)})
    after = client.cookies["sessionid"].value
    assert after != before
    client.post("/account/logout/")
    client.cookies["sessionid"] = after
    assert not is_signed_in(client)


def anonymous(page: bytes, address: str) -> str:
    """A page without what differs from one request to the next."""
    bare = re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", page).decode()
    return bare.replace(address, "ADDRESS")


def test_sign_in_answers_alike_for_known_and_unknown_addresses() -> None:
    known, unknown = people.ben().email, "nobody@mail.example.org"
    pages = []
    for address in (known, unknown):
        client = stranger()
        where = ask_for_code(client, address)
        wrong = client.post(where, {"code": "AAAA-AAAA"})
        again = client.post(where, {"action": "resend"})
        pages.append((where, wrong.status_code, anonymous(wrong.content, address), again.status_code))
    assert pages[0] == pages[1]
    assert Notice.objects.filter(kind=Notice.Kind.SIGN_IN, address=unknown).exists()


def test_somebody_unknown_is_told_by_mail_how_to_make_an_account() -> None:
    ask_for_code(stranger(), "nobody@mail.example.org")
    assert "/account/signup/?email=nobody%40mail.example.org" in newest_mail("nobody@mail.example.org")


def test_sign_up_answers_alike_for_known_and_unknown_addresses() -> None:
    known, unknown = people.ben().email, "eva@mail.example.org"
    pages = []
    for address in (known, unknown):
        client = stranger()
        response = client.post("/account/signup/", {**NEWCOMER, "email": address})
        page = client.get(response["Location"])
        wrong = client.post(response["Location"], {"code": "AAAA-AAAA"})
        pages.append(
            (
                response.status_code,
                response["Location"],
                anonymous(page.content, address),
                anonymous(wrong.content, address),
            )
        )
    assert pages[0] == pages[1]
    assert "/account/login/" in newest_mail(known)


def test_a_newcomer_signs_up_and_keeps_name_language_and_zone() -> None:
    client = stranger()
    response = client.post("/account/signup/", NEWCOMER)
    response = client.post(response["Location"], {"code": code_for(NEWCOMER["email"])})
    assert response["Location"] == "/"
    eva = Player.objects.get(email=NEWCOMER["email"])
    assert (eva.name, eva.language, str(eva.zone)) == ("Eva", "sv", "Europe/Stockholm")
    assert not eva.has_usable_password()
    assert verified_addresses(eva) == {"eva@mail.example.org"}


def test_a_newcomer_comes_back_to_where_he_wanted_to_go() -> None:
    client = stranger()
    response = client.post("/account/signup/", {**NEWCOMER, "next": "/new"})
    response = client.post(response["Location"], {"code": code_for(NEWCOMER["email"])})
    assert response["Location"] == "/new"


@pytest.mark.parametrize(
    ("header", "language", "zone"),
    [
        ("sv-SE,sv;q=0.9", "sv", "Europe/Stockholm"),
        ("ms", "ms", "Asia/Kuala_Lumpur"),
        ("en-GB", "en", "Europe/London"),
        ("de", "en", "UTC"),
    ],
)
def test_language_and_zone_are_guessed(header: str, language: str, zone: str) -> None:
    page = stranger(HTTP_ACCEPT_LANGUAGE=header).get("/account/signup/").content.decode()
    assert f'<option value="{language}" selected>' in page
    assert f'<option value="{zone}" selected>' in page


@pytest.mark.parametrize(
    "name", ["", "x", "a" * 300, "\u0301\u0301", "Eva\nBcc: x", "\u202eavE", "Eva\u200b", "12", "🂡🂱"]
)
def test_names_that_hide_or_mislead_are_refused(name: str) -> None:
    response = stranger().post("/account/signup/", {**NEWCOMER, "name": name})
    assert response.status_code == 200
    assert 'aria-invalid="true"' in response.content.decode()
    assert not Player.objects.filter(email=NEWCOMER["email"]).exists()


@pytest.mark.parametrize(
    "address", ["", "nix", "a@b@c.org", "eva@mail.example.org\nBcc: x@y.org", "e" * 250 + "@mail.example.org"]
)
def test_addresses_that_are_none_are_refused(address: str) -> None:
    response = stranger().post("/account/login/", {"login": address})
    assert response.status_code == 200
    assert not Notice.objects.exists()


@pytest.mark.parametrize(
    "evil", ["//evil.example", "https://evil.example/", "javascript:alert(1)", "/\\evil.example"]
)
def test_a_forged_next_leads_nowhere(evil: str) -> None:
    ben, client = people.ben(), stranger()
    where = ask_for_code(client, ben.email, next=evil)
    response = client.post(where, {"code": code_for(ben.email), "next": evil})
    assert response["Location"] == "/"


def test_the_sixth_mail_in_a_quarter_of_an_hour_is_not_sent_and_known_addresses_show_no_difference() -> None:
    for address in (people.ben().email, "nobody@mail.example.org"):
        for _ in range(5):
            ask_for_code(stranger(), address)
        sixth = stranger().post("/account/login/", {"login": address})
        assert "a little too often" in text_of(sixth)
        assert Notice.objects.filter(address=address).count() == 5


def test_sending_anew_counts_as_a_mail_too() -> None:
    ben = people.ben()
    first, client = stranger(), stranger()
    for browser in (first, client):
        where = ask_for_code(browser, ben.email)
        for _ in range(2):
            browser.post(where, {"action": "resend"})
    assert Notice.objects.filter(address=ben.email).count() == 5
    refused = client.post("/account/login/code/confirm/", {"action": "resend"})
    assert refused.status_code in {200, 429}
    assert Notice.objects.filter(address=ben.email).count() == 5


def test_too_many_sign_ins_are_answered_429_with_the_time_to_wait() -> None:
    client = stranger()
    answers = [
        client.post("/account/signup/", {**NEWCOMER, "email": f"e{n}@mail.example.org"}) for n in range(21)
    ]
    assert answers[-1].status_code == 429
    assert int(answers[-1]["Retry-After"]) > 0


def test_after_a_quarter_of_an_hour_mails_are_sent_again() -> None:
    ben = people.ben()
    for _ in range(5):
        ask_for_code(stranger(), ben.email)
    Notice.objects.update(created_at=Notice.objects.latest("pk").created_at - dt.timedelta(minutes=16))
    cache.clear()
    ask_for_code(stranger(), ben.email)
    assert Notice.objects.filter(address=ben.email).count() == 6


def test_there_are_no_passwords_anywhere() -> None:
    ben = people.ben()
    for path in ("password/reset/", "password/change/", "password/set/", "reauthenticate/"):
        assert browser_of(ben).get(f"/account/{path}").status_code == 404
    for path in ("login/", "signup/"):
        assert b'type="password"' not in stranger().get(f"/account/{path}").content


def test_adding_an_address_asks_for_a_code_at_an_old_one_and_at_the_new_one() -> None:
    ben = people.ben()
    client = browser_of(ben)
    asked = client.post("/account/email/", {"action_add": "", "email": "ben@new.example.org"})
    assert asked["Location"].startswith("/account/reauthenticate/code/")
    form = client.get(asked["Location"])
    assert "Satu kod lagi" in text_of(form)
    where = client.post(asked["Location"], {"recipient": ben.email})
    done = client.post(where["Location"], {"code": code_for(ben.email)})
    assert done.status_code == 302
    assert verified_addresses(ben) == {ben.email}
    client.post("/account/confirm-email/", {"code": code_for("ben@new.example.org")})
    assert verified_addresses(ben) == {ben.email, "ben@new.example.org"}


def test_moderators_sign_in_like_everybody_else() -> None:
    response = stranger().get("/admin/login/?next=/admin/")
    assert response["Location"] == "/account/login/?next=%2Fadmin%2F"


def test_who_comes_by_within_fourteen_days_stays_signed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    noon = dt.datetime(2026, 10, 1, 12, tzinfo=dt.UTC)
    client = browser_of(people.ben())
    monkeypatch.setattr(Offset, "told", lambda: noon)
    client.get("/settings")
    first = Session.objects.get()
    Session.objects.update(expire_date=first.expire_date - dt.timedelta(days=9))
    client.get("/settings")
    assert Session.objects.get().expire_date < first.expire_date  # written once a day, no more
    monkeypatch.setattr(Offset, "told", lambda: noon + dt.timedelta(days=1))
    client.get("/settings")
    assert Session.objects.get().expire_date >= first.expire_date
