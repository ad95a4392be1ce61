"""Notices: what the host has to tell whom. Rows only; their words are made when they are sent (P13, P14)."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from hosting.matches.dealing import seen
from hosting.matches.models import Invitation, Match, Notice, Press, Report, Seat, Submission
from hosting.matches.sealing import seal
from hosting.now import now
from hosting.players import wishes
from hosting.players.models import Player
from hosting.players.wishes import About, Way
from hosting.rules.choices import choices
from hosting.wake import wake

if TYPE_CHECKING:
    from hosting.matches.sitting import Sitting

HELD_LIMITS: Final = ((1, dt.timedelta(hours=1)), (5, dt.timedelta(days=1)))
"""So many questions "was this you?" go to a seat in such a time at most (P4)."""

TOGETHER: Final = dt.timedelta(minutes=3)
"""A mail of what was said waits so long for what else is said, and then tells all of it."""

Kind = Notice.Kind

ABOUT: Final[Mapping[Notice.Kind, About | None]] = {
    Kind.TURN: About.TURN,
    Kind.EXPIRED: About.TURN,
    Kind.REMINDER: About.REMINDER,
    Kind.MOVES: About.MOVES,
    Kind.PRESS: About.PRESS,
    Kind.STARTED: About.NEWS,
    Kind.DEAL_ENDED: About.NEWS,
    Kind.MATCH_ENDED: About.NEWS,
    Kind.PAUSED: About.NEWS,
    Kind.RESUMED: About.NEWS,
    Kind.VOIDED: About.NEWS,
    Kind.BROKEN: About.NEWS,
    Kind.MOVED: About.NEWS,
    Kind.SEAT: About.NEWS,
    Kind.OFFER: About.NEWS,
    Kind.ABSENCE: About.NEWS,
    Kind.ANSWER: None,
    Kind.HELD: None,
    Kind.SIGN_IN: None,
    Kind.MODERATORS: None,
    Kind.WRITE_HERE: None,
    Kind.REPORTED: None,
    Kind.HOST: None,
    Kind.CONFIRM: None,
    Kind.INVITATION: None,
    Kind.MAIL_TEST: None,
    Kind.BACK_SOON: None,
    Kind.WISHES: None,
    Kind.DIGEST: None,
}
"""About which matter of his choice each kind tells a player. None: an answer to something that he did
himself, a question whether it was he, or the daily mail that he chose; these are always sent."""


TELLS_TURN: Final = tuple(
    str(kind) for kind, about in ABOUT.items() if about in {About.TURN, About.REMINDER, About.NEWS}
)
"""Kinds by which a player may learn that it is his turn, when they ask him for it."""


def wished(notice: Notice) -> Way:
    """Say how its reader wants to be told of this: every notice is asked this when it is about to be sent.

    News that brings him a question are told as he wants to be told of his turns, when that is more.
    """
    about = ABOUT[Kind(notice.kind)]
    if about is None or notice.player is None:
        return Way.MAIL
    own = notice.seat.wishes if notice.seat else {}
    way = wishes.way(about, own, notice.player.wishes)
    if about is About.NEWS and notice.question is not None:
        return wishes.louder(way, wishes.way(About.TURN, own, notice.player.wishes))
    return way


TELLS_STORY: Final = (Kind.TURN, Kind.EXPIRED, Kind.MOVES, Kind.DEAL_ENDED, Kind.MATCH_ENDED, Kind.RESUMED)
"""Kinds that tell all that happened since the reader's own last turn."""

STILL_TOLD: Final = ("new", "leased", "sent", "gathered")
CLOSES: Final = frozenset({Kind.TURN, Kind.REMINDER})
"""Kinds that say nothing true once their question is closed. Answers, ends and expiries are always sent."""


def is_overtaken(notice: Notice, at: dt.datetime) -> bool:
    """Say whether a notice to a seat says nothing true any more, or nothing that a newer one does not say."""
    seat, match = notice.seat, notice.match
    if notice.kind == Kind.INVITATION:
        return not Invitation.objects.filter(pk=notice.data["invitation"], state="sent").exists()
    if seat is None or match is None:
        return False
    if notice.kind in CLOSES:
        is_open = match.state == Match.State.PLAYING and seat.player_id == notice.player_id
        comes_again = notice.kind == Kind.REMINDER and seat.remind_at is not None and seat.remind_at > at
        return not is_open or seat.question != notice.question or comes_again
    if notice.kind == Kind.MOVES:
        newer = Notice.objects.filter(seat=seat, kind__in=TELLS_STORY, seq__gt=notice.seq)
        return seat.acted_seq > notice.seq or newer.filter(state__in=STILL_TOLD).exists()
    return False


def wants_moves(seat: Seat) -> bool:
    """Say whether the player of a seat in a sitting wants to be told of each turn of the others."""
    return wishes.way(About.MOVES, seat.wishes, seat.player_wishes or {}) is not Way.NONE


