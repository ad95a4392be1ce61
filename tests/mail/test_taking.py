import datetime as dt
from collections.abc import Sequence

import pytest
from pytest_django import Settings

from hosting.mail import addresses
from hosting.mail.listening.storing import Letter, store
from hosting.mail.models import InboundMail
from hosting.mail.reading.sent_lines import SentLines
from hosting.mail.taking import mails as taking
from hosting.mail.taking import routing
from hosting.mail.taking.answered import message_id_answered
from hosting.mail.taking.mails import due, take
from hosting.mail.writing.letters import headers, write
from hosting.matches import faults
from hosting.matches.models import Entry, Match, Notice, Seat, Submission
from hosting.now import now, travel
from hosting.players.addresses import add_verified
from hosting.players.models import Player
from tests import people, table
from tests.mail import gallery
from tests.mail.letters import letter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

PLAY = "play@play.localhost"


@pytest.fixture
def match() -> Match:
    """Anna against Ben."""
    return table.a_match()


def asked(match: Match) -> Notice:
    """The notice that asks whoever is to act."""
    return gallery.newest(table.on_turn(match), Notice.Kind.TURN)


def his(notice: Notice) -> str:
    """The address of a notice's reader, as the sender of a mail."""
    assert notice.player is not None
    return notice.player.email


def stored(
    raw: bytes, *to: str, mail_from: str = "anna@mail.example.org", peer: str = "192.0.2.10"
) -> InboundMail:
    """A mail as the listener stores it."""
    recipients = tuple(addresses.classify(address) for address in to)
    assert all(recipient.is_accepted for recipient in recipients)
    (number,) = store([Letter(raw, mail_from, peer, recipients)])
    return InboundMail.objects.get(pk=number)


def taken(
    raw: bytes, *to: str, mail_from: str = "anna@mail.example.org", peer: str = "192.0.2.10"
) -> InboundMail:
    """A mail as the listener stores it, taken up by a worker."""
    mail = stored(raw, *to, mail_from=mail_from, peer=peer)
    take(mail.pk)
    mail.refresh_from_db()
    return mail


def reply(
    notice: Notice, *lines: str, sender: str = "", more: Sequence[str] = (), peer: str = "192.0.2.10"
) -> Submission:
    """What became of a reply to a notice with these lines."""
    raw = letter("\r\n".join(lines), *more, sender=sender or his(notice))
    taken(raw, addresses.reply_address(notice), peer=peer)
    return Submission.objects.latest("pk")


def a_move(match: Match) -> str:
    """A line that ends the turn."""
    return table.discard(table.on_turn(match))


def answers() -> int:
    """How many answers wait to be sent."""
    return Notice.objects.filter(kind=Notice.Kind.ANSWER).count()


def kinds() -> list[str]:
    """The kinds of all notices but those with which a match begins."""
    begun = {Notice.Kind.TURN, Notice.Kind.STARTED}
    return list(Notice.objects.exclude(kind__in=begun).order_by("pk").values_list("kind", flat=True))


# --- Moves


def test_a_reply_of_the_player_is_played_and_answered(match: Match) -> None:
    notice, line = asked(match), a_move(match)
    done = reply(notice, line)
    assert (done.state, done.outcome["code"]) == ("applied", "applied")
    assert Entry.objects.filter(submission=done, kind="action").count() == 1
    assert answers() == 1
    mail = InboundMail.objects.get()
    assert (mail.state, mail.kind) == ("done", "lines")


def test_a_number_means_the_list_of_the_notice_that_is_answered(match: Match) -> None:
    notice = asked(match)
    place = next(place for place, actions in enumerate(notice.choices, 1) if len(actions) > 1)
    done = reply(notice, str(place))
    assert done.outcome["stopped"]["error"] == "ambiguous"


def test_a_quoted_copy_of_the_notice_plays_nothing(match: Match) -> None:
    notice = asked(match)
    done = reply(notice, "> 1", "> discard 9 to 2", "Thank you!")
    assert done.outcome["code"] == "empty"


def test_the_subject_is_never_read(match: Match) -> None:
    notice, line = asked(match), a_move(match)
    taken(letter("", subject=line, sender=his(notice)), addresses.reply_address(notice))
    assert Submission.objects.latest("pk").outcome["code"] == "empty"


def test_taking_a_mail_up_again_does_nothing(match: Match) -> None:
    notice = asked(match)
    mail = stored(letter(a_move(match), sender=his(notice)), addresses.reply_address(notice))
    for _ in range(3):
        take(mail.pk)
    assert Entry.objects.filter(kind="action").count() == 1
    assert answers() == 1


