"""Nobody inspects a match in which he plays: what the desk leaves out for whom (P16).

It is left out of every list, page, count and search at once, because all of them start from these querysets.
A superuser is no exception.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from hosting.mail.models import InboundMail
from hosting.matches.models import Match, Seat, Submission
from hosting.players.models import Player

OVER = (Match.State.FINISHED, Match.State.VOID, Match.State.CANCELLED)


def of_others(rows: QuerySet[Any], viewer: Player, match: str = "match") -> QuerySet[Any]:
    """Leave out the rows of matches in which the viewer has a seat; `match` names the rows' way to it."""
    return rows.exclude(**{f"{match}__in": Seat.objects.filter(player=viewer).values("match")})


def mails_of_others(mails: QuerySet[InboundMail], viewer: Player) -> QuerySet[InboundMail]:
    """Leave out the mails that concern matches in which the viewer has a seat.

    A mail without a good token may concern any match (its sender used an old address, or the plain one):
    somebody who plays in a running match sees none of those.
    """
    own = Submission.objects.filter(
        match__seats__player=viewer, source=Submission.Source.MAIL, key__startswith="mail:"
    )
    mails = mails.exclude(pk__in=[int(key.split(":")[1]) for key in own.values_list("key", flat=True)])
    if not Seat.objects.filter(player=viewer).exclude(match__state__in=OVER).exists():
        return mails
    return mails.alias(told=Cast("recipients", TextField())).filter(told__contains='"token"')
