"""Talk at the table: who may say how much, who hears it, and that it carries no secrets."""

import datetime as dt

import pytest
from django.conf import settings

from hosting.mail.addresses import bounce_address, reply_address
from hosting.mail.sending.outbox import _before_writing
from hosting.matches import moderating, opening, talking
from hosting.matches.models import Match, Notice, Press, Seat
from hosting.matches.press_text import LEFT_OUT, cleaned
from hosting.now import now, travel
from hosting.players.models import Player
from tests import people, table
from tests.matches import test_more_seats as three
from tests.matches.test_pausing import moderator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def speak(seat: Seat, text: str) -> str:
    assert seat.player
    return talking.say(seat, text, by=seat.player)


def seats(match: Match) -> list[Seat]:
    return list(Seat.objects.filter(match=match).select_related("player", "match").order_by("number"))


def test_what_is_said_by_mail_is_kept_and_written_to_the_others_only() -> None:
    match = three.a_match()
    seat = table.on_turn(match)
    said = table.write(seat, "TALK Well played, both of you!", "A fine start.")
    assert (said.state, said.outcome["code"]) == ("applied", "spoken")
    assert said.outcome["done"][0]["code"] == "said"
    press = Press.objects.get(match=match)
    assert (press.text, press.name) == ("Well played, both of you!\nA fine start.", seat.name)
    hearers = set(Notice.objects.filter(match=match, kind="press").values_list("seat", flat=True))
    assert hearers == {each.pk for each in seats(match)} - {seat.pk}


@pytest.mark.parametrize("line", ["PRATA hej", "sembang hej", "Talk: hej", "säg hej"])
def test_the_word_is_known_in_every_language(line: str) -> None:
    match = table.a_match()
    table.write(table.on_turn(match), line)
    assert Press.objects.get(match=match).text == "hej"


def test_talk_beside_a_move_disturbs_no_move_and_works_when_the_move_does_not() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    done = table.write(seat, table.discard(seat), "TALK your turn")
    assert (done.state, done.outcome["code"]) == ("applied", "applied")
    stale = table.write(seat, "TALK one more thing", "1")
    assert stale.outcome["done"][0]["code"] == "said"
    assert Press.objects.filter(match=match).count() == 2


def test_several_things_said_within_minutes_come_in_one_mail() -> None:
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    speak(seat, "first")
    with travel(dt.timedelta(minutes=1)):
        speak(seat, "second")
    notice = Notice.objects.select_related("seat", "player", "match").get(seat=other, kind="press")
    assert [press.text for press in talking.unheard(notice)] == ["first", "second"]
    Notice.objects.filter(pk=notice.pk).update(state="sent")
    with travel(dt.timedelta(hours=1)):
        speak(seat, "third")
    newest = (
        Notice.objects.select_related("seat", "player", "match").filter(seat=other, kind="press").latest("pk")
    )
    assert [press.text for press in talking.unheard(newest)] == ["third"]


def test_a_mail_whose_words_were_read_on_the_page_is_not_sent() -> None:
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    speak(seat, "hello")
    talking.note_read(other, now())
    notice = Notice.objects.select_related("seat", "player", "match").get(seat=other, kind="press")
    result = _before_writing(notice, now())
    assert result is not None
    assert result.state == "dropped"


def test_who_mutes_another_neither_hears_nor_is_written_to() -> None:
    match = three.a_match()
    speaker, deaf, hearing = seats(match)
    assert speaker.player
    assert deaf.player
    done = table.write(
        deaf, f"MUTE {speaker.name.upper()}", notice=Notice.objects.filter(seat=deaf).latest("pk")
    )
    assert done.outcome["done"][0]["code"] == "done"
    speak(speaker, "hello")
    assert not Notice.objects.filter(seat=deaf, kind="press").exists()
    assert Notice.objects.filter(seat=hearing, kind="press").exists()
    assert talking.said_at(match, deaf.player) == []
    assert talking.unread(deaf.player) == {}
    table.write(deaf, f"sluta tysta {speaker.name}", notice=Notice.objects.filter(seat=deaf).latest("pk"))
    assert [press.text for press in talking.said_at(match, deaf.player)] == ["hello"]


