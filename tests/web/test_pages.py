"""Every page: in three languages, for whom it is, and as good HTML under a strict policy."""

import re
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from django.test import RequestFactory
from django.urls import URLPattern
from pytest_django import DjangoAssertNumQueries

from hosting import urls
from hosting.mail.addresses import stop_address
from hosting.matches import inviting
from hosting.matches.models import Match, Notice, Submission
from hosting.matches.opening import open_match
from hosting.matches.seeds import master_of
from hosting.players.models import Player
from hosting.web.errors import broken
from tests import people, table
from tests.web.visiting import browser_of, everything, in_english, parse_errors, stranger, text_of

pytestmark = pytest.mark.django_db

PUBLIC = [
    "/",
    "/help",
    "/rules/spite-and-malice",
    "/account/login/",
    "/account/signup/",
    "/account/inactive/",
]
OWN = [
    "/",
    "/new",
    "/new/spite-and-malice",
    "/settings",
    "/mail-test",
    "/away",
    "/account/forget",
    "/account/email/",
    "/account/logout/",
    "/account/reauthenticate/code/",
    "/help",
    "/rules/spite-and-malice",
]
OF_A_MATCH = ["", "/log", "/told", "/record", "/resign", "/report"]


def own_pages(match: Match) -> list[str]:
    return OWN + [f"/match/{match.pk}{page}" for page in OF_A_MATCH]


@pytest.mark.parametrize("language", ["sv", "ms", "en"])
def test_each_public_page_in_each_language(language: str) -> None:
    client = stranger(HTTP_ACCEPT_LANGUAGE=language)
    for path in [*PUBLIC, f"/join/{open_match(people.anna(), game=table.GAME).join_code}"]:
        response = client.get(path)
        assert response.status_code == 200, path
        assert f'<html lang="{language}">'.encode() in response.content, path
        assert response["Content-Language"] == language
        assert parse_errors(response.content) == [], path


@pytest.mark.parametrize("language", ["sv", "ms", "en"])
def test_each_page_of_a_player_in_his_language_whatever_the_browser_asks(language: str) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.player is not None
    seat.player.language = language
    seat.player.save()
    client = browser_of(seat.player, HTTP_ACCEPT_LANGUAGE="de, en;q=0.5, sv;q=0.4")
    for path in own_pages(match):
        response = client.get(path)
        assert response.status_code == 200, path
        assert f'<html lang="{language}">'.encode() in response.content, path
        assert parse_errors(response.content) == [], path


def test_pages_have_no_style_and_no_script_of_their_own() -> None:
    match = table.a_match()
    client = browser_of(people.anna())
    for path in own_pages(match):
        response = client.get(path)
        page = response.content.decode()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)|javascript:", page), path
        assert "unsafe" not in response["Content-Security-Policy"]
        assert "default-src 'self'" in response["Content-Security-Policy"]


def test_a_stranger_is_sent_to_sign_in_whether_a_match_exists_or_not() -> None:
    match = table.a_match()
    for number in (match.pk, match.pk + 1000):
        for page in [*OF_A_MATCH, "/strip", "/record.json", "/pending"]:
            response = stranger().get(f"/match/{number}{page}")
            assert response["Location"] == f"/account/login/?next=/match/{number}{page}"


def test_a_match_of_others_is_as_unknown_as_one_that_does_not_exist() -> None:
    match = table.a_match()
    client = browser_of(people.dan())
    for page in [*OF_A_MATCH, "/strip", "/record.json", "/pending"]:
        pages = [client.get(f"/match/{number}{page}") for number in (match.pk, match.pk + 1000)]
        assert [page.status_code for page in pages] == [404, 404]
        assert pages[0].content == pages[1].content
    for act in ("play", "cancel"):
        assert client.post(f"/match/{match.pk}/{act}", {"action": "x"}).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/match/99999999999999999999999999",
        "/match/0",
        "/match/-1",
        "/match/1.5",
        "/match/%D9%A1",
        "/match/1/nix",
        "/held/99999999999999999999",
        "/rules/nix",
        "/new/nix",
        "/join/" + "x" * 3000,
    ],
)
def test_odd_addresses_are_not_found(path: str) -> None:
    assert browser_of(people.dan()).get(path).status_code == 404


def test_pages_of_a_seat_are_not_kept_by_caches() -> None:
    match = table.a_match()
    client = browser_of(people.anna())
    for path in ["/", *(f"/match/{match.pk}{page}" for page in [*OF_A_MATCH, "/strip", "/record.json"])]:
        assert "no-store" in client.get(path)["Cache-Control"]
        assert "private" in client.get(path)["Cache-Control"]


