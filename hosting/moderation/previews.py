"""What an act would do to a match if it were done now, in sentences."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hosting import games
from hosting.matches.models import Match, Seat, Submission
from hosting.matches.terms import what_follows
from hosting.rules.words import words


def pause(match: Match, at: dt.datetime) -> list[str]:
    """All clocks stand."""
    told = [
        _("All clocks stop until the match is resumed. Moves that come in meanwhile are politely refused.")
    ]
    told += [
        _("%(name)s keeps the time that is left now: %(span)s.")
        % {"name": seat.name, "span": timeuntil(deadline, at)}
        for seat, deadline in _clocks(match)
    ]
    waiting = Submission.objects.filter(match=match, state__in=["unread", "ready"]).count()
    if waiting:
        told.append(
            _("What was accepted before will still be applied: %(count)d waiting.") % {"count": waiting}
        )
    return told


def resume(match: Match, at: dt.datetime) -> list[str]:
    """Every deadline moves by the length of the pause."""
    assert match.paused_at is not None
    stood = at - match.paused_at
    told = [
        _("The match has been paused since %(since)s. Moves will be taken again.")
        % {"since": instant(match.paused_at)}
    ]
    told += [
        _("%(name)s: the deadline moves from %(before)s to %(after)s.")
        % {"name": seat.name, "before": instant(deadline), "after": instant(deadline + stood)}
        for seat, deadline in _clocks(match)
    ]
    return told


def more_time(match: Match, at: dt.datetime) -> list[str]:
    """Deadlines move by the days that are chosen, never into the past."""
    told = [
        _("%(name)s now has until %(at)s: %(span)s left.")
        % {"name": seat.name, "at": instant(deadline), "span": timeuntil(deadline, at)}
        for seat, deadline in _clocks(match)
    ]
    return [*told, _("The days are added to that, and the players are told. They use up no reserve.")]


def offer_seat(match: Match, at: dt.datetime) -> list[str]:  # noqa: ARG001 - all previews are called alike
    """Somebody else may take the seat; the match waits."""
    told = [
        ngettext(
            "%(name)s has missed %(count)d turn in this match.",
            "%(name)s has missed %(count)d turns in this match.",
            seat.misses_total,
        )
        % {"name": seat.name, "count": seat.misses_total}
        for seat in match.seats.filter(player__isnull=False).order_by("number")
    ]
    told.append(_("Only the seat of somebody who has missed a turn can be offered."))
    told.append(
        _(
            "The match is paused for a week at most, until somebody takes the seat or its player comes "
            "back; then it goes on. If neither happens, the seat loses the deal."
        )
    )
    return told


def end_turn(match: Match, at: dt.datetime) -> list[str]:
    """The host moves for whoever is to act, as it does at a deadline."""
    told = []
    for seat, deadline in _clocks(match):
        told.append(
            _(
                "The host ends %(name)s's turn by the game's own rule, as it would at the deadline in "
                "%(span)s."
            )
            % {"name": seat.name, "span": timeuntil(deadline, at)}
        )
        if seat.has_acted:
            told.append(
                _("%(name)s has moved in this turn, so it does not count as missed.") % {"name": seat.name}
            )
            continue
        told.append(_("It counts as a missed turn: %(count)d in a row.") % {"count": seat.misses + 1})
        told.append(_after_too_many(match))
    return told


def _after_too_many(match: Match) -> str:
    """What too many missed turns lead to, in the game's own words: a deal is lost, a player taken out."""
    known = games.game(match.game).languages
    language = translation.get_language() or known[0]
    forfeit = what_follows(match, words(match.game, language if language in known else known[0]).forfeit)
    return ngettext(
        "After %(count)s missed turn, %(forfeit)s.",
        "After %(count)s missed turns in a row, %(forfeit)s.",
        match.misses_allowed,
    ) % {"count": match.misses_allowed, "forfeit": forfeit}


def void(match: Match, at: dt.datetime) -> list[str]:  # noqa: ARG001 - all previews are called alike
    """It ends without a result."""
    names = ", ".join(match.seats.order_by("number").values_list("name", flat=True))
    return [
        _("The match of %(names)s ends now, without a result. This cannot be undone.") % {"names": names},
        _("Its page shows what its shuffles were made from."),
    ]


def instant(at: dt.datetime) -> str:
    """An instant in the reader's zone, with the zone named."""
    here = timezone.localtime(at)
    return f"{date_format(here, 'DATETIME_FORMAT')} ({here.tzname()})"


def _clocks(match: Match) -> list[tuple[Seat, dt.datetime]]:
    """The seats whose clock runs or stands, and until when; a bot has none."""
    asked = match.seats.filter(question__isnull=False).order_by("number")
    return [(seat, seat.deadline_at) for seat in asked if seat.deadline_at is not None]
