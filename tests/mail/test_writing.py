import datetime as dt
import email
import re
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.core.mail.message import BadHeaderError
from django.utils import translation

from hosting.mail import addresses
from hosting.mail.reading.reader import Kind, SentLines, read_text
from hosting.mail.sending.outgoing import OutgoingMail, WrittenMail
from hosting.mail.writing.letters import headers, write
from hosting.mail.writing.lines import TIE, fold, named, paragraphs, quoted
from hosting.mail.writing.templates import with_styles
from hosting.mail.writing.wording import PART_LENGTH, subject, thread_root
from hosting.matches import notices
from hosting.matches.models import Notice, Seat
from hosting.now import now
from hosting.players.models import Player
from hosting.players.times import instant
from hosting.rules.commands import GameGrammar
from tests import table
from tests.mail import gallery
from tests.mail.sink import words

pytestmark = pytest.mark.django_db

DEADLINE = dt.datetime(2026, 12, 3, 20, 0, tzinfo=dt.UTC)


def a_turn() -> Notice:
    """The first notice of a match: it asks for a move."""
    return gallery.newest(table.on_turn(table.a_match()), Notice.Kind.TURN)


def reader(notice: Notice) -> Player:
    """Whom a notice is for."""
    assert notice.player is not None
    return notice.player


def parsed(mail: WrittenMail) -> email.message.Message:
    """A mail as it goes over the wire, taken apart by the standard library."""
    return email.message_from_bytes(OutgoingMail(mail).message().as_bytes(linesep="\r\n"))


# --- Lines


def test_lines_are_at_most_58_columns_and_a_longer_word_stands_alone() -> None:
    lines = fold("a word " * 20 + "https://play.example.org/" + "m" * 60).split("\n")
    assert all(len(line) <= 58 for line in lines[:-1])
    assert lines[-1].startswith("https://")


def test_names_stand_in_a_sentence_as_its_language_has_it() -> None:
    with translation.override("ms"):
        assert [named(["Ben", "Cilla", "Dan"][:many]) for many in range(4)] == [
            "",
            "Ben",
            "Ben dan Cilla",
            "Ben, Cilla dan Dan",
        ]


def test_a_number_never_begins_a_line() -> None:
    for length in range(5, 30):
        text = "x" * length + " onto the card of side stack 3 and then 4"
        assert not any(line.lstrip()[:1].isdigit() for line in fold(text).split("\n"))


def test_a_quoted_line_of_a_player_never_begins_a_line_and_is_never_broken() -> None:
    for length in range(5, 60):
        lines = fold("x" * length + " said " + quoted(["discard 9 to 2", "play 7 to 1"]) + " and more").split(
            "\n"
        )
        assert not any(line.lstrip().startswith("“") for line in lines)
        assert any(f"“discard{TIE}9{TIE}to{TIE}2”" in line for line in lines)


def test_what_hides_or_turns_text_is_left_out_of_a_quoted_line() -> None:
    assert quoted(["play\N{RIGHT-TO-LEFT OVERRIDE} 7\x00\x1b[2J"]) == f"“play{TIE}7[2J”"


def test_a_long_line_is_quoted_in_part() -> None:
    assert len(quoted(["x" * 300])) < 50


def test_paragraphs_are_parted_by_a_pilcrow_alone() -> None:
    assert paragraphs(" one\n\n two \n¶\n three ¶ ") == ("one two", "three")


# --- Styles


def test_styles_are_written_into_elements_around_the_tags_of_a_template() -> None:
    done = with_styles(
        '<p class="state">{% if a < b %}<a class="link" href="{{ x("y") }}">&amp;</a>{% endif %}</p>'
    )
    assert "{% if a < b %}" in done
    assert 'href="{{ x("y") }}"' in done
    assert done.count('style="') == 2


# --- Headers


def test_the_subject_is_the_same_for_every_mail_of_a_match_whatever_the_language() -> None:
    notice = a_turn()
    before = write(notice, now()).subject
    reader(notice).language = "en"
    assert before == write(notice, now()).subject == f"[Postbord {notice.match_id}] Spite & Malice"


def test_after_ninety_mails_a_new_thread_begins() -> None:
    notice = a_turn()
    seat, match = notice.seat, notice.match
    assert seat is not None
    assert match is not None
    seat.notices_sent = PART_LENGTH - 1
    first, root = subject(notice), thread_root(match, seat)
    seat.notices_sent = PART_LENGTH
    assert subject(notice) == first + ", part 2"
    assert thread_root(match, seat) != root


