"""Odd, broken and hostile mails to a reply address, by SMTP through a real listener: what becomes of each.

The position is always the same: whoever is to act may put a 9, a jack or a queen onto a side stack.
"""

import base64
import io
import unicodedata
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import pytest

from hosting.mail.addresses import bounce_address, reply_address
from hosting.mail.listening import replies
from hosting.mail.models import InboundMail
from hosting.mail.taking.mails import take
from hosting.mail.writing.letters import write
from hosting.matches import moderating
from hosting.matches.models import Entry, Match, Notice, Submission
from hosting.now import now
from tests import table
from tests.mail import gallery, maldade_scenes
from tests.mail.letters import letter, parts, quoted
from tests.mail.listening import Running, storing

pytestmark = [pytest.mark.django_db(transaction=True)]

MOVE: Final = "discard 9 to 2"
TEXT: Final = "Content-Type: text/plain; charset=utf-8"
PAGE: Final = "Content-Type: text/html; charset=utf-8"
ID: Final = b"Message-ID: <a1@mail.example.org>"


@pytest.fixture(scope="module")
def host() -> Iterator[Running]:
    with storing(trusted=["127.0.0.1"]) as running:
        yield running


@pytest.fixture
def match() -> Match:
    """Anna against Ben, the same cards every time."""
    return table.a_match()


@dataclass(frozen=True)
class Came:
    """What came of a mail: the listener's word, its submission's state and code, and the notices written."""

    reply: str
    state: str
    code: str
    notices: tuple[str, ...]


def asked(match: Match) -> Notice:
    """The notice that asks whoever is to act."""
    return gallery.newest_question(table.on_turn(match))


def email(notice: Notice) -> str:
    """The address of a notice's reader."""
    assert notice.player is not None
    return notice.player.email


def post(host: Running, raw: bytes, *to: str, mail_from: str = "<anna@mail.example.org>") -> Came:
    """Send a mail by SMTP and let a worker take it up; say what came of it."""
    last = Notice.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    with host.talk() as talk:
        reply = talk.mail(raw.replace(b"\r\n.", b"\r\n.."), *to, sender=mail_from)
    mail = InboundMail.objects.order_by("-pk").first()
    if mail is not None and reply == replies.STORED:
        take(mail.pk)
    done = Submission.objects.order_by("-pk").first()
    told = Notice.objects.filter(pk__gt=last).order_by("pk").values_list("kind", flat=True)
    return Came(
        reply, done.state if done else "", done.outcome.get("code", "") if done else "", tuple(map(str, told))
    )


def reply_to(host: Running, notice: Notice, raw: bytes) -> Came:
    """Send a mail in answer to a notice."""
    return post(host, raw, reply_address(notice))


def a_mail(notice: Notice, text: str | bytes = MOVE, *more: str, **how: str) -> bytes:
    """A mail of a notice's reader."""
    return letter(text, *more, **{"sender": email(notice), **how})


def of_parts(notice: Notice, *bodies: tuple[str, str], kind: str = "mixed") -> bytes:
    """A mail of several parts of a notice's reader."""
    return parts(*bodies, kind=kind).replace(
        b"From: Anna Berg <anna@mail.example.org>", f"From: {email(notice)}".encode()
    )


