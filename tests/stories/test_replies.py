"""What players met who answered such hosts by mail, and what has to come of it here.

Every mail goes by SMTP into the host's own listener, is stored, and is read by a worker.
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from hosting.mail import addresses
from hosting.mail.addresses import Recipient, reply_address
from hosting.mail.listening.storing import Letter, store
from hosting.mail.models import InboundMail
from hosting.mail.taking.mails import take
from hosting.mail.writing.letters import write
from hosting.matches.models import Entry, Match, Notice, Seat, Submission
from hosting.now import now
from tests import people, table
from tests.mail import gallery
from tests.mail.letters import letter, quoted
from tests.mail.listening import Running, listening
from tests.stories.mailboxes import one_line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


@pytest.fixture
def host() -> Iterator[Running]:
    """A listener that stores into the test's database."""
    with ThreadPoolExecutor(1) as thread:

        async def look(address: str) -> Recipient:
            return await asyncio.get_running_loop().run_in_executor(thread, addresses.classify, address)

        async def keep(mail: Letter) -> int:
            return (await asyncio.get_running_loop().run_in_executor(thread, store, [mail]))[0]

        with listening(classify=look, store=keep) as running:
            yield running
        thread.submit(lambda: connection.close()).result()  # noqa: PLW0108 - that thread's own


def post(host: Running, raw: bytes, *to: str, sender: str = "<>") -> InboundMail:
    """Send a mail by SMTP, and let a worker take it up."""
    with host.talk() as talk:
        talk.begin(*to)
        talk.say("DATA")
        talk.send(raw + b"\r\n.\r\n")
        assert talk.reply().startswith("250")
    take(InboundMail.objects.latest("pk").pk)
    return InboundMail.objects.latest("pk")


def email(seat: Seat) -> str:
    assert seat.player is not None
    return seat.player.email


def newest(seat: Seat) -> Notice:
    """The notice that asks a seat for its move."""
    return gallery.newest_question(seat)


def mail_of(notice: Notice) -> str:
    """The text of a notice as its reader has it before him."""
    return write(notice, now()).text


def answer_of(mail: InboundMail) -> str:
    """The text of the answer that a mail got."""
    ids = [each["submission"] for each in mail.recipients if each.get("submission")]
    return mail_of(gallery.whole(Notice.objects.get(submission_id__in=ids, kind="answer")))


def steps() -> int:
    return Entry.objects.filter(kind__in=["action", "expired"]).count()


ATTRIBUTIONS = {
    "en": "On Mon, 30 Nov 2026 at 09:15, Postbord <play@play.localhost> wrote:",
    "sv": "Den mån 30 nov. 2026 kl 09:15 skrev Postbord <play@play.localhost>:",
    "ms": "Pada Isn, 30 Nov 2026 pada 09:15 Postbord <play@play.localhost> menulis:",
}


@pytest.mark.parametrize("language", ATTRIBUTIONS)
@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n\n\n"])
def test_the_line_that_introduces_a_quotation_is_no_word_of_the_player(
    host: Running, language: str, gap: str
) -> None:
    """Also the second time, when the quotation holds another one, and with empty lines behind it."""
    match = table.a_match()
    for _reply in range(2):
        seat = table.on_turn(match)
        notice = newest(seat)
        older = "\n\n".join([mail_of(notice), "> " + ATTRIBUTIONS[language], quoted(quoted(mail_of(notice)))])
        text = f"{table.discard(seat)}\n\n{ATTRIBUTIONS[language]}{gap}{quoted(older)}\n"
        mail = post(host, letter(text, sender=email(seat)), reply_address(notice))
        [submission] = Submission.objects.filter(pk=mail.recipients[0]["submission"])
        assert [line for line in submission.lines if line] == [text.split("\n", maxsplit=1)[0]]
        assert submission.outcome["code"] == "applied"
    assert steps() == 2