def write(letters: Sequence[Notice]) -> list[int]:
    """Put notices into the outbox, in the caller's transaction; the caller wakes `deliver`."""
    return [notice.pk for notice in Notice.objects.bulk_create(letters)]


def about(sitting: Sitting, seat: Seat, kind: Notice.Kind, data: dict[str, Any]) -> Notice:
    """A notice about what a sitting did; one that finds its reader to act carries the numbered list."""
    key = f"{kind}:{sitting.match.pk}:{sitting.match.seq}:{seat.number}"
    if kind == Kind.OFFER:  # it is no entry of the log
        newest = data["people"][-1]
        key = f"{kind}:{newest['offer']}:{newest['what']}:{seat.number}"
    return _to_seat(sitting, seat, kind, key, data)


def answer(sitting: Sitting, seat: Seat, submission: Submission) -> Notice:
    """The answer to a submission; when it is still the player's turn it is his new turn notice, too."""
    data = {"since": submission.outcome.get("since", sitting.match.seq)}
    notice = _to_seat(sitting, seat, Notice.Kind.ANSWER, f"answer:{submission.pk}", data)
    notice.submission = submission
    return notice


def reminder(sitting: Sitting, seat: Seat) -> Notice:
    """The reminder of a turn: one of its allowance and one of its reserve, for each question and deadline."""
    until = int(seat.deadline_at.timestamp()) if seat.deadline_at else 0
    key = f"reminder:{sitting.match.pk}:{seat.question}:{seat.number}:{until}:{seat.reminders}"
    return _to_seat(sitting, seat, Notice.Kind.REMINDER, key, {"since": seat.acted_seq})


def press(sitting: Sitting, seat: Seat, said: Press) -> Notice:
    """What was said at the table; it waits a little for what else is said. Its address takes moves, too."""
    data = {"since": seat.acted_seq, "from": (said.at - dt.timedelta(microseconds=1)).isoformat()}
    notice = _to_seat(sitting, seat, Notice.Kind.PRESS, f"press:{said.pk}:{seat.number}", data)
    notice.not_before = sitting.at + TOGETHER
    return notice


def _to_seat(sitting: Sitting, seat: Seat, kind: Notice.Kind, key: str, data: dict[str, Any]) -> Notice:
    asked = seat.question is not None and not seat.bot and sitting.match.state == Match.State.PLAYING
    listed = choices(seen(sitting.game, seat.number)) if asked else ()
    return Notice(
        key=key,
        kind=kind,
        player_id=seat.player_id,
        match=sitting.match,
        seat=seat,
        epoch=seat.token_epoch,
        seq=sitting.match.seq,
        question=seat.question if asked else None,
        data=data,
        choices=[[str(action) for action in choice.actions] for choice in listed],
        created_at=sitting.at,
    )


def replaced(sitting: Sitting, seat: Seat, *, was: int | None) -> list[int]:
    """Tell a player that another one has taken his seat over; gives the ids of what is to be sent."""
    if was is None:
        return []
    letter = Notice(
        key=f"replaced:{sitting.match.pk}:{sitting.match.seq}:{seat.number}",
        kind=Notice.Kind.SEAT,
        player_id=was,
        match=sitting.match,
        seat=seat,
        epoch=seat.token_epoch - 1,
        seq=sitting.match.seq,
        data={"replaced_by": seat.name},
        created_at=sitting.at,
    )
    return write([letter])


def held(submission: Submission, *, sender: str) -> Notice | None:
    """Ask the player whether lines from a doubtful sender are his. None when he was asked often enough."""
    seat = submission.seat
    at = now()
    if seat.player_id is None:
        return None
    asked = Notice.objects.filter(seat=seat, kind=Notice.Kind.HELD)
    if any(asked.filter(created_at__gt=at - span).count() >= most for most, span in HELD_LIMITS):
        return None
    return _send(
        key=f"held:{submission.pk}",
        kind=Notice.Kind.HELD,
        player_id=seat.player_id,
        match=submission.match,
        seat=seat,
        epoch=seat.token_epoch,
        seq=submission.match.seq,
        submission=submission,
        data={"lines": submission.lines, "sender": sender},
        created_at=at,
    )


def fault(submission: Submission) -> None:
    """Tell a player that his lines were set aside by a fault of ours."""
    seat = submission.seat
    _send(
        key=f"answer:{submission.pk}",
        kind=Notice.Kind.ANSWER,
        player_id=seat.player_id,
        match_id=seat.match_id,
        seat=seat,
        epoch=seat.token_epoch,
        seq=submission.match.seq,
        submission=submission,
        data={"since": submission.match.seq},
    )


def can_be_stopped(notice: Notice) -> bool:
    """Say whether its reader may stop the mails that this one is one of."""
    return ABOUT[Kind(notice.kind)] is not None or notice.kind == Kind.DIGEST


