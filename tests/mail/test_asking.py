"""Commands to the host by mail, through the real listener."""

import datetime as dt
import json
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from hosting.mail.addresses import message_id
from hosting.mail.asking import requests
from hosting.mail.models import Request
from hosting.mail.taking.mails import take
from hosting.matches import inviting, opening, queries
from hosting.matches.models import Invitation, Match, Notice, Seat
from hosting.now import now, travel
from hosting.players.models import Player
from tests import people, table
from tests.mail.post import HOST, Post, flat, post_office

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

CILLA = "cilla@mail.example.org"


@pytest.fixture
def post(settings: Settings) -> Iterator[Post]:
    people.cilla()
    with post_office(settings) as post:
        yield post


def answer(post: Post, *lines: str, dmarc: str = "pass") -> str:
    """What Cilla is answered to these lines, as one line; it is one mail."""
    before = len(post.to(CILLA))
    post.write(CILLA, *lines, dmarc=dmarc)
    new = post.to(CILLA)[before:]
    assert len(new) == 1, [mail.text for mail in new]
    return flat(new[0].text)


def cilla_s_match(post: Post) -> Match:
    """Cilla against Anna, with known cards; it has begun, and the mails about that are out."""
    match = opening.open_match(people.cilla(), game=table.GAME)
    table.stack_the_deck(match)
    opening.join(match, people.anna())
    post.work()
    match.refresh_from_db()
    return match


def alike(text: str, number: int) -> str:
    """An answer, without the number that was asked about."""
    return text.replace(f" {number}”", " n”").replace(f"match {number};", "match n;")


# --- Asking


def test_help_is_answered_with_every_command_and_greetings_are_skipped(post: Post) -> None:
    text = answer(post, "Hello,", "", "help", "", "Best regards", "Cilla")
    assert "“list” shows how your matches stand" in text
    assert "“stop”" in text
    assert "not understood" not in text


def test_several_commands_are_answered_in_one_mail_in_their_order(post: Post) -> None:
    text = answer(post, "games", "list", "settings")
    assert (
        text.index("You wrote “games”.")
        < text.index("You wrote “list”.")
        < text.index("You wrote “settings”.")
    )
    assert "Maldade Presenter, for 2 to 8 players." in text
    assert "You have no match yet." in text
    assert "Language: English. Time zone: Europe/London." in text


@pytest.mark.parametrize("line", ["HJÄLP", "hjalp", "Bantuan!", "?", "  HELP.  "])
def test_commands_of_every_language_are_understood_in_every_mail(post: Post, line: str) -> None:
    assert "“list” shows" in answer(post, line)


def test_an_answer_is_one_to_the_very_mail_and_can_be_answered(post: Post) -> None:
    post.write(CILLA, "help")
    mail = post.newest(CILLA)
    assert mail.headers["In-Reply-To"] == "<a1@mail.example.org>"
    assert mail.headers["Auto-Submitted"] == "auto-replied"
    post.reply(mail, "games")
    assert "You wrote “games”." in flat(post.newest(CILLA).text)


def test_the_rules_are_sent_whole(post: Post) -> None:
    text = answer(post, "rules spite")
    assert "A king on a ten is a jack." in text
    assert "Cards in a hand: 5" in text
    assert "Please add the game" in answer(post, "rules")


def test_the_list_says_whose_turn_it_is_and_how_much_time_is_left(post: Post) -> None:
    match = cilla_s_match(post)
    opening.open_match(people.cilla(), game=table.GAME)
    text = answer(post, "list")
    mine = table.on_turn(match).player == people.cilla()
    assert ("it is your turn, until" if mine else "it is Anna's turn (") in text
    assert "it is waiting for 1 player. Its code is" in text


def test_a_politeness_is_answered_with_the_help_once(post: Post) -> None:
    assert "“list” shows" in answer(post, "Thank you so much!")
    post.write(CILLA, "Thanks!")
    assert len(post.to(CILLA)) == 1
    with travel(dt.timedelta(days=1, minutes=1)):
        post.write(CILLA, "Hello there")
        assert len(post.to(CILLA)) == 2