@pytest.mark.parametrize(
    "mark",
    [
        "Auto-Submitted: auto-replied",
        "X-Auto-Response-Suppress: All\r\nX-Autoreply: yes",
        "Precedence: bulk\r\nX-Autorespond: Gone fishing",
        "X-Failed-Recipients: play@play.localhost\r\nAuto-Submitted: auto-generated",
    ],
)
def test_what_a_program_answers_for_its_owner_is_no_move(host: Running, mark: str) -> None:
    seat = table.on_turn(table.a_match())
    text = f"I am out of the office until Monday.\n\n{table.discard(seat)}\n"
    mail = post(host, letter(text, mark, sender=email(seat)), reply_address(newest(seat)))
    assert (mail.state, steps()) == ("quiet", 0)
    assert not Notice.objects.filter(seat=seat, kind="answer").exists()


def test_a_line_that_may_mean_two_things_is_asked_back_and_never_guessed(host: Running) -> None:
    seat = table.on_turn(table.a_match())
    mail = post(host, letter("discard", sender=email(seat)), reply_address(newest(seat)))
    assert steps() == 0
    told = one_line(answer_of(mail))
    assert "1." in told
    assert Notice.objects.filter(submission_id=mail.recipients[0]["submission"]).count() == 1


def test_a_slip_of_the_pen_is_never_taken_for_another_legal_move(host: Running) -> None:
    seat = table.on_turn(table.a_match())
    line = table.discard(seat).replace("discard", "discrd")
    post(host, letter(line, sender=email(seat)), reply_address(newest(seat)))
    assert steps() == 0


def test_an_address_that_went_to_everybody_plays_nothing_for_others(host: Running) -> None:
    """Ben's friend was copied in, and answers all with a move of his own making."""
    seat = table.on_turn(table.a_match())
    to = reply_address(newest(seat))
    for sender in ("friend@elsewhere.example.org", people.dan().email, email(table.waiting(seat.match))):
        post(host, letter(table.discard(seat), f"Cc: {to}", sender=sender), to)
    assert steps() == 0
    assert Notice.objects.filter(player=seat.player, kind="held").count() == 1
    assert not Notice.objects.filter(player=people.dan()).exists()


def test_an_address_is_of_no_more_use_once_its_turn_is_over(host: Running) -> None:
    match = table.a_match()
    seat = table.on_turn(match)
    to, line = reply_address(newest(seat)), table.discard(seat)
    post(host, letter(line, sender=email(seat)), to)
    other = table.on_turn(match)
    table.press(other, table.discard(other))
    again = next(str(each) for each in reversed(table.legal(table.on_turn(match))) if str(each) != line)
    mail = post(host, letter(again, sender=email(seat)), to)
    assert steps() == 2
    assert Submission.objects.get(pk=mail.recipients[0]["submission"]).outcome["code"] == "stale"


@pytest.mark.parametrize(
    ("text", "headers"),
    [
        ("1", ()),
        ("good evening to you all", ()),
        ("", ()),
        ("plai 7 ti 1", ()),
        ("HELP", ()),
        ("1\n" * 30, ()),
        ("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----", ()),
        ("1", ("Auto-Submitted: auto-replied",)),
        ("1", ("List-Id: <games.example.org>",)),
        ("1", ("Content-Type: text/plain; charset=x-unheard-of",)),
    ],
)
def test_no_mail_is_left_without_an_answer_or_a_reason(
    host: Running, text: str, headers: tuple[str, ...]
) -> None:
    seat = table.on_turn(table.a_match())
    mail = post(host, letter(text, *headers, sender=email(seat)), reply_address(newest(seat)))
    answered = Notice.objects.filter(seat=seat, kind__in=["answer", "held"]).exists()
    assert mail.state in {"done", "quiet"}
    assert answered or (mail.reason and mail.state == "quiet") or mail.kind == "list"


def test_the_host_does_not_talk_with_itself(host: Running) -> None:
    """Somebody lets all his mails be sent back to where they came from."""
    match: Match = table.a_match()
    seat = table.on_turn(match)
    notice = newest(seat)
    written = write(notice, now())
    head = "".join(f"{name}: {value}\r\n" for name, value in written.headers.items())
    raw = f"{head}To: {written.to}\r\nSubject: {written.subject}\r\n\r\n{written.text}".encode()
    before = Notice.objects.count()
    for to in (reply_address(notice), "host@play.localhost", "play@play.localhost"):
        mail = post(host, raw, to)
        assert mail.state == "quiet"
    assert (steps(), Notice.objects.count()) == (0, before)
