"""One notice of every kind, and an answer of every sort, as they really come about."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from hosting.mail.asking import requests
from hosting.mail.models import InboundMail
from hosting.matches import (
    absent,
    expiring,
    faults,
    leaving,
    moderating,
    notices,
    offering,
    opening,
    reaching,
    reporting,
    talking,
    wishing,
)
from hosting.matches.models import Match, Notice, Offer, Seat, Submission
from hosting.matches.playing import play
from hosting.matches.sitting import Sitting
from hosting.now import now, travel
from hosting.players import absences
from hosting.players.models import Player
from tests import people, table

LANGUAGES = ("en", "ms", "sv")

LINES = {
    "nothing": ["play 7 to 9", "1"],
    "unclear": ["plai 7 to 2", "1"],
    "beyond": ["1", "and now for something else, my friend", "2"],
    "too_many": ["1"] * 21,
    "empty": ["what a fine evening"],
    "help": ["help"],
    "tried": ["try", "1", "play 7 to 9", "2"],
    "tried nothing": ["try"],
    "nothing to take back": ["undo"],
    "resign": ["resign"],
    "talk": ["talk a fine evening, is it not? 7 to 1"],
    "talk, and nothing": ["talk"],
    "report": ["report he plays 7 to 1 all the time"],
    "report, and nothing": ["report"],
    "talk, too long": ["talk " + "x" * 2100],
    "mute, unmute": ["mute ben", "unmute ben", "unmute anna", "mute zorro"],
    "resign, and a move that is none": ["resign", "play 7 to 9"],
    "away": [
        "away none",
        "away 30 feb",
        "away 2020-01-01",
        "away 2030-02-01 - 2030-09-01",
        "away 2030-01-03 - 2030-01-01",
    ],
    "away and back": ["away today to tomorrow", "away today", "away none"],
}
READ_AS = ("forward", "encrypted", "unreadable", "too_long")


def moderator() -> Player:
    """Dan, who may enter the admin site."""
    dan = people.dan()
    dan.is_staff = True
    dan.save()
    return dan


def newest(seat: Seat, kind: Notice.Kind) -> Notice:
    """The newest notice of a kind to a seat."""
    return whole(Notice.objects.filter(seat=seat, kind=kind).latest("pk"))


def newest_question(seat: Seat) -> Notice:
    """The newest notice that asks a seat for a move."""
    return whole(Notice.objects.filter(seat=seat, question__isnull=False).latest("pk"))


def whole(notice: Notice) -> Notice:
    """A notice as the sender loads it, anew."""
    related = Notice.objects.select_related("match", "seat", "player", "submission__player")
    return related.get(pk=notice.pk)


def answer(seat: Seat, lines: list[str], *, notice: Notice | None = None, code: str = "") -> Notice:
    """The answer to a mail with these lines; `code`: what its reading had found out."""
    asked = notice or Notice.objects.filter(seat=seat, question__isnull=False).latest("pk")
    submission = Submission.objects.create(
        match_id=seat.match_id,
        seat=seat,
        player=seat.player,
        notice=asked,
        question=asked.question,
        source=Submission.Source.MAIL,
        key=f"mail:0:{Submission.objects.count()}",
        state=Submission.State.UNREAD,
    )
    read = {"lines": lines, "outcome": {"code": code}} if code else {"lines": lines}
    play(submission.pk, read=read)
    return newest(seat, Notice.Kind.ANSWER)


def every_answer(match: Match) -> Iterator[Notice]:
    """Give an answer of each sort, each to be written before the next is asked for."""
    seat, other = table.on_turn(match), table.waiting(match)
    for lines in LINES.values():
        yield answer(seat, lines)
    for code in READ_AS:
        yield answer(seat, [], code=code)
    yield answer(seat, ["try", table.discard(seat), "1"])
    card = table.discard(seat).split()[1]
    yield answer(seat, [f"discard {card}"])  # which stack?
    yield answer(other, ["1"], notice=newest(other, Notice.Kind.STARTED))
    first = Notice.objects.filter(seat=seat, question__isnull=False).latest("pk")
    yield answer(seat, [table.discard(seat), "1", "discrad 9 to 2"])
    yield answer(seat, ["1"], notice=first)
    yield from _in_mid_turn(match)


def _in_mid_turn(match: Match) -> Iterator[Notice]:
    for _turn in range(60):
        seat = table.on_turn(match)
        found = next((action for action in table.legal(seat) if action.verb == "play"), None)
        if found is None:
            table.press(seat, table.discard(seat))
            continue
        yield answer(seat, ["try", str(found), "play 7 to 9", "2"])
        yield answer(seat, [str(found), "play 7 to 9", "2"])
        yield answer(seat, ["try", "undo"])
        yield answer(seat, ["undo 3"])
        yield answer(seat, ["undo"])
        yield from _leaving(seat)
        return
    raise AssertionError("nothing could be played in sixty turns")


def _leaving(seat: Seat) -> Iterator[Notice]:
    asking = answer(seat, ["resign"])
    yield asking
    yield answer(seat, ["no"], notice=asking)
    yield answer(seat, ["yes"], notice=asking)
    yield answer(seat, ["resign"], notice=asking)
    yield answer(seat, ["yes"], notice=asking)


def every_news(match: Match) -> Iterator[Notice]:
    """Give a notice of each kind that is no answer; each has to be written before the next comes about."""
    first, second = table.on_turn(match), table.waiting(match)
    yield newest(first, Notice.Kind.TURN)
    yield newest(second, Notice.Kind.STARTED)
    table.press(first, table.discard(first))
    yield newest(second, Notice.Kind.TURN)
    assert first.player
    talking.say(first, "I am in Ålesund.\nUNDO\n3", by=first.player)
    yield newest(second, Notice.Kind.PRESS)
    seat = table.on_turn(match)
    yield _held(seat)
    with travel(dt.timedelta(hours=60)):
        expiring.remind(seat.pk, seat.question or 0)
        yield newest(seat, Notice.Kind.REMINDER)
    table.deliver_all(match)
    with travel(dt.timedelta(hours=73)):
        expiring.expire(seat.pk, seat.question or 0)
        yield newest(seat, Notice.Kind.EXPIRED)
        moderating.pause(match.pk, by=moderator(), reason="Anna's post office is on strike")
        yield newest(seat, Notice.Kind.PAUSED)
        yield answer(seat, ["1"])
        moderating.resume(match.pk, by=moderator(), reason="The strike is over")
        yield newest(seat, Notice.Kind.RESUMED)
        yield _moved(match)
        yield _of_others(match, Notice.Kind.MOVES)
        yield _of_others(match, Notice.Kind.SEAT)
        yield _reported(match)
        yield _daily(seat)
        yield _where_to_write(match)
        yield _of_fault(match)


def _offers() -> Iterator[Notice]:
    """Offers at a table, what is said to them, and what comes of each."""
    match = table.a_match(target=30)
    seat, other = table.on_turn(match), table.waiting(match)
    for lines in (
        ["pause 99"],
        ["go on"],
        ["rematch"],
        ["agree"],
        ["pause 7"],
        ["pause 7", "show"],
        ["more time 2"],
    ):
        yield answer(seat, lines)
    for told in Notice.objects.filter(seat=other, kind=Notice.Kind.OFFER).order_by("pk"):
        yield whole(told)
    first = newest(other, Notice.Kind.OFFER)
    started = newest(other, Notice.Kind.STARTED)
    for lines, to in (
        (["pause 9"], started),
        (["agree"], started),
        (["yes"], first),
        (["yes"], first),
        (["decline"], started),
    ):
        yield answer(other, lines, notice=to)
    yield newest(seat, Notice.Kind.MOVED)
    yield newest(seat, Notice.Kind.OFFER)
    for days in ("", " 3"):
        yield answer(seat, [f"offer pause{days}"])
        yield newest(other, Notice.Kind.OFFER)
        yield answer(other, [f"offer a pause{days}"], notice=started)
        yield newest(seat, Notice.Kind.PAUSED)
        yield answer(seat, [f"go on{' ' * len(days)}"])
        yield newest(other, Notice.Kind.OFFER)
        yield answer(other, ["resume"], notice=started)
        yield newest(seat, Notice.Kind.RESUMED)
    yield answer(seat, ["more time"])
    yield answer(seat, ["withdraw"])
    yield newest(other, Notice.Kind.OFFER)
    yield answer(other, ["more time 1"], notice=started)
    yield from _another_match(match)


def _another_match(match: Match) -> Iterator[Notice]:
    seat, other = table.on_turn(match), table.waiting(match)
    assert seat.player is not None
    leaving.resign(seat, by=seat.player)
    ended = newest(seat, Notice.Kind.MATCH_ENDED)
    yield answer(seat, ["rematch"], notice=ended)
    yield newest(other, Notice.Kind.OFFER)
    offer = Offer.objects.latest("pk")
    with travel(dt.timedelta(days=4)):
        offering.lapse(offer.pk)
        yield newest(other, Notice.Kind.OFFER)
        yield answer(other, ["rematch"], notice=ended)
        yield answer(seat, ["agree"], notice=ended)
        yield answer(seat, ["rematch"], notice=ended)


def _absences() -> Iterator[Notice]:
    """What the others read of an absence: announced, in a turn mail, and ended."""
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    assert seat.player is not None
    today = absences.today(seat.player)
    absent.announce(seat.player, today + dt.timedelta(days=2), today + dt.timedelta(days=9))
    yield newest(other, Notice.Kind.ABSENCE)
    yield answer(seat, [table.discard(seat)])
    yield newest(other, Notice.Kind.TURN)
    absent.call_off(seat.player)
    yield newest(other, Notice.Kind.ABSENCE)


def _held(seat: Seat) -> Notice:
    asked = newest(seat, Notice.Kind.TURN)
    submission = Submission.objects.create(
        match_id=seat.match_id,
        seat=seat,
        player=seat.player,
        notice=asked,
        question=asked.question,
        source=Submission.Source.MAIL,
        key=f"mail:0:{Submission.objects.count()}",
        state=Submission.State.HELD,
        lines=["play 7 to 1", "discard 9 to 2"],
    )
    notice = notices.held(submission, sender="b…@other.example.org")
    assert notice is not None
    return whole(notice)


def _moved(match: Match) -> Notice:
    seat = table.on_turn(match)
    until = now() + dt.timedelta(days=2)
    return _about(match, seat, Notice.Kind.MOVED, {"deadline_at": until.isoformat(), "seat": seat.number})


def _of_others(match: Match, kind: Notice.Kind) -> Notice:
    seat = table.waiting(match)
    return _about(match, seat, kind, {"since": seat.acted_seq})


def _reported(match: Match) -> Notice:
    """What Ben is told of his report."""
    seat = table.waiting(match)
    assert seat.player
    made = reporting.report(match, "Anna calls me names.", by=seat.player)
    reporting.settle(made.pk, "She has been asked to stop, and will.", by=moderator())
    return newest(seat, Notice.Kind.REPORTED)


def _daily(seat: Seat) -> Notice:
    """A daily mail in which a turn waits, and something is told of another match that was paused."""
    assert seat.player is not None
    other = table.a_match()
    moderating.pause(other.pk, by=moderator(), reason="Anna's post office is on strike")
    Notice.objects.filter(player=seat.player).exclude(kind=Notice.Kind.ANSWER).update(
        state=Notice.State.GATHERED
    )
    return whole(Notice.objects.create(key="digest:1", kind=Notice.Kind.DIGEST, player=seat.player))


def _where_to_write(match: Match) -> Notice:
    seat = table.on_turn(match)
    return _about(match, seat, Notice.Kind.WRITE_HERE, {"since": seat.acted_seq})


def _about(match: Match, seat: Seat, kind: Notice.Kind, data: dict[str, Any]) -> Notice:
    with transaction.atomic():
        sitting = Sitting.open(match.pk)
        letter = notices.about(sitting, seat, kind, data)
        sitting.keep()
        return whole(Notice.objects.get(pk=notices.write([letter])[0]))


def _of_fault(match: Match) -> Notice:
    seat = table.on_turn(match)
    submission = Submission.objects.create(
        match_id=seat.match_id,
        seat=seat,
        player=seat.player,
        question=seat.question,
        source=Submission.Source.MAIL,
        key=f"mail:0:{Submission.objects.count()}",
        state=Submission.State.UNREAD,
    )
    faults.shunt(submission, why="RecursionError")
    return newest(seat, Notice.Kind.ANSWER)


def an_ended_match() -> tuple[Notice, Notice]:
    """A match of one deal of one card: the answer to the winner, and what the loser is told."""
    for _try in range(300):
        match = table.a_match(goal=1, target=1)
        seat = table.on_turn(match)
        winning = [action for action in table.legal(seat) if action.args[0] == "payoff"]
        if winning:
            won = answer(seat, [str(winning[0])])
            return won, newest(
                next(other for other in _seats(match) if other.pk != seat.pk), Notice.Kind.MATCH_ENDED
            )
    raise AssertionError("no pay-off card could be played in three hundred deals")


def an_ended_deal() -> Notice:
    """A deal of one card in a longer match: whoever does not open the next one is told."""
    for _try in range(300):
        match = table.a_match(goal=1, target=50)
        seat = table.on_turn(match)
        winning = [action for action in table.legal(seat) if action.args[0] == "payoff"]
        if winning:
            table.press(seat, str(winning[0]))
            told = Notice.objects.filter(match=match, kind=Notice.Kind.DEAL_ENDED).first()
            if told is not None:
                return whole(told)
    raise AssertionError("no pay-off card could be played in three hundred deals")


def of_other_matches() -> Iterator[Notice]:
    """What is told of matches that end otherwise, and of none at all."""
    won, lost = an_ended_match()
    yield won
    yield lost
    yield answer(Seat.objects.get(notices=lost), ["1"], notice=lost)
    yield an_ended_deal()
    match = table.a_match()
    seat = table.on_turn(match)
    moderating.void(match.pk, by=moderator(), reason="Opened twice by accident")
    yield newest(seat, Notice.Kind.VOIDED)
    match = table.a_match()
    seat = table.on_turn(match)
    faults.stop(match.pk, why="KeyError")
    yield newest(seat, Notice.Kind.BROKEN)
    yield answer(seat, ["1"])
    yield whole(notices.which_match(people.anna(), key="1"))
    yield whole(Notice.objects.filter(kind=Notice.Kind.MODERATORS).latest("pk"))
    yield _before_the_start()
    yield _of_a_former_player()
    yield _lapsed()
    yield _wishes_changed()
    yield from _absences()
    yield from _offers()


def _lapsed() -> Notice:
    match = opening.open_match(people.anna(), game=table.GAME)
    notices.called_off(match)
    Match.objects.filter(pk=match.pk).update(state=Match.State.CANCELLED)
    return newest(_seats(match)[0], Notice.Kind.VOIDED)


def _wishes_changed() -> Notice:
    seat = table.on_turn(table.a_match())
    wishing.stop(seat)
    return newest(seat, Notice.Kind.WISHES)


def _before_the_start() -> Notice:
    match = opening.open_match(people.anna(), game=table.GAME)
    seat = _seats(match)[0]
    submission = Submission.objects.create(
        match=match,
        seat=seat,
        player=seat.player,
        source=Submission.Source.MAIL,
        key="mail:0:open",
        lines=["1"],
    )
    play(submission.pk)
    return newest(seat, Notice.Kind.ANSWER)


def _of_a_former_player() -> Notice:
    seat = table.on_turn(table.a_match())
    Seat.objects.filter(pk=seat.pk).update(player=people.cilla())
    return answer(seat, ["1"])


READ: dict[str, Any] = {"own": ["play 7 to 1", "2", "thanks"] * 3, "moves": ["play 7 to 1", "2"]}
MAIL_TESTS: list[dict[str, Any]] = [
    {"what": "test"},
    {"what": "moved", "dead": "anna@mail.example.org"},
    {"what": "changed", "new": "anna@new.example.org"},
    {"what": "put_back"},
    {"what": "read", "read": {**READ, "kind": "lines"}},
    *(
        {"what": "read", "read": {"kind": kind}}
        for kind in ("encrypted", "too_many", "forward", "empty", "lines")
    ),
]
OFFERS: list[dict[str, Any]] = [
    {"what": "offer", "first": "2026-11-30", "last": "2026-12-07"},
    {"what": "offer", "first": "2026-11-30", "last": ""},
    {"what": "noted", "first": "2026-11-30", "last": "2026-12-07"},
    *({"what": "refused", "refused": code} for code in ("past", "order", "known", "too_many", "unclear")),
]


def of_the_player() -> Iterator[Notice]:
    """What is told of a player's mails and leave, in all its sorts."""
    for kind, told in ((Notice.Kind.MAIL_TEST, MAIL_TESTS), (Notice.Kind.BACK_SOON, OFFERS)):
        for number, data in enumerate(told):
            yield whole(reaching.write(people.anna(), kind, "", data, key=str(number)))