def test_get_changes_no_table() -> None:
    match = table.a_match()
    waiting = open_match(people.anna(), game=table.GAME)
    seat = table.on_turn(match)
    held = Submission.objects.create(
        match=match, seat=seat, player=seat.player, source="mail", key="mail:1:0", state="held", lines=["1"]
    )
    inviting.invite(waiting, people.anna(), "friend@other.example.org")
    Player.objects.filter(pk=people.anna().pk).update(feed_key="a" * 32)
    never = inviting.never_token(Notice.objects.get(kind=Notice.Kind.INVITATION))
    browsers = [stranger(), browser_of(people.anna()), browser_of(people.ben()), browser_of(people.dan())]
    paths = [
        *PUBLIC,
        *own_pages(match),
        *own_pages(waiting),
        "/next",
        f"/join/{waiting.join_code}",
        f"/held/{held.pk}",
        f"/match/{match.pk}/strip",
        f"/match/{match.pk}/pending",
        f"/match/{match.pk}/record.json",
        f"/match/{match.pk}/play",
        f"/match/{match.pk}/cancel",
        f"/match/{match.pk}/mails",
        "/settings/mails",
        "/settings/night",
        "/settings/data.json",
        f"/tutorial/{table.GAME}",
        urlsplit(stop_address(Notice.objects.get(match=match, kind="turn"))).path,
        f"/match/{match.pk}?done={held.pk}",
        f"/match/{waiting.pk}/invite",
        f"/never/{never}",
        "/invitation/1/decline",
        "/asked",
        f"/feeds/{people.anna().feed_key}/deadlines.ics",
        f"/feeds/{people.anna().feed_key}/match/{match.pk}.atom",
        "/settings/feeds",
        "/language",
        "/account/login/code/",
        "/account/login/code/confirm/",
        "/account/2fa/totp/activate/",
        "/account/confirm-email/",
        "/account/2fa/",
        "/account/reauthenticate/code/confirm/",
        "/rules",
        "/seats",
        "/seats/1/take",
        "/away",
        "/away/1/call-off",
        f"/match/{match.pk}/offer",
        "/tutorial/spite-and-malice",
        "/robots.txt",
        "/favicon.ico",
        "/healthz",
        "/verify_shuffle.py",
        "/admin/",
        "/account/",
        "/nix",
    ]
    before = everything()
    for client in browsers:
        for path in paths:
            assert client.get(path).status_code < 500, path
            assert client.head(path).status_code < 500, path
    assert everything() == before


def test_every_page_of_ours_was_looked_at() -> None:
    names = {entry.name for entry in urls.urlpatterns if isinstance(entry, URLPattern) and entry.name}
    visited = {
        "home",
        "next",
        "new",
        "new_game",
        "join",
        "match",
        "play",
        "strip",
        "pending",
        "log",
        "record",
        "record_file",
        "cancel",
        "resign",
        "report",
        "talk",
        "mute",
        "unmute",
        "tutorial",
        "held",
        "rules",
        "help",
        "all_rules",
        "settings",
        "language",
        "proof",
        "healthz",
        "take_seat",
        "seats",
        "mail_test",
        "away",
        "call_off",
        "night",
        "offer",
        "stop",
        "asked",
        "never",
        "decline",
        "own_data",
        "invite",
        "mail_wishes",
        "match_mails",
        "calendar",
        "news",
        "renew_feeds",
        "told",
        "forget_me",
    }
    assert names == visited, "a new page wants a line in test_get_changes_no_table"


def test_only_reading_the_page_counts_as_seen() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.player is not None
    client = browser_of(seat.player)
    client.head(f"/match/{match.pk}")
    client.get(f"/match/{match.pk}/strip")
    seat.refresh_from_db()
    assert seat.seen_at is None
    client.get(f"/match/{match.pk}")
    first = table.on_turn(match).seen_at
    assert first is not None
    client.get(f"/match/{match.pk}")
    assert table.on_turn(match).seen_at == first


@pytest.mark.parametrize("path", ["/help", "/robots.txt", "/healthz", "/next"])
def test_pages_that_only_show_take_no_post(path: str) -> None:
    assert browser_of(people.dan()).post(path).status_code == 405


