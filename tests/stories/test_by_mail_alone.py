"""Ben never opens a page: he signs up by mail, learns, invites a friend who does so too, plays, leaves."""

import datetime as dt
import json
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from hosting.mail.sending.outgoing import WrittenMail
from hosting.matches import dealing, queries
from hosting.matches.models import Match, Seat
from hosting.now import now
from hosting.players.models import Player
from hosting.rules.words import words
from tests import table
from tests.mail.post import Post, flat, post_office

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

BEN = "ben@new.example.org"
MAJA = "maja@other.example.org"


@pytest.fixture
def post(settings: Settings) -> Iterator[Post]:
    dealing.forget()
    with post_office(settings) as post:
        yield post
    dealing.forget()


def asking(post: Post, address: str) -> WrittenMail:
    """The newest mail to somebody that asks for a move."""
    return next(mail for mail in reversed(post.to(address)) if "\n1." in mail.text)


def ends_his_turn(post: Post, seat: Seat) -> None:
    """Answer the newest mail about a turn in the player's own words: a discard."""
    assert seat.player is not None
    situation = queries.situation(seat.match, seat)
    discard = next(action for action in situation.view.legal if action.verb == "discard")
    line = words(seat.match.game, seat.player.language).command(discard, situation.view)
    before = len(post.to(seat.player.email))
    post.reply(asking(post, seat.player.email), line)
    assert len(post.to(seat.player.email)) > before, "every mail is answered"


def sign_up(post: Post) -> Player:
    """He has heard of it from somebody, and writes."""
    post.write(BEN, "Salam,", "", "latihan", "", "Terima kasih", name="Ben Tan")
    question = post.newest(BEN)
    assert "Mahukah anda kami buatkan akaun" in flat(question.text)
    post.reply(question, "YA")
    ben = Player.objects.get(email=BEN)
    assert (ben.name, ben.language, str(ben.zone)) == ("Ben Tan", "ms", "Asia/Kuala_Lumpur")
    return ben


def learn(post: Post, ben: Player) -> Match:
    """The tutorial has begun; he plays some turns of it."""
    tutorial = Match.objects.get()
    assert queries.running_tutorial(ben, tutorial.game) == tutorial
    for _turn in range(3):
        seat = Seat.objects.select_related("match", "player").get(match=tutorial, player=ben)
        if seat.question is not None:
            ends_his_turn(post, seat)
    return tutorial


def begin(post: Post, tutorial: Match) -> Match:
    """He opens a match and invites a friend, who is new here as well."""
    post.write(BEN, f"baru spite dengan {MAJA} mata 9 rentak 2 hari tuah semoga berjaya")
    match = Match.objects.exclude(pk=tutorial.pk).get()
    assert (match.options["target"], match.allowance, match.state) == (9, 2 * 86400, "open")
    invitation = post.newest(MAJA)
    assert "Ben Tan menjemput anda ke perlawanan Spite & Malice." in flat(invitation.text)
    post.reply(invitation, "YES")
    assert "Mahukah anda kami buatkan akaun" in flat(post.newest(MAJA).text)
    post.reply(post.newest(MAJA), "yes")
    post.write(MAJA, "language en", "settings name Maja")
    match.refresh_from_db()
    assert match.state == "playing"
    return match


def ask_how_it_stands(post: Post, match: Match) -> None:
    """Each question is answered in his own language, what belongs to the match in its own thread."""
    post.write(BEN, "senarai", "tetapan", "hello", "")
    told = flat(post.newest(BEN).text)
    assert f"Perlawanan {match.pk}, Spite & Malice dengan" in told
    assert "Zon masa: Asia/Kuala_Lumpur." in told
    post.write(BEN, f"tunjuk {match.pk}")
    assert post.newest(BEN).subject == f"[Postbord {match.pk}] Spite & Malice"
    assert "Inilah meja yang anda minta." in flat(post.newest(BEN).text)
    post.write(BEN, "ulang")
    assert "\n1." in post.newest(BEN).text
    post.write(BEN, f"rekod {match.pk}")
    log, proof = post.newest(BEN).attachments
    assert "Ben Tan" in log.text
    assert json.loads(proof.text)["commitment"] == match.commitment


def go_on_holiday(post: Post, ben: Player) -> None:
    """He says when he is away."""
    first = now().astimezone(ben.zone).date() + dt.timedelta(days=20)
    post.write(BEN, f"cuti {first} hingga {first + dt.timedelta(days=4)}")
    assert "Dicatat: anda bercuti" in flat(post.newest(BEN).text)
    assert ben.absences.get().first_day == first


def resign(post: Post, match: Match) -> None:
    """He gives the match up: he is asked once more, and nothing happens until he says yes."""
    post.write(BEN, f"menyerah kalah {match.pk}")
    question = post.newest(BEN)
    assert "Benarkah anda mahu menyerah kalah?" in flat(question.text)
    match.refresh_from_db()
    assert match.state == "playing"
    post.reply(question, "YA")
    match.refresh_from_db()
    assert match.state == "finished"
    told = [flat(mail.text) for mail in post.to(BEN)]
    assert any(f"menyerah kalah dalam perlawanan {match.pk}" in text for text in told)


def test_a_player_and_his_friend_who_never_open_a_page(post: Post) -> None:
    ben = sign_up(post)
    match = begin(post, learn(post, ben))
    for _turn in range(6):
        ends_his_turn(post, table.on_turn(match))
    assert match.entries.filter(kind="action").count() >= 6
    ask_how_it_stands(post, match)
    go_on_holiday(post, ben)
    resign(post, match)
    assert "won" in flat(post.newest(MAJA).text)
    assert set(Player.objects.values_list("last_login", flat=True)) == {None}