def test_a_name_that_nobody_has_mutes_nobody() -> None:
    match = table.a_match()
    done = table.write(table.on_turn(match), "MUTE Zorro")
    assert (done.state, done.outcome["done"][0]["code"]) == ("refused", "unknown")


def test_whom_a_moderator_has_silenced_may_not_talk() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    Player.objects.filter(seats=seat).update(may_talk=False)
    assert speak(seat, "hello") == "not_allowed"
    assert not Press.objects.exists()


def test_ten_things_an_hour_and_forty_a_day_are_the_most() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    for hour in range(4):
        with travel(dt.timedelta(hours=2 * hour)):
            assert [speak(seat, f"{hour} {number}") for number in range(10)] == ["said"] * 10
            assert speak(seat, "one more") == "too_often"
    with travel(dt.timedelta(hours=10)):
        assert speak(seat, "one more") == "too_often"
    with travel(dt.timedelta(hours=25)):
        assert speak(seat, "one more") == "said"


def test_the_same_words_within_a_minute_are_said_once() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    assert [speak(seat, "hello"), speak(seat, "hello")] == ["said", "said"]
    assert Press.objects.count() == 1


def test_too_much_and_nothing_are_refused() -> None:
    seat = table.on_turn(table.a_match())
    assert speak(seat, "x" * (talking.LONGEST + 1)) == "too_long"
    assert speak(seat, " \n\u202e\u200b ") == "empty"
    assert table.write(seat, "TALK").outcome["done"][0]["code"] == "empty"


def test_talk_works_in_pauses_before_the_start_and_for_a_month_after_the_end() -> None:
    match = table.a_match()
    moderating.pause(match.pk, by=moderator(), reason="a look at something")
    assert speak(table.on_turn(match), "while we wait") == "said"
    moderating.void(match.pk, by=moderator(), reason="that was that, sorry")
    seat = seats(match)[0]
    assert speak(seat, "a pity") == "said"
    with travel(dt.timedelta(days=29)):
        assert speak(seat, "still here") == "said"
    with travel(dt.timedelta(days=31)):
        assert speak(seat, "and now?") == "over"
    early = opening.open_match(people.anna(), game=three.GAME)
    first = seats(early)[0]
    assert speak(first, "anybody?") == "nobody"
    opening.join(early, people.ben())
    assert speak(first, "welcome") == "said"


def test_nobody_talks_for_another() -> None:
    match = table.a_match()
    assert talking.say(table.on_turn(match), "hello", by=people.dan()) == "not_seated"


def test_addresses_tokens_and_private_links_of_ours_are_taken_out() -> None:
    match = table.a_match()
    notice = Notice.objects.filter(match=match).latest("pk")
    token = reply_address(notice).partition("+")[2].partition("@")[0]
    secrets = [
        reply_address(notice),
        f"PLAY-{token}@{settings.MAIL_DOMAIN}",
        bounce_address(notice.number),
        f"host@{settings.MAIL_DOMAIN}",
        token,
        token.upper(),
        f"{settings.SITE_URL}/account/confirm-email/abc",
        f"{settings.SITE_URL}/match/3?done=7",
        f"{settings.SITE_URL}/mails/stop/xyz",
    ]
    for secret in secrets:
        said = cleaned(f"look: {secret}, or not")
        assert LEFT_OUT in said, secret
        assert token not in said.casefold()
        assert said.startswith("look: ")
        assert said.endswith("or not")


@pytest.mark.parametrize(
    "text",
    [
        "well played 🙂 100 %",
        "see {site}/match/3 and {site}/rules/spite-and-malice, please",
        "write to anna@example.org",
        "👩‍👩‍👧 at home",
        "two\n\nparagraphs",
    ],
)
def test_everything_else_stays_as_it_was_written(text: str) -> None:
    text = text.format(site=settings.SITE_URL)
    assert cleaned(text) == text


def test_signs_that_hide_or_turn_text_are_taken_out() -> None:
    assert cleaned("a\u202eb\u200bc\x07d\u2066e\tf\r\ng") == "abcde f\ng"


def test_a_name_that_would_turn_what_its_bearer_says_into_a_command_gets_a_number() -> None:
    assert opening.table_names(table.GAME, ["Talk", "Undo", "Ben"]) == ["Talk 2", "Undo 2", "Ben"]