def test_all_mails_of_a_match_to_a_seat_refer_to_one_root_and_no_other_seat_shares_it() -> None:
    match = table.a_match()
    mine, his = table.on_turn(match), table.waiting(match)
    first = headers(gallery.newest(mine, Notice.Kind.TURN), now())
    table.press(mine, table.discard(mine))
    table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    second = headers(gallery.newest(mine, Notice.Kind.TURN), now())
    other = headers(gallery.newest(his, Notice.Kind.STARTED), now())
    assert first["References"] == second["References"] != other["References"]


def test_a_message_id_is_the_same_at_every_try_and_another_for_every_notice() -> None:
    notice = a_turn()
    ids = {write(notice, now()).headers["Message-ID"] for _ in range(2)}
    ids.add(write(a_turn(), now()).headers["Message-ID"])
    assert len(ids) == 2


def test_an_answer_says_that_it_is_one_and_to_what() -> None:
    match = table.a_match()
    notice = gallery.answer(table.on_turn(match), ["what a fine evening"])
    made = headers(notice, now(), replies_to="<a1@mail.example.org>")
    assert made["Auto-Submitted"] == "auto-replied"
    assert made["In-Reply-To"] == "<a1@mail.example.org>"
    assert made["References"].endswith(" <a1@mail.example.org>")


def test_every_header_that_a_mail_needs_is_there_and_none_of_a_list() -> None:
    notice = a_turn()
    mail = write(notice, now())
    message = parsed(mail)
    assert message["From"] == "Postbord <play@play.localhost>"
    assert message["To"] == reader(notice).email
    assert message["Reply-To"] == addresses.reply_address(notice)
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "OOF, AutoReply, DR, RN, NRN"
    assert message["X-Host-Loop"] == "play.localhost"
    assert message["Feedback-ID"] == "turn:spite-and-malice:mail:postbord"
    assert message["Precedence"] is None
    assert addresses.read_message_id(message["Message-ID"]) == notice.number
    assert mail.sender == addresses.bounce_address(notice.number)


def test_a_message_id_and_a_thread_root_are_no_reply_addresses() -> None:
    notice = a_turn()
    made = headers(notice, now())
    for value in (made["Message-ID"], made["References"]):
        local = value.strip("<>").partition("@")[0]
        assert addresses.classify(f"play+{local}@play.localhost").kind == addresses.Kind.UNKNOWN


def test_both_parts_are_there_plain_text_first() -> None:
    message = parsed(write(a_turn(), now()))
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]


def test_a_part_with_other_than_ascii_comes_through_unchanged() -> None:
    text = "Din tur. Sidohög 1: 7 överst.\n.\nFrom här\n" + "å" * 2000 + "\n"
    mail = WrittenMail("anna@mail.example.org", "b@play.localhost", "Å", text, f"<p>{text}</p>", {})
    assert words(parsed(mail), 0) == text
    assert "å" * 2000 in words(parsed(mail), 1)


def test_a_header_with_a_line_break_is_refused() -> None:
    for value in ("a\r\nBcc: evil@example.org", "a\nb", "a\x00b"):
        mail = WrittenMail("anna@mail.example.org", "b@play.localhost", value, "t", "h", {})
        with pytest.raises(BadHeaderError):
            OutgoingMail(mail).message()


# --- Words


def test_the_first_line_says_whose_turn_it_is_and_until_when_in_the_readers_zone() -> None:
    notice = a_turn()
    player, seat = reader(notice), notice.seat
    assert seat is not None
    assert seat.deadline_at is not None
    first = " ".join(write(notice, now()).text.split("\n\n")[0].split())
    with translation.override(player.language):
        assert instant(seat.deadline_at, player.zone) in first


def test_names_and_lines_of_players_are_shown_literally_and_escaped() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    odd = "{{7*7}} %(name)s {0.__class__}"
    Seat.objects.filter(match=match).exclude(pk=seat.pk).update(name=odd)
    mail = write(gallery.answer(seat, ["plai 7 {% raw %} <script>x</script> %s"]), now())
    assert odd.upper() in mail.text
    assert "{%" in mail.text
    assert "<script>" not in mail.html
    assert "&lt;script&gt;" in mail.html.replace("\xa0", " ")