def test_a_yes_that_answers_nothing_is_told_what_waits_or_that_nothing_does(post: Post) -> None:
    assert "“list” shows" in answer(post, "help")
    post.reply(post.newest(CILLA), "YES")
    assert "Nothing is waiting for a yes or a no from you" in flat(post.newest(CILLA).text)
    match = opening.open_match(people.anna(), game=table.GAME)
    helped = post.newest(CILLA)
    inviting.invite(match, people.anna(), CILLA)
    post.work()
    post.reply(helped, "YES")
    assert f"write “join {match.pk}”" in flat(post.newest(CILLA).text)


def test_the_same_mail_taken_up_again_is_answered_once(post: Post) -> None:
    mail = post.write(CILLA, "new spite")
    for _time in range(2):
        type(mail).objects.filter(pk=mail.pk).update(state="new", not_before=None)
        take(mail.pk)
        post.work()
    assert Match.objects.count() == 1
    assert len(post.to(CILLA)) == 1


# --- Slips


def test_a_slip_is_named_with_what_was_perhaps_meant(post: Post) -> None:
    text = answer(post, "lsit")
    assert "You wrote “lsit”. This was not understood" in text
    assert "“list” shows" in text


def test_after_a_slip_nothing_is_changed_and_what_only_asks_is_answered(post: Post) -> None:
    text = answer(post, "new spit", "new maldade", "games")
    assert Match.objects.count() == 0
    assert "This was not done, because another line of your email was not clear." in text
    assert "Wicked Christmas, for 3 to 6 players." in text


def test_a_slip_of_an_option_is_answered_with_the_options_of_that_game(post: Post) -> None:
    text = answer(post, "new spite bananas 3")
    assert "Points that win the match: target, from 1 to 500" in text


def test_commands_beyond_a_sentence_to_people_are_not_done(post: Post) -> None:
    text = answer(post, "list", "and here is what my friend has written to me yesterday", "new spite")
    assert Match.objects.count() == 0
    assert "You wrote “new spite”. This comes after a line that is not a command" in text


def test_more_than_twenty_commands_are_not_done(post: Post) -> None:
    assert "more than 20 lines" in answer(post, *["new spite"] * 21)
    assert "more than 20 lines" in answer(post, *["new spit"] * 21)
    assert Match.objects.count() == 0


# --- Matches


def test_a_match_is_opened_with_options_and_a_friend(post: Post) -> None:
    text = answer(post, "new spite with friend@other.example.org points 20 pace 2 days luck four leaves")
    match = Match.objects.get()
    assert (match.options["target"], match.allowance, match.state) == (20, 2 * 86400, "open")
    assert match.seats.get(number=0).luck == "four leaves"
    assert f"Match {match.pk} of Spite & Malice is open, with 2 days a turn." in text
    assert "Invited: friend@other.example.org." in text
    assert match.join_code in text
    assert len(post.to("friend@other.example.org")) == 1


def test_a_match_against_the_host_begins_at_once(post: Post) -> None:
    post.write(CILLA, "new wicked against the host 4 players")
    match = Match.objects.get()
    assert (match.state, match.seats.count()) == ("playing", 4)
    assert any("has begun, against the host's own player" in flat(mail.text) for mail in post.to(CILLA))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("new spite points 9999", "Points that win the match, “target”. It may be from 1 to 500."),
        ("new spite 3 players", "Spite & Malice is for 2 players, so nothing was opened."),
        ("new wicked 9 players", "Wicked Christmas is for 3 to 6 players, so nothing was opened."),
        ("new spite pace 60 days", "A turn lasts from 1 hour to 30 days"),
        ("new spite against the host with friend@other.example.org", "either against the host's own player"),
        ("new wicked deck Q", "“deck”. It may be A, B, C, D."),
        ("new spite king as ace maybe", "“king as ace”. It may be on or off."),
    ],
)
def test_what_cannot_be_opened_is_told_exactly(post: Post, line: str, told: str) -> None:
    assert told in answer(post, line)
    assert Match.objects.count() == 0


def test_the_tutorial_begins_and_is_gone_on_with(post: Post) -> None:
    post.write(CILLA, "tutorial")
    post.write(CILLA, "tutorial spite")
    match = Match.objects.get()
    assert queries.running_tutorial(people.cilla(), table.GAME) == match
    assert f"number {match.pk}, is waiting for you" in flat(post.newest(CILLA).text)