def wishes_changed(player: Player, seat: Seat | None = None) -> None:
    """Tell a player that his turns are no longer told by mail, and that his clocks run on; once an hour."""
    own = seat.wishes if seat else {}
    ways = {str(about): str(wishes.way(about, own, player.wishes)) for about in wishes.ON_THE_CLOCK}
    at = now()
    key = f"{Kind.WISHES}:{player.pk}:{seat.pk if seat else 0}:{at:%Y%m%d%H}:{'-'.join(ways.values())}"
    if not Notice.objects.filter(key=key).exists():
        of_seat = {"match_id": seat.match_id, "seat": seat, "epoch": seat.token_epoch} if seat else {}
        _send(key=key, kind=Kind.WISHES, player=player, data=ways, created_at=at, **of_seat)


def called_off(match: Match, *, by: Player | None = None) -> None:
    """Tell those who waited at a table that the match will not begin; without `by` it has lapsed."""
    letters = [
        Notice(
            key=f"{Kind.VOIDED}:{match.pk}:0:{seat.number}",
            kind=Kind.VOIDED,
            player_id=seat.player_id,
            match=match,
            seat=seat,
            epoch=seat.token_epoch,
            data={"by": by.name} if by else {},
        )
        for seat in Seat.objects.filter(match=match, player__isnull=False)
        if by is None or seat.player_id != by.pk
    ]
    if letters:
        wake("deliver", *write(letters))


def which_match(player: Player, *, key: str, **data: Any) -> Notice:
    """Tell a player that his mail names no match; `key` names that mail."""
    found = Notice.objects.filter(key=f"which_match:{key}").first()
    return found or _send(key=f"which_match:{key}", kind=Notice.Kind.WRITE_HERE, player=player, data=data)


def seat_is_taken(former: Notice, *, key: str, **data: Any) -> None:
    """Tell a player who answers an old notice that another one has taken his seat; `key` names the mail."""
    assert former.seat is not None
    full_key = f"seat_is_taken:{key}:{former.seat.pk}"
    if not Notice.objects.filter(key=full_key).exists():
        _send(
            key=full_key,
            kind=Notice.Kind.WRITE_HERE,
            player=former.player,
            match=former.seat.match,
            seat=former.seat,
            epoch=former.epoch,
            seq=former.seat.match.seq,
            data={"replaced_by": former.seat.name, **data},
        )


def invitation(invited: Invitation, player: Player | None) -> Notice:
    """Write to somebody who is invited, in the caller's transaction; `player` is he, if he is known."""
    return _send(
        key=f"invitation:{invited.pk}",
        kind=Notice.Kind.INVITATION,
        player=player,
        address=invited.address,
        match=invited.match,
        data={"invitation": invited.pk, "by": invited.by.name, "language": invited.by.language},
    )


def to_asker(
    kind: Notice.Kind, *, key: str, player: Player | None, address: str, data: dict[str, Any]
) -> Notice:
    """Write to who asked something of the host; `address` is his who has no account."""
    return _send(key=key, kind=kind, player=player, address="" if player else address, data=data)


def sign_in(address: str, *, subject: str, body: str) -> Notice:
    """Put a sign-in mail into the outbox, its words closed (P20: known and unknown addresses alike)."""
    words = f"{subject}\n{body}".encode()
    return _send(
        key=f"sign_in:{secrets.token_hex(16)}",
        kind=Notice.Kind.SIGN_IN,
        address=address,
        sealed=seal(words),
    )


def moderators(match: Match | None, what: str, *, key: str, but_not_in_it: bool = False, **data: Any) -> None:
    """Tell everybody who may enter the admin site that something wants a look; once for each `key`.

    `but_not_in_it`: not those who play in the match, unless there is nobody else.
    """
    staff = Player.objects.filter(is_staff=True, is_active=True)
    others = staff.exclude(seats__match=match) if but_not_in_it and match is not None else staff
    for player in others or staff:
        full_key = f"moderators:{key}:{player.pk}"
        if not Notice.objects.filter(key=full_key).exists():
            _send(
                key=full_key,
                kind=Notice.Kind.MODERATORS,
                player=player,
                data={"what": what, "match": match.pk if match else None, **data},
            )


def settled(report: Report, seat: Seat) -> None:
    """Tell who reported something what came of it."""
    _send(
        key=f"report:{report.pk}",
        kind=Notice.Kind.REPORTED,
        player_id=seat.player_id,
        match=report.match,
        seat=seat,
        epoch=seat.token_epoch,
        seq=report.match.seq,
        data={"since": report.match.seq, "report": report.pk, "answer": report.answer},
    )


def _send(**fields: Any) -> Notice:
    notice = Notice.objects.create(**fields)
    wake("deliver", notice.pk)
    return notice