def test_a_mail_that_somebody_has_just_taken_up_is_left_to_him(match: Match) -> None:
    notice = asked(match)
    mail = stored(letter(a_move(match), sender=his(notice)), addresses.reply_address(notice))
    InboundMail.objects.filter(pk=mail.pk).update(attempts=1, not_before=now() + faults.wait_after(1))
    take(mail.pk)
    assert Entry.objects.filter(kind="action").count() == 0
    with travel(faults.wait_after(1) * 2):
        assert mail.pk in due(now())
        take(mail.pk)
    assert Entry.objects.filter(kind="action").count() == 1


def test_the_same_mail_again_by_another_way_is_quiet(match: Match) -> None:
    """A second copy with another Received line."""
    notice, line = asked(match), a_move(match)
    reply(notice, line, more=["Received: from one.example.net"])
    again = reply(notice, line, more=["Received: from two.example.net"])
    assert again.state == "repeat"
    assert answers() == 1


def test_the_same_message_id_with_other_lines_is_told_kindly_that_the_turn_is_over(match: Match) -> None:
    notice, line = asked(match), a_move(match)
    reply(notice, line)
    again = reply(notice, "1")
    assert (again.state, again.outcome["code"]) == ("refused", "stale")
    assert answers() == 2


# --- Who wrote it


def test_a_stranger_with_a_forwarded_token_plays_nothing_and_the_player_is_asked(match: Match) -> None:
    notice = asked(match)
    done = reply(notice, a_move(match), sender="ben@other.example.org")
    assert done.state == "held"
    assert kinds() == ["held"]
    held = Notice.objects.get(kind=Notice.Kind.HELD)
    assert held.player == notice.player
    assert held.data == {"lines": done.lines, "sender": "b…@other.example.org"}


def test_another_player_of_the_match_with_my_token_plays_nothing(match: Match) -> None:
    notice = asked(match)
    other = table.waiting(match).player
    assert other is not None
    assert reply(notice, a_move(match), sender=other.email).state == "held"


def test_another_verified_address_of_the_player_is_as_good(match: Match) -> None:
    notice = asked(match)
    assert notice.player is not None
    add_verified(notice.player, "work@other.example.org")
    assert reply(notice, a_move(match), sender="Me <WORK@other.example.org>").state == "applied"


@pytest.mark.parametrize(
    "sender", ["{his}, ben@other.example.org", "us: {his};", "<>", "{his}\r\nFrom: ben@other.example.org"]
)
def test_two_senders_a_group_or_none_prove_nobody(match: Match, sender: str) -> None:
    notice = asked(match)
    assert reply(notice, a_move(match), sender=sender.format(his=his(notice))).state == "held"


@pytest.mark.parametrize(
    ("field", "state"),
    [
        ("mx.ours.example; dmarc=pass header.from=mail.example.org", "applied"),
        ("mx.ours.example; dmarc=fail header.from=mail.example.org", "held"),
        ("mx.ours.example 1; spf=pass; dmarc=FAIL (p=none) header.from=mail.example.org", "held"),
        ("mx.ours.example; dmarc=none", "applied"),
        ("mx.ours.example; spf=fail (dmarc=fail) smtp.mailfrom=x", "applied"),
        ('mx.ours.example; spf=pass smtp.mailfrom="x; dmarc=fail"', "applied"),
        ("mx.ours.example; dmarc=pass header.from=bad.example.net", "held"),
        ("mx.theirs.example; dmarc=fail header.from=mail.example.org", "applied"),
    ],
)
def test_the_verdict_is_that_of_our_own_server_in_the_topmost_field(
    match: Match, settings: Settings, field: str, state: str
) -> None:
    settings.AUTHSERV_ID, settings.SMTP_TRUSTED_PEERS = "mx.ours.example", ("192.0.2.0/24",)
    more = [f"Authentication-Results: {field}", "Authentication-Results: mx.ours.example; dmarc=pass"]
    assert reply(asked(match), a_move(match), more=more).state == state


def test_a_verdict_from_a_peer_that_is_not_trusted_is_worth_nothing(match: Match, settings: Settings) -> None:
    settings.AUTHSERV_ID, settings.SMTP_TRUSTED_PEERS = "mx.ours.example", ("198.51.100.7",)
    more = ["Authentication-Results: mx.ours.example; dmarc=fail"]
    assert reply(asked(match), a_move(match), more=more).state == "applied"