def test_a_form_without_its_token_is_refused_and_changes_nothing() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert seat.player is not None
    client = browser_of(seat.player, enforce_csrf_checks=True)
    before = everything()
    for path, data in [
        (f"/match/{match.pk}/play", {"question": str(seat.question), "action": table.discard(seat)}),
        ("/settings", {"name": "X", "language": "en", "zone": "UTC"}),
        ("/language", {"language": "sv"}),
        ("/new", {}),
        ("/mail-test", {}),
        ("/away", {"first": "2099-01-01", "last": "2099-01-02"}),
        ("/account/login/", {"login": "a@b.org"}),
    ]:
        response = client.post(path, data)
        assert response.status_code == 403
        assert "Nothing was changed" in text_of(response) or b"<html lang" in response.content
    assert everything() == before


def test_a_forged_host_is_refused() -> None:
    assert stranger().get("/", HTTP_HOST="evil.example").status_code == 400


def test_a_form_with_too_many_fields_or_too_much_in_it_is_refused() -> None:
    match = table.a_match()
    client = browser_of(people.anna())
    fields = {f"f{n}": "x" for n in range(1000)}
    assert client.post(f"/match/{match.pk}/play", fields).status_code == 400
    assert client.post(f"/match/{match.pk}/play", {"lines": "x" * 400_000}).status_code == 400


def test_the_language_can_be_chosen_without_and_with_an_account() -> None:
    client = stranger()
    assert client.post("/language", {"language": "ms", "next": "/help"})["Location"] == "/help"
    assert b'<html lang="ms">' in client.get("/help").content
    ben = people.ben()
    browser_of(ben).post("/language", {"language": "sv"})
    ben.refresh_from_db()
    assert ben.language == "sv"
    assert client.post("/language", {"language": "xx"}).status_code == 400


@pytest.mark.parametrize(
    "evil", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x", "nix"]
)
def test_choosing_a_language_leads_to_no_other_site(evil: str) -> None:
    assert stranger().post("/language", {"language": "en", "next": evil})["Location"] == "/"


def test_settings_are_kept_and_shown_at_once() -> None:
    ben = people.ben()
    client = browser_of(ben)
    response = client.post(
        "/settings", {"name": "  Ben   Ali ", "language": "en", "zone": "Europe/London"}, follow=True
    )
    ben.refresh_from_db()
    assert (ben.name, ben.language, str(ben.zone)) == ("Ben Ali", "en", "Europe/London")
    assert "Your settings are saved." in text_of(response)


@pytest.mark.parametrize(
    "wrong", [{"zone": "Mars/Base"}, {"zone": "../../etc/passwd"}, {"language": "de"}, {"name": ""}]
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, str]) -> None:
    ben = people.ben()
    response = browser_of(ben).post(
        "/settings", {"name": "Ben", "language": "ms", "zone": "Asia/Kuala_Lumpur", **wrong}
    )
    assert response.status_code == 422
    ben.refresh_from_db()
    assert (ben.name, ben.language) == ("Ben", "ms")


def test_each_instant_names_its_zone() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    player = in_english(seat.player)
    player.zone = ZoneInfo("Asia/Kuala_Lumpur")
    player.save()
    for path in ("/", f"/match/{match.pk}"):
        assert "(Kuala Lumpur)" in text_of(browser_of(player).get(path))


def test_the_watchman_hears_that_all_is_well() -> None:
    response = stranger().get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


def test_crawlers_are_kept_from_what_belongs_to_players() -> None:
    told = stranger().get("/robots.txt").content.decode()
    for path in ("/match/", "/join/", "/held/", "/account/"):
        assert f"Disallow: {path}" in told


def test_the_proof_is_served_as_the_file_that_it_is() -> None:
    response = stranger().get("/verify_shuffle.py")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/x-python")
    assert b"def " in response.content


def test_the_rules_say_what_is_ours_and_what_happens_to_the_silent() -> None:
    told = text_of(stranger().get("/rules/spite-and-malice"))
    assert "plain kings again. (our ruling)" in told
    assert "the highest card in your hand that is not a king" in told


def test_the_error_page_asks_no_database(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    request = RequestFactory().get("/match/1")
    with django_assert_num_queries(0):
        page = broken(request)
    assert page.status_code == 500
    assert "your match is safe" in text_of(page)
    assert parse_errors(page.content) == []


def test_no_page_tells_a_seed_or_a_key_of_a_running_match() -> None:
    match = table.a_match()
    secret = master_of(match.pk).hex()
    client = browser_of(people.anna())
    for path in [*own_pages(match), f"/match/{match.pk}/record.json", f"/match/{match.pk}/strip"]:
        assert secret not in client.get(path).content.decode()
    assert Notice.objects.exists()