ASKED: list[list[str]] = [
    ["help"],
    ["games", "rules spite", "rules", "list", "settings", "absence", "signup"],
    ["rules wicked", "rules maldade", "stop", "stop off"],
    ["new spite with friend@other.example.org points 9 pace 2 days", "list", "tutorial", "join 99"],
    ["new spite against the host", "new spite points 999", "new spite 3 players", "new wicked 7 players"],
    ["new spite 1 day against the host with friend@other.example.org", "new spite pace 90 days"],
    ["invite anna@mail.example.org, friend@other.example.org, nobody@nowhere, b@other.example.org"],
    ["invite c@other.example.org to 99", "show 99", "again 99", "again", "record 99", "resign 99"],
    ["zone Narnia", "settings name !!", "settings name Annika", "language en", "digest 18", "text only off"],
    ["absence 2020-01-01 to 2020-01-02", "absence 30 feb", "absence 24 dec to 26 dec", "absence none"],
    [
        "lsit",
        "new spit",
        "new spite bananas 3",
        "new maldade",
        "list",
        "a word to my friends at home",
        "help",
    ],
    ["list"] * 21,
    ["new spite", "new spite 2 players"],
]


def of_the_host() -> Iterator[Notice]:
    """What is answered to mails to the host, what is asked back, and an invitation."""
    for lines in ASKED:
        yield _asked(lines)
    yield _asked(["new spite points 9 with friend@other.example.org", "stop"], held=True)
    yield _asked(["new spite"], player=False)
    yield whole(Notice.objects.filter(kind=Notice.Kind.INVITATION).latest("pk"))
    match = table.a_match()
    number = match.pk
    yield _asked([f"record {number}", "record", f"again {number}", f"join {number}", f"rules {number}"])
    yield _asked([f"show {number}"])
    yield _asked([f"resign {number}"])


def _asked(lines: list[str], *, held: bool = False, player: bool = True) -> Notice:
    mail = InboundMail.objects.create(raw=b"")
    items, anna = requests.items_of(lines), people.anna()
    address = anna.email if player else "new@other.example.org"
    request = requests.open_request(mail, items, player=anna if player else None, address=address)
    if held or not player:
        requests.hold(request, range(len(items)))
    requests.carry_out(request.pk, mail=mail.pk, **({} if player else {"name": "Nils", "language": "sv"}))
    return whole(Notice.objects.exclude(kind=Notice.Kind.INVITATION).latest("pk"))


def everything() -> Iterator[Notice]:
    """Give one of everything; each has to be written before the next is asked for."""
    moderator()
    yield from every_news(table.a_match())
    yield from every_answer(table.a_match())
    yield from of_other_matches()
    yield from of_the_player()
    yield from of_the_host()


def _seats(match: Match) -> list[Seat]:
    return list(Seat.objects.filter(match=match).select_related("player", "match").order_by("number"))