def test_a_mail_that_came_through_a_list_is_held(match: Match) -> None:
    assert reply(asked(match), a_move(match), more=["List-Id: <cards.example.org>"]).state == "held"


def test_a_stranger_who_says_nothing_clear_makes_us_write_to_nobody(match: Match) -> None:
    notice = asked(match)
    for lines in (["hello"], ["plai 7 to 2", "1"], []):
        assert reply(notice, *lines, sender="ben@other.example.org").outcome == {"code": "unproved"}
    assert kinds() == []


def test_the_player_is_asked_once_an_hour(match: Match) -> None:
    notice, line = asked(match), a_move(match)
    for number in range(5):
        reply(notice, *[line] * (number + 1), sender="ben@other.example.org")
    assert kinds() == ["held"]


# --- Confirming


def held_line(match: Match) -> tuple[Submission, Notice]:
    """A line that waits for the player's word, and the question that he got."""
    submission = reply(asked(match), a_move(match), sender="ben@other.example.org")
    return submission, gallery.whole(Notice.objects.get(kind=Notice.Kind.HELD))


@pytest.mark.parametrize("word", ["YES", "ja", "Ya.", "*yes*", "Yes please", "ja tack!", "ya, itu saya"])
def test_one_word_of_the_player_plays_what_was_held(match: Match, word: str) -> None:
    submission, question = held_line(match)
    with travel(dt.timedelta(hours=1)):
        reply(question, word, "", "> Was this you?")
        confirmed_at = now()
    submission.refresh_from_db()
    assert submission.state == "applied"
    assert abs(submission.accepted_at - confirmed_at) < dt.timedelta(minutes=1)
    assert answers() == 1


def test_a_word_from_somebody_else_plays_nothing(match: Match) -> None:
    submission, question = held_line(match)
    reply(question, "YES", sender="ben@other.example.org")
    submission.refresh_from_db()
    assert submission.state == "held"


def test_no_drops_what_was_held(match: Match) -> None:
    submission, question = held_line(match)
    reply(question, "Nej")
    submission.refresh_from_db()
    assert submission.state == "refused"


def test_a_second_word_is_quiet(match: Match) -> None:
    _submission, question = held_line(match)
    reply(question, "YES")
    reply(question, "YES")
    assert answers() == 1


def test_the_same_lines_from_the_player_himself_settle_what_was_held(match: Match) -> None:
    notice, line = asked(match), a_move(match)
    submission = reply(notice, line, sender="ben@other.example.org")
    assert reply(notice, line).state == "applied"
    submission.refresh_from_db()
    assert submission.state == "repeat"


# --- What no player wrote


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ("Auto-Submitted: auto-replied", "automatic"),
        ("X-Host-Loop: play.localhost", "own"),
        ("Content-Disposition: reaction", "reaction"),
    ],
)
def test_what_a_machine_wrote_is_recorded_and_quiet(match: Match, more: str, kind: str) -> None:
    notice = asked(match)
    done = reply(notice, a_move(match), more=[more])
    mail = InboundMail.objects.get()
    assert (mail.state, mail.kind) == ("quiet", kind)
    assert (done.state, done.outcome) == ("refused", {"code": kind})
    assert kinds() == []


BOUNCE = (
    "From: MAILER-DAEMON@mail.example.org\r\nTo: x@play.localhost\r\nSubject: Undelivered\r\n"
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
    "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n"
    "Final-Recipient: rfc822; anna@mail.example.org\r\nAction: {action}\r\nStatus: {status}\r\n\r\n--b--\r\n"
)


def test_a_bounce_marks_its_notice_and_is_answered_by_nothing(match: Match) -> None:
    notice = asked(match)
    to = addresses.bounce_address(notice.number)
    mail = taken(BOUNCE.format(action="failed", status="5.1.1").encode(), to, mail_from="")
    notice.refresh_from_db()
    assert notice.bounced_at == mail.received_at
    assert (mail.state, kinds()) == ("quiet", [])


def test_a_report_of_delay_marks_nothing(match: Match) -> None:
    notice = asked(match)
    late = BOUNCE.format(action="delayed", status="4.4.7").encode()
    taken(late, addresses.bounce_address(notice.number), mail_from="")
    notice.refresh_from_db()
    assert notice.bounced_at is None