def test_a_seat_is_taken_by_its_code_or_the_whole_link(post: Post) -> None:
    match = opening.open_match(people.anna(), game=table.GAME)
    assert "there is no open match" in answer(post, "join abcdefgh29").lower()
    post.write(CILLA, f"join http://127.0.0.1:8000/join/{match.join_code} luck lucky")
    match.refresh_from_db()
    assert match.state == "playing"
    assert match.seats.get(number=1).luck == "lucky"
    assert "You already have a seat" in answer(post, f"join {match.join_code}")
    other = opening.open_match(people.anna(), game=table.GAME)
    opening.join(other, people.ben())
    assert "Somebody else was quicker" in answer(post, f"join {other.join_code}")


def test_a_number_takes_a_seat_only_where_one_is_invited(post: Post) -> None:
    match = opening.open_match(people.anna(), game=table.GAME)
    unknown = alike(answer(post, "join 987654"), 987654)
    assert alike(answer(post, f"join {match.pk}"), match.pk) == unknown
    post.write(people.anna().email, f"bjud in {CILLA} till {match.pk}")
    assert f"“join {match.pk}” takes the seat" in flat(answer(post, "list"))
    post.write(CILLA, f"join {match.pk}")
    match.refresh_from_db()
    assert match.state == "playing"
    assert Invitation.objects.get().state == "accepted"


def test_invitations_go_to_the_only_open_match_or_to_the_one_that_is_named(post: Post) -> None:
    assert "You have no match waiting for players" in answer(post, "invite a@other.example.org")
    first = opening.open_match(people.cilla(), game=table.GAME)
    assert "Invited: a@other.example.org." in answer(post, "invite a@other.example.org")
    second = opening.open_match(people.cilla(), game=table.GAME)
    assert f"with the numbers {first.pk}, {second.pk}" in answer(post, "invite b@other.example.org")
    text = answer(
        post, f"invite a@other.example.org, cilla@mail.example.org and c@other.example.org to {first.pk}"
    )
    assert "Invited: c@other.example.org." in text
    assert "Not invited: a@other.example.org. We could not send an invitation there." in text
    assert "Not invited: cilla@mail.example.org. That is your own address." in text


def test_show_sends_the_table_in_the_match_s_own_thread_and_no_other_mail(post: Post) -> None:
    match = cilla_s_match(post)
    seat = Seat.objects.get(match=match, player=people.cilla())
    for line in (f"show {match.pk}", "show"):
        assert "This is the table you asked for." in answer(post, line)
        assert post.newest(CILLA).subject == f"[Postbord {match.pk}] Spite & Malice"
    if seat.question:
        post.reply(post.newest(CILLA), table.discard(seat))
        seat.refresh_from_db()
        assert seat.question is None


def test_again_sends_the_turns_that_wait(post: Post) -> None:
    match = cilla_s_match(post)
    if table.on_turn(match).player != people.cilla():
        assert "It is not your turn in any match." in answer(post, "again")
        assert f"It is not your turn in match {match.pk}" in answer(post, f"again {match.pk}")
        table.press(table.on_turn(match), table.discard(table.on_turn(match)))
        post.work()
    assert "Your turn. Reply by" in answer(post, "again")
    assert "WHAT YOU CAN DO" in post.newest(CILLA).text


def test_a_record_comes_as_two_files(post: Post) -> None:
    match = cilla_s_match(post)
    post.write(CILLA, f"record {match.pk}")
    log, proof = post.newest(CILLA).attachments
    assert log.name == f"match-{match.pk}.txt"
    assert "Deal 1" in log.text
    assert json.loads(proof.text)["commitment"] == match.commitment
    assert json.loads(proof.text)["master"] is None


@pytest.mark.parametrize("verb", ["show", "again", "record", "resign"])
def test_nobody_learns_of_a_match_in_which_he_does_not_sit(post: Post, verb: str) -> None:
    match = table.a_match()
    unknown = alike(answer(post, f"{verb} 987654"), 987654)
    assert alike(answer(post, f"{verb} {match.pk}"), match.pk) == unknown


