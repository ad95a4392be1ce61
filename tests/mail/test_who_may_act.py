"""Who may act by mail (P18): each token with each sender and each verdict, through a real listener.

The words of the tables: `played`; `held`, until the player says that it is his; `told` at the registered
address where to write, or that it is not his turn; `quiet`, recorded and answered by nothing; `550`, refused
at the door. `theirs` is a verdict in the name of another server.
"""

from collections.abc import Iterator
from typing import Final

import pytest
from pytest_django import Settings

from hosting.mail.addresses import message_id, reply_address
from hosting.mail.models import InboundMail
from hosting.mail.taking.mails import take
from hosting.matches.models import Entry, Match, Notice, Seat, Submission
from hosting.players.addresses import add_verified
from tests import table
from tests.mail import gallery
from tests.mail.letters import letter
from tests.mail.listening import Running, storing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

OURS: Final = "mx.ours.example"
PLAY: Final = "play@play.localhost"

VERDICTS: Final = {
    "pass": f"{OURS}; dmarc=pass header.from={{domain}}",
    "fail": f"{OURS}; dmarc=fail header.from={{domain}}",
    "none": f"{OURS}; dmarc=none header.from={{domain}}",
    "theirs": "mx.theirs.example; dmarc=pass header.from={domain}",
}

SENDERS: Final = {
    "own": "Me <{own}>",
    "second": "{second}",
    "other player": "{other}",
    "unknown": "someone@evil.example",
    "two": "{own}, someone@evil.example",
    "none": "",
    "display name": '"{own}" <someone@evil.example>',
}

NORMAL: Final = """
good token         pass    fail    none    theirs
own                played  held    played  played
second             played  held    played  played
other player       held    held    held    held
unknown            held    held    held    held
two                held    held    held    held
none               held    held    held    held
display name       held    held    held    held

of the other seat  pass    fail    none    theirs
own                quiet   quiet   quiet   quiet
second             quiet   quiet   quiet   quiet
other player       told    quiet   told    told
unknown            quiet   quiet   quiet   quiet
two                quiet   quiet   quiet   quiet
none               quiet   quiet   quiet   quiet
display name       quiet   quiet   quiet   quiet

of an old epoch    pass    fail    none    theirs
own                told    told    told    told
second             told    told    told    told
other player       told    told    told    told
unknown            told    told    told    told
two                told    told    told    told
none               told    told    told    told
display name       told    told    told    told

forged             pass    fail    none    theirs
own                550     550     550     550
unknown            550     550     550     550

no token           pass    fail    none    theirs
own                told    quiet   told    told
second             told    quiet   told    told
other player       told    quiet   told    told
unknown            quiet   quiet   quiet   quiet
two                quiet   quiet   quiet   quiet
none               quiet   quiet   quiet   quiet
display name       quiet   quiet   quiet   quiet
"""
STRICT: Final = """
good token         pass    fail    none    theirs
own                played  held    held    held
second             played  held    held    held
other player       held    held    held    held
unknown            held    held    held    held
two                held    held    held    held
none               held    held    held    held
display name       held    held    held    held

of the other seat  pass    fail    none    theirs
own                quiet   quiet   quiet   quiet
other player       told    quiet   quiet   quiet
unknown            quiet   quiet   quiet   quiet

of an old epoch    pass    fail    none    theirs
own                told    told    told    told
unknown            told    told    told    told

forged             pass    fail    none    theirs
own                550     550     550     550

no token           pass    fail    none    theirs
own                told    quiet   quiet   quiet
second             told    quiet   quiet   quiet
other player       told    quiet   quiet   quiet
unknown            quiet   quiet   quiet   quiet
two                quiet   quiet   quiet   quiet
"""


@pytest.fixture
def match(settings: Settings) -> Match:
    """Anna against Ben, each with a second address, behind a mail server that checks senders."""
    settings.AUTHSERV_ID, settings.SMTP_TRUSTED_PEERS = OURS, ("127.0.0.1",)
    made = table.a_match()
    for seat in Seat.objects.filter(match=made).select_related("player"):
        assert seat.player is not None
        add_verified(seat.player, second(seat))
    return made