def test_a_vacation_reply_to_the_bounce_address_marks_nothing(match: Match) -> None:
    notice = asked(match)
    raw = letter("I am away.", "Auto-Submitted: auto-replied", sender=his(notice))
    taken(raw, addresses.bounce_address(notice.number))
    notice.refresh_from_db()
    assert notice.bounced_at is None


# --- Several recipients


def test_one_mail_to_the_tokens_of_two_matches_is_judged_in_each(match: Match) -> None:
    other = table.a_match()
    notices = [asked(match), asked(other)]
    if notices[0].player != notices[1].player:
        seat = table.on_turn(other)
        table.press(seat, table.discard(seat))
        notices[1] = asked(other)
    taken(letter("help", sender=his(notices[0])), *map(addresses.reply_address, notices))
    assert [done.outcome["code"] for done in Submission.objects.filter(source="mail")] == ["help", "help"]


def test_of_two_tokens_of_one_match_the_newest_counts_and_the_other_is_quiet(match: Match) -> None:
    first = asked(match)
    second = gallery.answer(table.on_turn(match), ["what a fine evening"])
    before = answers()
    taken(letter(a_move(match), sender=his(first)), *map(addresses.reply_address, (second, first)))
    found = {done.notice_id: done for done in Submission.objects.filter(source="mail", notice__isnull=False)}
    assert found[second.pk].state == "applied"
    assert Submission.objects.filter(outcome={"code": "older_token"}).count() == 1
    assert answers() == before + 1


def test_the_plain_address_beside_a_token_is_quiet(match: Match) -> None:
    notice = asked(match)
    taken(letter(a_move(match), sender=his(notice)), addresses.reply_address(notice), PLAY)
    assert kinds() == ["answer"]


# --- Without a token


def test_a_mail_to_the_plain_address_is_routed_by_our_own_message_id(match: Match) -> None:
    notice = asked(match)
    ours = headers(notice, now())["Message-ID"]
    raw = letter(a_move(match), f"References: <other@mail.example.org>,{ours}", sender=his(notice))
    taken(raw, PLAY)
    done = Submission.objects.latest("pk")
    assert (done.state, done.notice_id) == ("applied", notice.pk)


def test_references_alone_prove_nothing(match: Match) -> None:
    notice = asked(match)
    raw = letter(
        a_move(match),
        f"References: {headers(notice, now())['Message-ID']}",
        sender="ben@other.example.org",
    )
    taken(raw, PLAY)
    assert Submission.objects.count() == 0
    assert kinds() == []


def test_references_to_another_players_mail_route_nothing(match: Match) -> None:
    notice = asked(match)
    other = table.waiting(match).player
    assert other is not None
    raw = letter(a_move(match), f"References: {headers(notice, now())['Message-ID']}", sender=other.email)
    taken(raw, PLAY)
    assert Entry.objects.filter(kind="action").count() == 0


def answer_to_daily_mail(reader: Player, day: str, text: str = "1") -> bytes:
    """What a mail program makes of an answer to a daily mail that drops what stands behind the plus."""
    facts = {"kind": Notice.Kind.DIGEST, "player": reader}
    daily, _is_new = Notice.objects.get_or_create(key=f"digest:{day}", defaults=facts)
    return letter(text, f"References: {headers(daily, now())['Message-ID']}", sender=reader.email)


def test_who_answers_a_daily_mail_without_saying_which_match_gets_each_turn_by_itself(match: Match) -> None:
    reader = table.on_turn(match).player
    assert reader is not None
    other = next(each for each in iter(table.a_match, None) if table.on_turn(each).player == reader)
    taken(answer_to_daily_mail(reader, "monday"), PLAY)
    told = Notice.objects.filter(kind=Notice.Kind.WRITE_HERE, player=reader)
    assert {each.match for each in told} == {match, other}
    assert not Entry.objects.filter(kind="action").exists()
    here = told.get(match=match)
    reference = f"References: {headers(here, now())['Message-ID']}"
    taken(letter(a_move(match), reference, sender=reader.email), PLAY)
    assert Entry.objects.filter(kind="action", deal__match=match).count() == 1


def test_an_answer_to_a_turn_of_a_daily_mail_is_read_without_the_copy_of_that_mail_below(
    match: Match,
) -> None:
    notice = asked(match)
    assert notice.player is not None
    text = "Two turns are waiting for you.\nYour turn, 19 hours left.\n1. Play the ace.\n2. Play the queen."
    known = SentLines.of(text).to_data()
    daily = Notice.objects.create(key="digest:today", kind="digest", player=notice.player, sent_lines=known)
    head = f"In-Reply-To: {headers(daily, now())['Message-ID']}"
    answer = "\r\n".join([a_move(match), "", *text.splitlines()])
    taken(letter(answer, head, sender=his(notice)), addresses.reply_address(notice))
    submission = Submission.objects.latest("pk")
    assert (submission.state, len(submission.lines)) == ("applied", 1)