# --- Settings


def test_settings_are_changed_one_by_one_and_the_answer_speaks_the_new_language(post: Post) -> None:
    post.write(
        CILLA,
        "settings zone kuala lumpur",
        "digest 18",
        "text only on",
        "settings name Cecilia",
        "language en",
    )
    cilla = Player.objects.get(email=CILLA)
    assert (str(cilla.zone), cilla.digest_hour, cilla.text_only) == ("Asia/Kuala_Lumpur", 18, True)
    assert cilla.name == "Cecilia"
    post.write(CILLA, "språk svenska")
    assert Player.objects.get(email=CILLA).language == "sv"
    assert post.newest(CILLA).subject != "[Postbord] About your email"


def test_settings_that_cannot_be_are_refused_with_what_to_do(post: Post) -> None:
    assert "We know no time zone called “Narnia”." in answer(post, "zone Narnia")
    assert "cannot be a name" in answer(post, "settings name !?")


def test_an_absence_is_noted_shown_and_called_off(post: Post) -> None:
    first = now().date() + dt.timedelta(days=10)
    last = first + dt.timedelta(days=3)
    assert "Noted: you are away from" in answer(post, f"absence {first} to {last}")
    assert "These days are already noted." in answer(post, f"away {first} - {last}")
    assert "You are away from" in answer(post, "absence")
    assert "Noted: you are not away." in answer(post, "absence none")
    assert not people.cilla().absences.exists()
    assert "more than 28 days in a year" in answer(
        post, f"absence {first} to {first + dt.timedelta(days=90)}"
    )
    assert "Those days are past" in answer(post, "absence 2020-01-01 to 2020-01-03")
    assert "There is no such day in the calendar" in answer(post, "absence 30 feb")


def test_stop_says_that_clocks_run_on_and_is_undone(post: Post) -> None:
    cilla_s_match(post)
    assert "Your clocks keep running all the same" in answer(post, "stop")
    cilla = Player.objects.get(email=CILLA)
    assert cilla.wishes["turn"] == "digest"
    assert cilla.digest_due_at is not None
    assert "You get emails as before." in answer(post, "stop off")
    assert Player.objects.get(email=CILLA).wishes == {}


# --- Who wrote it


def test_a_change_of_an_unproved_sender_waits_for_his_word(post: Post) -> None:
    text = answer(post, "new spite", "games", dmarc="none")
    assert "“new spite”; that is all." in text
    assert "You wrote “games”." in text
    assert Match.objects.count() == 0
    request = Request.objects.get()
    assert request.state == "held"
    post.reply(post.newest(CILLA), "YES", dmarc="none")
    assert Match.objects.count() == 1
    assert "is open" in flat(post.newest(CILLA).text)
    request.refresh_from_db()
    assert request.state == "done"


def test_nothing_of_what_is_to_be_confirmed_is_cut_off(post: Post) -> None:
    line = "new spite points 30 pace 2 days luck four leaves with friend@other.example.org"
    assert f"“{line}”; that is all." in answer(post, line, dmarc="none")


def test_a_no_drops_what_was_held_and_is_answered(post: Post) -> None:
    post.write(CILLA, "new spite", dmarc="none")
    asked = post.newest(CILLA)
    post.reply(asked, "no")
    assert "You said no, so this was not done." in flat(post.newest(CILLA).text)
    written = len(post.to(CILLA))
    post.reply(asked, "yes")
    post.reply(asked, "no")
    assert Match.objects.count() == 0
    assert len(post.to(CILLA)) == written


@pytest.mark.parametrize("has_lapsed", [True, False])
def test_a_yes_that_comes_after_three_days_is_told_that_it_is_too_late_once(
    post: Post, *, has_lapsed: bool
) -> None:
    post.write(CILLA, "new spite", dmarc="none")
    asked = post.newest(CILLA)
    with travel(dt.timedelta(days=3, hours=3)):
        if has_lapsed:
            requests.lapse(now())
        for _time in range(2):
            assert post.reply(asked, "yes").state == "done"
    assert Match.objects.count() == 0
    (told,) = [
        mail for mail in post.to(CILLA) if "Your yes came more than three days later" in flat(mail.text)
    ]
    assert "You wrote “new spite”." in flat(told.text)