def a_zip() -> str:
    """A file of a million signs packed into a thousand, in base64."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("move.txt", f"{MOVE}\n" * 100_000)
    return base64.encodebytes(packed.getvalue()).decode()


def actions() -> list[str]:
    """What has been played."""
    return [entry.data["action"] for entry in Entry.objects.filter(kind="action").order_by("seq")]


Make = Callable[[Notice], bytes]

PLAYED: Final[dict[str, Make]] = {
    "without a Message-ID": lambda n: a_mail(n).replace(ID, b"X: y"),
    "with an empty Message-ID": lambda n: a_mail(n).replace(ID, b"Message-ID:"),
    "with brackets inside its Message-ID": lambda n: a_mail(n).replace(ID, b"Message-ID: <[abc@x]>"),
    "dated to the beginning of all clocks": lambda n: a_mail(n, MOVE, "Date: Thu, 1 Jan 1970 00:00:00 +0000"),
    "dated far ahead": lambda n: a_mail(n, MOVE, "Date: Fri, 31 Dec 99999 25:61:00 +9999"),
    "called bulk and nothing else": lambda n: a_mail(n, MOVE, "Precedence: bulk"),
    "that wants its answers elsewhere": lambda n: a_mail(n, MOVE, "Reply-To: ben@other.example.org"),
    "with a line end and a Bcc encoded in its subject": lambda n: a_mail(
        n, subject="=?utf-8?q?hi=0D=0ABcc:_evil@x.example?="
    ),
    "whose content type makes no sense": lambda n: a_mail(n, content_type="gar;;bage"),
    "in a character set that nobody knows": lambda n: a_mail(n, content_type="text/plain; charset=x-bogus"),
    "in a character set that is none": lambda n: a_mail(n, content_type="text/plain; charset=idna"),
    "in base64 whose end is torn off": lambda n: a_mail(
        n, base64.b64encode(MOVE.encode() + b"\n\nHej").rstrip(b"=")[:-1], "Content-Transfer-Encoding: base64"
    ),
    "in quoted-printable with a slip in it": lambda n: a_mail(
        n, f"{MOVE.replace(' to', '=20to')}\r\n\r\nHej =ZZ", "Content-Transfer-Encoding: quoted-printable"
    ),
    "with an archive that would swell": lambda n: of_parts(
        n,
        (TEXT, MOVE),
        ('Content-Type: application/zip; name="a.zip"\r\nContent-Transfer-Encoding: base64', a_zip()),
    ),
    "of nothing but a page": lambda n: of_parts(n, (PAGE, f"<div>{MOVE}</div><script>alert(1)</script>")),
    "with another move hidden in its page": lambda n: of_parts(
        n, (PAGE, f'<p style="display:none">discard J to 1</p><p>{MOVE}</p>')
    ),
    "whose page says something else than its text": lambda n: of_parts(
        n, (TEXT, MOVE), (PAGE, "<p>discard J to 1</p>"), kind="alternative"
    ),
    "above our list, quoted": lambda n: a_mail(n, f"{MOVE}\n\n{quoted(write(n, now()).text)}"),
    "between quoted lines": lambda n: a_mail(n, f"> 1\n> discard J to 1\n\n{MOVE}\n\n> 2"),
    "under a Swedish quotation": lambda n: a_mail(
        n, f"Den mån 3 mars 2025 kl 10:00 skrev Postbord <x@play.localhost>:\n> 1\n\n{MOVE}"
    ),
    "above a Malay quotation": lambda n: a_mail(
        n,
        f"{MOVE}\n\nPada Isn, 3 Mac 2025 pada 10:00 PG Postbord <x@play.localhost> menulis:\n> 1",
    ),
    "above a hundred kilobytes of quotation marks": lambda n: a_mail(
        n, f"{MOVE}\r\n" + f"{'>' * 70}\r\n" * 1500
    ),
    "with another move in its signature": lambda n: a_mail(n, f"{MOVE}\n\n-- \nAnna\ndiscard J to 1"),
    "in wide figures": lambda n: a_mail(n, "discard \uff19 to \uff12"),
    "with hard blanks, and a full stop": lambda n: a_mail(n, "discard\u00a09\u00a0to\u00a02."),
    "in bold": lambda n: a_mail(n, f"*{MOVE}*"),
    "in letters taken apart": lambda n: a_mail(n, unicodedata.normalize("NFD", "KASTA 9 PÅ 2")),
    "in another language of the game": lambda n: a_mail(n, "KASTA 9 TILL 2"),
    "signed by a program": lambda n: of_parts(
        n,
        (TEXT, MOVE),
        ("Content-Type: application/pkcs7-signature; name=smime.p7s", "MIAG"),
        kind="signed; protocol=x",
    ),
    "strewn with control signs": lambda n: a_mail(n, b"disc\x00ard\x07 9 to\x1b 2"),
}


@pytest.mark.parametrize("name", PLAYED)
def test_a_good_move_is_played_from_a_mail(host: Running, match: Match, name: str) -> None:
    notice = asked(match)
    came = reply_to(host, notice, PLAYED[name](notice))
    assert (came.state, came.code) == ("applied", "applied")
    assert actions() == ["discard 9 2"]
    assert came.notices.count("answer") == 1
    answer = gallery.whole(Notice.objects.get(kind="answer"))
    mail = write(answer, now())
    assert mail.to == email(notice)
    assert not [value for value in (mail.subject, *mail.headers.values()) if "evil" in value or "\n" in value]


ASKED_AGAIN: Final[dict[str, tuple[str, Make]]] = {
    "that is empty": ("empty", lambda n: a_mail(n, "")),
    "of blanks": ("empty", lambda n: a_mail(n, " \n\t\n\u00a0")),
    "that is encrypted": (
        "encrypted",
        lambda n: of_parts(
            n, ("Content-Type: application/pgp-encrypted", "Version: 1"), kind="encrypted; protocol=x"
        ),
    ),
    "of an Outlook attachment alone": (
        "empty",
        lambda n: of_parts(n, ('Content-Type: application/ms-tnef; name="winmail.dat"', "x")),
    ),
    "that could mean four things": ("nothing", lambda n: a_mail(n, "discard 9")),
    "about a card that the player has not got": ("nothing", lambda n: a_mail(n, "discard 3 to 1")),
    "of a quarter of a mebibyte of moves": ("too_many", lambda n: a_mail(n, f"{MOVE}\r\n" * 17_000)),
    "with commands behind a chat": (
        "beyond",
        lambda n: a_mail(n, f"{MOVE}\nwhat an evening that was, my friend\ndiscard J to 1"),
    ),
    "in quotation marks": ("unclear", lambda n: a_mail(n, f"\u201c{MOVE}\u201d")),
    "of template marks": ("unclear", lambda n: a_mail(n, "{{ settings }} {% raw %} {0.__class__} %s")),
    "of script": ("empty", lambda n: a_mail(n, "<script>alert(document.cookie)</script></textarea>")),
    "of a thousand parts inside each other": (
        "unreadable",
        lambda n: (
            a_mail(n, "", content_type='multipart/mixed; boundary="e0"')
            + b"".join(
                b'--e%d\r\nContent-Type: multipart/mixed; boundary="e%d"\r\n\r\n' % (at, at + 1)
                for at in range(1000)
            )
        ),
    ),
    "of twenty thousand parts": ("unreadable", lambda n: of_parts(n, *[(TEXT, MOVE)] * 20_000)),
    "of broken encoding and nothing else": (
        "empty",
        lambda n: a_mail(n, "\x00\x01", "Content-Transfer-Encoding: x-uuencode"),
    ),
}


@pytest.mark.parametrize("name", ASKED_AGAIN)
def test_nothing_is_played_and_one_answer_says_why_to_a_mail(host: Running, match: Match, name: str) -> None:
    notice = asked(match)
    code, make = ASKED_AGAIN[name]
    came = reply_to(host, notice, make(notice))
    assert (came.reply, came.code) == (replies.STORED, code)
    assert came.notices == ("answer",)
    assert not Entry.objects.filter(kind="action").exists()
    page = write(gallery.whole(Notice.objects.get(kind="answer")), now()).html
    assert "<script" not in page


QUIET: Final[dict[str, tuple[str, Make]]] = {
    "that answers by itself": ("automatic", lambda n: a_mail(n, MOVE, "Auto-Submitted: auto-replied")),
    "of an answering machine of old": ("automatic", lambda n: a_mail(n, MOVE, "X-Autoreply: yes")),
    "of another one": ("automatic", lambda n: a_mail(n, MOVE, "X-Autorespond: gone fishing")),
    "with the precedence of machines": ("automatic", lambda n: a_mail(n, MOVE, "Precedence: auto_reply")),
    "that went round through us": ("own", lambda n: a_mail(n, MOVE, "X-Host-Loop: play.localhost")),
    "that has passed fifty servers": (
        "own",
        lambda n: a_mail(n, MOVE, *["Received: from a by b"] * 51),
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_no_word_comes_of_a_mail(host: Running, match: Match, name: str) -> None:
    notice = asked(match)
    kind, make = QUIET[name]
    came = reply_to(host, notice, make(notice))
    assert (came.reply, came.code, came.notices) == (replies.STORED, kind, ())
    assert not Entry.objects.filter(kind="action").exists()


UNPROVED: Final[dict[str, Make]] = {
    "of two senders": lambda n: a_mail(n, sender=f"{email(n)}, ben@other.example.org"),
    "of a group": lambda n: a_mail(n, sender=f"us: {email(n)};"),
    "of nobody": lambda n: a_mail(n, sender=""),
    "of a sender whose name is the player's address": lambda n: a_mail(
        n, sender=f'"{email(n)}" <ben@other.example.org>'
    ),
    "of a sender whose name turns the line round": lambda n: a_mail(
        n, sender="\u202eadmin\u200b <ben@other.example.org>"
    ),
    "through a mailing list": lambda n: a_mail(n, MOVE, "List-Id: <games.example.org>"),
    "of five thousand brackets": lambda n: a_mail(n, sender="(" * 5000),
}


@pytest.mark.parametrize("name", UNPROVED)
def test_the_player_is_asked_about_a_mail(host: Running, match: Match, name: str) -> None:
    notice = asked(match)
    came = reply_to(host, notice, UNPROVED[name](notice))
    assert (came.state, came.notices) == ("held", ("held",))
    assert not Entry.objects.filter(kind="action").exists()
    mail = write(gallery.whole(Notice.objects.get(kind="held")), now())
    assert mail.to == email(notice)
    assert "admin" not in mail.text
    assert "\u202e" not in mail.text + mail.html


SET_ASIDE: Final[dict[str, Sequence[str]]] = {
    "a hundred thousand encoded words": ["Subject: " + "=?utf-8?q?a?= " * 100_000],
    "forty thousand addresses": ["Cc: " + ", ".join(f"a{n}@x.example" for n in range(40_000))],
    "a thousand fields": ["X: y"] * 1000,
}


@pytest.mark.parametrize("name", SET_ASIDE)
def test_a_header_that_passes_all_measure_is_kept_and_not_taken_apart(
    host: Running, match: Match, name: str
) -> None:
    notice = asked(match)
    folded = [line.replace(", ", ",\r\n ").replace("?= ", "?=\r\n ") for line in SET_ASIDE[name]]
    came = reply_to(host, notice, a_mail(notice, MOVE, *folded))
    assert came.reply == replies.STORED
    assert InboundMail.objects.get().kind == "broken"
    assert not Entry.objects.filter(kind="action").exists()


# --- What depends on what came before


def test_an_address_in_capitals_or_with_more_behind_it_is_the_same(host: Running, match: Match) -> None:
    notice = asked(match)
    local, _, domain = reply_address(notice).partition("@")
    came = post(host, a_mail(notice, "discard 3 to 1"), f"{local.upper()}@{domain}")
    assert came.code == "nothing"
    assert post(host, a_mail(notice), f"{local}+archive@{domain}").code == "applied"


def test_a_turn_that_has_passed_is_told_kindly_with_the_table_of_now(host: Running, match: Match) -> None:
    notice = asked(match)
    reply_to(host, notice, a_mail(notice))
    came = reply_to(host, notice, a_mail(notice, "discard J to 1"))
    assert (came.code, came.notices) == ("stale", ("answer",))


def test_of_a_match_that_is_over_a_player_hears_once(host: Running, match: Match) -> None:
    notice = asked(match)
    moderating.void(match.pk, by=gallery.moderator(), reason="Opened twice by accident")
    first = reply_to(host, notice, a_mail(notice))
    assert (first.code, first.notices) == ("over", ("answer",))
    again = reply_to(host, notice, a_mail(notice, "discard J to 1"))
    assert (again.reply, again.notices) == (replies.STORED, ())


def test_what_is_asked_beside_moves_when_the_match_is_over_is_answered_each_time(
    host: Running, match: Match
) -> None:
    notice = asked(match)
    moderating.void(match.pk, by=gallery.moderator(), reason="Opened twice by accident")
    reply_to(host, notice, a_mail(notice))
    for said in ("Well played!", "Once more?"):
        came = reply_to(host, notice, a_mail(notice, f"discard J to 1\n\nTALK {said}"))
        assert (came.code, came.notices[-1]) == ("over", "answer")


def test_one_mail_to_two_matches_is_read_in_each(host: Running, match: Match) -> None:
    first = asked(match)
    second = next(notice for notice in map(asked, iter(table.a_match, None)) if notice.player == first.player)
    post(
        host, a_mail(first, table.discard(table.on_turn(match))), reply_address(first), reply_address(second)
    )
    assert set(Submission.objects.values_list("match", flat=True)) == {first.match_id, second.match_id}
    assert not Submission.objects.filter(state__in=["unread", "held"]).exists()


def test_the_same_id_with_another_text_is_another_mail(host: Running, match: Match) -> None:
    notice = asked(match)
    assert reply_to(host, notice, a_mail(notice, "discard 3 to 1")).code == "nothing"
    assert reply_to(host, notice, a_mail(notice)).code == "applied"


def test_a_bounce_is_counted_against_its_notice_and_answered_by_nothing(host: Running, match: Match) -> None:
    notice = asked(match)
    raw = b"From: MAILER-DAEMON@x.example\r\nSubject: Undelivered\r\n\r\n550 5.1.1 no such user\r\n"
    came = post(host, raw, bounce_address(notice.number), mail_from="<>")
    assert (came.reply, came.notices) == (replies.STORED, ())
    assert Notice.objects.get(pk=notice.pk).bounced_at is not None


def test_a_mail_that_claims_to_come_from_us_is_quiet(host: Running, match: Match) -> None:
    notice = asked(match)
    came = post(
        host,
        a_mail(notice, sender="Postbord <play@play.localhost>"),
        reply_address(notice),
        mail_from="<play@play.localhost>",
    )
    assert (came.reply, came.code, came.notices) == (replies.STORED, "own", ())


@pytest.mark.parametrize("name", ["postmaster", "abuse"])
def test_what_is_meant_for_people_is_told_to_the_moderators(host: Running, name: str) -> None:
    gallery.moderator()
    assert post(host, letter("Somebody forges your mails."), f"{name}@play.localhost").notices == (
        "moderators",
    )


def test_commands_of_one_turn_are_done_in_order_up_to_the_first_that_cannot_be(host: Running) -> None:
    match = maldade_scenes.a_match("underpants prize jump sock", "sock jump", "jump")
    notice = maldade_scenes.to(match, 0)
    lines = ("GE kalsonger TILL Ben", "GE Trumset TILL Cilla", "DRA")
    came = reply_to(host, notice, a_mail(notice, "\n".join(lines)))
    assert (came.state, came.code) == ("applied", "stopped")
    assert "give underpants 1" in actions()
    assert "draw" not in actions()
    outcome = Submission.objects.latest("pk").outcome
    assert (outcome["stopped"]["line"], outcome["left"]) == ("GE Trumset TILL Cilla", ["DRA"])
