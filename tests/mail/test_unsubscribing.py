"""The address in each mail that stops its like: signed, without cookies, and never more than it says."""

import pytest
from django.test import Client

from hosting.mail.addresses import reply_token, stop_address
from hosting.mail.writing.letters import headers
from hosting.matches import notices, wishing
from hosting.matches.models import Match, Notice, Seat
from hosting.now import now
from hosting.players import wishes
from hosting.players.models import Player
from tests import people, table
from tests.web.visiting import HOST, everything, parse_errors, text_of

pytestmark = pytest.mark.django_db(transaction=True)

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def stranger() -> Client:
    """A mail program or a browser without cookies; cross-site posts are refused where they are not meant."""
    return Client(HTTP_HOST=HOST, enforce_csrf_checks=True)


def a_turn(**ways: str) -> tuple[Match, Notice, str]:
    """A match, the notice of a turn in it to a reader of English, and the path that stops such mails."""
    match = table.a_match()
    seat = table.on_turn(match)
    player = seat.player
    assert player is not None
    Player.objects.filter(pk=player.pk).update(language="en", wishes=ways)
    notice = Notice.objects.select_related("player", "seat", "match").get(seat=seat, kind="turn")
    return match, notice, stop_address(notice).removeprefix("http://127.0.0.1:8000")


def seat_of(notice: Notice) -> Seat:
    return Seat.objects.select_related("player").get(notices=notice)


def test_every_kind_that_can_be_chosen_carries_the_address_and_no_other(stranger: Client) -> None:
    _match, notice, path = a_turn()
    for kind in set(Notice.Kind) - {
        Notice.Kind.SIGN_IN,
        Notice.Kind.INVITATION,
    }:  # it has its own: never again
        notice.kind = kind
        made = headers(notice, now())
        wanted = notices.ABOUT[kind] is not None or kind == Notice.Kind.DIGEST
        assert ("List-Unsubscribe" in made) is wanted
        if wanted:
            assert made["List-Unsubscribe"] == f"<http://127.0.0.1:8000{path}>"
            assert made["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_every_kind_has_its_place_in_the_table_of_what_can_be_chosen() -> None:
    assert set(notices.ABOUT) == set(Notice.Kind)


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_changes_nothing(stranger: Client, method: str) -> None:
    _match, _notice, path = a_turn()
    before = everything()
    page = getattr(stranger, method)(path)
    assert page.status_code == 200
    assert everything() == before
    assert "set-cookie" not in {name.lower() for name in page.headers}


def test_one_click_stops_the_mails_of_the_match_without_cookies_and_says_that_clocks_run_on(
    stranger: Client,
) -> None:
    _match, notice, path = a_turn()
    page = stranger.post(path, ONE_CLICK)
    assert page.status_code == 200
    assert parse_errors(page.content) == []
    assert "They have been stopped." in text_of(page)
    assert "The clocks keep running" in text_of(page)
    seat = seat_of(notice)
    ways = {about: wishes.way(about, seat.wishes) for about in wishes.About}
    assert set(ways.values()) == {wishes.Way.NONE}


def test_nobody_leaves_a_match_by_it(stranger: Client) -> None:
    match, notice, path = a_turn()
    stranger.post(path, ONE_CLICK)
    seat = seat_of(notice)
    assert seat.player_id == notice.player_id
    assert seat.question is not None
    match.refresh_from_db()
    assert match.state == "playing"


def test_one_mail_says_what_was_stopped_and_that_clocks_run_on(stranger: Client) -> None:
    _match, notice, path = a_turn()
    stranger.post(path, ONE_CLICK)
    stranger.post(path, ONE_CLICK)
    assert Notice.objects.filter(player=notice.player, kind="wishes").count() == 1


def test_what_was_stopped_can_be_undone_and_is_as_it_was(stranger: Client) -> None:
    _match, notice, path = a_turn()
    Seat.objects.filter(notices=notice).update(wishes={"moves": "mail"})
    stranger.post(path, ONE_CLICK)
    stranger.post(path, ONE_CLICK)
    page = stranger.post(path, {"undo": "1"})
    assert "They are being sent again, as before." in text_of(page)
    assert seat_of(notice).wishes == {"moves": "mail"}


def test_other_matches_go_on_as_before(stranger: Client) -> None:
    _match, notice, path = a_turn()
    other = table.a_match()
    stranger.post(path, ONE_CLICK)
    assert Seat.objects.get(match=other, player=notice.player).wishes == {}


def test_whoever_has_a_daily_mail_is_told_there_instead(stranger: Client) -> None:
    _match, notice, path = a_turn(news="digest")
    page = stranger.post(path, ONE_CLICK)
    assert "your daily email tells you" in text_of(page)
    assert wishes.way(wishes.About.TURN, seat_of(notice).wishes) is wishes.Way.DIGEST


def test_the_daily_mail_is_stopped_by_its_own_address(stranger: Client) -> None:
    _match, notice, _path = a_turn(turn="digest", news="mail")
    daily = Notice.objects.create(key="digest:1", kind=Notice.Kind.DIGEST, player=notice.player)
    path = stop_address(daily).removeprefix("http://127.0.0.1:8000")
    assert "It has been stopped." in text_of(stranger.post(path, ONE_CLICK))
    player = Player.objects.get(pk=notice.player_id or 0)
    assert (player.wishes["turn"], player.wishes["news"], player.digest_due_at) == ("none", "mail", None)
    assert "It is being sent again, as before." in text_of(stranger.post(path, {"undo": "1"}))
    player.refresh_from_db()
    assert player.wishes == {"turn": "digest", "news": "mail"}
    assert player.digest_due_at is not None


def test_an_address_that_was_made_for_something_else_or_changed_stops_nothing(stranger: Client) -> None:
    _match, notice, path = a_turn()
    token = path.rpartition("/")[2]
    for wrong in (reply_token(notice), token[:-1] + ("a" if token[-1] != "a" else "b"), "x", token + "a"):
        assert stranger.post(f"/stop/{wrong}", ONE_CLICK).status_code == 404
    assert seat_of(notice).wishes == {}


def test_the_address_dies_with_the_seat(stranger: Client) -> None:
    _match, notice, path = a_turn()
    Seat.objects.filter(notices=notice).update(player=people.dan())
    assert stranger.post(path, ONE_CLICK).status_code == 404
    assert seat_of(notice).wishes == {}


def test_a_post_that_does_not_say_what_it_wants_changes_nothing(stranger: Client) -> None:
    _match, notice, path = a_turn()
    assert stranger.post(path).status_code == 400
    assert stranger.post(path, {"List-Unsubscribe": "yes"}).status_code == 400
    assert seat_of(notice).wishes == {}


def test_the_page_speaks_its_readers_language(stranger: Client) -> None:
    _match, notice, path = a_turn()
    Player.objects.filter(notices=notice).update(language="sv")
    assert "Stoppa de här mejlen" in text_of(stranger.get(path))


def test_a_new_choice_on_a_page_ends_the_stop() -> None:
    _match, notice, _path = a_turn()
    seat = seat_of(notice)
    wishing.stop(seat)
    wishing.choose_for(seat, {wishes.About.TURN: wishes.Way.MAIL})
    assert seat_of(notice).wishes == {"turn": "mail"}
