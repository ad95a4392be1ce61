"""Mails that name no open question: old reply addresses, the plain addresses, the postmaster's."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from hosting.mail.addresses import Kind
from hosting.mail.asking import taking
from hosting.mail.models import InboundMail
from hosting.mail.reading.reader import Reading
from hosting.mail.taking import routing, senders
from hosting.matches import digesting, notices
from hosting.matches.models import Match, Notice, Seat, Submission
from hosting.matches.sitting import Sitting
from hosting.players.models import Player
from hosting.wake import wake

LIMITS: Final = ((1, dt.timedelta(hours=1)), (3, dt.timedelta(days=1)), (7, dt.timedelta(days=30)))
"""So often a player is told in such a time where to write: talk with a program ends by itself (P4)."""

A_DAY: Final = dt.timedelta(days=1)
MOST_A_DAY: Final = 20
"""So many answers to daily mails without their addresses are told in a day where to write, at most."""

FOR_PEOPLE: Final = frozenset({Kind.POSTMASTER, Kind.ABUSE})
RUNNING: Final = (Match.State.PLAYING, Match.State.PAUSED)


def answer_the_rest(mail: InboundMail, reading: Reading, *, served: Sequence[Submission]) -> None:
    """Answer what no submission stands for; always to the registered address, never to the sender's."""
    seats = {submission.seat_id for submission in served}
    for recipient in mail.recipients:
        if recipient["kind"] == Kind.OLD_TOKEN:
            _old_token(mail, reading, recipient["notice"], seats)
    if routing.is_to_host(mail) and not routing.names_a_token(mail):
        taking.take(mail)
    elif routing.is_plain(mail) and not served:
        player = senders.proved_player(reading, mail.peer)
        if player is not None and _answers_daily_mail(mail, reading, player):
            _give_each_turn(mail, player)
        elif player is not None:
            _say_where(mail, player)
    if any(recipient["kind"] in FOR_PEOPLE for recipient in mail.recipients):
        hour = f"{mail.received_at:%Y-%m-%d-%H}"
        notices.moderators(None, "postmaster", key=f"postmaster:{hour}", mail=mail.pk)


def _old_token(mail: InboundMail, reading: Reading, notice_id: int, served: set[int]) -> None:
    """Tell a player whose mail came to an address of former times where to write now.

    One who sits there no more is told that, when the mail is his.
    """
    notice = Notice.objects.select_related("seat__match", "player").get(pk=notice_id)
    seat = notice.seat
    if seat is None or seat.pk in served or seat.player_id is None:
        return
    if seat.player_id == notice.player_id:
        _write_here(mail, seat)
    elif senders.is_proved(notice.player, reading, mail.peer):
        mine = Notice.objects.filter(seat=seat, player=notice.player)
        if not _was_told(mail, mine):
            notices.seat_is_taken(notice, key=str(mail.pk), mail=mail.pk)


def _say_where(mail: InboundMail, player: Player) -> None:
    """Tell a player whose mail names no match where to write; in his match when he plays only one."""
    seats = list(Seat.objects.filter(player=player, match__state__in=RUNNING).select_related("match")[:2])
    if len(seats) == 1:
        _write_here(mail, seats[0])
    elif not (_was_told(mail, Notice.objects.filter(player=player, seat=None)) or taking.was_told(player)):
        notices.which_match(player, key=str(mail.pk), mail=mail.pk)


def _answers_daily_mail(mail: InboundMail, reading: Reading, player: Player) -> bool:
    """Say whether a mail without a reply address answers a daily mail, which tells of many turns."""
    newest = routing.notices_referred_to(mail, reading)[:1]
    return any(each.kind == Notice.Kind.DIGEST and each.player_id == player.pk for each in newest)


def _give_each_turn(mail: InboundMail, player: Player) -> None:
    """Send each turn that waits in a mail of its own, which can be answered even where addresses are cut off.

    A second answer to the daily mail is told to use those. A program that answers our answers answers no
    daily mail, so its talk ends as before (P4).
    """
    seats = [each.seat for each in digesting.open_turns(player.pk) if each.seat is not None]
    written = [_write_here(mail, seat) for seat in seats]
    if any(written):
        return
    told = Notice.objects.filter(player=player, kind=Notice.Kind.WRITE_HERE)
    if told.filter(created_at__gt=mail.received_at - A_DAY).count() < MOST_A_DAY:
        notices.which_match(player, key=str(mail.pk), mail=mail.pk)


def _write_here(mail: InboundMail, seat: Seat) -> bool:
    """Send the table, and on his turn the list: no older mail of his may have an address that counts.

    Says whether that was done, now or before a process died; it is not when he was told so of late.
    """
    key = f"{Notice.Kind.WRITE_HERE}:{mail.pk}:{seat.pk}"
    if Notice.objects.filter(key=key).exists():
        return True
    if _was_told(mail, Notice.objects.filter(seat=seat)):
        return False
    with transaction.atomic(durable=True):
        sitting = Sitting.open(seat.match_id)
        here = sitting.seat(seat.pk)
        told = {"since": here.acted_seq, "mail": mail.pk}
        letter = notices.about(sitting, here, Notice.Kind.WRITE_HERE, told)
        letter.key = key
        sitting.keep()
        wake("deliver", *notices.write([letter]))
    return True


def _was_told(mail: InboundMail, told: QuerySet[Notice]) -> bool:
    told = told.filter(kind=Notice.Kind.WRITE_HERE)
    return any(told.filter(created_at__gt=mail.received_at - span).count() >= most for most, span in LIMITS)
