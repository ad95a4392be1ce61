"""What was said at a table, as its page shows it to one player."""

from __future__ import annotations

from dataclasses import dataclass

from hosting.matches import talking
from hosting.matches.models import Press, Seat
from hosting.now import now
from hosting.players.models import Player


@dataclass(frozen=True, slots=True)
class Said:
    """Something said, and whether the reader sees it for the first time."""

    press: Press
    is_new: bool


@dataclass(frozen=True, slots=True)
class Other:
    """Another player who talks at the table, and whether the reader does not want to read him."""

    seat: Seat
    is_muted: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """All that the part of the page about talk needs."""

    said: tuple[Said, ...]
    others: tuple[Other, ...]
    may_talk: bool

    @property
    def unread(self) -> int:
        """How much of it the reader sees for the first time."""
        return sum(each.is_new for each in self.said)


def talk_of(seat: Seat, reader: Player) -> Talk:
    """Give what is shown to the player of a seat; what he has read before is as the seat row has it."""
    match, read = seat.match, seat.press_seen_at
    said = tuple(
        Said(press, press.seat_id != seat.pk and (read is None or press.at > read))
        for press in talking.said_at(match, reader)
    )
    seats = list(match.seats.select_related("player").order_by("number"))
    muted = {player.pk for player in talking.muted_by(reader)}
    spoke = {each.press.seat_id for each in said}
    present = talking.others(seats, seat)
    others = tuple(
        Other(each, each.player_id in muted)
        for each in present
        if each.player_id in muted or each.pk in spoke
    )
    is_late = match.ended_at is not None and match.ended_at + talking.AFTER_THE_END < now()
    return Talk(said, others, may_talk=bool(present) and not is_late and reader.may_talk)
