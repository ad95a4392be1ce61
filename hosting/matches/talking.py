"""What players say to all at their table: who may, how much, who hears it, and who is written to (P4, P15).

It is no entry of the log and changes nothing in the match. It works also while the match is paused, before it
begins, and for a while after its end.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q, Subquery

from hosting.matches import moderating, notices
from hosting.matches.models import Entry, Match, Notice, Press, Seat, Submission
from hosting.matches.press_text import cleaned
from hosting.matches.sitting import Sitting
from hosting.now import now
from hosting.players.models import Mute, Player
from hosting.players.names import fold_name
from hosting.prepared import Prepared, Slot
from hosting.wake import wake

WORD: Final = "talk"
LONGEST: Final = 2000
"""Characters of one thing said."""

LIMITS: Final = ((10, dt.timedelta(hours=1)), (40, dt.timedelta(days=1)))
"""So often a seat may say something in such a time."""

AFTER_THE_END: Final = dt.timedelta(days=30)
TWICE: Final = dt.timedelta(minutes=1)
"""Within this time the same words again are a second press of the button."""

MARGIN: Final = dt.timedelta(seconds=15)
"""What is said so shortly before such a mail leaves gets a mail of its own."""

MOST_TOLD: Final = 30
"""So much of what was said a page or a mail tells, the newest."""

said_since: Final = Prepared(
    Press.objects.filter(match=Slot("match"), at__gt=Slot("since"), hidden_at=None)
    .exclude(seat=Slot("seat"))
    .order_by("at", "pk")
)
an_entry: Final = Entry.objects.filter(match=Slot("match"), seq=Slot("seq"))
said_since_entry: Final = Prepared(
    Press.objects.filter(match=Slot("match"), at__gt=Subquery(an_entry.values("at")[:1]), hidden_at=None)
    .exclude(seat=Slot("seat"))
    .order_by("at", "pk")
)


# ---- saying something


def say(seat: Seat, text: str, *, by: Player) -> str:
    """Say something to all at the table; give what became of it, see `say_in`."""
    with transaction.atomic(durable=True):
        sitting = Sitting.open(seat.match_id, even_broken=True)
        here = sitting.seat(seat.pk)
        code = "not_seated" if here.player_id != by.pk else say_in(sitting, here, text)
        sitting.keep()
    return code


def say_in(sitting: Sitting, seat: Seat, text: str, submission: Submission | None = None) -> str:
    """Keep what a seat says, and write to the others.

    Gives "said", or why not: empty, too_long, too_often, not_allowed, over, or nobody (is there to hear it).
    """
    said = cleaned(text)
    if (refusal := _why_not(sitting, seat, said)) is not None:
        return refusal
    match, at = sitting.match, sitting.at
    if Press.objects.filter(seat=seat, text=said, at__gt=at - TWICE).exists():
        return "said"
    press = Press.objects.create(
        match=match,
        seat=seat,
        player_id=seat.player_id,
        name=seat.name,
        text=said,
        submission=submission,
        at=at,
    )
    deaf = set(Mute.objects.filter(muted=seat.player_id).values_list("player_id", flat=True))
    hearers = [each for each in others(sitting.seats, seat) if each.player_id not in deaf]
    letters = [notices.press(sitting, each, press) for each in hearers if not _is_coming(each, at)]
    if letters:
        wake("deliver", *notices.write(letters))
    return "said"


def others(seats: Sequence[Seat], seat: Seat) -> list[Seat]:
    """Give the other people at a table."""
    return [each for each in seats if each.player_id is not None and not each.bot and each.pk != seat.pk]


def _why_not(sitting: Sitting, seat: Seat, said: str) -> str | None:
    ended = sitting.match.ended_at
    refusals = {
        "over": ended is not None and ended + AFTER_THE_END < sitting.at,
        "empty": not said,
        "too_long": len(said) > LONGEST,
        "nobody": not others(sitting.seats, seat),
    }
    for code, holds in refusals.items():
        if holds:
            return code
    assert seat.player_id is not None
    if not Player.objects.filter(pk=seat.player_id, may_talk=True).exists():
        return "not_allowed"
    spoken = Press.objects.filter(seat=seat)
    too_often = any(spoken.filter(at__gt=sitting.at - span).count() >= most for most, span in LIMITS)
    return "too_often" if too_often else None


def _is_coming(seat: Seat, at: dt.datetime) -> bool:
    """Whether a mail is about to leave that will tell this, too."""
    waiting = Notice.objects.filter(seat=seat, kind=Notice.Kind.PRESS, state=Notice.State.NEW, attempts=0)
    return waiting.filter(not_before__gt=at + MARGIN).exists()


# ---- hearing it


def unheard(notice: Notice) -> list[Press]:
    """Give what a mail tells of what was said: what it has waited for, else all since the last turn."""
    match, seat = notice.match_id, notice.seat_id
    if notice.kind == Notice.Kind.PRESS:
        since = dt.datetime.fromisoformat(notice.data["from"])
        rows = said_since.rows(match=match, since=since, seat=seat)
    else:
        rows = said_since_entry.rows(match=match, seq=max(1, notice.data.get("since") or 0), seat=seat)
    return _without_muted(rows, notice.player_id)[-MOST_TOLD:]


def is_overtaken(notice: Notice) -> bool:
    """Whether a mail about what was said has nothing to say that its reader has not read already."""
    seat = notice.seat
    assert seat is not None
    told = unheard(notice)
    if not told:
        return True
    newest = told[-1].at
    read = seat.press_seen_at is not None and seat.press_seen_at >= newest
    turn = Notice.objects.filter(
        seat=seat, kind=Notice.Kind.TURN, state=Notice.State.SENT, sent_at__gte=newest
    )
    return read or turn.exists()


def said_at(match: Match, reader: Player) -> list[Press]:
    """Give what was said at a table, as far as this player wants to read it; the newest, in order."""
    rows = Press.objects.filter(match=match, hidden_at=None).order_by("-at", "-pk")[:MOST_TOLD]
    return _without_muted(list(rows)[::-1], reader.pk)


def unread(reader: Player) -> dict[int, int]:
    """Count what a player has not read yet, by match."""
    fresh = Q(match__seats__press_seen_at=None) | Q(at__gt=F("match__seats__press_seen_at"))
    rows = Press.objects.filter(fresh, match__seats__player=reader, hidden_at=None).exclude(player=reader)
    muted = Mute.objects.filter(player=reader).values("muted")
    counted: dict[int, int] = {}
    for match_id in rows.exclude(player__in=muted).values_list("match_id", flat=True):
        counted[match_id] = counted.get(match_id, 0) + 1
    return counted


def note_read(seat: Seat, at: dt.datetime) -> None:
    """Note that the player of a seat has read what was said so far."""
    Seat.objects.filter(pk=seat.pk).update(press_seen_at=at)


def _without_muted(rows: Sequence[Press], reader: int | None) -> list[Press]:
    if not rows:
        return []
    muted = set(Mute.objects.filter(player=reader).values_list("muted_id", flat=True))
    return [press for press in rows if press.player_id not in muted]


# ---- what moderators do about it; the caller has checked who he is, and keeps his reason


def hide(press: Press, *, by: Player) -> None:
    """Let nobody read it any more. Raises CannotModerate for somebody who plays in the match."""
    _check(press, by)
    Press.objects.filter(pk=press.pk, hidden_at=None).update(hidden_at=now())


def show(press: Press, *, by: Player) -> None:
    """Let it be read again. Raises CannotModerate."""
    _check(press, by)
    Press.objects.filter(pk=press.pk).update(hidden_at=None)


def silence(press: Press, *, by: Player) -> None:
    """Let the one who said it talk at no table until it is allowed again. Raises CannotModerate."""
    _check(press, by)
    Player.objects.filter(pk=press.player_id or 0).update(may_talk=False)


def allow(press: Press, *, by: Player) -> None:
    """Let the one who said it talk again. Raises CannotModerate."""
    _check(press, by)
    Player.objects.filter(pk=press.player_id or 0).update(may_talk=True)


def _check(press: Press, by: Player) -> None:
    if not moderating.may_moderate(by, press.match):
        raise moderating.CannotModerate("plays_in_it")


# ---- not hearing somebody


def mute(player: Player, other: Player) -> None:
    """Let a player not read any more what another one says, at whatever table."""
    if player.pk != other.pk:
        Mute.objects.get_or_create(player=player, muted=other)


def unmute(player: Player, other: Player) -> None:
    """Let a player read again what another one says."""
    Mute.objects.filter(player=player, muted=other).delete()


def muted_by(player: Player) -> list[Player]:
    """List whom a player does not want to read."""
    return list(
        Player.objects.filter(pk__in=Mute.objects.filter(player=player).values("muted")).order_by("name")
    )


def named(seats: Sequence[Seat], seat: Seat, name: str) -> Seat | None:
    """Find the other person at the table whom a player means by a name."""
    wanted = fold_name(name)
    return next((each for each in others(seats, seat) if fold_name(each.name) == wanted), None)


# ---- the words of a mail


def talk(sitting: Sitting, submission: Submission, seat: Seat, rest: str) -> dict[str, Any]:
    """Say what stands behind the word."""
    code = say_in(sitting, seat, rest, submission)
    text = " ".join(cleaned(rest).split())
    return {"code": code, "text": text, "length": len(cleaned(rest)), "changed": code == "said"}


def mute_named(sitting: Sitting, submission: Submission, seat: Seat, rest: str) -> dict[str, Any]:
    """Do not show any more what the one who is named says."""
    return _turn(sitting, submission, seat, rest, is_muted=True)


def unmute_named(sitting: Sitting, submission: Submission, seat: Seat, rest: str) -> dict[str, Any]:
    """Show again what the one who is named says."""
    return _turn(sitting, submission, seat, rest, is_muted=False)


def _turn(
    sitting: Sitting, submission: Submission, seat: Seat, rest: str, *, is_muted: bool
) -> dict[str, Any]:
    other = named(sitting.seats, seat, rest)
    if other is None or other.player_id is None or submission.player is None:
        return {"code": "unknown", "text": rest}
    (mute if is_muted else unmute)(submission.player, Player.objects.get(pk=other.player_id))
    return {"code": "done", "text": other.name, "changed": True}