@pytest.fixture
def host(match: Match) -> Iterator[Running]:
    """A listener that stores into the test's database."""
    del match
    with storing() as running:
        yield running


def second(seat: Seat) -> str:
    """The second address of whoever sits there."""
    return f"{seat.name.lower()}@second.example.org"


def email(seat: Seat) -> str:
    """The first address of whoever sits there."""
    assert seat.player is not None
    return seat.player.email


def rows(matrix: str) -> Iterator[tuple[str, str, str, str]]:
    """Give (token, sender, verdict, outcome) of each cell."""
    for part in matrix.strip().split("\n\n"):
        head, *lines = part.split("\n")
        for line in lines:
            for verdict, outcome in zip(head[19:].split(), line[19:].split(), strict=True):
                yield head[:19].strip(), line[:19].strip(), verdict, outcome


def newest(seat: Seat) -> Notice:
    """The notice that a seat answers."""
    kind = Notice.Kind.TURN if seat.question else Notice.Kind.STARTED
    return Notice.objects.filter(seat=seat, kind__in=[kind, Notice.Kind.TURN]).latest("pk")


def address_of(token: str, match: Match) -> str:
    """The address that a mail with such a token is sent to."""
    good = reply_address(newest(table.on_turn(match)))
    if token == "of the other seat":
        return reply_address(newest(table.waiting(match)))
    if token == "of an old epoch":
        seat = table.on_turn(match)
        Seat.objects.filter(pk=seat.pk).update(token_epoch=seat.token_epoch + 1)
        return good
    last = "a" if good[12] != "a" else "b"
    return {"good token": good, "forged": good[:12] + last + good[13:], "no token": PLAY}[token]


def send(host: Running, raw: bytes, *to: str) -> str:
    """Send a mail by SMTP and let a worker take it up; give the listener's answer."""
    with host.talk() as talk:
        if not talk.begin(*to).startswith("250"):
            return "550"
        talk.say("DATA")
        talk.send(raw + b"\r\n.\r\n")
        answer = talk.reply()
    take(InboundMail.objects.latest("pk").pk)
    return answer


def outcome(host: Running, match: Match, token: str, sender: str, verdict: str) -> str:
    """What becomes of a mail with a good move."""
    Submission.objects.filter(match=match, state="held").delete()
    Notice.objects.filter(kind__in=["held", "write_here", "answer"], question=None).delete()
    Notice.objects.filter(kind__in=["write_here"]).delete()
    seat = table.on_turn(match)
    names = {"own": email(seat), "second": second(seat), "other": email(table.waiting(match))}
    written = SENDERS[sender].format(**names)
    domain = written.rpartition("@")[2].strip(">")
    raw = letter(
        table.discard(seat),
        f"Authentication-Results: {VERDICTS[verdict].format(domain=domain)}",
        f"Authentication-Results: {OURS}; dmarc=pass header.from={domain}",
        sender=written,
    )
    to, before = address_of(token, match), Entry.objects.filter(kind="action").count()
    known = set(Notice.objects.values_list("pk", flat=True))
    if send(host, raw, to) == "550":
        return "550"
    mail = InboundMail.objects.latest("pk")
    assert (mail.state, bool(mail.reason)) == ("done", True)
    if Entry.objects.filter(kind="action").count() > before:
        return "played"
    kinds = set(Notice.objects.exclude(pk__in=known).values_list("kind", flat=True))
    return {"held": "held", "write_here": "told", "answer": "told"}[kinds.pop()] if kinds else "quiet"


@pytest.mark.parametrize("check", ["normal", "strict"])
def test_each_token_with_each_sender_and_each_verdict(
    host: Running, match: Match, settings: Settings, check: str
) -> None:
    settings.SENDER_CHECK = check
    wrong = []
    for token, sender, verdict, wanted in rows({"normal": NORMAL, "strict": STRICT}[check]):
        found = outcome(host, match, token, sender, verdict)
        if found != wanted:
            wrong.append((token, sender, verdict, found, wanted))
    assert wrong == []