def test_each_further_answer_to_it_is_told_where_to_write(match: Match) -> None:
    reader = table.on_turn(match).player
    assert reader is not None
    for text in ("1", "2", "3"):
        taken(answer_to_daily_mail(reader, "monday", text), PLAY)
    told = Notice.objects.filter(kind=Notice.Kind.WRITE_HERE, player=reader)
    assert [each.match for each in told.order_by("pk")] == [match, None, None]


def test_who_names_no_match_again_after_a_while_is_told_again(match: Match) -> None:
    reader = table.on_turn(match).player
    assert reader is not None
    for hours in (0, 2):
        with travel(dt.timedelta(hours=hours)):
            taken(letter("1", sender=reader.email), PLAY)
    assert Notice.objects.filter(kind=Notice.Kind.WRITE_HERE, match=match).count() == 2


def test_a_message_id_without_our_mac_routes_nothing(match: Match) -> None:
    notice = asked(match)
    forged = headers(notice, now())["Message-ID"].replace("<", "<a", 1)
    taken(letter(a_move(match), f"References: {forged}", sender=his(notice)), PLAY)
    assert Entry.objects.filter(kind="action").count() == 0


def test_a_player_with_one_match_who_names_none_gets_its_table_and_list(match: Match) -> None:
    seat = table.on_turn(match)
    assert seat.player is not None
    taken(letter("1", sender=seat.player.email), PLAY)
    told = Notice.objects.get(kind=Notice.Kind.WRITE_HERE)
    assert (told.seat_id, told.question) == (seat.pk, seat.question)
    assert reply(gallery.whole(told), a_move(match)).state == "applied"


def test_a_player_with_several_matches_is_told_to_answer_in_the_one_he_means(match: Match) -> None:
    table.a_match()
    taken(letter("1", sender=people.anna().email), PLAY)
    taken(letter("2", sender=people.anna().email), PLAY)
    told = Notice.objects.get(kind=Notice.Kind.WRITE_HERE)
    assert (told.player, told.seat) == (people.anna(), None)


def test_a_stranger_at_the_plain_address_hears_nothing() -> None:
    mail = taken(letter("hello", sender="ben@other.example.org"), PLAY)
    assert mail.state == "done"
    assert kinds() == []


def test_the_postmasters_mail_is_told_to_the_moderators_once_an_hour() -> None:
    gallery.moderator()
    for _ in range(3):
        taken(letter("hello", sender="ben@other.example.org"), "postmaster@play.localhost")
    assert kinds() == ["moderators"]


# --- Addresses of former times


def an_old_address(match: Match) -> tuple[Seat, str]:
    """The reply address of a notice from before its seat's addresses were made anew."""
    notice = asked(match)
    assert notice.seat is not None
    old = addresses.reply_address(notice)
    Seat.objects.filter(pk=notice.seat.pk).update(token_epoch=notice.epoch + 1)
    return Seat.objects.select_related("player").get(pk=notice.seat.pk), old


def test_a_mail_to_an_old_address_plays_nothing_and_is_answered_with_one_that_works(match: Match) -> None:
    seat, old = an_old_address(match)
    assert seat.player is not None
    taken(letter(a_move(match), sender="ben@other.example.org"), old)
    taken(letter(a_move(match), sender=seat.player.email), old)
    assert Entry.objects.filter(kind="action").count() == 0
    told = Notice.objects.get(kind=Notice.Kind.WRITE_HERE)
    assert told.player == seat.player
    assert reply(gallery.whole(told), a_move(match)).state == "applied"


def test_a_former_player_of_a_seat_is_told_once_that_somebody_else_sits_there(match: Match) -> None:
    seat, old = an_old_address(match)
    assert seat.player is not None
    Seat.objects.filter(pk=seat.pk).update(player=people.cilla(), name="Cilla")
    for _ in range(2):
        taken(letter(a_move(match), sender=seat.player.email), old)
    told = Notice.objects.get(kind=Notice.Kind.WRITE_HERE)
    assert (told.player, told.data["replaced_by"]) == (seat.player, "Cilla")
    assert write(gallery.whole(told), now()).text.startswith(("Somebody else", "Någon annan", "Orang lain"))
    assert not Entry.objects.filter(kind="action").exists()


