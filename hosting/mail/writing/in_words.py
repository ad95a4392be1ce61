"""Parts of a match in the reader's words: what happened, the numbered list, his hand, the points.

`seen` is what the reader may know, `said` the words of its game in his language, `me` the number of his seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from hosting import games
from hosting.mail.writing.lines import quoted
from hosting.matches import answering, trying
from hosting.matches.models import Seat
from hosting.matches.queries import Situation
from hosting.rules.values import Action
from hosting.rules.words import Words

MOST_READINGS: Final = 6
"""Meanings of a line that are listed; more of one family are told in a sentence."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """One number of the list: its sentence, and for a folded family what to type for each of its members."""

    number: int
    sentence: str
    typed: tuple[str, ...] = ()


def missing(seen: Situation, me: int) -> tuple[Seat, ...]:
    """Give the others whose turns the host has ended in this story, and who have missed some."""
    expired = {event.seat for part in seen.story for event in part.events if event.name == "expired"}
    return tuple(seat for seat in seen.seats if seat.number in expired - {me} and seat.misses_total)


@dataclass(frozen=True, slots=True)
class Told:
    """What happened in one deal, in sentences, and how it ended, if it did."""

    deal_number: int
    events: tuple[str, ...]
    end: str


def story(seen: Situation, said: Words, me: int) -> tuple[Told, ...]:
    """Tell what happened, deal by deal, as the reader knows it; the first line says how the match ended."""
    parts = []
    for part in seen.story:
        events = tuple(filter(None, (said.event(event, me, seen.names) for event in part.events)))
        end = said.outcome(part.outcome, me, seen.names) if part.outcome else ""
        parts.append(Told(part.deal_number, events, end))
    return tuple(part for part in parts if part.events or part.end)


def would(outcome: Mapping[str, Any], seen: Situation, said: Words, me: int) -> tuple[Told, ...]:
    """Tell what would have happened, from the outcome of a trial."""
    told = (said.event(event, me, seen.names) for event in trying.events_of(outcome))
    events = tuple(filter(None, told))
    return (Told(seen.deal_number, events, ""),) if events else ()


def numbered(kept: Sequence[Sequence[str]], seen: Situation, said: Words) -> tuple[Numbered, ...]:
    """Give the list that the notice keeps, in words: a number means what is kept there."""
    made = []
    for number, texts in enumerate(kept, start=1):
        actions = [Action.parse(text) for text in texts]
        if len(actions) == 1:
            made.append(Numbered(number, said.choice(actions[0], seen.view, seen.names)))
        else:
            typed = tuple(said.command(action, seen.view, seen.names) for action in actions)
            made.append(Numbered(number, said.fold(actions, seen.view, seen.names), typed))
    return tuple(made)


def standing_orders(game: str, seat: Seat, said: Words) -> dict[str, str]:
    """Say which order is in force for answers outside the turn, and how the others are given."""
    known = games.game(game).standing_orders
    if not known:
        return {}
    now = answering.order_of(seat, known)
    *others, last = (said.order_command(order) for order in known if order != now)
    either = pgettext("between lines of a player", "or")
    return {"order_in_force": said.order(now), "other_orders": f"{', '.join(others)} {either} {last}"}


def readings(actions: Sequence[str], seen: Situation | None, said: Words) -> str:
    """List the moves that a line may mean, each as it is typed."""
    if seen is None:
        return ""
    shown = [said.command(Action.parse(action), seen.view, seen.names) for action in actions]
    return quoted(shown, pgettext("between lines of a player", "or"))


def several(actions: Sequence[str], seen: Situation | None, said: Words) -> str:
    """Say how to name one of so many moves that a list of them would help nobody; "" when they are few."""
    meant = [action for action in (seen.view.legal if seen else ()) if str(action) in actions]
    if seen is None or len(meant) <= MOST_READINGS or len({action.family for action in meant}) > 1:
        return ""
    return said.fold(meant, seen.view, seen.names) if meant[0].family else ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that the HTML part draws: what it says, the sign of its kind (or ""), and its border."""

    name: str
    label: str
    glyph: str
    border: str


def hand(seen: Situation, said: Words, me: int) -> tuple[Drawn, ...]:
    """Give the reader's own cards, to be drawn in the HTML part."""
    hands = [zone for zone in seen.view.table.zones if zone.kind == "hand" and zone.owner == me]
    cards = [card for zone in hands for card in zone.cards if card is not None]
    return tuple(
        Drawn(said.card(card), said.card_label(card), said.glyph(card), said.border(card)) for card in cards
    )


def keeps_score(seen: Situation) -> bool:
    """Say whether the deals of the game's matches are counted in points."""
    return games.game(seen.match.game).series.keeps_score


def points(seen: Situation, me: int) -> str:
    """Give the points of all at the table."""
    mine = _("you %(points)d")
    theirs = _("%(name)s %(points)d")
    return ", ".join(
        mine % {"points": total} if number == me else theirs % {"name": name, "points": total}
        for number, (name, total) in enumerate(zip(seen.names, seen.totals, strict=True))
    )
