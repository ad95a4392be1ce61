"""What a player wants to be told of, and how, is changed here: for all his matches, or for one.

Whoever turns mails of his turns or reminders off is told, by one mail, that his clocks run on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import transaction

from hosting.matches import digesting, notices
from hosting.matches.models import Match, Seat
from hosting.players import wishes
from hosting.players.models import Player
from hosting.players.wishes import About, Way

OVER: Final = (Match.State.FINISHED, Match.State.VOID, Match.State.CANCELLED)

IN_A_PLAIN_DAILY: Final = (About.PRESS, About.NEWS, About.MOVES)


def choose(player: Player, chosen: Mapping[About, Way], *, hour: int, text_only: bool) -> None:
    """Keep what a player wants in all his matches. `hour` is that of the daily mail, in his own zone."""
    with transaction.atomic(durable=True):
        before = player.wishes
        player.wishes = {about: str(way) for about, way in chosen.items() if way is not wishes.USUAL[about]}
        player.text_only = text_only
        player.digest_hour = hour if takes_daily(player) else None
        player.save(update_fields=["wishes", "text_only", "digest_hour"])
        digesting.reschedule(player)
        if wishes.warns(before, player.wishes):
            notices.wishes_changed(player)


def take_daily(player: Player, hour: int | None) -> None:
    """Begin a daily mail at that hour, or move it there; without an hour, end it.

    Begun like this it holds all but his turns and reminders, which still come at once. What stood in it comes
    as usual when it ends.
    """
    with transaction.atomic(durable=True):
        if hour is None:
            player.wishes = {about: way for about, way in player.wishes.items() if way != Way.DIGEST}
        elif not takes_daily(player):
            player.wishes = {**player.wishes, **dict.fromkeys(map(str, IN_A_PLAIN_DAILY), str(Way.DIGEST))}
        player.digest_hour = hour
        player.save(update_fields=["wishes", "digest_hour"])
        digesting.reschedule(player)


def choose_for(seat: Seat, chosen: Mapping[About, Way | None]) -> None:
    """Keep what the player of a seat wants in this one match; None is: as in all his matches."""
    _keep(seat, wishes.choose(chosen))


def stop(seat: Seat) -> None:
    """Stop the mails of a match; nobody leaves it. What they told stands in the daily mail, if there is one.

    Where he has none nothing new begins: a stop that brings other mails would be none.
    """
    assert seat.player is not None
    _keep(seat, wishes.stopped(seat.wishes, stops_to(seat.player)))


def undo_stop(seat: Seat) -> None:
    """Send the mails of a match as they were sent before they were stopped."""
    _keep(seat, wishes.undone(seat.wishes))


def stops_to(player: Player) -> Way:
    """Say where what a player's mails of a match told goes when he stops them."""
    return Way.DIGEST if wishes.any_for_digest(player.wishes) else Way.NONE


def takes_daily(player: Player) -> bool:
    """Say whether a player gets the daily mail by his own wish, for all his matches or for one that runs."""
    seats = Seat.objects.filter(player=player).exclude(match__state__in=OVER)
    return wishes.any_for_digest(player.wishes, *seats.values_list("wishes", flat=True))


def stop_daily(player: Player) -> None:
    """Stop the daily mail; what would stand in it is told no more."""
    _each_daily(player, wishes.without_digest)


def undo_stop_daily(player: Player) -> None:
    """Send the daily mail again, with what stood in it before it was stopped."""
    _each_daily(player, lambda kept: wishes.undone(kept) if wishes.had_digest(kept) else dict(kept))


def _each_daily(player: Player, change: Callable[[wishes.Wishes], dict[str, Any]]) -> None:
    with transaction.atomic(durable=True):
        before, player.wishes = player.wishes, change(player.wishes)
        player.save(update_fields=["wishes"])
        for seat in Seat.objects.filter(player=player).exclude(match__state__in=OVER):
            seat.wishes = change(seat.wishes)
            seat.save(update_fields=["wishes"])
        digesting.reschedule(player)
        if wishes.warns(before, player.wishes):
            notices.wishes_changed(player)


def _keep(seat: Seat, after: dict[str, Any]) -> None:
    assert seat.player is not None
    with transaction.atomic(durable=True):
        before = {**seat.player.wishes, **seat.wishes}
        seat.wishes = after
        seat.save(update_fields=["wishes"])
        if seat.player.digest_hour is None and wishes.any_for_digest(after):
            seat.player.digest_hour = wishes.USUAL_HOUR
            seat.player.save(update_fields=["digest_hour"])
        digesting.reschedule(seat.player)
        if wishes.warns(before, {**seat.player.wishes, **after}):
            notices.wishes_changed(seat.player, seat)