def test_a_stranger_at_an_old_address_of_a_seat_makes_us_write_to_nobody(match: Match) -> None:
    seat, old = an_old_address(match)
    Seat.objects.filter(pk=seat.pk).update(player=people.cilla())
    taken(letter(a_move(match), sender="stranger@mail.example.org"), old)
    assert kinds() == []


def test_what_tells_where_to_write_answers_the_mail_that_went_astray(match: Match) -> None:
    seat, old = an_old_address(match)
    assert seat.player is not None
    taken(letter(a_move(match), sender=seat.player.email), old)
    told = gallery.whole(Notice.objects.get(kind=Notice.Kind.WRITE_HERE))
    assert message_id_answered(told) == "<a1@mail.example.org>"


# --- Mails that cannot be read


def test_a_mail_that_passes_a_cap_is_answered_when_its_sender_can_be_seen(match: Match) -> None:
    notice = asked(match)
    nested = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(60))
    raw = f"From: {his(notice)}\r\nMIME-Version: 1.0\r\n{nested}".encode()
    taken(raw, addresses.reply_address(notice))
    done = Submission.objects.latest("pk")
    assert InboundMail.objects.get().kind == "broken"
    assert done.outcome["code"] in {"unreadable", "unproved"}


def broken(mail: InboundMail, submission: Submission | None) -> object:
    """Read nothing, and fail."""
    raise RecursionError(mail.pk, submission)


def five_times(mail: InboundMail) -> None:
    """Take a mail up as often as it is tried."""
    for tries in range(faults.TRIES + 1):
        with travel(dt.timedelta(hours=tries)):
            take(mail.pk)


def test_a_mail_that_breaks_its_reader_is_set_aside_and_its_player_has_a_day(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    gallery.moderator()
    notice = asked(match)
    mail = stored(letter("1", sender=his(notice)), addresses.reply_address(notice))
    monkeypatch.setattr(routing, "read_for", broken)
    five_times(mail)
    mail.refresh_from_db()
    assert (mail.state, mail.attempts, mail.reason) == ("shunted", faults.TRIES, "RecursionError")
    assert Submission.objects.get().outcome["code"] == "fault"
    assert kinds().count("answer") == 1
    assert kinds().count("moderators") == 1


def test_a_mail_that_breaks_its_reader_and_is_not_the_players_makes_us_write_to_nobody(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    notice = asked(match)
    mail = stored(letter("1", sender="ben@other.example.org"), addresses.reply_address(notice))
    monkeypatch.setattr(routing, "read_for", broken)
    five_times(mail)
    assert Submission.objects.get().state == "shunted"
    assert kinds() == []


def test_a_mail_to_the_host_that_breaks_its_reader_is_told_to_its_player_once_a_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna = people.anna()
    monkeypatch.setattr(routing, "read_for", broken)
    for sender in (anna.email, anna.email, "nobody@other.example.org"):
        five_times(stored(letter("list", sender=sender), "host@play.localhost"))
    assert list(InboundMail.objects.values_list("state", flat=True)) == ["shunted"] * 3
    (told,) = Notice.objects.filter(kind=Notice.Kind.HOST)
    assert told.player == anna
    assert "Det här misslyckades genom ett fel" in " ".join(write(told, now()).text.split())


def test_a_mail_that_kills_its_reader_is_set_aside_without_being_read(match: Match) -> None:
    notice = asked(match)
    mail = stored(letter("1", sender=his(notice)), addresses.reply_address(notice))
    InboundMail.objects.filter(pk=mail.pk).update(attempts=faults.TRIES)
    take(mail.pk)
    mail.refresh_from_db()
    assert mail.state == "shunted"


def test_a_bad_mail_delays_no_other(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    notice, line = asked(match), a_move(match)
    bad = stored(letter("1", sender=his(notice)), addresses.reply_address(notice))
    with monkeypatch.context() as patch:
        patch.setattr(routing, "read_for", broken)
        take(bad.pk)
    assert reply(notice, line).state == "applied"
    assert taking.due(now()) == []


def test_what_is_due_is_what_was_stored_and_not_taken_up(match: Match) -> None:
    notice = asked(match)
    mail = stored(letter("1", sender=his(notice)), addresses.reply_address(notice))
    assert due(mail.received_at) == [mail.pk]
    assert due(mail.received_at - dt.timedelta(seconds=1)) == []
    take(mail.pk)
    assert due(now()) == []