def test_nothing_of_a_verdict_is_believed_without_a_server_of_ours(
    host: Running, match: Match, settings: Settings
) -> None:
    settings.SMTP_TRUSTED_PEERS = ("198.51.100.7",)
    assert outcome(host, match, "good token", "own", "fail") == "played"
    settings.SENDER_CHECK = "strict"
    assert outcome(host, match, "good token", "own", "pass") == "held"


# --- Ways of answering


def a_move(match: Match, *more: str, sender: str = "") -> bytes:
    """A mail of whoever is on turn with a move in it."""
    seat = table.on_turn(match)
    return letter(table.discard(seat), *more, sender=sender or email(seat))


def moves() -> int:
    """How many moves were played so far."""
    return Entry.objects.filter(kind="action").count()


def test_an_address_in_upper_case_or_with_another_sign_for_the_plus_is_the_same(
    host: Running, match: Match
) -> None:
    for change in (str.upper, lambda to: to.replace("+", "-"), lambda to: to.replace("@", "+x@")):
        send(host, a_move(match), change(reply_address(newest(table.on_turn(match)))))
    assert moves() == 3


def test_where_the_plus_was_stripped_the_signed_reference_names_the_turn(host: Running, match: Match) -> None:
    reference = f"References: <x@y> {message_id(newest(table.on_turn(match)).number)}"
    send(host, a_move(match, reference, sender="someone@evil.example"), PLAY)
    assert moves() == 0
    send(host, a_move(match, reference), PLAY)
    assert moves() == 1


def test_a_copy_at_a_plain_address_is_quiet_beside_the_token(host: Running, match: Match) -> None:
    send(host, a_move(match), reply_address(newest(table.on_turn(match))), PLAY, "host@play.localhost")
    assert moves() == 1
    assert not Notice.objects.filter(kind=Notice.Kind.WRITE_HERE).exists()


def test_a_reply_to_all_with_the_other_player_in_copy_gives_him_no_seat(host: Running, match: Match) -> None:
    first = newest(table.on_turn(match))
    other = email(table.waiting(match))
    send(host, a_move(match, f"Cc: {other}, {reply_address(first)}"), reply_address(first))
    assert moves() == 1
    again = letter(table.discard(table.on_turn(match)), sender=other)  # whose turn it is by now
    send(host, again, reply_address(first))
    assert moves() == 1


def test_a_forwarded_notice_plays_nothing_for_the_friend_and_all_for_the_player(
    host: Running, match: Match
) -> None:
    first = newest(table.on_turn(match))
    send(host, a_move(match, sender="friend@other.example.org"), reply_address(first))
    assert moves() == 0
    send(host, a_move(match), reply_address(first))
    assert moves() == 1
    assert not Submission.objects.filter(state="held").exists()


def test_of_two_matches_in_one_mail_each_takes_what_is_for_it(host: Running, match: Match) -> None:
    other = table.a_match()
    seats = [table.on_turn(match), table.on_turn(other)]
    while seats[0].player_id != seats[1].player_id:
        seat = table.on_turn(other)
        table.press(seat, table.discard(seat))
        seats[1] = table.on_turn(other)
    tokens = [reply_address(newest(seat)) for seat in seats]
    before = moves()
    send(host, letter("help", sender=email(seats[0])), *tokens)
    answered = Notice.objects.filter(kind=Notice.Kind.ANSWER, seat__in=seats)
    assert set(answered.values_list("match_id", flat=True)) == {match.pk, other.pk}
    assert moves() == before


def test_held_lines_are_played_by_one_word_of_the_player_to_the_question_and_of_nobody_else(
    host: Running, match: Match
) -> None:
    first = newest(table.on_turn(match))
    send(host, a_move(match, sender="someone@evil.example"), reply_address(first))
    question = gallery.whole(Notice.objects.get(kind=Notice.Kind.HELD))
    send(host, letter("YES", sender="someone@evil.example"), reply_address(question))
    assert moves() == 0
    send(
        host, letter("YES", sender=question.player.email if question.player else ""), reply_address(question)
    )
    assert moves() == 1