def test_nobody_else_confirms_what_a_player_is_asked(post: Post) -> None:
    post.write(CILLA, "new spite", dmarc="none")
    asked = post.newest(CILLA)
    post.reply(asked, "yes", sender=people.anna().email)
    post.reply(asked, "yes", sender="eve@other.example.org")
    assert Match.objects.count() == 0
    assert post.to("eve@other.example.org") == []


def test_unproved_mails_cause_one_mail_an_hour(post: Post) -> None:
    for line in ("list", "games", "new spite", "help"):
        post.write(CILLA, line, dmarc="none")
    assert len(post.to(CILLA)) == 1
    with travel(dt.timedelta(hours=1, minutes=1)):
        post.write(CILLA, "list", dmarc="none")
        assert len(post.to(CILLA)) == 2


def test_a_reply_to_an_answer_may_ask_as_often_as_it_likes_but_changes_nothing(post: Post) -> None:
    post.write(CILLA, "list", dmarc="none")
    for _time in range(3):
        post.reply(post.newest(CILLA), "games", dmarc="none")
    assert len(post.to(CILLA)) == 4
    post.reply(post.to(CILLA)[0], "new spite", dmarc="none")
    assert Match.objects.count() == 0
    assert "Was this you?" in post.newest(CILLA).text


def test_talk_with_a_program_ends_by_itself(post: Post) -> None:
    post.write(CILLA, "Status")
    for _time in range(20):
        post.reply(post.newest(CILLA), "Status")
    assert len(post.to(CILLA)) == 5


@pytest.mark.parametrize("more", [["List-Id: <cards.example.org>"], ["Auto-Submitted: auto-replied"]])
def test_lists_and_machines_get_no_answer(post: Post, more: list[str]) -> None:
    post.write(CILLA, "help", more=more)
    assert post.to(CILLA) == []


def test_a_forged_sender_gets_no_answer(post: Post) -> None:
    post.write(CILLA, "help", dmarc="fail")
    assert post.to(CILLA) == []


@pytest.mark.parametrize(("word", "state"), [("YES", "finished"), ("no", "playing")])
def test_resigning_is_asked_back_even_of_a_proved_sender(post: Post, word: str, state: str) -> None:
    match = cilla_s_match(post)
    assert "Do you really want to resign?" in answer(post, f"resign {match.pk}")
    question = post.newest(CILLA)
    match.refresh_from_db()
    assert match.state == "playing"
    post.reply(question, word)
    match.refresh_from_db()
    assert match.state == state
    told = [flat(mail.text) for mail in post.to(CILLA)]
    assert any(f"You have resigned from match {match.pk}." in text for text in told) == (state == "finished")


def test_a_seat_in_a_match_that_has_not_begun_is_given_back_in_the_same_way(post: Post) -> None:
    match = opening.open_match(people.anna(), game="wicked-christmas")
    opening.join(match, people.cilla())
    post.write(CILLA, f"resign {match.pk}")
    post.reply(post.newest(CILLA), "yes")
    assert f"You have given up your seat in match {match.pk}" in flat(post.newest(CILLA).text)
    assert not Seat.objects.filter(player=people.cilla()).exists()
    assert f"You have no seat in match {match.pk}" in answer(post, f"resign {match.pk}")


def test_the_host_s_own_mails_are_recognised_when_they_come_back_unquoted(post: Post) -> None:
    post.write(CILLA, "help")
    mail = post.newest(CILLA)
    post.write(CILLA, "Thank you", *mail.text.splitlines(), to=mail.headers["Reply-To"])
    assert len(post.to(CILLA)) == 1


def test_a_mail_to_the_host_that_answers_a_match_is_for_the_host(post: Post) -> None:
    match = cilla_s_match(post)
    notice = Notice.objects.filter(match=match, player=people.cilla()).latest("pk")
    post.write(CILLA, "list", to=HOST, more=[f"References: {message_id(notice.number)}"])
    assert "You wrote “list”." in flat(post.newest(CILLA).text)