def test_each_choice_is_a_link_that_mails_its_number_to_the_notices_own_address() -> None:
    match = table.a_match()
    for notice in gallery.every_answer(match):
        if any(len(actions) == 1 for actions in notice.choices):
            break
    links = re.findall(r'href="(mailto:[^"]+)"', write(notice, now()).html.replace("&amp;", "&"))
    bodies = [parse_qs(urlsplit(link).query)["body"][0] for link in links]
    single = [str(number) for number, actions in enumerate(notice.choices, 1) if len(actions) == 1]
    assert [body for body in bodies if body.isdecimal()] == single
    assert {unquote(urlsplit(link).path) for link in links} == {addresses.reply_address(notice)}


def test_a_word_that_is_a_command_to_the_host_never_begins_a_line() -> None:
    for word in ("again", "igen", "semula"):
        for length in range(30, 60):
            folded = fold("x" * length + f" and you play {word}. More follows")
            assert not any(line.startswith(word) for line in folded.split("\n"))


def test_each_member_of_a_folded_family_is_a_link_with_what_to_type() -> None:
    notice = a_turn()
    folded = max(notice.choices, key=len)
    bodies = re.findall(r"body=([^\"]+)\"", write(notice, now()).html)
    typed = [unquote(body) for body in bodies if not unquote(body).isdecimal()]
    assert len(typed) == len(folded)


def test_a_player_whose_turn_it_is_not_gets_no_numbers() -> None:
    match = table.a_match()
    mail = write(gallery.newest(table.waiting(match), Notice.Kind.STARTED), now())
    assert "\n1.\N{NO-BREAK SPACE}" not in mail.text
    assert "mailto:" not in mail.html


def test_an_answer_that_is_sent_after_its_turn_has_ended_lists_nothing() -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    notice = gallery.answer(seat, ["what a fine evening"])
    assert "\n1.\N{NO-BREAK SPACE}" in write(notice, now()).text
    table.press(seat, table.discard(seat))
    assert "\n1.\N{NO-BREAK SPACE}" not in write(gallery.whole(notice), now()).text


def test_of_an_opponents_hand_a_mail_tells_the_number_alone() -> None:
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    notice = gallery.newest(seat, Notice.Kind.TURN)
    reader(notice).language = "en"
    told = write(notice, now()).text.split(other.name.upper())[1].split("\n\n")[0]
    assert re.search(r"^Hand: [45] cards\.$", told, re.MULTILINE)


def test_the_commitment_is_in_the_first_mails_of_both() -> None:
    match = table.a_match()
    for seat, kind in ((table.on_turn(match), Notice.Kind.TURN), (table.waiting(match), Notice.Kind.STARTED)):
        words = write(gallery.newest(seat, kind), now()).text.split()
        assert match.commitment[:32] in words
        assert match.commitment[32:] in words


def test_an_answer_on_top_of_an_unquoted_copy_of_our_mail_is_read_alone() -> None:
    notice = a_turn()
    mail = write(notice, now())
    grammar = GameGrammar(table.GAME, ("Anna", "Ben"))
    for sent in (None, SentLines.of(mail.text)):
        found = read_text(f"3\n\n{mail.text}", grammar=grammar, sent=sent)
        assert (found.kind, found.lines) == (Kind.LINES, ("3",))
        assert found.picked is not None
        assert not found.picked.doubtful


# --- Sign-in


def test_a_sign_in_mail_is_opened_when_it_is_written_and_cannot_be_answered() -> None:
    notice = notices.sign_in(
        "Anna@mail.example.org", subject="Your code", body="The code is ABCD.\n\nBye <b>"
    )
    mail = write(notice, now())
    assert (mail.to, mail.subject) == ("Anna@mail.example.org", "Your code")
    assert "ABCD" in mail.text
    assert "&lt;b&gt;" in mail.html
    assert "Reply-To" not in mail.headers


def test_the_words_of_a_sign_in_mail_cannot_add_a_header() -> None:
    notice = notices.sign_in("anna@mail.example.org", subject="Code\r\n of today", body="x")
    assert "\n" not in parsed(write(notice, now()))["Subject"]


def test_a_reader_of_a_language_that_has_no_words_for_the_game_reads_the_games_own() -> None:
    notice = a_turn()
    reader(notice).language = "fi"
    assert write(notice, now()).text
