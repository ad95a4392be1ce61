"""Mails that say that their writer is away: turned into an offer to note an absence, and into nothing else.

A program's automatic reply is never a move and is never answered. When it comes from a player's own proved
address, answers a notice of ours, and says that he is away, he is asked once a week whether an absence is to
be noted: that is for him to say, by the offer's own reply address or on the page. A program that does not
say that it is one is known by its words: a text that says that its writer is away and plays nothing is taken
the same way, and the offer is the answer.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from django.db import transaction

from hosting.mail.addresses import Kind as To
from hosting.mail.models import InboundMail
from hosting.mail.reading.away import days_given, last_day
from hosting.mail.reading.reader import Kind, Reading
from hosting.mail.taking import routing, senders
from hosting.mail.taking.words import first_line
from hosting.matches import absent, reaching
from hosting.matches.models import Notice
from hosting.now import now
from hosting.players import absences
from hosting.players.models import Player
from hosting.rules.speaking import said_yes

REST: Final = dt.timedelta(days=7)
"""One offer in this time."""

MOST_ANSWERS: Final = 3
"""Answers to the replies to an offer."""

BACK_SOON: Final = Notice.Kind.BACK_SOON


def is_by_hand_or_unmarked(mail: InboundMail, reading: Reading) -> bool:
    """Say whether a text is nothing but the news that its writer is away, whoever or whatever wrote it."""
    answers_an_offer = any(each["kind"] == To.NOTICE for each in mail.recipients)
    return reading.kind is Kind.LINES and bool(reading.away) and not answers_an_offer


def offer(mail: InboundMail, reading: Reading) -> None:
    """Offer an absence to the player whose mail says that he is away, unless he was asked lately."""
    player = _writer(mail, reading) if reading.away else None
    if player is None:
        return
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)  # of two such mails at once one is answered
        if _was_asked(player) or absences.is_away(player, absences.today(player)):
            return
        today = absences.today(player)
        last = last_day(reading.away, today)
        data = {
            "what": "offer",
            "first": today.isoformat(),
            "last": last.isoformat() if last else "",
            "mail": mail.pk,
        }
        reaching.write(player, BACK_SOON, "", data, key=str(mail.pk))


def answered(mail: InboundMail, reading: Reading, notice: Notice) -> str:
    """Do what the proved player answers to an offer; say what became of it."""
    told = Notice.objects.filter(kind=BACK_SOON, data__offer=_offer_of(notice))
    if told.filter(data__what="noted").exists() or told.count() >= MOST_ANSWERS:
        return "settled"
    assert notice.player is not None
    days = _days(reading, notice, absences.today(notice.player))
    if said_yes(reading.own) is False:
        return "declined"
    if days is None and reading.away:
        return "says that its writer is away"
    if days is None:
        _tell(mail, notice, {"what": "refused", "refused": "unclear"})
        return "unclear"
    try:
        noted = absent.announce(notice.player, *days)
    except absences.Refused as refusal:
        _tell(mail, notice, {"what": "refused", "refused": refusal.code})
        return refusal.code
    _tell(mail, notice, {"what": "noted", **absent.facts(noted)})
    return "noted"


def _writer(mail: InboundMail, reading: Reading) -> Player | None:
    """Find the player whose notice was answered, if he wrote the mail as far as one can tell."""
    ids = [each["notice"] for each in mail.recipients if each["notice"]]
    named = [
        *Notice.objects.filter(pk__in=ids).select_related("player"),
        *routing.notices_referred_to(mail, reading),
    ]
    players = [notice.player for notice in named if notice.player is not None]
    return next((each for each in players if senders.is_proved(each, reading, mail.peer)), None)


def _was_asked(player: Player) -> bool:
    asked = Notice.objects.filter(player=player, kind=BACK_SOON, data__what="offer")
    return asked.filter(created_at__gt=now() - REST).exists()


def _days(reading: Reading, notice: Notice, today: dt.date) -> tuple[dt.date, dt.date] | None:
    """Give the days that an answer means: those that it names, or those of the offer after a YES."""
    if given := days_given(first_line(reading), today):
        return given
    last = notice.data.get("last")
    if said_yes(reading.own) and last:
        first = max(today, dt.date.fromisoformat(notice.data["first"]))
        return first, dt.date.fromisoformat(last)
    return None


def _offer_of(notice: Notice) -> int:
    return int(notice.data.get("offer") or notice.pk)


def _tell(mail: InboundMail, notice: Notice, data: dict[str, Any]) -> None:
    assert notice.player is not None
    data |= {"offer": _offer_of(notice), "mail": mail.pk}
    reaching.write(notice.player, BACK_SOON, notice.address, data, key=str(mail.pk))
